// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tables as text: what is quoted, and what a spreadsheet must not run.
#include "tests/pgram_test.h"
#include "widgets/views/common/figure_table.h"

using namespace pgram;

class TestTableText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void csvQuotesWhatNeedsIt()
    {
        FigureTable table;
        table.reset({{{QStringLiteral("Name"), "name", Unit::Text,
                       [](int row) { return row == 0 ? QStringLiteral("a,\"b\"") : QStringLiteral("c\td"); }},
                      {QStringLiteral("Time"), "time_s", Unit::Time, [](int row) { return 0.25 * row; }}},
                     2});
        QCOMPARE(tableToCsv(table), QStringLiteral("name,time_s\n\"a,\"\"b\"\"\",0\nc\td,0.25\n"));
        QCOMPARE(tableToTsv(table), QStringLiteral("Name\tTime\na,\"b\"\t0 s\nc d\t250 ms\n"));
    }

    /// A name from a file is a text, in a spreadsheet too; a figure with its sign stays one.
    void spreadsheetsRunNoName_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("csv");
        QTest::addColumn<QString>("tsv");
        const auto row = [](const char* name, const char* csv, const char* tsv) {
            QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(csv) << QString::fromLatin1(tsv);
        };
        row("=1+1", "'=1+1", "'=1+1");
        row("=HYPERLINK(\"http://x\")", "\"'=HYPERLINK(\"\"http://x\"\")\"", "'=HYPERLINK(\"http://x\")");
        row("@SUM(A1)", "'@SUM(A1)", "'@SUM(A1)");
        row("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0");
        row("-2+3*(4)", "'-2+3*(4)", "'-2+3*(4)");
        row("\t=1+1", "'\t=1+1", "' =1+1");
        row("a\rb", "\"a\rb\"", "a b");
        for (const char* harmless : {"-3.1 %", "+12 samples/s", "-", "BERT = large", ""}) {
            row(harmless, harmless, harmless);
        }
    }

    void spreadsheetsRunNoName()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, csv);
        QFETCH(const QString, tsv);
        FigureTable table;
        table.reset({{{QStringLiteral("Name"), "name", Unit::Text, [&name](int) { return QString(name); }}}, 1});
        QCOMPARE(tableToCsv(table), QStringLiteral("name\n%1\n").arg(csv));
        QCOMPARE(tableToTsv(table), QStringLiteral("Name\n%1\n").arg(tsv));
    }
};

PGRAM_TEST(TestTableText)
#include "test_table_text.moc"
