// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Fidelity view: points stand where their figures are, filters and keys choose, a click adds the plan of a run, and
// the window says how far a run is expected to be from an estimate.
#include "core/presets/preset_store.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/docks/inspector/facts.h"
#include "widgets/docks/inspector/inspector_notes.h"
#include "widgets/docks/plans/plans_model.h"
#include "widgets/shell/frame/summary_bar.h"
#include "widgets/shell/guide/help_window.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/fidelity/fidelity_view.h"
#include "widgets/work/fidelity_library.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDir>
#include <QTextBrowser>
#include <QWheelEvent>

#include <cmath>

using namespace pgram;

namespace {

const PresetStore& presets()
{
    static const PresetStore store(presetsFolder());
    return store;
}

/// A session that knows the measured runs.
struct FidelityFixture : ViewFixture {
    FidelityFixture() { knowRuns(fidelity); }
};

int pointOf(const FidelityFigures& figures, const std::string& id)
{
    for (std::size_t i = 0; i < figures.points.size(); ++i) {
        if (figures.data->rows[figures.points[i].row].id == id) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

FidelityFilter suite(const char* name)
{
    FidelityFilter filter;
    filter.suite = name;
    return filter;
}

/// With PARALLELOGRAM_PICTURES set to a folder, what is painted can be looked at there.
void keep(QWidget& widget, const char* name)
{
    const QString folder = qEnvironmentVariable("PARALLELOGRAM_PICTURES");
    if (!folder.isEmpty()) {
        QVERIFY(QDir().mkpath(folder) &&
                widget.grab().save(QDir(folder).filePath(QLatin1String(name) + QStringLiteral(".png"))));
    }
}

}  // namespace

class TestViewFidelity : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runsArriveInTheBackground();
    void figuresAreThoseOfTheValidation();
    void pointsStandWhereTheirFiguresAre();
    void theLegendHidesAndBothPlotsZoom();
    void filters();
    void aClickAddsThePlanOfTheRun();
    void keysChooseAndOpen();
    void aSuiteIsShownAlone();
    void linesKeepTheHeightOfText();
    void tableHasEveryRunAndWhy();
    void everyEstimateSaysItsBand();
    void aTightBudgetFitsByFormulaOnly();
    void theHelpPageHasTheFigures();
    void theHelpWindowFollowsTheLanguage();
    void paintsEverySize();
    void saysWhatIsWrong();
};

void TestViewFidelity::runsArriveInTheBackground()
{
    ViewFixture fixture;
    FidelityView view(&fixture.session, &fixture.selection, &fixture.fidelity);
    present(view);
    QVERIFY(!view.figures().data);
    QVERIFY(view.plotNow(0).marks().empty());
    fixture.fidelity.load(presets());
    QVERIFY(view.isWorking());
    QTRY_VERIFY(!view.isWorking());
    QVERIFY(view.figures().points.size() > 1000);
}

void TestViewFidelity::figuresAreThoseOfTheValidation()
{
    FidelityFixture fixture;
    const auto data = fixture.fidelity.data();
    const FidelityFigures figures = fidelityFigures(data, {});
    QCOMPARE(static_cast<int>(figures.points.size()), data->validation.time.overall.errors.n);
    QCOMPARE(figures.suites.size(), data->validation.time.suites.size() + 1);
    const SuiteLine& all = figures.suites.back();
    QVERIFY(std::abs(all.errors.mape - data->validation.time.overall.errors.mape) < 1e-12);
    QCOMPARE(all.skipped, data->validation.time.overall.skipped);
    FidelityFilter memory;
    memory.memory = true;
    const FidelityFigures peaks = fidelityFigures(data, memory);
    QCOMPARE(static_cast<int>(peaks.points.size()), data->validation.memory.overall.errors.n);
    QVERIFY(std::abs(peaks.suites.back().errors.p90 - data->validation.memory.overall.errors.p90) < 1e-9);
}

void TestViewFidelity::pointsStandWhereTheirFiguresAre()
{
    FidelityFixture fixture;
    FidelityView view(&fixture.session, &fixture.selection, &fixture.fidelity);
    present(view);
    const Plot& plot = view.plotNow(0);
    const FidelityFigures& figures = view.figures();
    QCOMPARE(plot.marks().size(), figures.points.size());
    for (std::size_t i = 0; i < figures.points.size(); i += 37) {
        const FidelityPoint& point = figures.points[i];
        const QPointF diagonal = plot.pixelOf({point.measured, point.measured});
        const QPointF place = plot.areaOf(i).center();
        QVERIFY(std::abs(place.x() - diagonal.x()) < 1e-6);
        // Above the diagonal is predicted too slow.
        QVERIFY((place.y() < diagonal.y()) == (point.error() > 0));
        QVERIFY(plot.dataArea(0).contains(place));
        QVERIFY(plot.dataArea(1).adjusted(-1, -1, 1, 1).contains(plot.twinOf(i).center()));
        QVERIFY(std::abs(plot.twinOf(i).center().x() - place.x()) < 1);
    }
    int drawn = 0;
    for (const QCPAbstractPlottable* series : plot.namedSeries()) {
        drawn += dynamic_cast<const QCPGraph*>(series)->dataCount();
    }
    QCOMPARE(drawn, static_cast<int>(figures.points.size()));
}

/// Devices are hidden by their entry of the legend, in both plots, and zoomed in both at once.
void TestViewFidelity::theLegendHidesAndBothPlotsZoom()
{
    FidelityFixture fixture;
    FidelityView view(&fixture.session, &fixture.selection, &fixture.fidelity);
    present(view);
    const Plot& plot = view.plotNow(0);
    const QString name = plot.namedSeries().front()->name();
    QTest::mouseClick(&view, Qt::LeftButton, {}, plot.legendAreaOf(plot.namedSeries().front()).center().toPoint());
    QVERIFY(view.plotNow(0).isHidden(name));
    for (int i = 0; i < plot.graphCount(); ++i) {
        QVERIFY(plot.graph(i)->name() != name || !plot.graph(i)->visible());
    }
    for (std::size_t i = 0; i < plot.marks().size(); ++i) {
        QVERIFY(!plot.isHiddenMark(i) || plot.areaOf(i).isEmpty());
    }
    const QPointF place = plot.dataArea(1).center();
    QWheelEvent wheel(place, view.mapToGlobal(place), {}, {0, 360}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&view, &wheel);
    QVERIFY(view.plotNow(0).isZoomed());
    QCOMPARE(plot.axisRect(0)->axis(QCPAxis::atBottom)->range(), plot.axisRect(1)->axis(QCPAxis::atBottom)->range());
    QVERIFY(std::abs(plot.dataArea(0).left() - plot.dataArea(1).left()) < 1);
}

void TestViewFidelity::filters()
{
    FidelityFixture fixture;
    FidelityView view(&fixture.session, &fixture.selection, &fixture.fidelity);
    present(view);
    const std::size_t all = view.figures().points.size();
    auto* device = view.findChild<QComboBox*>(QStringLiteral("fidelityDevice"));
    device->setCurrentIndex(3);
    Q_EMIT device->activated(3);
    QVERIFY(!view.figures().points.empty() && view.figures().points.size() < all);
    for (const FidelityPoint& point : view.figures().points) {
        QCOMPARE(point.generation, Generation::Blackwell);
    }
    auto* quantity = view.findChild<QComboBox*>(QStringLiteral("fidelityQuantity"));
    quantity->setCurrentIndex(1);
    Q_EMIT quantity->activated(1);
    QVERIFY(view.figures().filter.memory);
    QVERIFY(view.figures().points.front().measured > static_cast<double>(MiB));
    view.setFilter(suite("no such suite"));
    QVERIFY(view.figures().points.empty());
    QVERIFY(colorCount(pictureOf(view)) > 2);
}

void TestViewFidelity::aClickAddsThePlanOfTheRun()
{
    FidelityFixture fixture;
    FidelityView view(&fixture.session, &fixture.selection, &fixture.fidelity);
    view.setFilter(suite("korthikanti-tab5"));
    present(view);
    const int plans = fixture.session.count();
    const int point = pointOf(view.figures(), view.figures().data->rows[view.figures().points[0].row].id);
    QCOMPARE(point, 0);
    const FidelityPoint chosen = view.figures().points[0];
    const std::string id = view.figures().data->rows[chosen.row].id;
    const QPoint place = view.plotNow(0).areaOf(0).center().toPoint();
    QTest::mouseClick(&view, Qt::LeftButton, {}, place);
    QCOMPARE(fixture.session.count(), plans + 1);
    QCOMPARE(fixture.document.plan()->name, id);
    // The estimate of the plan that it opens is what the point stands at.
    QCOMPARE(fixture.document.estimate()->stepTime, chosen.predicted);
    // Again: the plan is there already.
    QTest::mouseClick(&view, Qt::LeftButton, {}, place);
    QCOMPARE(fixture.session.count(), plans + 1);
    // Also where another plan had its name first.
    Plan other = samplePlan(2, 8, 4);
    other.name = id;
    fixture.session.close(plans);
    fixture.session.add(std::move(other));
    for (int click = 0; click < 3; ++click) {
        QTest::mouseClick(&view, Qt::LeftButton, {}, place);
        QCOMPARE(fixture.session.count(), plans + 2);
        QCOMPARE(fixture.session.currentRow(), plans + 1);
    }
}

void TestViewFidelity::keysChooseAndOpen()
{
    FidelityFixture fixture;
    FidelityView view(&fixture.session, &fixture.selection, &fixture.fidelity);
    present(view);
    view.setFocus();
    const int plans = fixture.session.count();
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(fixture.session.count(), plans);
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.focusedMark(), 0);
    QTest::keyClick(&view, Qt::Key_End);
    QCOMPARE(view.focusedMark(), static_cast<int>(view.figures().points.size()) - 1);
    QTest::keyClick(&view, Qt::Key_Left);
    QCOMPARE(view.focusedMark(), static_cast<int>(view.figures().points.size()) - 2);
    QVERIFY(view.accessibleDescription().contains(QStringLiteral("Measured")));
    QTest::keyClick(&view, Qt::Key_Home);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(fixture.session.count(), plans + 1);
    QCOMPARE(view.focusedMark(), 0);
}

