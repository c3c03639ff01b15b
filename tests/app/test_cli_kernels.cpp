// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram validate kernels on a small folder of measured kernels.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/schema_check.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace pgram;
using namespace pgram::test;

class TestCliKernels : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_cases = QString::fromStdString((sourceFolder() / "tests/cases/kernels").string());

private Q_SLOTS:
    void errorsByKind()
    {
        const PgramRun run = pgramRun({"validate", "kernels", "--data", m_cases, "--json"});
        QCOMPARE(run.exitCode, 0);
        const QString problem = schemaProblem(run.out.toStdString(), "pgram-validate-kernels");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        const Json kinds = run.json()["kinds"];
        QCOMPARE(kinds.size(), 4u);
        for (const Json& row : kinds) {
            QCOMPARE(row["device"], "a100_sxm");
            QCOMPARE(row["n"], row["kind"] == "gemm" ? 2 : 1);
        }
        QCOMPARE(run.json()["skipped"].size(), 2u);
        const PgramRun text = pgramRun({"validate", "kernels", "--data", m_cases});
        QCOMPARE(text.exitCode, 0);
        QVERIFY(text.out.contains("all-to-all"));
        QVERIFY(text.out.contains("no preset matches the device 'abacus'"));
    }

    void badFilesAreTwo()
    {
        QCOMPARE(pgramRun({"validate", "kernels"}).exitCode, 2);
        QCOMPARE(pgramRun({"validate", "kernels", "--data", m_folder.filePath("none")}).exitCode, 2);
        QCOMPARE(pgramRun({"validate", "kernels", "--data", m_folder.path()}).exitCode, 2);
        QFile file(m_folder.filePath("gb200-gemm.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("dtype,m,n,k,us\nbf16,1,1,many,1\n");
        file.close();
        const PgramRun run = pgramRun({"validate", "kernels", "--data", m_folder.path()});
        QCOMPARE(run.exitCode, 2);
        QVERIFY(run.err.contains("gb200-gemm.csv:2: 'many' of the column 'k' is not a number"));
    }
};

PGRAM_TEST(TestCliKernels)
#include "test_cli_kernels.moc"
