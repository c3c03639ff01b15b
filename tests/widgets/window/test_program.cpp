// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window's program from outside: pictures without a display, and refusals with exit code 2.

#include "core/base/format.h"
#include "core/plan/plan_json.h"
#include "studies/results.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/views/all_views.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <csignal>
#include <functional>
#include <memory>
#include <sys/resource.h>

using namespace pgram;

namespace {

/// What its text elements say, in their order.
QString textOfSvg(const QByteArray& svg)
{
    QStringList words;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1StringView("text")) {
            words.append(reader.readElementText().simplified());
        }
    }
    return reader.hasError() ? reader.errorString() : words.join(u' ');
}

}  // namespace

class TestProgram : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void drawsTheWindow();
    void aPictureThatMayNotGrowLeavesTheOldOne();
    void drawsWithoutADisplay();
    void rendersEveryView_data();
    void rendersEveryView();
    void aPictureCanHaveAnotherCaptionOrNone();
    void aPngHasItsScaleAndSize();
    void aFigureHasItsMillimetres();
    void writesAReport();
    void refuses_data();
    void refuses();
    void drawsAStudy();

private:
    struct Run {
        int code = -1;
        QString out;
        QString err;
    };
    [[nodiscard]] Run run(const QStringList& arguments, bool offscreen = true,
                          const std::function<void()>& before = {}) const;
    static void explains(const QString& words, const QString& title);
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

TestProgram::Run TestProgram::run(const QStringList& arguments, bool offscreen,
                                  const std::function<void()>& before) const
{
    QProcess program;
    if (before) {
        program.setChildProcessModifier(before);
    }
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), path(QStringLiteral("config")));
    for (const char* display : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        environment.remove(QString::fromLatin1(display));
    }
    if (offscreen) {
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    }
    program.setProcessEnvironment(environment);
    program.setWorkingDirectory(m_folder.path());
    program.start(QString::fromUtf8(windowProgram()), arguments);
    Run run;
    if (program.waitForFinished(waitLimit) && program.exitStatus() == QProcess::NormalExit) {
        run = {program.exitCode(), QString::fromUtf8(program.readAllStandardOutput()),
               QString::fromUtf8(program.readAllStandardError())};
    }
    program.kill();
    program.waitForFinished();
    return run;
}

void TestProgram::initTestCase()
{
    QVERIFY(savePlan(samplePlan(4, 20, 8), path(QStringLiteral("plan.json")).toStdString()).has_value());
    Plan other = samplePlan(2, 20, 8, 4);
    other.name = "other plan";
    QVERIFY(savePlan(other, path(QStringLiteral("other.json")).toStdString()).has_value());
    QFile broken(path(QStringLiteral("broken.json")));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("{\"format\": ");
}

void TestProgram::drawsTheWindow()
{
    const Run drawn = run({QStringLiteral("--screenshot"), QStringLiteral("window.png"), QStringLiteral("--size"),
                           QStringLiteral("1280x800"), QStringLiteral("--scale"), QStringLiteral("2"),
                           QStringLiteral("--theme"), QStringLiteral("dark"), QStringLiteral("plan.json")});
    QVERIFY2(drawn.code == 0, qPrintable(drawn.err));
    const QImage picture(path(QStringLiteral("window.png")));
    QCOMPARE(picture.size(), QSize(2560, 1600));
    QVERIFY(picture.pixelColor(4, 1500).lightness() < 80);
}

void TestProgram::aPictureThatMayNotGrowLeavesTheOldOne()
{
    QFile old(path(QStringLiteral("kept.png")));
    QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
    old.close();
    const auto before = QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden);
    const Run drawn =
        run({QStringLiteral("--screenshot"), QStringLiteral("kept.png"), QStringLiteral("plan.json")}, true, [] {
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{4096, 4096};
            ::setrlimit(RLIMIT_FSIZE, &limit);
        });
    QCOMPARE(drawn.code, 2);
    QVERIFY2(drawn.err.contains(QStringLiteral("kept.png: cannot be written: File too large")), qPrintable(drawn.err));
    QVERIFY(old.open(QIODevice::ReadOnly));
    QCOMPARE(old.readAll(), QByteArray("old"));
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden), before);
}