void TestViewFidelity::aSuiteIsShownAlone()
{
    FidelityFixture fixture;
    FidelityView view(&fixture.session, &fixture.selection, &fixture.fidelity);
    present(view);
    view.setFocus();
    const QPoint first = view.currentLayout().lines.front().center().toPoint();
    QTest::mouseClick(&view, Qt::LeftButton, {}, first);
    QCOMPARE(view.figures().filter.suite, view.figures().suites.front().suite);
    QCOMPARE(static_cast<int>(view.figures().points.size()), view.figures().suites.front().errors.n);
    QTest::keyClick(&view, Qt::Key_PageDown);
    QCOMPARE(view.figures().filter.suite, view.figures().suites[1].suite);
    QTest::keyClick(&view, Qt::Key_PageUp);
    QTest::mouseClick(&view, Qt::LeftButton, {}, first);
    QVERIFY(view.figures().filter.suite.empty());
}

void TestViewFidelity::linesKeepTheHeightOfText()
{
    FidelityFixture fixture;
    FidelityView view(&fixture.session, &fixture.selection, &fixture.fidelity);
    present(view);
    view.resize(700, 400);
    const auto shown = [&view] {
        std::vector<QRectF> lines = view.currentLayout().lines;
        std::erase_if(lines, [](const QRectF& line) { return line.isEmpty(); });
        return lines;
    };
    QVERIFY(shown().size() < view.figures().suites.size());
    for (const QRectF& line : shown()) {
        QVERIFY(line.height() >= Theme(view.palette(), view.font()).lineHeight);
        QVERIFY(line.bottom() <= view.height());
    }
    QVERIFY(!view.currentLayout().lines.back().isEmpty());
    // One that there was no room for takes the place of another when it is chosen.
    const std::size_t hidden = view.figures().suites.size() - 2;
    QVERIFY(view.currentLayout().lines[hidden].isEmpty());
    const std::size_t before = shown().size();
    view.setFilter(suite(view.figures().suites[hidden].suite.c_str()));
    QVERIFY(!view.currentLayout().lines[hidden].isEmpty());
    QCOMPARE(shown().size(), before);
}

