// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Programs in Python that start a run: their lists, mappings and commands give flags.
#include "core/exchange/format.h"
#include "core/exchange/python_arguments.h"
#include "tests/core/error_of.h"
#include "tests/core/written_plans.h"
#include "tests/pgram_test.h"

using namespace pgram;
using namespace pgram::test;

namespace {

const std::string head = "import subprocess\n";

/// Returns the tensor degree of a program; "-": not known.
std::string tensorOf(const std::string& program)
{
    return argumentsOfText(head + program).text("tensor-model-parallel-size").value_or("-");
}

}  // namespace

class TestPythonArguments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void flags_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* program, const char* value) { QTest::newRow(program) << program << value; };
        row("args = ['--tensor-model-parallel-size', '4', '--bf16']", "4");
        row("args = [\n    \"--tensor_model_parallel_size\",  # of a node\n    \"4\",\n]", "4");
        row("args = ['--bf16', '--tensor-model-parallel-size', 4]", "4");
        row("args = ['--tensor-model-parallel-size', str(4)]", "4");
        row("args = ['--tensor-model-parallel-size=4']", "4");
        row("TP = 4\nargs = ['--tensor-model-parallel-size', str(TP)]", "4");
        row("TP = 4\nargs = [f'--tensor-model-parallel-size={TP}']", "4");
        row("TP = 4\nos.system(f'torchrun x.py --tensor-model-parallel-size {TP} --bf16')", "4");
        row("args = {'--tensor-model-parallel-size': 4, '--bf16': True}", "4");
        row("args += ['--tensor-model-parallel-size'] + ['4']", "-");
        row("args = ['--tensor-model-parallel-size', tp_of(4, nodes)]", "-");
        row("parser.add_argument('--tensor-model-parallel-size', type=int, default=4)", "-");
        row("args = ['--tensor-model-parallel-size', '2']\nargs = ['--tensor-model-parallel-size', '4']", "-");
    }

    void flags()
    {
        QFETCH(QString, program);
        QFETCH(QString, value);
        QCOMPARE(QString::fromStdString(tensorOf(program.toStdString() + '\n')), value);
    }

    void switchesAndConditions()
    {
        const LaunchArguments arguments = argumentsOfText(
            head + "if __name__ == '__main__':\n    args = ['--bf16', '--swiglu', '--num-layers', '8']\n"
                   "    if big:\n        args += ['--sequence-parallel']\n"
                   "    args += ['--recompute-modules', 'moe_act', 'layernorm']\n");
        QVERIFY(arguments.isSet("bf16") && arguments.isSet("swiglu") && arguments.isSet("sequence-parallel"));
        QCOMPARE(arguments.text("num-layers"), std::optional(std::string("8")));
        QCOMPARE(arguments.names("recompute-modules"), (std::set<std::string>{"layernorm", "moe_act"}));
        const std::vector<ValueNote> doubts = arguments.doubts();
        QCOMPARE(doubts.size(), std::size_t{1});
        QCOMPARE(doubts.front().why.english(), std::string("the script sets it under the condition if big"));
    }

    void programsInScripts()
    {
        const LaunchArguments arguments = argumentsOfText("NP=8\npython3 - <<'EOF' | tee log\n"
                                                          "args = ['--tensor-model-parallel-size', '4']\nEOF\n"
                                                          "torchrun --nproc_per_node $NP x.py\n");
        QCOMPARE(arguments.text("tensor-model-parallel-size"), std::optional(std::string("4")));
        QCOMPARE(arguments.text("nproc-per-node"), std::optional(std::string("8")));
        QVERIFY(argumentsOfText(head + "run(['megatron', 'sft', '--load', 'x'])\n").isSwift());
    }

    /// A program that only defines the arguments is refused.
    void definitionsAreRefused()
    {
        const ForeignFile file{"arguments.py", false,
                               head + "group.add_argument('--tensor-model-parallel-size', type=int, default=1)\n"};
        const QString error = errorOf(readAs(formatNamed("megatron"), file, {shippedPresets()}));
        QVERIFY2(error.startsWith("arguments.py: is a program in Python that gives Megatron-LM's arguments no values"),
                 qPrintable(error));
    }

    void wildProgramsEnd()
    {
        for (const char* part : {"([{", "'", "\"\"\"", "'--a',[", "if x:\n", "add_argument(", "f'{", "'--a':"}) {
            std::string program = head;
            for (int i = 0; i < 20000; ++i) {
                program += part;
            }
            (void)argumentsOfText(program).all();
        }
    }
};

PGRAM_TEST(TestPythonArguments)
#include "test_python_arguments.moc"