void TestProgram::drawsWithoutADisplay()
{
    const Run drawn = run({}, false);
    QVERIFY2(drawn.code == 0, qPrintable(drawn.err));
    QVERIFY2(drawn.out.contains(QStringLiteral("BERT-Huge-32")), qPrintable(drawn.out));
    QVERIFY2(drawn.out.contains(QStringLiteral("samples/s")), qPrintable(drawn.out));
    QVERIFY2(drawn.out.contains(path(QStringLiteral("parallelogram.png"))), qPrintable(drawn.out));
    QVERIFY(!QImage(path(QStringLiteral("parallelogram.png"))).isNull());
}

void TestProgram::rendersEveryView_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QString>("title");
    ViewFixture fixture;
    std::vector<std::pair<QString, QString>> views;
    for (View* made : planViews(&fixture)) {
        const std::unique_ptr<View> view(made);
        views.emplace_back(view->viewName(), view->viewTitle());
    }
    views.emplace_back(QStringLiteral("memory:devices"), QStringLiteral("Memory"));
    views.emplace_back(QStringLiteral("communication:group"), QStringLiteral("Communication"));
    for (const auto& [view, title] : views) {
        for (const char* suffix : {"png", "svg", "pdf"}) {
            // The words of every view, and each format once: test_view_export draws every view in every format.
            const bool isFirst = view == views.front().first;
            if (!test::isDeep() && !isFirst && QLatin1StringView(suffix) != QLatin1StringView("svg")) {
                continue;
            }
            QTest::addRow("%s %s", qPrintable(view), suffix) << view << QString::fromLatin1(suffix) << title;
        }
    }
}

void TestProgram::rendersEveryView()
{
    QFETCH(QString, view);
    QFETCH(QString, suffix);
    QFETCH(QString, title);
    const QString file = QStringLiteral("%1.%2").arg(QString(view).replace(QLatin1Char(':'), QLatin1Char('-')), suffix);
    const Run drawn = run({QStringLiteral("--render"), view, QStringLiteral("--out"), file, QStringLiteral("--lang"),
                           QStringLiteral("en"), QStringLiteral("plan.json"), QStringLiteral("other.json")},
                          false);
    QVERIFY2(drawn.code == 0, qPrintable(drawn.err));
    if (suffix == QLatin1StringView("png")) {
        const QImage picture(path(file));
        QCOMPARE(picture.size(), QSize(2560, 1600));
        QVERIFY(colorCount(picture) > 10);
        return;
    }
    QFile written(path(file));
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray bytes = written.readAll();
    if (suffix == QLatin1StringView("svg")) {
        explains(textOfSvg(bytes), title);
        return;
    }
    QVERIFY(bytes.startsWith("%PDF") && bytes.contains("/Type /Font"));
    QVERIFY(bytes.contains("/Count 1\n"));
    const QString reader = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
    if (!reader.isEmpty()) {
        QProcess program;
        program.start(reader, {path(file), QStringLiteral("-")});
        QVERIFY(program.waitForFinished(waitLimit));
        explains(QString::fromUtf8(program.readAllStandardOutput()).simplified(), title);
    }
}

/// The words of a picture name the plan and the view, and carry the plan's figures.
void TestProgram::drawsAStudy()
{
    const Result<Study> study = parseStudy(
        R"({"format": "parallelogram-study", "version": 1, "name": "a", "title": "A study", "grid": {"model": ["bert-base"]}})",
        "study", {});
    const QString file = path(QStringLiteral("a.sqlite"));
    QVERIFY(study && StudyResults::openToWrite(file.toStdString(), *study));
    const QString picture = path(QStringLiteral("study.svg"));
    const Run drawn =
        run({QStringLiteral("--render"), QStringLiteral("study"), QStringLiteral("--out"), picture, file});
    QVERIFY2(drawn.code == 0, qPrintable(drawn.err));
    QVERIFY(contentsOf(picture).contains("A study"));
    QFile cut(file);
    QVERIFY(cut.resize(1000));
    const Run refused =
        run({QStringLiteral("--render"), QStringLiteral("study"), QStringLiteral("--out"), picture, file});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains(QStringLiteral("a.sqlite")), qPrintable(refused.err));
    const Run shown = run({QStringLiteral("--screenshot"), path(QStringLiteral("study.png")), file});
    QCOMPARE(shown.code, 2);
}

