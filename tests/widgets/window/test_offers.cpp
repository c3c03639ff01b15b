// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Checks the offers of the window if nothing fits, and plans with a margin of memory.
#include "core/fidelity/fit.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/window_fixture.h"

using namespace pgram;

class TestOffers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Not a larger budget alone: what could be switched on, each planned, and one click away.
    void infeasibleOffersWhatFits()
    {
        const SearchRequest asked = [&] {
            m_window->scenario()->setBudget(2 * GiB);
            m_window->scenario()->setSpace(*parseSpace("dp,tp"));
            return m_window->scenario()->request();
        }();
        m_window->plan();
        const auto choices = [&] {
            QList<QPushButton*> all = m_window->messages()->findChildren<QPushButton*>();
            all.removeIf([](const QPushButton* each) {
                return each->isHidden() || !each->text().contains(QStringLiteral("per step"));
            });
            return all;
        };
        QTRY_VERIFY(!choices().isEmpty());
        keepPicture(m_window, QStringLiteral("offers"));
        for (const QPushButton* choice : choices()) {
            QTRY_VERIFY2(choice->height() >= choice->heightForWidth(choice->width()), qPrintable(choice->text()));
            QVERIFY2(choice->text().contains(QStringLiteral("; runs on ")) ||
                         choice->text().endsWith(QStringLiteral("; no framework here runs it")),
                     qPrintable(choice->text()));
        }
        QCOMPARE(m_window->session()->count(), 0);
        for (const QString& told : m_window->messages()->texts()) {
            QVERIFY2(!told.contains(QStringLiteral("..")), qPrintable(told));
        }
        // A long offer does not widen the bar, and the bar is narrower than the views.
        const int width = m_window->messages()->minimumSizeHint().width();
        QVERIFY(width < m_window->views()->minimumSizeHint().width());
        choices().front()->setText(QString(400, u'w'));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QCOMPARE(m_window->messages()->minimumSizeHint().width(), width);
        // The keyboard reaches them as a part of the window.
        m_window->findChild<QAction*>(QStringLiteral("nextPane"))->trigger();
        for (int pane = 0; pane < 8 && !m_window->messages()->isAncestorOf(QApplication::focusWidget()); ++pane) {
            m_window->findChild<QAction*>(QStringLiteral("nextPane"))->trigger();
        }
        QVERIFY(m_window->messages()->isAncestorOf(QApplication::focusWidget()));
        QTest::mouseClick(choices().front(), Qt::LeftButton);
        QTRY_COMPARE(m_window->session()->count(), 1);
        QVERIFY(m_window->session()->at(0).estimate()->fits);
        QVERIFY(m_window->scenario()->request() != asked);
        QCOMPARE(m_window->scenario()->request().memoryBudget, asked.memoryBudget);
        m_window->scenario()->history()->undo();
        QVERIFY(m_window->scenario()->request() == asked);
    }

    /// A plan that fits by the estimate alone, and after the choice of the Scenario dock one with a margin.
    void plansWithAMargin()
    {
        QTRY_VERIFY(m_fixture.bench->fidelity.data());
        m_window->scenario()->setModel(QStringLiteral("gpt3-6.7b"));
        m_window->scenario()->setCluster(QStringLiteral("a100-8"));
        const auto isByFormula = [&] {
            const PlanDocument& shown = m_window->session()->at(m_window->session()->currentRow());
            const ErrorBands bands = m_fixture.bench->fidelity.bandsOf(*shown.plan(), *shown.estimate());
            return fitOf(*shown.plan(), *shown.estimate(), bands).isByFormulaOnly();
        };
        m_fixture.planAndWait();
        QVERIFY(isByFormula());
        m_window->scenario()->set(scenarioField("scenarioFit"), static_cast<qint64>(FitRule::Runs));
        m_fixture.planAndWait();
        QVERIFY(m_window->session()->document()->estimate()->fits);
        QVERIFY(!isByFormula());
    }

private:
    WindowFixture m_fixture;
    MainWindow* m_window = m_fixture.window.get();
};

PGRAM_TEST(TestOffers)
#include "test_offers.moc"
