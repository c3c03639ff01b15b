// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What bash offers after Tab, asked of the completion function itself.
#include "core/exchange/format.h"
#include "tests/pgram_test.h"
#include "tests/places.h"

#include <QProcess>
#include <QStandardPaths>

namespace {

/// The offers for the last of `words`, the program's own name being the first.
QStringList offers(const QStringList& words)
{
    QProcess bash;
    const QString script = "source " + QString::fromStdString(pgram::sourceFolder().string()) +
                           "/app/pgram/completion.bash\n"
                           "COMP_WORDS=(\"$@\"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                           "_pgram; printf '%s\\n' \"${COMPREPLY[@]}\"\n";
    bash.start("bash", QStringList{"-c", script, "bash", pgram::pgramProgram()} + words);
    bash.waitForFinished();
    return QString::fromUtf8(bash.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
}

}  // namespace

class TestCliCompletion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY2(!QStandardPaths::findExecutable("bash").isEmpty(), "bash is not installed"); }

    void offersWhatFits()
    {
        QCOMPARE(offers({"pl"}), QStringList{"plan"});
        QCOMPARE(offers({"le"}), (QStringList{"learn", "lesson"}));
        QCOMPARE(offers({"validate", "m"}), (QStringList{"measurements", "milp"}));
        QCOMPARE(offers({"lesson", "check", "--js"}), QStringList{"--json"});
        QCOMPARE(offers({"list", "me"}), QStringList{"methods"});
        QCOMPARE(offers({"plan", "--mod"}), QStringList{"--model"});
        QCOMPARE(offers({"plan", "--model", "bert-huge-4"}), QStringList{"bert-huge-48"});
        QCOMPARE(offers({"plan", "--cluster", "rtx-titan-"}), (QStringList{"rtx-titan-8", "rtx-titan-16"}));
        QCOMPARE(offers({"plan", "--method", "dp+"}), (QStringList{"dp+tp", "dp+pp"}));
        QCOMPARE(offers({"plan", "--framework", "hai"}), QStringList{"hai-llm"});
        QCOMPARE(offers({"frontier", "--poi"}), QStringList{"--points"});
        QCOMPARE(offers({"baselines", "--methods", "joint,ann"}), QStringList{"joint,annealing"});
        QCOMPARE(offers({"tree", "--space", "dp,zero"}), (QStringList{"dp,zero1", "dp,zero2"}));
        QCOMPARE(offers({"list", "form"}), QStringList{"formats"});
        QCOMPARE(offers({"import", "a.json", "--from", "hug"}), QStringList{"huggingface"});
        QCOMPARE(offers({"import", "a.json", "--from", "chr"}), QStringList());
        QCOMPARE(offers({"export", "a.json", "--to", "chr"}), QStringList{"chrome-trace"});
        QCOMPARE(offers({"export", "a.json", "--to", "hug"}), QStringList());
        const auto all = [](const std::vector<std::string_view>& names) {
            QStringList words;
            for (const std::string_view name : names) {
                words << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
            }
            return words;
        };
        QCOMPARE(offers({"import", "a.json", "--from", ""}), all(pgram::namesOfRead()));
        QCOMPARE(offers({"export", "a.json", "--to", ""}), all(pgram::namesOfWritten()));
        QCOMPARE(offers({"wh"}), QStringList{"why"});
        QVERIFY(offers({"why", "--strategy", "sdp8"}).contains("sdp8-ckpt"));
        QVERIFY(offers({"simulate", "--"}).contains("--trace"));
    }
};

PGRAM_TEST(TestCliCompletion)
#include "test_cli_completion.moc"
