// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From one edit to the finished repaint of everything that is visible, in the whole window at 1920 × 1080 with a plan
// of 96 layers in 64 stages, with each view in front and with all of them in the grid. Three plans are compared.
// `bench_window_edit [VIEW]` measures one arrangement.
#include "tests/bench/frames.h"
#include "tests/places.h"
#include "widgets/shell/actions/actions.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/shell/window/main_window.h"

#include <QTemporaryDir>

using namespace pgram;

namespace {

constexpr int edits = 60;

/// One layer recomputes and keeps by turns.
void setRecompute(Document& document, int step)
{
    const int layer = 7 * (step / 2) % 96;
    LayerStrategy strategy = document.plan()->strategies[static_cast<std::size_t>(layer)];
    strategy.kept.part = strategy.kept.part == KeptPart::All ? KeptPart::Input : KeptPart::All;
    document.setStrategy(layer, 1, strategy);
}

/// The drag of a cut by one layer there and back: the early stages have two layers each.
void moveCut(Document& document, int step)
{
    const int boundary = 3 * (step / 2) % 20;
    const int first = document.plan()->chunks[static_cast<std::size_t>(boundary) + 1].firstLayer;
    document.moveCut(boundary, first + (step % 2 == 0 ? -1 : 1), 1 + step / 2);
}

int measure(MainWindow& window, const std::string& arrangement)
{
    for (const View* view : window.views()->views()) {
        if (view->isVisible()) {
            bench::waitFor(*view);
        }
    }
    Document& document = *window.session()->document();
    int missed = 0;
    for (const auto& named : {std::pair{"recompute", &setRecompute}, std::pair{"cut", &moveCut}}) {
        bench::Frames frames;
        for (int step = 0; step < edits; ++step) {
            frames.add([&] { named.second(document, step); });
        }
        missed |= frames.report("edit-" + arrangement + "-" + named.first, bench::editBudget, bench::editBudget, edits);
    }
    return missed;
}

}  // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    Language language;
    Workbench bench{PresetStore(presetsFolder())};
    MainWindow window(&bench, &settings, &language);
    window.resize(1920, 1080);
    window.show();
    for (Plan& plan : bench::variants(samplePlan(64, 96, 128, 2))) {
        window.session()->setCompared(window.session()->add(std::move(plan)), true);
    }
    window.session()->show(0);
    const QString only = QApplication::arguments().value(1);
    int missed = 0;
    for (View* view : window.views()->views()) {
        if (only.isEmpty() || only == view->viewName()) {
            window.views()->setCurrent(view);
            missed |= measure(window, view->viewName().toStdString());
        }
    }
    if (only.isEmpty() || only == QLatin1String("grid")) {
        window.views()->setArrangement(ViewArea::Arrangement::Grid);
        missed |= measure(window, "grid");
    }
    return missed;
}