void TestProgram::explains(const QString& words, const QString& title)
{
    const Estimate figures = estimate(samplePlan(4, 20, 8));
    const QString step = QString::fromStdString(formatSeconds(figures.stepTime));
    const QString peak = QString::fromStdString(formatBytes(static_cast<double>(figures.peakMemory)));
    for (const QString& wanted :
         {QStringLiteral("sample plan"), QStringLiteral("Sample Transformer"), QStringLiteral("Sample cluster"),
          QStringLiteral("batch 16, 1F1B, 8 micro-batches"), QStringLiteral("step ") + step,
          QStringLiteral("memory ") + peak, QStringLiteral("Exact: "), QStringLiteral("Estimated: ")}) {
        QVERIFY2(words.contains(wanted), qPrintable(title + QStringLiteral(" lacks ") + wanted + u'\n' + words));
    }
    QVERIFY2(words.contains(QStringLiteral("– ") + title), qPrintable(words));
}

void TestProgram::aPictureCanHaveAnotherCaptionOrNone()
{
    const auto words = [&](const QStringList& options) {
        const QString file = QStringLiteral("captioned.svg");
        const Run drawn =
            run(QStringList{QStringLiteral("--render"), QStringLiteral("memory"), QStringLiteral("--out"), file,
                            QStringLiteral("--lang"), QStringLiteral("en"), QStringLiteral("plan.json")} +
                options);
        QFile written(path(file));
        return drawn.code == 0 && written.open(QIODevice::ReadOnly) ? textOfSvg(written.readAll()) : drawn.err;
    };
    const QString own = words({QStringLiteral("--caption"), QStringLiteral("Figure 3: <ours> & theirs")});
    QVERIFY2(own.contains(QStringLiteral("Figure 3: <ours> & theirs")), qPrintable(own));
    QVERIFY(own.contains(QStringLiteral("sample plan – Memory")));
    QVERIFY(!own.contains(QStringLiteral("Exact: ")));
    const QString none = words({QStringLiteral("--no-caption")});
    QVERIFY(!none.contains(QStringLiteral("sample plan")) && !none.contains(QStringLiteral("Exact: ")));
    QVERIFY2(none.contains(QStringLiteral("Stage 0")), qPrintable(none));
}

void TestProgram::aPngHasItsScaleAndSize()
{
    for (const int scale : {1, 3}) {
        const Run drawn = run({QStringLiteral("--render"), QStringLiteral("memory"), QStringLiteral("--out"),
                               QStringLiteral("scaled.png"), QStringLiteral("--scale"), QString::number(scale),
                               QStringLiteral("--size"), QStringLiteral("900x600"), QStringLiteral("plan.json")});
        QVERIFY2(drawn.code == 0, qPrintable(drawn.err));
        QCOMPARE(QImage(path(QStringLiteral("scaled.png"))).size(), QSize(900, 600) * scale);
    }
}

void TestProgram::aFigureHasItsMillimetres()
{
    for (const auto& [width, millimetres] :
         {std::pair("single", 84.0), std::pair("129mm", 129.0), std::pair("60", 60.0)}) {
        const Run drawn = run({QStringLiteral("--render"), QStringLiteral("memory"), QStringLiteral("--out"),
                               QStringLiteral("figure.png"), QStringLiteral("--width"), QString::fromLatin1(width),
                               QStringLiteral("--type-size"), QStringLiteral("7pt"), QStringLiteral("--dpi"),
                               QStringLiteral("600"), QStringLiteral("plan.json")});
        QVERIFY2(drawn.code == 0, qPrintable(drawn.err));
        const QImage figure(path(QStringLiteral("figure.png")));
        QCOMPARE(figure.width(), qRound(millimetres / 25.4 * 600));
        QVERIFY(figure.height() >= qRound(millimetres / 25.4 * 600 * 800 / 1280));  // more where words need it
        QCOMPARE(figure.dotsPerMeterX(), qRound(600 / 0.0254));
    }
}

