// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The search under the galvatron-3 rules against brute force, and against the integer programme's optima.
#include "tests/core/data_sets.h"
#include "tests/pgram_test.h"
#include "tests/validation/random_galvatron.h"
#include "validation/galvatron/step_lines.h"
#include "validation/galvatron/validation.h"

#include <limits>

namespace pgram::galvatron {

namespace {

/// The least cost of all assignments, one by one, by the scorer alone; infinity when none fits.
double bruteForce(const Rules& rules, const TaskKey& task)
{
    const std::vector<Strategy> choices = rules.layerStrategies(task);
    const auto layers = static_cast<std::size_t>(rules.setting().layerCount());
    double best = std::numeric_limits<double>::infinity();
    for (const Strategy& ends : rules.endStrategies(task)) {
        std::vector<std::size_t> chosen(layers, 0);
        for (std::size_t at = 0; at < layers;) {
            Plan plan{evenStages(static_cast<int>(layers), task.pipeline), {}, ends};
            for (const std::size_t choice : chosen) {
                plan.layers.push_back(choices[choice]);
            }
            const Result<Score> score = rules.score(task, plan);
            if (score && score->fits) {
                best = std::min(best, score->seconds);
            }
            for (at = 0; at < layers && ++chosen[at] == choices.size(); ++at) {
                chosen[at] = 0;
            }
        }
    }
    return best;
}

}  // namespace

class TestGalvatronSearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The lines' largest is the step time, and those that rise never exceed it.
    void linesAreTheStepTime()
    {
        std::mt19937 random(3);
        std::uniform_real_distribution<> seconds(0.01, 1);
        for (int round = 0; round < 2000; ++round) {
            const int stages = 1 << random() % 4;
            const auto microbatches = static_cast<std::int64_t>(stages + static_cast<int>(random() % 12));
            StageTimes times;
            std::vector<StageTime> stageTimes;
            for (int i = 0; i < stages; ++i) {
                const double fast = seconds(random);
                const double synced = fast + (random() % 2 == 0 ? 3 * seconds(random) : 0);
                times.withoutSync.push_back(fast);
                times.withSync.push_back(synced);
                stageTimes.push_back({fast, synced});
            }
            const std::vector<StepLine> lines = stepLines(stages, microbatches);
            const double whole = stepTime(times, microbatches);
            QVERIFY(std::abs(largest(lines, stageTimes, false) - whole) <= 1e-12 * whole);
            QVERIFY(largest(lines, stageTimes, true) <= whole * (1 + 1e-12));
        }
    }

    void equalsBruteForce()
    {
        std::mt19937 random(11);
        int feasible = 0;
        int infeasible = 0;
        for (int round = 0; round < 200; ++round) {
            const std::vector<std::vector<int>> shapes{{4}, {1, 3}, {2, 2}, {5}};
            const Rules rules = test::randomRules(random, shapes[random() % shapes.size()]);
            const std::int64_t batch = 8 << random() % 3;
            const std::int64_t m = 1 << random() % 4;
            const int pipeline = static_cast<int>(std::min<std::int64_t>(m, 1 << random() % 3));
            const int cap = 1 << random() % 2;
            const TaskKey task{batch, m, pipeline, cap, static_cast<Mode>(random() % 2)};
            const TaskResult found = searchTask(rules, task);
            const double best = bruteForce(rules, task);
            QCOMPARE(found.plan.has_value(), best < std::numeric_limits<double>::infinity());
            if (!found.plan) {
                ++infeasible;
                continue;
            }
            ++feasible;
            QVERIFY2(std::abs(found.seconds - best) <= 1e-11 * best, qPrintable(QString("round %1: %2, brute force %3")
                                                                                    .arg(round)
                                                                                    .arg(found.seconds, 0, 'g', 12)
                                                                                    .arg(best, 0, 'g', 12)));
            QVERIFY(found.lowerBound >= best * (1 - 1e-11));
            const Result<Score> score = rules.score(task, *found.plan);
            QVERIFY(score && score->fits);
            QVERIFY(std::abs(score->seconds - found.seconds) <= 1e-11 * best);
        }
        QVERIFY2(feasible > 60 && infeasible > 10, qPrintable(QString("%1 and %2").arg(feasible).arg(infeasible)));
    }

    /// More memory never costs time.
    void growsCheaperWithMemory()
    {
        std::mt19937 random(5);
        for (int round = 0; round < 40; ++round) {
            const std::uint32_t seed = static_cast<std::uint32_t>(random());
            double before = std::numeric_limits<double>::infinity();
            for (const double memory : {4.0, 6.0, 9.0, 13.0, 19.0}) {
                std::mt19937 same(seed);
                Rules rules = test::randomRules(same, {24, 8});
                rules.setMemory(memory);
                const TaskResult found = searchTask(rules, {64, 8, 2, 4, Mode::Both});
                QVERIFY(found.lowerBound <= found.seconds);
                QVERIFY(found.plan || before == std::numeric_limits<double>::infinity());
                QVERIFY(found.seconds <= before * (1 + 1e-11));
                before = found.seconds;
            }
        }
    }

    void stopsAtOnce()
    {
        std::mt19937 random(7);
        std::stop_source source;
        source.request_stop();
        const Rules rules = test::randomRules(random, {64});
        for (const TaskResult& result : searchTasks(rules, rules.tasks(64, std::nullopt), source.get_token())) {
            QVERIFY(!result.plan);
            QVERIFY(result.stopped || result.lowerBound == std::numeric_limits<double>::infinity());
        }
    }

    /// Every case of Hetu-Galvatron: the same feasibility, the peer's plans scored alike, the exact cost met.
    void agreesWithThePeer()
    {
        const auto files = caseFiles(dataFile("galvatron/cases"));
        QVERIFY(files);
        int exact = 0;
        for (const auto& file : *files) {
            const auto question = loadCase(file);
            QVERIFY2(question, qPrintable(QString::fromStdString(question ? "" : question.error().text())));
            const auto rules = rulesOf(*question, dataFile("galvatron/profiles"));
            QVERIFY2(rules, qPrintable(QString::fromStdString(rules ? "" : rules.error().text())));
            for (const TaskCheck& check : checkCase(*question, *rules).tasks) {
                QVERIFY2(check.problems.empty(),
                         check.problems.empty() ? "" : qPrintable(QString::fromStdString(check.problems.front())));
                if (check.task.exactCost) {
                    ++exact;
                    QVERIFY(std::abs(check.ours.seconds / *check.task.exactCost - 1) < agreement);
                    QVERIFY(check.ours.lowerBound >= check.ours.seconds * (1 - 1e-9));
                }
            }
        }
        QVERIFY(exact >= 192);
    }

    /// The engine's own list of tasks, from the batch alone.
    void listsTheTasksOfTheEngine()
    {
        const auto question = loadCase(dataFile("galvatron/cases/d1_8g_40gb_b64.json"));
        QVERIFY(question);
        const auto rules = rulesOf(*question, dataFile("galvatron/profiles"));
        QVERIFY(rules);
        const std::vector<TaskKey> listed = rules->tasks(64, std::nullopt);
        QCOMPARE(listed.size(), question->tasks.size());
        for (const CaseTask& task : question->tasks) {
            QVERIFY(std::ranges::find(listed, task.key) != listed.end());
        }
    }
};

PGRAM_TEST(TestGalvatronSearch)

}  // namespace pgram::galvatron

#include "test_galvatron_search.moc"
