// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window's program: opens it, draws it into a picture, draws one view of a plan, or writes a
// report of plans.

#include "app/parallelogram/arguments.h"
#include "core/base/exception_text.h"
#include "core/plan/plan_json.h"
#include "widgets/docks/inspector/findings_list.h"
#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/document/texts.h"
#include "widgets/shell/files/opener.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/frame/planning.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/shell/report/report.h"
#include "widgets/shell/session/session_keeper.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/shell/teach/handout.h"
#include "widgets/shell/teach/lesson_stage.h"
#include "widgets/shell/window/main_window.h"
#include "widgets/shell/window/named_layouts.h"
#include "widgets/theme/appearance.h"
#include "widgets/views/all_views.h"
#include "widgets/work/fidelity_library.h"

#include <QApplication>
#include <QBuffer>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QScreen>
#include <QStyle>
#include <QTemporaryDir>
#include <QTextStream>
#include <QTimer>

#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <optional>

namespace {

using namespace pgram;

enum ExitCode { Done = 0, BadInput = 2 };

int fail(const Error& error)
{
    QTextStream(stderr) << "parallelogram: " << QString::fromStdString(error.text()) << '\n';
    return BadInput;
}

bool hasDisplay()
{
#ifdef Q_OS_UNIX
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
#else
    return true;
#endif
}

/// Until what the view works out in the background is there, or has taken too long to wait for.
void waitFor(const View& view)
{
    constexpr int mostMilliseconds = 20000;
    constexpr int stepMilliseconds = 20;
    QElapsedTimer timer;
    timer.start();
    while (view.isWorking() && timer.elapsed() < mostMilliseconds) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, stepMilliseconds);
    }
}

Result<PresetStore> presets()
{
    return PresetStore::find(std::filesystem::path(QCoreApplication::applicationFilePath().toStdU16String()));
}

/// Plans that are opened together are compared.
void compareTogether(Session& session)
{
    for (int row = 0; row < session.count() && session.count() > 1; ++row) {
        session.setCompared(row, true);
    }
}

/// Draws the view with these options, as the arguments have it.
int drawView(View& view, const QVariantMap& options, const Arguments& arguments)
{
    view.setOptions(options);
    const QString page = options.value(QStringLiteral("page")).toString();
    if (view.pageName() != page && !page.isEmpty()) {
        return fail(
            {ErrorKind::BadInput,
             Text(fmt::format("the view '{}' has no page '{}'", view.viewName().toStdString(), page.toStdString())),
             "--render",
             {}});
    }
    view.resize(arguments.size.isValid() ? arguments.size : QSize(1280, 800));
    view.startWork();
    QString failure = writeProblem(arguments.out);
    if (failure.isEmpty()) {
        waitFor(view);
        failure = view.exportPicture(arguments.out, arguments.picture);
    }
    return failure.isEmpty() ? Done : fail({ErrorKind::BadInput, Text(failure.toStdString()), "--out", {}});
}

