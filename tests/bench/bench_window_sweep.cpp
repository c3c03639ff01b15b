// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The What-if view while it plans anew over two decades of NVLink's bandwidth: from the question until the first curve
// is painted and until the last value is planned, frames meanwhile, a slider that is drawn along, and how long a map
// takes to stop.
#include "core/questions/plan_question.h"
#include "tests/bench/frames.h"
#include "tests/bench/planner.h"
#include "widgets/document/workbench.h"
#include "widgets/views/what_if/what_if_view.h"

#include <QSlider>

using namespace pgram;

namespace {

constexpr double firstWithin = 0.05;
constexpr double allWithin = 2;
constexpr double stopWithin = 0.1;
constexpr int fewestFrames = 20;

/// Frames until `done`; how long that took.
double framesUntil(bench::Frames& frames, const auto& done)
{
    return bench::secondsOf([&] {
        while (!done()) {
            frames.add([] { QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 1); });
        }
    });
}

bench::Timing once(double seconds)
{
    return {seconds, seconds, 1};
}

int dragSlider(WhatIfView& view)
{
    view.showPageNamed(QStringLiteral("sliders"));
    bench::settle();
    auto* slider = view.findChild<QSlider*>();
    if (slider == nullptr) {
        std::fputs("there is no slider\n", stderr);
        return 1;
    }
    bench::Frames frames;
    for (int at = slider->minimum(); at <= slider->maximum(); ++at) {
        frames.add([&] { slider->setValue(at); });
    }
    return frames.report("frames-what-if-slider", bench::frameMedian, bench::frameWorst, fewestFrames);
}

}  // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    Workbench bench{bench::presets()};
    const SearchRequest request = bench::requestOf("llama2-13b", "a100-16", 64, Method::Joint);
    bench.session.show(bench.session.add(*bench::loaded(search(request)).plan));
    WhatIfView view(&bench);
    view.resize(1280, 800);
    view.setOptions({{QStringLiteral("number"), QStringLiteral("memory")}});
    view.show();
    bench::waitFor(view);

    int missed = 0;
    bench::Frames frames;
    const QVariantMap nvlink{{QStringLiteral("number"), QStringLiteral("cluster.links/0/bytes_per_s")},
                             {QStringLiteral("factor"), 10}};
    view.setOptions(nvlink);
    const double first = framesUntil(frames, [&] { return !view.shown()->same.empty(); });
    missed |= bench::report("what-if-first-curve", once(first), firstWithin);
    const double all = first + framesUntil(frames, [&] { return !view.isWorking(); });
    missed |= bench::report("what-if-all", once(all), allWithin,
                            fmt::format(R"("values": {})", view.shown()->sweep().points.size()));
    missed |= frames.report("frames-what-if", bench::frameMedian, bench::frameWorst, fewestFrames);

    missed |= dragSlider(view);
    view.showPageNamed(QStringLiteral("map"));
    framesUntil(frames, [&] { return view.shownMap() && view.shownMap()->cells.size() > 5; });
    const double stopped = bench::secondsOf([&] {
        view.stopWork();
        while (view.isWorking()) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 1);
        }
    });
    return missed | bench::report("what-if-map-stop", once(stopped), stopWithin);
}