void TestViewFidelity::tableHasEveryRunAndWhy()
{
    FidelityFixture fixture;
    FidelityView view(&fixture.session, &fixture.selection, &fixture.fidelity);
    QAbstractItemModelTester tester(view.table(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto& overall = fixture.fidelity.data()->validation.time.overall;
    QCOMPARE(view.table()->rowCount(), overall.errors.n + overall.skipped);
    const QString csv = tableToCsv(*view.table());
    QVERIFY(
        csv.startsWith(QStringLiteral("id,suite,gpu,framework,predicted_s,measured_s,error,skipped_because,source")));
    QVERIFY(csv.contains(QStringLiteral("model dimensions not published")));
}

void TestViewFidelity::everyEstimateSaysItsBand()
{
    FidelityFixture fixture;
    const auto& data = *fixture.fidelity.data();
    const auto row = std::ranges::find(data.rows, std::string("vtrain-multi"), &Measurement::suite);
    QVERIFY(row != data.rows.end());
    const SummaryBar summary(&fixture.document, &fixture.fidelity);
    const PlansModel plans(&fixture.session, &fixture.fidelity);
    const auto plan = planOf(*row, data.devices).plan;
    QVERIFY(plan);
    fixture.session.add(*plan);
    const ErrorBands bands = fixture.fidelity.bandsOf(*fixture.document.plan(), *fixture.document.estimate());
    QVERIFY(bands.time && bands.memory);
    QVERIFY2(summary.text().contains(QStringLiteral(" … +")), qPrintable(summary.text()));
    QVERIFY(summary.explanation().contains(QStringLiteral("vtrain-multi")));
    const QString tip =
        plans.index(fixture.session.currentRow(), PlansModel::StepTime).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QStringLiteral("vtrain-multi")), qPrintable(tip));
    QCOMPARE(expectedFacts(*fixture.document.estimate(), bands).size(), std::size_t(3));
    QVERIFY(expectedFacts(*fixture.document.estimate(), {}).empty());
}

