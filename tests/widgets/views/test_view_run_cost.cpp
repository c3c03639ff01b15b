// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Run cost view: its figures are the core's, numbers that are typed price anew without planning anew, each point is
// a plan to be had, and prices are shown with whose they are.
#include "core/cluster/cluster_sizes.h"
#include "core/questions/plan_question.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/document/core_text.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/views/run_cost/run_cost_view.h"

#include <QComboBox>
#include <QMenu>
#include <QToolButton>

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
        const ShownRun& run = m_view->shown().runs.front();
        const RunCost cost = *runCost(*m_fixture->document()->plan(), *m_fixture->document()->estimate(), {});
        QCOMPARE(run.row.cost->total, cost.total);
        QCOMPARE(run.row.cost->dollars, cost.dollars);
        QVERIFY(cost.dollars && cost.kilowattHours);
        QVERIFY(runBasis(m_view->shown(), m_view->asked()).contains(qs(cost.hourPrice.source)));
        QVERIFY(runBasis(m_view->shown(), m_view->asked()).contains(qs(cost.hourPrice.date)));
        keepPicture(window(), text("run-cost"));

        // An edit is priced at once.
        auto strategy = m_fixture->document()->plan()->strategies[1];
        strategy.kept.part = strategy.kept.recomputes() ? KeptPart::All : KeptPart::Input;
        m_fixture->document()->setStrategy(1, 1, strategy);
        QVERIFY(m_view->shown().runs.front().row.cost->total != cost.total);
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
        QCOMPARE(tokens->text(), text("100 M tokens"));
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
        const double before = *m_view->shown().runs.front().row.cost->dollars;
        const double price = m_view->shown().runs.front().row.cost->hourPrice.value;
        number("price")->setNumber(2 * price);
        QVERIFY(std::abs(*m_view->shown().runs.front().row.cost->dollars / before - 2) < 1e-9);
        QVERIFY(runBasis(m_view->shown(), m_view->asked()).contains(text("yours")));
        number("price")->setNumber(0);  // the cluster's again
        QCOMPARE(*m_view->shown().runs.front().row.cost->dollars, before);

        number("tokens")->setValue(2'000'000'000'000);
        QCOMPARE(m_view->shown().runs.front().row.cost->tokens, 2e12);
        QVERIFY(number("checkpoint")->isHidden());
        number("failures")->setNumber(50'000);
        QVERIFY(!number("checkpoint")->isHidden());
        number("checkpoint")->setNumber(120);
        number("restart")->setNumber(600);
        const RunQuestion question{
            .tokens = 2e12, .interruptions = {.betweenFailures = 50'000 * 3600.0, .checkpoint = 120, .restart = 600}};
        const RunCost cost = *runCost(*m_fixture->document()->plan(), *m_fixture->document()->estimate(), question);
        QCOMPARE(m_view->shown().runs.front().row.cost->total, cost.total);
        QCOMPARE(m_view->plotNow(0).marks().size(), std::size_t(1));
        QCOMPARE(m_view->plotNow(0).marks().front().at, QPointF(cost.checkpointEvery / 3600, cost.days()));
        keepPicture(window(), text("run-cost-interruptions"));
    }

    void clustersOfMoreNodes()
    {
        m_view->showPageNamed(text("clusters"));
        QTRY_VERIFY(m_view->shown().runs.size() == m_view->shown().all() && !m_view->isWorking());
        QCOMPARE(m_view->shown().all(), std::size_t(8));  // 1 to 128 nodes
        const std::vector<RunRow> direct = *runRows(m_view->shown().asked.all(), {}, {});
        for (std::size_t i = 0; i < direct.size(); ++i) {
            QCOMPARE(m_view->shown().runs[i].row.cost.has_value(), direct[i].cost.has_value());
            QVERIFY(!direct[i].cost || m_view->shown().runs[i].row.cost->total == direct[i].cost->total);
        }
        // Limits plan nothing anew.
        const auto first = m_view->shown().runs.front().row.plan;
        const double days = m_view->shown().runs.front().row.cost->days();
        number("days")->setNumber(days / 2);
        QVERIFY(!m_view->isWorking());
        QCOMPARE(m_view->shown().runs.front().row.plan, first);
        QVERIFY(!m_view->shown().runs.front().row.within);
        const RunRow* smallest = smallestCluster(m_view->shown().rows());
        QCOMPARE(smallest == nullptr,
                 std::ranges::none_of(m_view->shown().runs, [](const ShownRun& run) { return run.row.within; }));

        // Another cluster beside it.
        auto* add = m_view->findChild<QComboBox*>(text("runCostAdd"));
        add->setCurrentIndex(add->findData(text("dgx-a100-64")));
        Q_EMIT add->activated(add->currentIndex());
        QTRY_VERIFY(m_view->shown().runs.size() == m_view->shown().all() && !m_view->isWorking());
        QCOMPARE(m_view->shown().asked.lines.size(), std::size_t(2));
        QCOMPARE(m_view->shown().asked.lineOf(0), std::size_t(0));
        QCOMPARE(m_view->shown().asked.lineOf(m_view->shown().all() - 1), std::size_t(1));
        QCOMPARE(m_view->table()->rowCount(), static_cast<int>(m_view->shown().all()));
        keepPicture(window(), text("run-cost-clusters"));
        m_view->findChild<QToolButton*>(text("runCostPicked"))->menu()->actions().front()->trigger();
        QTRY_COMPARE(m_view->shown().asked.lines.size(), std::size_t(1));
    }

    void aPointIsAPlanToBeHad()
    {
        m_view->showPageNamed(text("clusters"));
        QTRY_VERIFY(m_view->shown().runs.size() == m_view->shown().all() && !m_view->isWorking());
        m_view->setFocus();
        QTest::keyClick(m_view, Qt::Key_End);
        QTest::keyClick(m_view, Qt::Key_Return);
        QTRY_COMPARE(m_fixture->session()->count(), 2);
        QVERIFY(nodesOf(m_fixture->document()->plan()->cluster) > 1);
    }

    void modelsAndSequences()
    {
        m_view->showPageNamed(text("models"));
        QTRY_VERIFY(m_view->shown().runs.size() == m_view->shown().all() && !m_view->isWorking());
        QStringList models;
        for (const ShownRun& run : m_view->shown().runs) {
            models.append(qs(run.row.request.model.name));
        }
        QCOMPARE(models, QStringList({text("llama2-7b"), text("llama2-13b"), text("llama2-70b")}));
        m_view->showPageNamed(text("sequences"));
        QTRY_VERIFY(m_view->shown().runs.size() == m_view->shown().all() && !m_view->isWorking());
        QVERIFY(m_view->shown().all() >= 5);
        const double tokens = tokensOf(requestOf(*m_fixture->document()->plan()));
        for (const ShownRun& run : m_view->shown().runs) {
            QCOMPARE(tokensOf(run.row.request), tokens);
        }
        keepPicture(window(), text("run-cost-sequences"));
    }

    /// It is told, and not asked for again and again.
    void whatCannotBeAskedIsSaidOnce()
    {
        auto asked = std::make_shared<int>(0);
        Workbench& bench = *m_fixture->bench;
        RunCostView view(&bench.document, &bench.selection, &bench.scenario, &bench.fidelity, nullptr,
                         [asked](const auto&, const auto&, const auto&) -> Result<std::vector<RunRow>> {
                             ++*asked;
                             return badInput(Core::tr("no such thing"));
                         });
        view.show();
        view.showPageNamed(text("clusters"));
        QTRY_VERIFY(view.shown().isStopped && !view.isWorking());
        QCoreApplication::processEvents();
        QVERIFY(!view.isWorking());
        QCOMPARE(*asked, 1);
    }

    void whatIsKept()
    {
        number("tokens")->setValue(300'000'000'000);
        number("facility")->setNumber(1.25);
        QVariantMap options = m_view->options();
        options[text("facility")] = 1e9;
        options[text("price")] = text("garden");
        m_view->setOptions(options);  // what makes no sense changes nothing
        QCOMPARE(m_view->asked().question.tokens, 3e11);
        QCOMPARE(m_view->asked().question.facility, 1.25);
        QVERIFY(!m_view->asked().question.hourPrice.isKnown());
    }

private:
    [[nodiscard]] double tokensAsked() const { return m_view->asked().question.tokens; }
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
