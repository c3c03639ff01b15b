// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Frames of every view at 1920 × 1080 while it is zoomed, panned and pointed at with real events, each from the event
// to the finished repaint, at three sizes: 126 layers on 16,384 devices, a million operations, and 4096 devices whose
// traffic is a map of 4096². Then each view in front of the whole window, at the first size.
// `bench_window_frames [SIZE [VIEW]]` measures a part of it, "window" the last one.
#include "tests/bench/frames.h"
#include "tests/places.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/shell/window/main_window.h"
#include "widgets/views/all_views.h"
#include "widgets/work/fidelity_library.h"

#include <QMouseEvent>
#include <QTemporaryDir>
#include <QWheelEvent>

#include <cmath>
#include <map>

using namespace pgram;

namespace {

constexpr QSize screen{1920, 1080};

struct Size {
    const char* name;
    int stages;
    int microbatches;
    int devicesPerStage;
};
constexpr std::array sizes{Size{"126x16384", 64, 128, 256}, Size{"million", 64, 4096, 2},
                           Size{"traffic4096", 64, 128, 64}};

/// Where each view zooms, in shares of its size.
QPointF placeOf(const View& view)
{
    static const std::map<QString, QPointF> shares{{QStringLiteral("memory"), {0.8, 0.5}},
                                                   {QStringLiteral("communication"), {0.8, 0.5}},
                                                   {QStringLiteral("compare"), {0.5, 0.85}},
                                                   {QStringLiteral("search"), {0.25, 0.75}},
                                                   {QStringLiteral("fidelity"), {0.3, 0.4}}};
    const auto found = shares.find(view.viewName());
    const QPointF share = found == shares.end() ? QPointF(0.5, 0.5) : found->second;
    return {share.x() * view.width(), share.y() * view.height()};
}

/// The decision tree scrolls with the wheel and zooms with Ctrl.
Qt::KeyboardModifiers zoomModifiers(const View& view)
{
    return view.viewName() == QLatin1String("tree") ? Qt::ControlModifier : Qt::NoModifier;
}

void wheel(View& view, const QPointF& place, int delta, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(place, view.mapToGlobal(place), {}, {0, delta}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&view, &event);
}

void mouse(View& view, QEvent::Type type, const QPointF& place, bool pressed)
{
    const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, place, view.mapToGlobal(place), button, pressed ? Qt::LeftButton : Qt::NoButton,
                      Qt::NoModifier);
    QApplication::sendEvent(&view, &event);
}

/// In and out at a wandering place, with drags between: the frames of a person who looks for something.
void zoomAndPan(View& view, bench::Frames& frames)
{
    const QPointF middle = placeOf(view);
    for (int step = 0; step < 160; ++step) {
        const QPointF place = middle + QPointF(std::sin(step * 0.7) * 120, std::cos(step * 0.9) * 60);
        const int delta = step % 80 < 40 ? 120 : -120;
        frames.add([&] { wheel(view, place, delta, zoomModifiers(view)); });
        if (step % 16 == 15) {
            mouse(view, QEvent::MouseButtonPress, place, true);
            for (int moved = 1; moved <= 12; ++moved) {
                frames.add(
                    [&] { mouse(view, QEvent::MouseMove, place + QPointF(moved % 8 * 23 - 60, moved * 3), true); });
            }
            mouse(view, QEvent::MouseButtonRelease, place, false);
            frames.add([&] { wheel(view, place, 120, Qt::ShiftModifier); });
        }
    }
}

void pointAt(View& view, bench::Frames& frames)
{
    for (int step = 0; step < 200; ++step) {
        const double turn = step * 0.31;
        const QPointF place(view.width() * (0.5 + 0.45 * std::sin(turn)), view.height() * (0.5 + 0.4 * std::cos(turn)));
        frames.add([&] { mouse(view, QEvent::MouseMove, place, false); });
    }
}

bool moves(const View& view)
{
    return view.viewName() != QLatin1String("strategy-map");
}

int measure(View& view, const std::string& size, const std::string& facts)
{
    bench::waitFor(view);
    const std::string name = "frames-" + size + "-" + view.viewName().toStdString();
    int missed = 0;
    if (moves(view)) {
        bench::Frames frames;
        zoomAndPan(view, frames);
        missed |= frames.report(name + "-move", bench::frameMedian, bench::frameWorst, 200, facts);
    }
    bench::Frames frames;
    pointAt(view, frames);
    if (frames.count() > 0) {  // The memory view answers a pointer with its tip alone.
        missed |= frames.report(name + "-hover", bench::frameMedian, bench::frameWorst, 5, facts);
    }
    return missed;
}

Plan planOf(const Size& size)
{
    return samplePlan(size.stages, 126, size.microbatches, size.devicesPerStage);
}

int measureAlone(const Size& size, const QString& only)
{
    Workbench bench;
    Session& session = bench.session;
    const Plan plan = planOf(size);
    for (Plan& each : bench::variants(plan)) {
        session.setCompared(session.add(std::move(each)), true);
    }
    session.show(0);
    bench.fidelity.load(PresetStore(presetsFolder()));
    const std::string facts = R"("operations": )" +
                              std::to_string(bench.document.estimate()->timeline->operations.size()) +
                              R"(, "devices": )" + std::to_string(plan.cluster.devices);
    int missed = 0;
    std::vector<std::unique_ptr<View>> views;
    for (View* made : makeViews(&bench)) {
        views.emplace_back(made);
    }
    for (const auto& view : views) {
        // A study has rows and no plan: bench_window_study.
        if ((!only.isEmpty() && view->viewName() != only) || view->viewName() == QLatin1String("study")) {
            continue;
        }
        view->resize(screen);
        view->show();
        missed |= measure(*view, size.name, facts);
        view->hide();
    }
    return missed;
}

int measureInWindow(const QString& only)
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    Language language;
    Workbench bench{PresetStore(presetsFolder())};
    MainWindow window(&bench, &settings, &language);
    window.resize(screen);
    window.show();
    for (Plan& plan : bench::variants(planOf(sizes.front()))) {
        window.session()->setCompared(window.session()->add(std::move(plan)), true);
    }
    window.session()->show(0);
    int missed = 0;
    for (View* view : window.views()->views()) {
        if ((only.isEmpty() || only == view->viewName()) && view->viewName() != QLatin1String("study")) {
            window.views()->setCurrent(view);
            missed |= measure(*view, "window", {});
        }
    }
    return missed;
}

}  // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const QStringList asked = QApplication::arguments();
    const QString only = asked.value(2);
    int missed = 0;
    for (const Size& size : sizes) {
        if (asked.size() < 2 || asked[1] == QLatin1String(size.name)) {
            missed |= measureAlone(size, only);
        }
    }
    if (asked.size() < 2 || asked[1] == QLatin1String("window")) {
        missed |= measureInWindow(only);
    }
    return missed;
}