/// A budget that holds the formula and not the band: one verdict in the status bar, the issues and the plans' table.
void TestViewFidelity::aTightBudgetFitsByFormulaOnly()
{
    FidelityFixture fixture;
    const SummaryBar summary(&fixture.document, &fixture.fidelity);
    const PlansModel plans(&fixture.session, &fixture.fidelity);
    const IssuesList issues(&fixture.document, &fixture.selection, &fixture.fidelity);
    Plan plan = *fixture.document.plan();
    const auto tip = [&] {
        return plans.index(fixture.session.currentRow(), PlansModel::PeakMemory).data(Qt::ToolTipRole).toString();
    };
    const auto lastIssue = [&issues] { return issues.item(issues.count() - 1)->text(); };
    const QString formula = QStringLiteral("fits, may need");
    const QString run = QStringLiteral("A run may need up to");
    plan.cluster.device.memory = largestMemory;
    plan.memoryBudget = budgetFor(fixture.document.estimate()->peakMemory, plan.cluster);
    fixture.session.add(plan);
    QVERIFY(fixture.document.estimate()->fits);
    QVERIFY2(summary.text().contains(formula) && summary.explanation().contains(run), qPrintable(summary.text()));
    QVERIFY2(lastIssue().contains(run), qPrintable(lastIssue()));
    QVERIFY2(tip().contains(run), qPrintable(tip()));
    plan.memoryBudget = 16 * plan.memoryBudget;
    fixture.session.add(plan);
    QVERIFY2(!summary.text().contains(formula) && !summary.explanation().contains(run), qPrintable(summary.text()));
    QVERIFY2(lastIssue().contains(QStringLiteral("legal and fits")), qPrintable(lastIssue()));
    QVERIFY(!tip().contains(run));
}

void TestViewFidelity::theHelpPageHasTheFigures()
{
    FidelityFixture fixture;
    const auto& data = *fixture.fidelity.data();
    const QString page = filledHelp(fidelityPage, QStringLiteral("en"), {&data, {}, {}});
    for (const SuiteResult& suite : data.validation.time.suites) {
        QVERIFY2(page.contains(QString::fromStdString(suite.suite)), suite.suite.c_str());
    }
    QVERIFY(page.contains(QStringLiteral("gemm_efficiency")));
    QVERIFY(!page.contains(QStringLiteral("{{")));
    const QString chinese = filledHelp(fidelityPage, QStringLiteral("zh_CN"), {&data, {}, {}});
    QVERIFY(!chinese.contains(QStringLiteral("{{")));
    QVERIFY(chinese != page);
    QVERIFY(!filledHelp(fidelityPage, QStringLiteral("en"), {}).contains(QStringLiteral("{{")));
}

void TestViewFidelity::theHelpWindowFollowsTheLanguage()
{
    ViewFixture fixture;
    Language language;
    HelpWindow help(&fixture.fidelity, &language);
    help.showPage(fidelityPage);
    help.show();
    const auto* browser = help.findChild<QTextBrowser*>();
    QVERIFY(!browser->toPlainText().contains(QStringLiteral("vtrain-single")));
    fixture.fidelity.load(presets());
    QTRY_VERIFY(browser->toPlainText().contains(QStringLiteral("vtrain-single")));
    const QString english = browser->toPlainText();
    keep(help, "help-en");
    QVERIFY(language.use(QStringLiteral("zh_CN")));
    QTRY_VERIFY(browser->toPlainText() != english);
    keep(help, "help-zh_CN");
    QVERIFY(language.use(QStringLiteral("en")));
}

void TestViewFidelity::paintsEverySize()
{
    FidelityFixture fixture;
    FidelityView view(&fixture.session, &fixture.selection, &fixture.fidelity);
    for (const QSize size : {QSize(320, 200), QSize(700, 420), QSize(1280, 800), QSize(2560, 1440)}) {
        present(view, size);
        QVERIFY(colorCount(pictureOf(view)) > 20);
    }
}

/// Presets without the record.
void TestViewFidelity::saysWhatIsWrong()
{
    ViewFixture fixture;
    FidelityView view(&fixture.session, &fixture.selection, &fixture.fidelity);
    present(view);
    fixture.fidelity.load(PresetStore("/nowhere"));
    QTRY_VERIFY(fixture.fidelity.problem());
    QVERIFY(!view.figures().data);
    const ErrorBands bands = fixture.fidelity.bandsOf(*fixture.document.plan(), *fixture.document.estimate());
    QVERIFY(!bands.time && !bands.memory);
}

PGRAM_TEST(TestViewFidelity)
#include "test_view_fidelity.moc"
