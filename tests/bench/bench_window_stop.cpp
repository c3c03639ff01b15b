// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A search of seconds that the user ends: from the click on Stop to the answer, how long the event loop was kept from a
// timer of 5 ms meanwhile, and from closing the window to its end.
#include "tests/bench/bench.h"
#include "tests/places.h"
#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/shell/frame/planning.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/shell/window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

#include <memory>

using namespace pgram;

namespace {

constexpr int rounds = 5;

struct Rounds {
    std::vector<double> seconds;
    [[nodiscard]] bench::Timing timing()
    {
        std::ranges::sort(seconds);
        return {seconds[seconds.size() / 2], seconds.back(), static_cast<int>(seconds.size())};
    }
};

struct Opened {
    Opened(Settings& settings, Language& language) : window(&bench, &settings, &language)
    {
        window.resize(1280, 800);
        window.show();
    }
    Workbench bench{PresetStore(presetsFolder())};
    MainWindow window;
};

/// 98 layers on 64 devices, nearly every dimension, six batch sizes; on its way for 0.4 s. False: it was done by then.
bool planSomethingLong(MainWindow& window)
{
    if (!window.scenario()->setScenario(QStringLiteral("gpt3-175b"))) {
        return false;
    }
    SearchRequest request = window.scenario()->request();
    request.space.zero1 = request.space.zero2 = request.space.sp = true;
    request.batches = {768, 1024, 1280, 1536, 1792, 2048};
    window.scenario()->setRequest(request);
    window.plan();
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < 400) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    }
    return window.planning()->isRunning();
}

}  // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    Language language;
    Rounds stopped;
    Rounds kept;
    Rounds quit;
    for (int i = 0; i < rounds; ++i) {
        Opened opened(settings, language);
        MainWindow* window = &opened.window;
        if (!planSomethingLong(*window)) {
            std::fprintf(stderr, "the search was too short to be stopped\n");
            return 2;
        }
        QElapsedTimer beat;
        qint64 longest = 0;
        QTimer timer;
        timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&timer, &QTimer::timeout, &timer, [&] { longest = std::max(longest, beat.restart()); });
        timer.start(5);
        beat.start();
        stopped.seconds.push_back(bench::secondsOf([&] {
            window->findChild<QPushButton*>(QStringLiteral("planButton"))->click();
            while (window->planning()->isRunning()) {
                QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
            }
        }));
        kept.seconds.push_back(static_cast<double>(longest) / 1000);
    }
    for (int i = 0; i < rounds; ++i) {
        auto opened = std::make_unique<Opened>(settings, language);
        if (!planSomethingLong(opened->window)) {
            return 2;
        }
        quit.seconds.push_back(bench::secondsOf([&] {
            opened->window.close();
            opened.reset();
        }));
    }
    return bench::report("window-stop", stopped.timing(), 0.100) |
           bench::report("window-loop-kept", kept.timing(), 0.050) | bench::report("window-quit", quit.timing(), 0.500);
}