/// Adds the ranks of a trace, and waits until they are read.
Result<void> addTrace(MeasuredRun& run, const QString& file)
{
    Result<void> outcome;
    const auto refused = QObject::connect(&run, &MeasuredRun::failed, &run,
                                          [&outcome](const Error& error) { outcome = tl::unexpected(error); });
    run.open(file);
    while (run.isRunning()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    QObject::disconnect(refused);
    return outcome;
}

/// Opens the files that are named: plans, results of a study, and traces.
Result<void> addFiles(Workbench& bench, const Arguments& arguments)
{
    Session& session = bench.session;
    for (const QString& file : arguments.plans) {
        const FileKind kind = knownFile(file).kind;
        if (kind == FileKind::Trace) {
            if (auto read = addTrace(bench.measured, file); !read) {
                return read;
            }
            continue;
        }
        if (kind == FileKind::Study) {
            if (auto opened = bench.results.open(file); !opened) {
                return opened;
            }
            continue;
        }
        auto plan = loadPlan(std::filesystem::path(file.toStdU16String()));
        if (!plan) {
            return tl::unexpected(plan.error());
        }
        session.add(std::move(*plan));
    }
    if (session.count() > 0) {
        session.show(0);
    }
    compareTogether(session);
    return {};
}

int report(const Arguments& arguments, const QString& language)
{
    const auto store = presets();
    if (!store) {
        return fail(store.error());
    }
    Workbench bench;
    if (const auto added = addFiles(bench, arguments); !added) {
        return fail(added.error());
    }
    if (bench.session.count() == 0) {
        return fail({ErrorKind::BadInput, Text("it needs a plan file"), "--report", {}});
    }
    QString failure = writeProblem(arguments.report);
    if (failure.isEmpty()) {
        failure = saveBytes(arguments.report, reportOf(reportedPlans(bench.session), *store, {language, {}}));
    }
    return failure.isEmpty() ? Done : fail({ErrorKind::BadInput, Text(failure.toStdString()), "--report", {}});
}

/// Draws one view of a plan file into a picture: of the first one where the view is not of all of them.
int render(const Arguments& arguments)
{
    Workbench bench{presets().value_or(PresetStore({}))};
    if (const auto added = addFiles(bench, arguments); !added) {
        return fail(added.error());
    }
    if (const auto store = presets()) {
        bench.fidelity.load(*store);
    }
    const ViewPage wanted = viewPage(arguments.render);
    std::vector<std::unique_ptr<View>> views;
    for (View* made : makeViews(&bench)) {
        views.emplace_back(made);
    }
    std::string known;
    for (const auto& view : views) {
        if (view->viewName() == wanted.view) {
            return drawView(*view, wanted.options, arguments);
        }
        known += (known.empty() ? "" : ", ") + view->viewName().toStdString();
    }
    return fail({ErrorKind::BadInput, Text(fmt::format("there is no view '{}'", arguments.render.toStdString())),
                 "--render", Text("The views are " + known)});
}

int handout(const Arguments& arguments, const QString& language)
{
    const auto store = presets();
    if (!store) {
        return fail(store.error());
    }
    const QString failure =
        writeHandout(arguments.handout, *store,
                     {.lesson = arguments.lesson, .language = language, .solutions = arguments.solutions});
    return failure.isEmpty() ? Done : fail({ErrorKind::BadInput, Text(failure.toStdString()), "--handout", {}});
}

void printSummary(const MainWindow& window)
{
    QTextStream out(stdout);
    for (const QString& message : window.messages()->texts()) {
        out << message << '\n';
    }
    const int row = window.session()->currentRow();
    if (row < 0) {
        return;
    }
    const PlanDocument& shown = window.session()->at(row);
    out << QString::fromStdString(shown.plan()->name) << '\n' << headline(*shown.estimate()) << '\n';
    if (shown.search()) {
        out << certificateText(shown.search()->result.certificate) << '\n';
    }
}

int draw(MainWindow& window, const QString& file, bool summary)
{
    for (const View* view : window.views()->views()) {
        if (view->isVisible()) {
            waitFor(*view);
        }
    }
    constexpr int rounds = 5;  // what was asked for last: words and rows, the docks' widths, and what follows from them
    for (int round = 0; round < rounds; ++round) {
        QCoreApplication::processEvents();
    }
    QByteArray picture;
    QBuffer buffer(&picture);
    const QString failure = window.grab().save(&buffer, "PNG") ? saveBytes(file, picture) : QString();
    if (!failure.isEmpty() || picture.isEmpty()) {
        const QString said = failure.isEmpty() ? QStringLiteral("The window cannot be drawn") : failure;
        return fail({ErrorKind::BadInput, Text(said.toStdString()), "--screenshot", {}});
    }
    if (summary) {
        printSummary(window);
        QTextStream(stdout) << "The picture is in " << QFileInfo(file).absoluteFilePath() << '\n';
    }
    return Done;
}

/// Returns true while the shown view or the findings are worked out.
bool isWorking(const MainWindow& window)
{
    const View* view = window.views()->current();
    const auto* findings = window.findChild<FindingsList*>(QStringLiteral("findings"));
    return (view != nullptr && view->isWorking()) || findings->isWorking();
}

/// Draws the window as soon as nothing is worked out in it, and ends the program.
void drawSettled(MainWindow& window, const QString& file, bool summary)
{
    constexpr int settleMilliseconds = 50;  // layouts first, then what they change
    QTimer::singleShot(settleMilliseconds, &window, [&window, file, summary] {
        if (isWorking(window)) {
            drawSettled(window, file, summary);
        } else {
            QCoreApplication::exit(draw(window, file, summary));
        }
    });
}

/// Waits for the planner, lets the window settle, draws it and ends the program.
void drawLater(MainWindow& window, const QString& file, bool summary)
{
    const auto later = [&window, file, summary] {
        const LessonRun& lesson = *window.lessons()->run();
        const bool isLoaded = window.fidelity()->data() != nullptr || window.fidelity()->problem();
        if (isLoaded && !window.planning()->isRunning() && (!lesson.isOpen() || lesson.isReady())) {
            drawSettled(window, file, summary);
        }
    };
    QObject::connect(window.planning(), &Planning::runningChanged, &window, later);
    QObject::connect(window.lessons()->run(), &LessonRun::stepChanged, &window, later);
    QObject::connect(window.fidelity(), &FidelityLibrary::changed, &window, later);
    later();
}

/// False when a plan could not be opened: the window says why.
bool setUp(MainWindow& window, const Arguments& arguments, const Settings& settings)
{
    window.showTheme(arguments.theme.isEmpty() ? settings.text(SettingId::Theme) : arguments.theme);
    window.showLanguage(arguments.language.isEmpty() ? settings.text(SettingId::Language) : arguments.language);
    if (arguments.size.isValid()) {
        window.resize(arguments.size);
    }
    if (const auto layout = layoutFromKey(arguments.layout)) {
        window.layouts()->use(*layout);
    }
    if (arguments.view == QLatin1StringView("start")) {
        window.showStart();
    } else if (arguments.view == QLatin1StringView("grid")) {
        window.views()->setArrangement(ViewArea::Arrangement::Grid);
    } else if (!arguments.view.isEmpty()) {
        window.views()->setArrangement(ViewArea::Arrangement::Tabs);
        const ViewPage wanted = viewPage(arguments.view);
        if (window.views()->setCurrent(wanted.view)) {
            window.views()->current()->setOptions(wanted.options);
        }
    }
    bool opened = true;
    for (const QString& file : arguments.plans) {
        opened = window.openFile(file) && opened;
    }
    compareTogether(*window.session());
    return opened;
}

int openWindow(const Arguments& arguments, bool summary)
{
    auto store = presets();
    if (!store) {
        return fail(store.error());
    }
    if (const auto lesson =
            arguments.lesson.isEmpty() ? Result<Lesson>() : loadLesson(*store, arguments.lesson.toStdString());
        !lesson) {
        return fail(lesson.error());
    }
    // A picture shows the program as it comes, not as somebody left it.
    QTemporaryDir untouched;
    Settings settings = arguments.isBatch() ? Settings(untouched.filePath(QStringLiteral("settings.ini"))) : Settings();
    Language language;
    Workbench bench(std::move(*store));
    MainWindow window(&bench, &settings, &language);
    std::optional<SessionKeeper> keeper;
    std::optional<EndSignals> ending;
    if (!arguments.isBatch()) {
        keeper.emplace(&window, &settings, RecoveryFolder(RecoveryFolder::usual()));
        ending.emplace();
        QObject::connect(&*ending, &EndSignals::arrived, &window, [&keeper] {
            keeper->interrupt();
            QCoreApplication::exit(Done);
        });
        QObject::connect(&*keeper, &SessionKeeper::discarded, &window, [&window] {
            if (window.session()->count() == 0) {
                window.planSample();
            }
        });
    }
    const bool opened = setUp(window, arguments, settings);
    if (arguments.isBatch()) {
        window.setAnimated(false);  // A picture is of docks that have come to rest.
    } else if (!arguments.size.isValid()) {
        const QSize title(0, window.style()->pixelMetric(QStyle::PM_TitleBarHeight));
        window.resize(window.size().boundedTo(window.screen()->availableSize() - title));
    }
    window.show();
    const bool begun = keeper && keeper->begin(arguments.plans.isEmpty());
    if (!arguments.lesson.isEmpty()) {
        window.lessons()->open(arguments.lesson);
        window.lessons()->run()->goTo(arguments.step - 1);
    } else if (arguments.plans.isEmpty() && !begun) {
        window.planSample();
        if (!arguments.isBatch()) {
            window.welcome();
        }
    }
    if (!arguments.screenshot.isEmpty()) {
        drawLater(window, arguments.screenshot, summary);
    }
    const int code = QApplication::exec();
    if (keeper) {
        keeper->finish();
    }
    return arguments.isBatch() && code == Done && !opened ? BadInput : code;
}

int run(int argc, char** argv)
{
    QStringList list;
    for (int index = 0; index < argc; ++index) {
        list.append(QString::fromLocal8Bit(argv[index]));
    }
    auto arguments = parseArguments(list);
    if (!arguments) {
        return fail(arguments.error());
    }
    if (!arguments->answer.isEmpty()) {
        QTextStream(stdout) << arguments->answer;
        return Done;
    }
    const bool summary = !hasDisplay() && !arguments->isBatch();
    if (summary) {
        arguments->screenshot = QStringLiteral("parallelogram.png");
    }
    if (!hasDisplay() || arguments->drawsWithoutWindow()) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    if (arguments->scale > 0 && !arguments->drawsWithoutWindow()) {
        qputenv("QT_SCALE_FACTOR", QByteArray::number(arguments->scale));
    }
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("parallelogram"));
    QApplication::setApplicationDisplayName(QStringLiteral("Parallelogram"));
    QApplication::setApplicationVersion(QStringLiteral(PARALLELOGRAM_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("org.parallelogram.parallelogram"));
    if (arguments->drawsWithoutWindow()) {
        Language language;
        language.use(arguments->language);
        applyTheme(themeFromName(arguments->theme));
        return !arguments->handout.isEmpty()  ? handout(*arguments, language.current())
               : !arguments->report.isEmpty() ? report(*arguments, language.current())
                                              : render(*arguments);
    }
    return openWindow(*arguments, summary);
}

}  // namespace

int main(int argc, char** argv)
{
    try {
        return run(argc, argv);
    } catch (const std::exception& exception) {
        return fail({ErrorKind::Internal, exceptionText(exception), "the window", {}});
    }
}
