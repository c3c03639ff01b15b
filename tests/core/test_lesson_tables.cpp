// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tables of lessons: the dynamic programme by hand against the example of docs/method/search.md, One stage, and against
// the planner, the walk, and what texts make of them.
#include "core/lessons/layer_programme.h"
#include "core/lessons/lesson_state.h"
#include "core/lessons/lesson_tables.h"
#include "core/search/pipeline/balance.h"
#include "core/search/search.h"
#include "core/search/task/scenario.h"
#include "tests/core/shipped_presets.h"
#include "tests/core/small_request.h"
#include "tests/pgram_test.h"

#include <cmath>

using namespace pgram;

namespace {

/// Returns the example of docs/method/search.md, One stage.
LayerProgramme example(Bytes budget)
{
    const std::vector<Seconds> a{2, 5, 6, 3};
    const std::vector<Seconds> b{4, 3, 3, 6};
    LayerProgramme programme;
    programme.strategies.resize(2);
    programme.budget = budget;
    for (std::size_t layer = 0; layer < 4; ++layer) {
        programme.layers.push_back(std::to_string(layer + 1));
        programme.choices.push_back({LayerChoice{a[layer], 1, 0}, LayerChoice{b[layer], 3, 0}});
        programme.relayouts.push_back({{0, 1}, {1, 0}});
    }
    return programme;
}

/// Four layers on one stage of two devices.
SearchRequest fourLayers(Bytes budget)
{
    SearchRequest request = test::smallRequest(2, 2);
    request.space = spaceOf({&Space::dp, &Space::sdp, &Space::tp, &Space::ckpt});
    request.method = Method::Joint;
    request.pipelines = {1};
    request.microbatches = {2};
    request.memoryBudget = budget;
    return request;
}

Plan planOf(const SearchRequest& request)
{
    return *loaded(search(request)).plan;
}

std::string english(const Text& text)
{
    return text.english();
}

}  // namespace

