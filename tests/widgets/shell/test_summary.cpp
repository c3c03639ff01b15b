// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The summary on top of the window, and the places of its views.

#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/text.h"
#include "widgets/document/preview.h"
#include "widgets/document/texts.h"
#include "widgets/document/workbench.h"
#include "widgets/shell/frame/summary_bar.h"
#include "widgets/shell/frame/view_area.h"

#include <QTabBar>
#include <QWhatsThis>

#include <algorithm>

using namespace pgram;

namespace {

/// Returns the figure with this name, or an empty figure.
SummaryFigure figureOf(const Plan& plan, const QString& name)
{
    for (const SummaryFigure& figure : summaryOf(plan, estimate(plan), {}, nullptr)) {
        if (figure.name == name) {
            return figure;
        }
    }
    return {};
}

}  // namespace

class TestSummary : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void figuresAreThoseOfTheEstimate()
    {
        const Plan plan = samplePlan(4, 12, 8);
        const Estimate figures = estimate(plan);
        QCOMPARE(figureOf(plan, text("Speed")).caption, secondsText(figures.stepTime) + text(" a step"));
        QCOMPARE(figureOf(plan, text("MFU")).value, percentText(figures.mfu));
        QCOMPARE(figureOf(plan, text("Bubbles")).value, percentText(figures.bubbleFraction));
        const SummaryFigure memory = figureOf(plan, text("Memory"));
        QCOMPARE(memory.value, bytesText(figures.peakMemory) + text(" of ") + bytesText(figures.usableBudget));
        QCOMPARE(memory.caption, text("fits"));
        QVERIFY(!memory.tone);
    }

    void aPlanThatDoesNotFitIsBad()
    {
        Plan plan = samplePlan(4, 12, 8);
        plan.memoryBudget = budgetFor(estimate(plan).peakMemory, plan.cluster) / 2;
        const SummaryFigure memory = figureOf(plan, text("Memory"));
        QVERIFY2(memory.caption.startsWith(text("does not fit")), qPrintable(memory.caption));
        QVERIFY(memory.tone == Tone::Bad);
    }

    void theDistanceToTheOptimumIsThatOfTheFile_data()
    {
        QTest::addColumn<QString>("certificate");
        QTest::addColumn<QString>("value");
        QTest::newRow("optimal") << text("optimal in simulated time") << text("optimal");
        QTest::newRow("gap") << text("gap 0.031 in simulated time") << text("within 3.1 %");
        QTest::newRow("stopped") << text("stopped, gap 0.2 in simulated time") << text("within 20.0 %");
        QTest::newRow("edited") << text("edited") << text("edited");
        QTest::newRow("unknown") << QString() << QString();
    }
    void theDistanceToTheOptimumIsThatOfTheFile()
    {
        QFETCH(QString, certificate);
        QFETCH(QString, value);
        Plan plan = samplePlan(2, 8, 4);
        plan.provenance.certificate = certificate.toStdString();
        QString shown = figureOf(plan, text("Optimum")).value;
        QCOMPARE(shown.replace(QChar(0xA0), QLatin1Char(' ')), value);
    }

    void aClickExplains()
    {
        Workbench bench;
        SummaryBar bar(&bench.document, &bench.fidelity);
        bar.resize(1000, 40);
        bar.show();
        QVERIFY(bar.findChildren<SummaryButton*>().isEmpty());
        bench.session.add(samplePlan(4, 12, 8));
        const auto buttons = bar.findChildren<SummaryButton*>();
        QVERIFY(buttons.size() >= 4);
        for (const SummaryButton* button : buttons) {
            QVERIFY(button->isVisible());
            QVERIFY(!button->accessibleDescription().isEmpty());
        }
        // A narrow bar shows whole values of fewer figures.
        bar.resize(300, 40);
        QCoreApplication::processEvents();
        QVERIFY(buttons.front()->isVisible());
        QVERIFY(!buttons.back()->isVisible());
        for (const SummaryButton* button : buttons) {
            QVERIFY(!button->isVisible() || button->width() >= button->minimumSizeHint().width());
        }
        QTest::mouseClick(buttons.front(), Qt::LeftButton);
        QVERIFY(std::ranges::any_of(QApplication::topLevelWidgets(), [](const QWidget* widget) {
            return widget->isVisible() && widget->inherits("QWhatsThat");
        }));
        QWhatsThis::hideText();
    }

    void aChangeShowsWhatItGives()
    {
        const Plan now = samplePlan(4, 12, 8);
        Plan next = now;
        next.schedule.microbatches = 16;
        const Estimate before = estimate(now);
        const Estimate after = estimate(next);
        const std::vector<SummaryFigure> figures = summaryOfChange(before, next, after);
        QCOMPARE(figures.front().value, secondsText(after.stepTime));
        QVERIFY2(figures.front().caption.contains(secondsText(before.stepTime)), qPrintable(figures.front().caption));
    }

    void everyViewHasAPlace()
    {
        Workbench bench;
        ViewArea area;
        for (View* view : makeViews(&bench)) {
            area.addView(view);
        }
        const auto* places = area.findChild<QTabBar*>(text("places"));
        const auto* tabs = area.findChild<QTabBar*>(text("viewsOfPlace"));
        QCOMPARE(places->count(), 5);
        QCOMPARE(viewNames().size(), static_cast<qsizetype>(area.views().size()));
        for (View* view : area.views()) {
            QVERIFY(viewNames().contains(view->viewName()));
            area.setCurrent(view);
            QCOMPARE(area.current(), view);
            const ViewPlace place = placeOfView(view->viewName());
            if (place == ViewPlace::More) {
                QCOMPARE(places->tabText(places->currentIndex()), view->viewTitle());
            } else {
                QCOMPARE(places->tabText(places->currentIndex()), placeTitle(place));
                QCOMPARE(tabs->tabData(tabs->currentIndex()).toString(), view->viewName());
            }
        }
        QCOMPARE(places->count(), 10);
        // A place shows the view that it showed last.
        area.setCurrent(text("memory"));
        area.setPlace(ViewPlace::Compare);
        area.setPlace(ViewPlace::Plan);
        QCOMPARE(area.current()->viewName(), text("memory"));
        area.showNextOfPlace();
        QCOMPARE(area.current()->viewName(), text("strategy-map"));
    }

    void openViewsOfMoreAreRemembered()
    {
        Workbench bench;
        QString kept;
        for (const bool again : {false, true}) {
            ViewArea area;
            for (View* view : makeViews(&bench)) {
                area.addView(view);
            }
            auto* places = area.findChild<QTabBar*>(text("places"));
            if (again) {
                area.setOptions(kept);
                QCOMPARE(places->count(), 6);
                QCOMPARE(places->tabData(5).toString(), text("deployment"));
                area.setCurrent(text("deployment"));
                Q_EMIT places->tabCloseRequested(5);
                QCOMPARE(places->count(), 5);
                QCOMPARE(area.place(), ViewPlace::Plan);
            } else {
                area.setCurrent(text("deployment"));
                kept = area.options();
            }
        }
    }
};

PGRAM_TEST(TestSummary)
#include "test_summary.moc"
