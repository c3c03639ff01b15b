// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What commands print, against what they are known to print. A case is a folder of tests/cases/cli: `arguments`, one a
// line; the files that they name; `exit-code` where it is not 0; `varying`, a regular expression of what differs from
// run to run (seconds) and is shown as "…"; `output`, which PARALLELOGRAM_REGENERATE=1 writes anew (look at the
// difference before committing it).
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/places.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

using namespace pgram::test;

namespace {

const QString casesFolder = QString::fromStdString((pgram::sourceFolder() / "tests/cases/cli").string());

QString readText(const QString& name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// What the run printed, without what differs from run to run.
QString outputOf(const PgramRun& run, const QString& folder)
{
    QString output = QString::fromUtf8(run.out);
    const QString varying = readText(folder + "/varying").trimmed();
    if (!varying.isEmpty()) {
        const QRegularExpression expression(varying, QRegularExpression::MultilineOption);
        output.replace(expression, QStringLiteral(" …"));
    }
    return output;
}

}  // namespace

class TestCliGolden : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void output_data()
    {
        QTest::addColumn<QString>("folder");
        const QStringList cases = QDir(casesFolder).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QVERIFY(!cases.isEmpty());
        for (const QString& name : cases) {
            QTest::newRow(qPrintable(name)) << casesFolder + '/' + name;
        }
    }

    void output()
    {
        QFETCH(QString, folder);
        const QStringList arguments = readText(folder + "/arguments").split('\n', Qt::SkipEmptyParts);
        QVERIFY(!arguments.isEmpty());
        const PgramRun run = pgramRun(arguments, folder);
        QVERIFY2(run.exitCode == readText(folder + "/exit-code").trimmed().toInt(), run.err);
        if (qEnvironmentVariableIsSet("PARALLELOGRAM_REGENERATE")) {
            QFile file(folder + "/output");
            QVERIFY(file.open(QIODevice::WriteOnly));
            QVERIFY(file.write(outputOf(run, folder).toUtf8()) > 0);
        }
        const QStringList expected = readText(folder + "/output").split('\n');
        const QStringList actual = outputOf(run, folder).split('\n');
        for (qsizetype line = 0; line < std::min(expected.size(), actual.size()); ++line) {
            QCOMPARE(actual[line], expected[line]);
        }
        QCOMPARE(actual.size(), expected.size());
    }
};

PGRAM_TEST(TestCliGolden)
#include "test_cli_golden.moc"