class TestLessonTables : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void exampleOfTheMethod()
    {
        const LabelsByLayer fastest = fastestLabels(example(0));
        const std::vector<std::vector<Seconds>> times{{2, 4}, {7, 6}, {13, 9}, {13, 15}};
        for (std::size_t layer = 0; layer < times.size(); ++layer) {
            QCOMPARE(fastest[layer][0].time, times[layer][0]);
            QCOMPARE(fastest[layer][1].time, times[layer][1]);
        }
        QCOMPARE(pathTo(fastest, 3, bestLabel(fastest)), (std::vector<int>{0, 1, 1, 0}));

        const auto within = [](Bytes budget) { return fittingLabels(example(budget)); };
        QCOMPARE(within(8).back()[static_cast<std::size_t>(bestLabel(within(8)))].time, 13.0);
        QCOMPARE(pathTo(within(6), 3, bestLabel(within(6))), (std::vector<int>{0, 0, 1, 0}));
        QCOMPARE(within(6).back()[static_cast<std::size_t>(bestLabel(within(6)))].time, 15.0);
        QCOMPARE(within(5).back()[static_cast<std::size_t>(bestLabel(within(5)))].time, 16.0);
        QCOMPARE(bestLabel(within(3)), -1);
    }

    /// At every budget between what fits everything and what fits nothing.
    void lastCellIsThePlannersOptimum()
    {
        const Plan ample = planOf(fourLayers(0));
        QCOMPARE(ample.model.layerCount(), 4);
        const auto best = [](const Plan& plan) {
            const LayerProgramme programme = loaded(layerProgramme(plan));
            const LabelsByLayer labels = fittingLabels(programme);
            return labels.back()[static_cast<std::size_t>(bestLabel(labels))].time;
        };
        int plans = 0;
        Seconds before = 0;
        int slower = 0;
        for (Bytes budget = estimate(ample).peakMemory * 5 / 4; budget > 0; budget -= budget / 24 + 1) {
            const SearchResult found = loaded(search(fourLayers(budget)));
            if (!found.plan) {
                Plan asked = ample;
                asked.memoryBudget = budget;
                QCOMPARE(bestLabel(fittingLabels(loaded(layerProgramme(asked)))), -1);
                break;
            }
            ++plans;
            QVERIFY(std::abs(best(*found.plan) - found.estimate->stepTime) <= 1e-9 * found.estimate->stepTime);
            slower += found.estimate->stepTime > before * (1 + 1e-9) ? 1 : 0;
            before = found.estimate->stepTime;
        }
        QVERIFY2(plans >= 5 && slower >= 3, qPrintable(QString("%1, %2").arg(plans).arg(slower)));
    }

    /// What the lesson shows beside the planner's plan, without a budget and with one.
    void lessonFindsThePlannersPlans()
    {
        const Lesson lesson = loaded(loadLesson(shippedPresets(), "dynamic-programming"));
        PlanWithFigures before;
        for (const LessonStep& step : lesson.steps) {
            const LessonState state = loaded(LessonState::of(lesson, step, shippedPresets(), before));
            before = state.start();
            if (!step.others.contains("best")) {
                continue;
            }
            const LayerProgramme programme = loaded(layerProgramme(*before.plan));
            const LabelsByLayer labels = step.id == "memory" ? fittingLabels(programme) : fastestLabels(programme);
            const Seconds time = labels.back()[static_cast<std::size_t>(bestLabel(labels))].time;
            const Seconds planned = loaded(state.value("best.step_time"));
            QVERIFY2(std::abs(time - planned) <= 1e-9 * planned, step.id.c_str());
        }
    }

    void walkSaysWhatStagesNeed()
    {
        SearchRequest request = loaded(loadScenario(shippedPresets(), "bert-huge-32")).request;
        request.pipelines = {2};
        request.microbatches = {8};
        const SearchResult found = loaded(search(request));
        QVERIFY(!found.walk.empty());
        for (const BalanceStep& step : found.walk) {
            QCOMPARE(step.stageTimes.size(), std::size_t{2});
            QCOMPARE(balanceDegree(step.stageTimes), step.alphaTime);
            QCOMPARE(balanceDegree({step.stageMemory.begin(), step.stageMemory.end()}), step.alphaMemory);
        }
        const TableSource source{*found.plan, *found.estimate, shippedPresets()};
        QCOMPARE(loaded(lessonTable("bmw_walk", source)).rows.size(), found.walk.size());
    }

    void everyTableIsWhole()
    {
        const Plan plan = planOf(fourLayers(0));
        const Estimate figures = estimate(plan);
        for (const LessonTableRow& row : lessonTables()) {
            QVERIFY(!row.meaning.empty());
            const Result<LessonTable> table = row.of({plan, figures, shippedPresets()});
            if (std::string_view(row.name) == "bmw_walk") {
                QVERIFY(!table);  // one stage
                continue;
            }
            QVERIFY2(table && !table->rows.empty(), row.name);
            for (const auto& cells : table->rows) {
                QCOMPARE(cells.size(), table->headings.size());
            }
        }
        // docs/method/search.md, Decision tree: strategies of the paper's trees.
        const LessonTable counts = loaded(lessonTable("tree_counts", {plan, figures, shippedPresets()}));
        QCOMPARE(counts.rows[2], (std::vector<Text>{Text(std::string("8")), Text(std::string("34")),
                                                    Text(std::string("22")), Text(std::string("44"))}));
        QCOMPARE(counts.rows[3][2], std::string_view("37"));
    }

    void markdown()
    {
        const LessonTable table{{Core::tr("Layer"), Text(std::string("a|b"))},
                                {{Text(std::string("one")), Text(std::string("1"))}}};
        QCOMPARE(markdownOf(table, english), std::string("| Layer | a\\|b |\n|:---|---:|\n| one | 1 |\n"));
        QCOMPARE(markdownOf(table, [](const Text&) { return std::string("x"); }),
                 std::string("| x | x |\n|:---|---:|\n| x | x |\n"));
    }

    void refused()
    {
        const Plan plan = planOf(fourLayers(0));
        const Estimate figures = estimate(plan);
        const TableSource source{plan, figures, shippedPresets()};
        QCOMPARE(loaded(lessonTable("dp_table(2)", source)).rows.size(), std::size_t{2});
        QVERIFY(lessonTable("colours", source).error().what.english().find("unknown table: colours") !=
                std::string::npos);
        for (const char* call : {"dp_table(", "dp_table(x)", "dp_table(0)", "dp_table(2) 3"}) {
            QVERIFY2(!lessonTable(call, source), call);
        }
        const SearchResult whole = loaded(search(loaded(loadScenario(shippedPresets(), defaultScenario)).request));
        QVERIFY(!lessonTable("dp_table", {*whole.plan, *whole.estimate, shippedPresets()}));
    }
};

PGRAM_TEST(TestLessonTables)
#include "test_lesson_tables.moc"