void TestProgram::writesAReport()
{
    const Run written = run({QStringLiteral("--report"), QStringLiteral("report.html"), QStringLiteral("--language"),
                             QStringLiteral("zh_CN"), QStringLiteral("plan.json"), QStringLiteral("other.json")},
                            false);
    QVERIFY2(written.code == 0, qPrintable(written.err));
    QFile file(path(QStringLiteral("report.html")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray page = file.readAll();
    QVERIFY(page.startsWith("<!DOCTYPE html>") && page.contains("lang=\"zh-CN\"") && page.endsWith("</html>\n"));
    QVERIFY(page.contains("A. sample plan") && page.contains("B. other plan"));
}

void TestProgram::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QString& arguments, const QString& says) {
        QTest::newRow(name) << arguments.split(QLatin1Char(' ')) << says;
    };
    row("unknown option", QStringLiteral("--frobnicate"), QStringLiteral("frobnicate"));
    row("no size", QStringLiteral("--size 12"), QStringLiteral("--size"));
    row("absurd size", QStringLiteral("--size 99999x800"), QStringLiteral("99999x800"));
    row("no scale", QStringLiteral("--scale -1"), QStringLiteral("--scale"));
    row("no theme", QStringLiteral("--theme pink"), QStringLiteral("pink"));
    row("no view to show", QStringLiteral("--view map"), QStringLiteral("strategy-map"));
    row("no language", QStringLiteral("--lang xx"), QStringLiteral("zh_CN"));
    row("render without a plan", QStringLiteral("--render memory --out a.png"), QStringLiteral("--render"));
    row("no view", QStringLiteral("--render sky --out a.png plan.json"), QStringLiteral("timeline"));
    row("no page", QStringLiteral("--render memory:sky --out a.png plan.json"), QStringLiteral("memory"));
    row("caption of a window", QStringLiteral("--caption x --screenshot a.png plan.json"), QStringLiteral("--caption"));
    row("caption and none", QStringLiteral("--render memory --out a.png --caption x --no-caption plan.json"),
        QStringLiteral("--no-caption"));
    row("no picture format", QStringLiteral("--render memory --out a.doc plan.json"), QStringLiteral("a.doc"));
    row("broken plan", QStringLiteral("--render memory --out a.png broken.json"), QStringLiteral("broken.json"));
    row("absent plan", QStringLiteral("--render memory --out a.png absent.json"), QStringLiteral("absent.json"));
    row("no width", QStringLiteral("--render memory --out a.png --width triple plan.json"), QStringLiteral("--width"));
    row("height alone", QStringLiteral("--render memory --out a.png --height 80 plan.json"), QStringLiteral("--width"));
    row("two scales", QStringLiteral("--render memory --out a.png --dpi 300 --scale 2 plan.json"),
        QStringLiteral("--scale"));
    row("width of a window", QStringLiteral("--width 84 --screenshot a.png plan.json"), QStringLiteral("--width"));
    row("report without a plan", QStringLiteral("--report a.html"), QStringLiteral("--report"));
    row("report of a broken plan", QStringLiteral("--report a.html broken.json"), QStringLiteral("broken.json"));
    row("report into no folder", QStringLiteral("--report absent/a.html plan.json"), QStringLiteral("absent/a.html"));
    row("no folder", QStringLiteral("--screenshot absent/a.png plan.json"), QStringLiteral("absent/a.png"));
}

void TestProgram::refuses()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const Run refused = run(arguments);
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains(says), qPrintable(refused.err));
    QVERIFY(!QFile::exists(path(QStringLiteral("a.png"))));
}

PGRAM_TEST(TestProgram)
#include "test_program.moc"
