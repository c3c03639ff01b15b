// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The run of the plan and the runs of a sweep: their figures are the core's, numbers that are typed price anew without
// planning anew, each point is a plan to be had, and prices are shown with their sources.
#include "core/cluster/cluster_sizes.h"
#include "core/questions/plan_question.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/document/core_text.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/views/all_views.h"
#include "widgets/views/run_cost/run_cost_view.h"
#include "widgets/views/what_if/what_if_view.h"

#include <QComboBox>

using namespace pgram;

class TestViewRunCost : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture.emplace();
        QVERIFY(QTest::qWaitForWindowActive(window()));
        m_fixture->bench->scenario.setCluster(text("dgx-h100"));
        m_fixture->bench->scenario.setModel(text("llama2-7b"));
        m_fixture->planAndWait();
        m_view = window()->findChild<RunCostView*>();
        window()->views()->setCurrent(m_view);
    }
    void cleanup() { m_fixture.reset(); }

    void thePlansOwnRun()
    {
        const ShownRun& run = *m_view->shown();
        const RunCost cost = *runCost(*m_fixture->document()->plan(), *m_fixture->document()->estimate(), {});
        QCOMPARE(run.row.cost->total, cost.total);
        QCOMPARE(run.row.cost->dollars, cost.dollars);
        QVERIFY(cost.dollars && cost.kilowattHours);
        QVERIFY(basis().contains(qs(cost.hourPrice.source)));
        QVERIFY(basis().contains(qs(cost.hourPrice.date)));
        keepPicture(window(), text("run-cost"));

        // An edit is priced at once.
        auto strategy = m_fixture->document()->plan()->strategies[1];
        strategy.kept.part = strategy.kept.recomputes() ? KeptPart::All : KeptPart::Input;
        m_fixture->document()->setStrategy(1, 1, strategy);
        QVERIFY((*m_view->shown()).row.cost->total != cost.total);
    }

    /// Key by key: nothing is priced before Return, and never a prefix. What cannot be read stays, and changes nothing.
    void tokensAreTypedWithTheirUnit()
    {
        QuantityEdit* tokens = number("tokens");
        const auto type = [this, tokens](const char* words) {
            tokens->selectAll();
            for (const QChar key : text(words)) {
                const double before = tokensAsked();
                QTest::keyClicks(tokens, QString(key));
                QCOMPARE(tokensAsked(), before);
            }
            QTest::keyClick(tokens, Qt::Key_Return);
        };
        for (const auto& [words, asked] : {std::pair{"100M tokens", 1e8}, std::pair{"100M", 1e8}, std::pair{"2T", 2e12},
                                           std::pair{"1.5 B", 1.5e9}, std::pair{"250k", 2.5e5}}) {
            type(words);
            QCOMPARE(tokensAsked(), asked);
            QVERIFY(!tokens->problem());
        }
        type("100M");
        QCOMPARE(tokens->text(), text("100 M"));
        for (const char* wrong : {"100X", "many", "100M tok", "-5"}) {
            type(wrong);
            QCOMPARE(tokensAsked(), 1e8);
            QCOMPARE(tokens->text(), text(wrong));
            QVERIFY(tokens->problem() && tokens->toolTip().contains(text(wrong)));
        }
        tokens->setValue(0);
        QVERIFY(!tokens->problem());
    }

    void numbersThatAreTyped()
    {
        const double before = *(*m_view->shown()).row.cost->dollars;
        const double price = (*m_view->shown()).row.cost->hourPrice.value;
        number("price")->setNumber(2 * price);
        QVERIFY(std::abs(*(*m_view->shown()).row.cost->dollars / before - 2) < 1e-9);
        QVERIFY(basis().contains(text("yours")));
        number("price")->setNumber(0);  // the cluster's again
        QCOMPARE(*(*m_view->shown()).row.cost->dollars, before);

        number("tokens")->setValue(2'000'000'000'000);
        QCOMPARE((*m_view->shown()).row.cost->tokens, 2e12);
        QVERIFY(number("checkpoint")->isHidden());
        number("failures")->setNumber(50'000);
        QVERIFY(!number("checkpoint")->isHidden());
        number("checkpoint")->setNumber(120);
        number("restart")->setNumber(600);
        const RunQuestion question{
            .tokens = 2e12, .interruptions = {.betweenFailures = 50'000 * 3600.0, .checkpoint = 120, .restart = 600}};
        const RunCost cost = *runCost(*m_fixture->document()->plan(), *m_fixture->document()->estimate(), question);
        QCOMPARE((*m_view->shown()).row.cost->total, cost.total);
        QCOMPARE(m_view->plotNow(0).marks().size(), std::size_t(1));
        QCOMPARE(m_view->plotNow(0).marks().front().at, QPointF(cost.checkpointEvery / 3600, cost.days()));
        keepPicture(window(), text("run-cost-interruptions"));
    }

    /// The pages of former versions are sweeps.
    void runsOnMoreNodes()
    {
        const WhatIfView* view = sweepOf("run-cost:clusters");
        QCOMPARE(view->shown()->number.what, std::string("nodes"));
        for (const SweepPoint& point : view->shown()->sweep().points) {
            const Result<SearchRequest> asked = withNumber(view->shown()->request, "nodes", point.value);
            const RunRow direct = runRows({*asked}, {}, {})->front();
            QCOMPARE(point.plan != nullptr, direct.cost.has_value());
            const ShownRun run = shownRun(point.plan, point.figures, {}, {});
            QVERIFY(std::abs(run.row.cost->total / direct.cost->total - 1) < 1e-9);
        }
        // Limits plan nothing anew.
        const auto first = view->shown()->sweep().points.front().plan;
        const double days = shownRun(first, view->shown()->sweep().points.front().figures, {}, {}).row.cost->days();
        view->findChild<QuantityEdit*>(text("runCost-days"))->setNumber(days / 2);
        QVERIFY(!view->isWorking());
        QCOMPARE(view->shown()->sweep().points.front().plan, first);
        QVERIFY(!shownRun(first, view->shown()->sweep().points.front().figures, terms(), {}).row.within);
        const QString choices = choicesText(*view->shown(), terms());
        QVERIFY2(choices.contains(text("Fewest devices: Nodes ")), qPrintable(choices));
        keepPicture(window(), text("run-cost-clusters"));
    }

    void aPointIsAPlanToBeHad()
    {
        WhatIfView* view = sweepOf("run-cost:clusters");
        view->setFocus();
        QTest::keyClick(view, Qt::Key_End);
        QTest::keyClick(view, Qt::Key_Return);
        QTRY_COMPARE(m_fixture->session()->count(), 2);
        QVERIFY(nodesOf(m_fixture->document()->plan()->cluster) > 1);
    }

    void otherClustersAndModels()
    {
        const WhatIfView* view = sweepOf("run-cost:models");
        std::vector<std::string> models;
        for (const WhatIfCurve& curve : view->shown()->curves) {
            models.push_back(curve.request.model.name);
        }
        QCOMPARE(models, std::vector<std::string>({"llama2-7b", "llama2-13b", "llama2-70b"}));
        QVERIFY(choicesText(*view->shown(), {}).startsWith(text("Largest: ")));
        auto* add = view->findChild<QComboBox*>(text("whatIfAddBeside"));
        add->setCurrentIndex(add->findData(text("cluster:dgx-a100-64")));
        Q_EMIT add->activated(add->currentIndex());
        QTRY_COMPARE(view->shown()->curves.size(), std::size_t(4));
        QTRY_VERIFY(!view->isWorking());
        QCOMPARE(view->shown()->curves.back().request.cluster.name, std::string("dgx-a100-64"));
        keepPicture(window(), text("run-cost-models"));
    }

    void sequencesKeepTheTokensOfABatch()
    {
        const WhatIfView* view = sweepOf("run-cost:sequences", 10);
        const double tokens = tokensOf(requestOf(*m_fixture->document()->plan()));
        std::size_t plans = 0;
        for (const SweepPoint& point : view->shown()->sweep().points) {
            if (point.plan) {
                ++plans;
                QCOMPARE(static_cast<double>(point.plan->training.globalBatch * point.plan->training.sequenceLength),
                         tokens);
            }
        }
        QVERIFY(plans >= 5);
        QVERIFY(view->shown()->sweep().crossings.empty());
        keepPicture(window(), text("run-cost-sequences"));
    }

    void whatIsKept()
    {
        number("tokens")->setValue(300'000'000'000);
        number("facility")->setNumber(1.25);
        QVariantMap options = m_view->options();
        options[text("facility")] = 1e9;
        options[text("price")] = text("garden");
        m_view->setOptions(options);  // what makes no sense changes nothing
        QCOMPARE(terms().question.tokens, 3e11);
        QCOMPARE(terms().question.facility, 1.25);
        QVERIFY(!terms().question.hourPrice.isKnown());
    }

private:
    [[nodiscard]] QString basis() const { return runBasis(*m_view->shown(), terms()); }
    [[nodiscard]] const RunAsked& terms() const { return m_fixture->bench->run.now(); }
    /// Shows the sweep by a name of former versions over a small range, and waits for it.
    WhatIfView* sweepOf(const char* name, int factor = 2)
    {
        ViewPage wanted = viewPage(text(name));
        wanted.options[text("factor")] = factor;
        auto* view = window()->findChild<WhatIfView*>();
        window()->views()->setCurrent(wanted.view);
        view->setOptions(wanted.options);
        [&] { QTRY_VERIFY(view->shown() != nullptr && !view->isWorking()); }();
        return view;
    }
    [[nodiscard]] double tokensAsked() const { return terms().question.tokens; }
    [[nodiscard]] MainWindow* window() const { return m_fixture->window.get(); }
    [[nodiscard]] QuantityEdit* number(const char* name) const
    {
        return m_view->findChild<QuantityEdit*>(text("runCost-") + text(name));
    }
    [[nodiscard]] static double tokensOf(const SearchRequest& request)
    {
        return static_cast<double>(request.training.globalBatch) *
               static_cast<double>(request.training.sequence(request.model.sequenceLength));
    }

    std::optional<WindowFixture> m_fixture;
    RunCostView* m_view = nullptr;
};

PGRAM_TEST(TestViewRunCost)
#include "test_view_run_cost.moc"
