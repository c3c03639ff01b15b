// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window's program from outside: pictures without a display, and refusals with exit code 2.

#include "core/plan/plan_json.h"
#include "tests/widgets/sample_plan.h"

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace pgram;

class TestProgram : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void drawsTheWindow();
    void drawsWithoutADisplay();
    void rendersEveryView_data();
    void rendersEveryView();
    void refuses_data();
    void refuses();

private:
    struct Run {
        int code = -1;
        QString out;
        QString err;
    };
    [[nodiscard]] Run run(const QStringList& arguments, bool offscreen = true) const;
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

TestProgram::Run TestProgram::run(const QStringList& arguments, bool offscreen) const
{
    QProcess program;
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
    program.start(QStringLiteral(PARALLELOGRAM_PROGRAM), arguments);
    Run run;
    if (program.waitForFinished(60'000) && program.exitStatus() == QProcess::NormalExit) {
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
    for (const char* view : {"strategy-map", "memory", "timeline", "communication"}) {
        for (const char* suffix : {"png", "svg", "pdf"}) {
            QTest::addRow("%s %s", view, suffix) << QString::fromLatin1(view) << QString::fromLatin1(suffix);
        }
    }
    QTest::addRow("search") << QStringLiteral("search") << QStringLiteral("svg");  // waits for what it computes
}

void TestProgram::rendersEveryView()
{
    QFETCH(QString, view);
    QFETCH(QString, suffix);
    const QString file = QStringLiteral("%1.%2").arg(view, suffix);
    const Run drawn =
        run({QStringLiteral("--render"), view, QStringLiteral("--out"), file, QStringLiteral("plan.json")}, false);
    QVERIFY2(drawn.code == 0, qPrintable(drawn.err));
    QFile written(path(file));
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray start = written.read(1024);
    const QByteArray mark = suffix == QLatin1StringView("png")   ? QByteArray("\x89PNG")
                            : suffix == QLatin1StringView("pdf") ? QByteArray("%PDF")
                                                                 : QByteArray("<svg");
    QVERIFY2(start.contains(mark), start.constData());
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
    row("no language", QStringLiteral("--lang xx"), QStringLiteral("zh_CN"));
    row("render without a plan", QStringLiteral("--render memory --out a.png"), QStringLiteral("--render"));
    row("no view", QStringLiteral("--render sky --out a.png plan.json"), QStringLiteral("timeline"));
    row("no picture format", QStringLiteral("--render memory --out a.doc plan.json"), QStringLiteral("a.doc"));
    row("broken plan", QStringLiteral("--render memory --out a.png broken.json"), QStringLiteral("broken.json"));
    row("absent plan", QStringLiteral("--render memory --out a.png absent.json"), QStringLiteral("absent.json"));
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

QTEST_GUILESS_MAIN(TestProgram)
#include "test_program.moc"
