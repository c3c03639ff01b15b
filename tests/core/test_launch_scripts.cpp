// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Shell scripts that set the flags of a run: variables, conditions and functions are followed, and a value that another
// start or another branch would change is reported.
#include "core/exchange/launch_arguments.h"
#include "core/exchange/shell_assignments.h"
#include "core/exchange/shell_test.h"
#include "core/exchange/shell_words.h"
#include "tests/core/error_of.h"
#include "tests/pgram_test.h"

#include <map>

using namespace pgram;
using namespace pgram::test;

namespace {

/// A flag of the script, and the beginning of the reason for which it may be another.
struct Read {
    std::string value;  ///< "-": not known
    std::string doubt;
};

/// Reads the tensor degree of a script.
Read tensorOf(const std::string& script)
{
    const LaunchArguments arguments = argumentsOfText(script);
    Read read{arguments.text("tensor-model-parallel-size").value_or("-"), {}};
    for (const ValueNote& note : arguments.doubts()) {
        if (note.what == "tensor-model-parallel-size") {
            read.doubt = note.why.english();
        }
    }
    return read;
}

const std::string run = "\ntorchrun pretrain_gpt.py --tensor-model-parallel-size ";

}  // namespace

class TestLaunchScripts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Every way of giving a variable a value.
    void assignments_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* script, const char* value) { QTest::newRow(script) << script << value; };
        row("TP=4", "4");
        row("TP=1; TP=2", "2");
        row("TP=1\nTP=2", "2");
        row("let TP=4", "4");
        row("let \"TP = 2 * 4\"", "8");
        row("((TP=4))", "4");
        row("(( TP = 2 + 2 ))", "4");
        row("TP=2\n((TP*=4))", "8");
        row("TP=2; TP=$((TP * 2))", "4");
        row("TP=3; (( TP++ ))", "4");
        row("export PP=1 TP=4", "4");
        row("declare -i TP=4", "4");
        row("readonly TP=4 # of a node", "4");
        row("cd /x && TP=4", "4");
        row("for TP in 4; do", "4");
        row("for TP in 2 4; do", "-");
        row("TP=$1", "-");
        row("echo TP=4", "-");
    }

    void assignments()
    {
        QFETCH(QString, script);
        QFETCH(QString, value);
        const Read read = tensorOf(script.toStdString() + run + "$TP\n");
        QCOMPARE(QString::fromStdString(read.value), value);
        QVERIFY2(read.doubt.empty(), read.doubt.c_str());
    }

    /// The value taken, with the reason for which a run may have another.
    void openValues_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("doubt");
        const auto row = [](const char* script, const char* value, const char* doubt) {
            QTest::newRow(script) << script << value << doubt;
        };
        const char* big = "the value without the condition [ \"$BIG\" = 1 ], under which the script has 2";
        row("TP=1\n[ \"$BIG\" = 1 ] && TP=2", "1", big);
        row("TP=1\nif [ \"$BIG\" = 1 ]; then TP=2; fi", "1", big);
        row("TP=1\nif [ \"$BIG\" = 1 ]\nthen\n  TP=2\nfi", "1", big);
        row("[ \"$BIG\" = 1 ] && TP=2;", "2", "the script sets it under the condition [ \"$BIG\" = 1 ]");
        row("[ \"$BIG\" = 1 ] || TP=2", "2", "the script sets it under the condition ! [ \"$BIG\" = 1 ]");
        row("if [ \"$BIG\" = 1 ]; then TP=2; else TP=4; fi", "-", "");
        row("TP=1; if [ \"$BIG\" = 1 ]; then TP=2; else TP=4; fi", "-", "");
        row("TP=${SIZE:-4}", "4", "the default in ${SIZE:-4}, which the start of the script may replace");
        row("TP=${TP:-4}", "4", "the default in ${TP:-4}, which the start of the script may replace");
        row(": ${TP:=4}", "4", "the default in ${TP:-4}, which the start of the script may replace");
        row("TP=${1:-4}", "4", "the default in ${1:-4}, which the start of the script may replace");
        row("TP=1\nwhile [ $# -gt 0 ]; do\n  case $1 in\n    --tp) TP=\"$2\"; shift 2;;\n    *) exit 1;;\n  esac\ndone",
            "1", "the value without the condition case $1 in --tp, under which the script has $2");
        row("SIZE=${SIZE:-7B}\nif [ $SIZE = 7B ]; then TP=2; else TP=8; fi", "2",
            "the script sets it under the condition [ $SIZE = 7B ]");
    }

    void openValues()
    {
        QFETCH(QString, script);
        QFETCH(QString, value);
        QFETCH(QString, doubt);
        const Read read = tensorOf(script.toStdString() + run + "$TP\n");
        QCOMPARE(QString::fromStdString(read.value), value);
        QCOMPARE(QString::fromStdString(read.doubt), doubt);
    }

    /// Conditions whose words the script itself gives are decided, and the other branches left out.
    void knownConditions_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* script, const char* value) { QTest::newRow(script) << script << value; };
        const char* sizes = "if [ $SIZE = 7B ]; then\n TP=2\nelif [[ $SIZE == \"70B\" ]]; then\n TP=8\nelse TP=1; fi";
        const auto sized = [&row, sizes](const char* size, const char* value) {
            row((std::string("SIZE=") + size + '\n' + sizes).c_str(), value);
        };
        sized("7B", "2");
        sized("70B", "8");
        sized("13B", "1");
        const char* arms = "case $SIZE in\n 7B) TP=2 ;;\n 70B|72B)\n  TP=8\n  ;;\n *) TP=1;;\nesac";
        for (const auto& [size, value] : {std::pair("7B", "2"), std::pair("72B", "8"), std::pair("13B", "1")}) {
            row((std::string("SIZE=") + size + '\n' + arms).c_str(), value);
        }
        row("N=2; TP=1; [ $N -gt 1 ] && TP=4", "4");
        row("N=1; TP=1; [ $N -gt 1 ] && TP=4", "1");
        row("TP=1; if [ 2 -gt 1 ] && [ a != b ]; then TP=4; fi", "4");
        row("TP=1; [ 2 -gt 1 ] && [ a = b ] && TP=4", "1");
        row("TP=1; [ $A = 1 ] && [ a = b ] && TP=4", "1");
    }

    void knownConditions()
    {
        QFETCH(QString, script);
        QFETCH(QString, value);
        const Read read = tensorOf(script.toStdString() + run + "$TP\n");
        QCOMPARE(QString::fromStdString(read.value), value);
        QVERIFY2(read.doubt.empty(), read.doubt.c_str());
    }

    void skippedFlagsAreReported()
    {
        const LaunchArguments arguments =
            argumentsOfText("SP=0\nif [ $SP = 1 ]; then ARGS=\"--sequence-parallel\"; fi" + run + "2 $ARGS\n");
        QVERIFY(!arguments.isSet("sequence-parallel"));
        QCOMPARE(arguments.skipped().front().what, std::string("sequence-parallel"));
        QCOMPARE(arguments.skipped().front().why.english(),
                 std::string("the script does not take the branch [ $SP = 1 ]"));
    }

    void conditionalSwitchesAreReported()
    {
        const LaunchArguments arguments =
            argumentsOfText("if [ $SP = 1 ]; then ARGS=\"--sequence-parallel\"; fi" + run + "2 $ARGS\n");
        QVERIFY(arguments.isSet("sequence-parallel"));
        QCOMPARE(arguments.doubts().front().what, std::string("sequence-parallel"));
    }

    /// Functions have the arguments of their calls.
    void functions_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("value");
        const auto row = [](const std::string& script, const char* value) {
            QTest::newRow(script.c_str()) << QString::fromStdString(script) << value;
        };
        const std::string body = "{\n  local TP=${1:-1}" + run + "$TP\n}\n";
        row("launch() " + body + "launch 4\n", "4");
        row("launch() " + body + "launch\n", "1");
        row("function launch " + body + "launch 4\n", "4");
        row("launch()\n" + body + "N=8; launch $N\n", "8");
        row("launch() { TP=${1:-1}; torchrun x.py --tensor-model-parallel-size $TP; }; launch 4", "4");
        row("launch() " + body + "main() { launch 2; }\nmain \"$@\"\n", "2");
        row("launch() { shift; torchrun x.py --tensor-model-parallel-size $1; }; launch a 4", "4");
        row("launch() { torchrun x.py \"$@\"; }; launch --tensor-model-parallel-size 4", "4");
        row("launch() " + body + "launch 2; launch 4\n", "-");
        row("launch() " + body + "launch 2\nlaunch() { launch 3; }\n", "-");
    }

    void functions()
    {
        QFETCH(QString, script);
        QFETCH(QString, value);
        QCOMPARE(QString::fromStdString(tensorOf(script.toStdString()).value), value);
    }

    void uncalledFunctionsHaveTheirDefaults()
    {
        const Read read = tensorOf("launch() {\n TP=${1:-1}" + run + "$TP\n}\n");
        QCOMPARE(read.value, std::string("1"));
        QCOMPARE(read.doubt, std::string("the default in ${1:-1}, which the start of the script may replace"));
    }

    /// Sentences of a log are no script.
    void sentencesOpenNothing()
    {
        const Read read =
            tensorOf("if you see this, all is well\nfor more, do (this\ncase in point: foo() {\n" + run + "2\n");
        QCOMPARE(read.value, std::string("2"));
        QVERIFY(read.doubt.empty());
    }

    void wildScriptsEnd()
    {
        std::string calls = "f0() { torchrun --num-layers 2; }\n";
        for (int i = 1; i < 30; ++i) {
            const std::string inner = " f" + std::to_string(i - 1);
            calls += "f" + std::to_string(i) + "() {" + inner + ";" + inner + "; }\n";
        }
        QVERIFY(!argumentsOfText(calls + "f29\n").hasAny({"hidden-size"}));
        QVERIFY(argumentsOfText("f() { f; }; f" + std::string(100000, '(')).all().empty());
        QVERIFY(argumentsOfText(std::string(100000, '"') + std::string(100000, '\'')).all().empty());
    }

    void testsOfTheShell()
    {
        const ShellExpansion plain = [](std::string_view word) {
            return word.starts_with('$') ? std::nullopt : std::optional(std::string(word));
        };
        QCOMPARE(truthOf("[ a = a ]", plain), std::optional(true));
        QCOMPARE(truthOf("! test 3 -le 2", plain), std::optional(true));
        QCOMPARE(truthOf("[[ -z \"\" ]]", plain), std::optional(true));
        QCOMPARE(truthOf("[[ a == b* ]]", plain), std::nullopt);
        QCOMPARE(truthOf("[ -f x ]", plain), std::nullopt);
        QCOMPARE(truthOf("[ $A = 1 ]", plain), std::nullopt);
        QCOMPARE(hasPattern("7b", "7B|7b"), std::optional(true));
        QCOMPARE(hasPattern("7b", "13b"), std::optional(false));
        QCOMPARE(hasPattern("7b", "7*"), std::nullopt);
    }
};

PGRAM_TEST(TestLaunchScripts)
#include "test_launch_scripts.moc"
