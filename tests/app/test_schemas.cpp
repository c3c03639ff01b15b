// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The files of presets/schemas are what `pgram schema` prints. PARALLELOGRAM_REGENERATE=1 writes them anew.
#include "core/base/text_file.h"
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/places.h"

using namespace pgram;
using namespace pgram::test;

class TestSchemas : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filesAreWhatTheProgramPrints()
    {
        const PgramRun list = pgramRun({"schema"});
        QCOMPARE(list.exitCode, 0);
        for (const QByteArray& name : list.out.trimmed().split('\n')) {
            const PgramRun printed = pgramRun({"schema", QString::fromUtf8(name)});
            QCOMPARE(printed.exitCode, 0);
            const auto file = presetsFolder() / "schemas" / (name.toStdString() + ".json");
            if (qEnvironmentVariableIsSet("PARALLELOGRAM_REGENERATE")) {
                QVERIFY(writeTextFile(file, printed.out.toStdString()));
            }
            const auto shipped = readTextFile(file);
            QVERIFY2(shipped && *shipped == printed.out.toStdString(), name);
        }
    }

    void unknownNamesAreRefused() { QCOMPARE(pgramRun({"schema", "clusters"}).exitCode, 2); }
};

PGRAM_TEST(TestSchemas)
#include "test_schemas.moc"
