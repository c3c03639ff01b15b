// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The planning of a task as a programme for solvers: what is written, and solutions as plans.
#include "core/base/text_file.h"
#include "core/exchange/format.h"
#include "core/exchange/plan_program.h"
#include "core/exchange/program_instances.h"
#include "core/plan/estimate.h"
#include "tests/core/shipped_presets.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <cmath>

using namespace pgram;

namespace {

SearchResult jointOf(std::uint64_t seed)
{
    return *search(programInstance(seed));
}

/// The columns of a plan, written by `line` from a column's name.
template <typename Line>
std::string solutionOf(const PlanProgram& program, const Plan& plan, const Line& line)
{
    const std::string mps = program.mps();
    std::vector<std::string> names;
    for (std::size_t at = mps.find("* strategy "); at != std::string::npos; at = mps.find("* strategy ", at + 1)) {
        const std::size_t colon = mps.find(": ", at);
        names.push_back(mps.substr(colon + 2, mps.find('\n', colon) - colon - 2));
    }
    std::string text = "Optimal - objective value 1.0\n";
    for (std::size_t chunk = 0; chunk < plan.chunks.size(); ++chunk) {
        for (int layer = plan.chunks[chunk].firstLayer; layer < plan.chunks[chunk].end(); ++layer) {
            const std::string own = shortName(plan.strategies[static_cast<std::size_t>(layer)]);
            const auto strategy = std::ranges::find(names, own) - names.begin();
            text += line("x_" + std::to_string(layer) + "_" + std::to_string(chunk) + "_" + std::to_string(strategy));
        }
    }
    return text;
}

}  // namespace

class TestPlanProgram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void solutionsComeBackAsPlans()
    {
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            const SearchResult joint = jointOf(seed);
            const Result<PlanProgram> written = PlanProgram::of(*joint.plan);
            QVERIFY(written);
            // A solver's user has the file alone.
            const Result<PlanProgram> program = programOfMps(written->mps(), "plan.mps");
            QVERIFY(program);
            QCOMPARE(program->mps(), written->mps());
            const auto cbc = [](const std::string& name) { return "     17 " + name + "   1   0.25\n"; };
            const auto glpk = [](const std::string& name) { return "    17 " + name + "\n      *   1   0   1 \n"; };
            const auto plain = [](const std::string& name) { return name + " 0.9999999\n"; };
            for (const std::string& text :
                 {solutionOf(*program, *joint.plan, cbc), solutionOf(*program, *joint.plan, glpk),
                  solutionOf(*program, *joint.plan, plain)}) {
                const Result<Plan> plan = program->planOf(text, "plan.sol");
                QVERIFY2(plan, plan ? "" : plan.error().what.english().c_str());
                QVERIFY(plan->strategies == joint.plan->strategies && plan->chunks == joint.plan->chunks);
                QCOMPARE(estimate(*plan).paperStepTime, joint.estimate->paperStepTime);
            }
        }
    }

    void wrongSolutionsAreRefused()
    {
        const SearchResult joint = jointOf(2);
        const PlanProgram program = *PlanProgram::of(*joint.plan);
        const auto plain = [](const std::string& name) { return name + " 1\n"; };
        const std::string text = solutionOf(program, *joint.plan, plain);
        const auto refused = [&](const std::string& solution) { return !program.planOf(solution, "plan.sol"); };
        QVERIFY(refused(""));
        QVERIFY(refused(text.substr(0, text.rfind("x_"))));
        QVERIFY(refused(text + "x_0_0_0 1\n"));
        QVERIFY(refused(text + "x_99_0_0 1\n"));
        QVERIFY(refused(text + "x_0_99_0 1\n"));
        QVERIFY(refused(text + "x_0_0_999999 1\n"));
        QVERIFY(!refused(text + "x_0_0_0 0\nx_0_0_ 1\nx_0_0_0x 1\n"));
        QVERIFY(!programOfMps("NAME other\nROWS\n", "other.mps"));
        QVERIFY(!programOfMps("* plan {\nNAME other\n", "other.mps"));
    }

    void otherSchedulesAreRefused()
    {
        Plan plan = *jointOf(1).plan;
        plan.schedule = {ScheduleKind::ZbH1, plan.schedule.microbatches, 1};
        QVERIFY(!PlanProgram::of(plan));
        QVERIFY(!writeAs(**parseFormat("mps"), plan));
    }

    void instancesAreTheSameForASeed()
    {
        std::set<int> stages;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const SearchRequest request = programInstance(seed);
            QVERIFY(request == programInstance(seed));
            stages.insert(request.pipelines.front());
        }
        QVERIFY(stages.size() >= 3);
    }

    /// The file and the solution beside it, as `pgram import` reads them.
    void fileFindsItsProgramme()
    {
        const SearchResult joint = jointOf(3);
        const Format& format = **parseFormat("mps");
        const auto files = writeAs(format, *joint.plan);
        QVERIFY(files && files->front().name == "plan.mps");
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(writeTextFile(path / "a.mps", files->front().content));
        const std::string text = solutionOf(*PlanProgram::of(*joint.plan), *joint.plan,
                                            [](const std::string& name) { return " " + name + " 1\n"; });
        QVERIFY(writeTextFile(path / "a.sol", text) && writeTextFile(path / "b.sol", text));
        const ForeignFile solution = *openForeign(path / "a.sol");
        QCOMPARE(recognise(solution), &format);
        const PresetStore& store = shippedPresets();
        const Result<Reading> reading = readAs(format, solution, {store});
        QVERIFY(reading && std::get<FoundPlan>(reading->found).plan);
        QVERIFY(std::get<FoundPlan>(reading->found).plan->strategies == joint.plan->strategies);
        const Result<Reading> alone = readAs(format, *openForeign(path / "b.sol"), {store});
        QVERIFY(!alone && alone.error().todo.english().find(".mps") != std::string::npos);
    }

    /// The optimum of CBC is Joint's.
    void solverAgrees()
    {
        const QString cbc = QStandardPaths::findExecutable(QStringLiteral("cbc"));
        QVERIFY2(!cbc.isEmpty(), "cbc is not installed (Debian's package coinor-cbc)");
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        for (std::uint64_t seed = 1; seed <= 30 / test::slowdown; ++seed) {
            const SearchResult joint = jointOf(seed);
            const PlanProgram program = *PlanProgram::of(*joint.plan);
            QVERIFY(writeTextFile(path / "a.mps", program.mps()));
            QProcess solver;
            solver.start(cbc, {QString::fromStdString(path / "a.mps"), "-ratio", "0", "-allow", "0", "-solve",
                               "-solution", QString::fromStdString(path / "a.sol"), "-quit"});
            QVERIFY(solver.waitForFinished(waitLimit) && solver.exitCode() == 0);
            const Result<Plan> plan = program.planOf(*readTextFile(path / "a.sol"), "a.sol");
            QVERIFY2(plan, plan ? "" : plan.error().what.english().c_str());
            const Estimate theirs = estimate(*plan);
            QVERIFY(theirs.fits);
            QVERIFY2(std::abs(theirs.paperStepTime - joint.estimate->paperStepTime) <=
                         1e-6 * joint.estimate->paperStepTime,
                     qPrintable(QString::number(seed)));
        }
    }
};

PGRAM_TEST(TestPlanProgram)
#include "test_plan_program.moc"
