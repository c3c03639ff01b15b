// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Costs of leaves are shared by equal questions, and by no others.
#include "core/frameworks/target.h"
#include "core/questions/plan_question.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/work/leaf_costs.h"

using namespace pgram;

class TestLeafCosts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void questionsThatDifferShareNothing()
    {
        const LeafQuestion asked{requestOf(samplePlan(2, 8, 4)), 0, 4};
        std::vector<LeafQuestion> others(7, asked);
        others[0].firstLayer = 4;
        others[1].request.pipelines = {2};
        others[2].request.schedules = {Schedule{}};
        others[3].request.rule = StepRule::Paper;
        others[4].request.memoryBudget = GiB;
        others[5].request.microbatches = {4};
        others[6].request.target = targets().front();
        LeafAnswers answers;
        const auto costs = answers.to(asked);
        for (const LeafQuestion& other : others) {
            QVERIFY(answers.to(other) != costs);
        }
        QVERIFY(answers.to(LeafQuestion(asked)) == costs);
    }
};

PGRAM_TEST(TestLeafCosts)
#include "test_leaf_costs.moc"
