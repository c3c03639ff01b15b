// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Search view: figures arrive in the background and say what the core says, points stand where their figures are,
// clicks and keys add plans, and another plan supersedes what was computed for the one before.
#include "core/base/format.h"
#include "core/plan/preset_store.h"
#include "core/search/task/scenario.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/table_text.h"
#include "widgets/views/search/search_plots.h"
#include "widgets/views/search/search_view.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWheelEvent>

#include <atomic>
#include <thread>

using namespace pgram;

namespace {

SearchRequest scenario(const char* name)
{
    const PresetStore store(presetsFolder());
    return loadScenario(store, name)->request;
}

/// A scenario that is quick to study, in which BMW walks: sampling is cut short.
SearchRequest t5(Method method = Method::Bmw)
{
    SearchRequest request = scenario("t5-imbalanced");
    request.method = method;
    request.pipelines = {8};
    request.samples = 2000;
    return request;
}

/// A session with the plan that a search found, and its record.
struct SearchFixture : Workbench {
    void plan(const SearchRequest& request)
    {
        const Result<SearchResult> result = search(request);
        QVERIFY(result && result->plan);
        auto record = std::make_shared<SearchRecord>(request, *result);
        // As quick as on an idle machine.
        constexpr Seconds quick = 0.01;
        SearchResult& kept = record->result;
        const double share = quick / kept.certificate.seconds;
        std::ranges::for_each(kept.incumbents, [share](IncumbentPoint& point) { point.seconds *= share; });
        std::ranges::for_each(kept.bounds, [share](BoundPoint& point) { point.seconds *= share; });
        kept.certificate.seconds = quick;
        session.add(*result->plan, result->estimate, std::move(record));
    }
};

/// The real work, with a coarse frontier.
StudyWork quickWork()
{
    StudyWork work;
    work.frontier = [](const SearchRequest& request, int, std::stop_token stop,
                       const std::function<void(const FrontierPoint&)>& found) {
        return memoryFrontier(request, 4, std::move(stop), found);
    };
    return work;
}

void waitForStudy(const SearchView& view)
{
    QTRY_VERIFY_WITH_TIMEOUT(!view.isWorking(), 60'000);
}

QPoint middleOf(const SearchView& view, SearchPlot plot, std::size_t mark)
{
    return view.plotNow(plot).areaOf(mark).center().toPoint();
}

/// The series of a plot whose name begins so.
QCPGraph* seriesOf(const Plot& plot, const QString& name)
{
    for (int i = 0; i < plot.graphCount(); ++i) {
        if (plot.graph(i)->name().startsWith(name)) {
            return plot.graph(i);
        }
    }
    return nullptr;
}

/// Whether a graph goes through these points, in this order.
bool goesThrough(const QCPGraph& graph, const std::vector<QPointF>& points)
{
    std::size_t next = 0;
    for (const QCPGraphData& data : *graph.data()) {
        next += next < points.size() && data.key == points[next].x() && data.value == points[next].y() ? 1 : 0;
    }
    return next == points.size();
}

void turnWheel(QWidget& view, const QPointF& place, int delta)
{
    QWheelEvent event(place, view.mapToGlobal(place), {}, {0, delta}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&view, &event);
}

QByteArray svgOf(View& view, const QTemporaryDir& folder)
{
    const QString file = folder.filePath(QStringLiteral("view.svg"));
    QFile written(file);
    return view.exportPicture(file).isEmpty() && written.open(QIODevice::ReadOnly) ? written.readAll() : QByteArray();
}

/// Work that goes on until it is stopped.
StudyWork endless(std::atomic<int>& running)
{
    StudyWork work;
    work.compare = [&running](const SearchRequest&, const std::vector<Contender>&, const std::stop_token& stop,
                              const std::function<void(const MethodRow&)>&) -> Result<std::vector<MethodRow>> {
        ++running;
        while (!stop.stop_requested()) {
            std::this_thread::yield();
        }
        --running;
        return std::vector<MethodRow>{};
    };
    return work;
}

/// With PARALLELOGRAM_PICTURES set to a folder, what is painted can be looked at there.
void keep(const QImage& picture, const QString& name, bool known)
{
    const QString folder = qEnvironmentVariable("PARALLELOGRAM_PICTURES");
    if (!folder.isEmpty()) {
        const QString file = name + (known ? QStringLiteral(".png") : QStringLiteral("-waiting.png"));
        QVERIFY(QDir().mkpath(folder) && picture.save(QDir(folder).filePath(file)));
    }
}

}  // namespace

class TestViewSearch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void figuresArrive();
    void curvesHoldTheGap();
    void walkStandsInItsPlane();
    void frontierRises();
    void methodsAreOrdered();
    void whatLeavesTheSpaceIsMarked();
    void theWheelKeepsWhatIsUnderThePointer();
    void whatIsZoomedOutOfSightIsInNoFile();
    void aDragPansAndABoxZooms();
    void aHiddenSeriesIsGone();
    void theReadoutSaysTheCurve();
    void keysZoomAndReveal();
    void aFrontierPointAddsItsPlan();
    void aStepAddsItsPartition();
    void aMethodAddsItsPlanByKeys();
    void keysHoldInAPlotThatBecameSmaller();
    void tabGoesFromPlotToPlot();
    void aTitleShowsItsPlotAlone();
    void thePlansStripSelectsStages();
    void aStripOfChunksSelectsTheirStages();
    void aPlanFromAFileCanBePlannedAgain();
    void anotherPlanSupersedes();
    void whatIsKnownIsKept();
    void stopsAndStartsByTheButton();
    void quittingStopsTheWork();
    void saysWhyNothingCanBeComputed();
    void tableHasEveryPoint();
    void paintsEverySize();
};

void TestViewSearch::figuresArrive()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchView view(&fixture.session, &fixture.selection, &fixture.study);
    QAbstractItemModelTester tester(view.table(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    QVERIFY(!view.isWorking());  // nobody looks yet
    present(view);
    QVERIFY(view.isWorking());
    QVERIFY(view.figures().running);
    waitForStudy(view);
    const SearchFigures& figures = view.figures();
    QVERIFY(figures.methods->complete && figures.frontier->complete && !figures.running);
    QCOMPARE(figures.methods->rows.size(), everyContender().size() - 1);
    const MethodRow* joint = figures.row(Method::Joint);
    QVERIFY(joint != nullptr && joint->result.certificate.status == Certificate::Status::Gap);
    for (const MethodRow& row : figures.methods->rows) {
        QVERIFY(!row.result.plan || !outsideOf(figures, row).isEmpty() || behindBest(figures, row) <= 1e-9);
    }
    QVERIFY(colorCount(pictureOf(view)) > 20);
}

void TestViewSearch::curvesHoldTheGap()
{
    SearchFixture fixture;
    fixture.plan(t5());
    const SearchView view(&fixture.session, &fixture.selection, &fixture.study);
    const std::vector<SearchCurve> curves = searchCurves(view.figures());
    QCOMPARE(curves.size(), std::size_t(2));
    const SearchCurve& best = curves[0];
    const SearchCurve& bound = curves[1];
    const SearchResult& result = view.figures().record->result;
    const double batch = static_cast<double>(result.plan->training.globalBatch);
    const auto said = [](double is, double wanted) {
        return qPrintable(QStringLiteral("%1, not %2").arg(is, 0, 'g', 17).arg(wanted, 0, 'g', 17));
    };
    const double last = best.at(best.end) * batch;
    const double highest = bound.at(bound.end) * batch;
    QVERIFY2(std::abs(last - result.estimate->stepTime) < 1e-9, said(last, result.estimate->stepTime));
    QVERIFY2(std::abs(highest - result.certificate.lowerBound) < 1e-9, said(highest, result.certificate.lowerBound));
    for (const QPointF& point : best.points) {
        QVERIFY(bound.at(point.x()) <= point.y() * (1 + 1e-12));
    }
    const Plot& plot = view.plotNow(SearchPlot::Progress);
    QCOMPARE(plot.marks().size(), result.incumbents.size());
    QVERIFY(plot.dataArea().contains(plot.areaOf(plot.marks().size() - 1).center()));
    for (const SearchCurve& curve : curves) {
        const QCPGraph* series = seriesOf(plot, curve.name);
        QVERIFY(series != nullptr && series->lineStyle() == QCPGraph::lsStepLeft);
        QVERIFY(goesThrough(*series, curve.points));
        QCOMPARE((series->data()->constEnd() - 1)->key, curve.end);
    }
}

void TestViewSearch::walkStandsInItsPlane()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    view.resize(1280, 800);
    const std::vector<BalanceStep>& walk = view.figures().walk();
    QVERIFY(walk.size() > 2);
    const Plot& plot = view.plotNow(SearchPlot::Walk);
    const auto placeOf = [&](const BalanceStep& step) { return plot.pixelOf({step.alphaTime, step.alphaMemory}); };
    for (std::size_t i = 0; i < walk.size(); ++i) {
        QVERIFY(plot.dataArea().contains(placeOf(walk[i])));
        for (std::size_t j = 0; j < i; ++j) {
            // More balance stands further right and further up.
            QCOMPARE(walk[i].alphaTime > walk[j].alphaTime, placeOf(walk[i]).x() > placeOf(walk[j]).x());
            QCOMPARE(walk[i].alphaMemory > walk[j].alphaMemory, placeOf(walk[i]).y() < placeOf(walk[j]).y());
        }
    }
    const QRectF strip = walkStrips(Theme(view.palette(), view.font()), plot.areaBelow()).plan;
    QVERIFY(view.rect().contains(strip.toRect()) && strip.top() > plot.dataArea().bottom());
    double right = 0;
    for (const QRectF& stage : chunksIn(strip, sizesOf(*fixture.document.plan()))) {
        QVERIFY(stage.left() >= right - 1e-9);
        right = stage.right();
    }
    QVERIFY(std::abs(right - strip.right()) < 1e-6);
}

void TestViewSearch::frontierRises()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    const MemoryFrontier& frontier = view.figures().frontier->frontier;
    QVERIFY(frontier.points.size() > 2);
    const QCPGraph* stairs = seriesOf(view.plotNow(SearchPlot::Frontier), QStringLiteral("best plan"));
    QVERIFY(stairs != nullptr);
    std::vector<QPointF> points;
    for (const FrontierPoint& point : frontier.points) {
        QVERIFY(points.empty() || point.throughput > points.back().y());
        points.emplace_back(static_cast<double>(point.budget), point.throughput);
    }
    QVERIFY(goesThrough(*stairs, points));
    QVERIFY(points.front().x() >= static_cast<double>(frontier.smallestBudget));
    // The plan is no better than the frontier at the budget that it needs.
    const Estimate& estimate = *fixture.document.estimate();
    const Bytes need = budgetFor(estimate.peakMemory, fixture.document.plan()->cluster);
    double best = 0;
    for (const FrontierPoint& point : frontier.points) {
        best = point.provenTo >= need && point.budget <= need ? point.throughput : best;
    }
    QVERIFY(best == 0 || estimate.throughput <= best * (1 + 1e-9));
}

void TestViewSearch::methodsAreOrdered()
{
    SearchFixture fixture;
    fixture.plan(t5(Method::DpPp));
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view, {900, 500});
    waitForStudy(view);
    const SearchFigures& figures = view.figures();
    const std::vector<int> order = methodOrder(figures);
    QCOMPARE(figures.methods->rows[static_cast<std::size_t>(order.front())].method, Method::Joint);
    double before = std::numeric_limits<double>::infinity();
    for (std::size_t place = 1; place < order.size(); ++place) {
        const MethodRow& row = figures.methods->rows[static_cast<std::size_t>(order[place])];
        const double throughput = row.result.plan ? row.result.estimate->throughput : 0;
        QVERIFY(throughput <= before);
        before = throughput;
        QVERIFY(row.result.plan || !missText(row).isEmpty());
    }
    // Where there is no room for all, the plan's own method is still there.
    const std::vector<PlotMark>& rows = view.plotNow(SearchPlot::Methods).marks();
    QVERIFY(!rows.empty() && rows.size() < order.size());
    QVERIFY(std::ranges::any_of(rows, [&](const PlotMark& mark) {
        const int index = order[static_cast<std::size_t>(mark.index)];
        return figures.methods->rows[static_cast<std::size_t>(index)].method == Method::DpPp;
    }));
}

/// What a method has that the space has not is said, and it is no measure of the others.
void TestViewSearch::whatLeavesTheSpaceIsMarked()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    const SearchFigures& figures = view.figures();
    const MethodRow* inside = figures.row(Method::Joint);
    QVERIFY(inside != nullptr && outsideOf(figures, *inside).isEmpty());
    MethodRow outside = *inside;
    outside.method = Method::Zero2;
    for (LayerStrategy& strategy : outside.result.plan->strategies) {
        strategy.zero = 2;
    }
    QCOMPARE(outsideOf(figures, outside), QStringList(QStringLiteral("ZeRO-2")));
    QVERIFY(outsideText(figures, outside).contains(QStringLiteral("ZeRO-2")));
    outside.result.plan->schedule.kind = ScheduleKind::GPipe;
    QCOMPARE(outsideOf(figures, outside).size(), outside.result.plan->pipeline() > 1 ? 2 : 1);
    // A faster one outside of the space leaves the optimum at 0.
    SearchFigures faster = figures;
    MethodStudy study = *figures.methods;
    Estimate twice = *inside->result.estimate;
    twice.throughput *= 2;
    outside.result.estimate = std::make_shared<const Estimate>(twice);
    std::erase_if(study.rows, [](const MethodRow& row) { return row.method == Method::Zero2; });
    study.rows.push_back(outside);
    faster.methods = std::make_shared<const MethodStudy>(study);
    QCOMPARE(behindBest(faster, *inside), behindBest(figures, *inside));
    QVERIFY(behindBest(faster, outside) > 0.9);
    const std::vector<int> order = methodOrder(faster);
    const auto place = std::ranges::find(order, static_cast<int>(study.rows.size()) - 1) - order.begin();
    QVERIFY(methodTip(faster, static_cast<int>(place)).contains(QStringLiteral("Outside of the searched space")));
}

void TestViewSearch::aFrontierPointAddsItsPlan()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    const FrontierPoint point = view.figures().frontier->frontier.points.front();
    QTest::mouseClick(&view, Qt::LeftButton, {}, middleOf(view, SearchPlot::Frontier, 0));
    QCOMPARE(fixture.session.count(), 2);
    const PlanDocument& added = fixture.session.at(1);
    QCOMPARE(fixture.session.currentRow(), 1);
    QCOMPARE(added.plan()->memoryBudget, point.budget);
    QVERIFY(added.estimate()->fits);
    QVERIFY(std::abs(added.estimate()->throughput / point.throughput - 1) < 1e-9);
    QVERIFY(added.search() && added.search()->request.method == Method::Joint);
    // The frontier is the same for every budget: it is not computed again.
    QVERIFY(view.figures().frontier->complete);
    waitForStudy(view);
    // The same point again is the same plan.
    QTest::mouseClick(&view, Qt::LeftButton, {}, middleOf(view, SearchPlot::Frontier, 0));
    QCOMPARE(fixture.session.count(), 2);
}

void TestViewSearch::aStepAddsItsPartition()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    const BalanceStep step = view.figures().walk().front();
    QTest::mouseClick(&view, Qt::LeftButton, {}, middleOf(view, SearchPlot::Walk, 0));
    QTRY_COMPARE(fixture.session.count(), 2);
    const PlanDocument& added = fixture.session.at(1);
    QCOMPARE(sizesOf(*added.plan()), step.sizes);
    QVERIFY(std::abs(added.estimate()->stepTime / step.stepTime - 1) < 1e-9);
    const BalanceDegrees degrees = degreesOf(*added.estimate());
    QVERIFY(std::abs(degrees.time - step.alphaTime) < 1e-9 && std::abs(degrees.memory - step.alphaMemory) < 1e-9);
    // The bound of the search holds for it.
    QVERIFY(added.search()->result.certificate.status == Certificate::Status::Gap);
    QVERIFY(added.search()->result.certificate.lowerBound <= added.estimate()->stepTime);
}

void TestViewSearch::aMethodAddsItsPlanByKeys()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    view.setFocus();
    for (int tab = 0; tab < 3; ++tab) {
        QTest::keyClick(&view, Qt::Key_Tab);
    }
    QCOMPARE(view.focusedPlot(), SearchPlot::Methods);
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.focusedMark(), 0);
    QVERIFY(view.accessibleDescription().contains(QStringLiteral("Joint")));
    // A method that found the plan of the session adds none.
    QTest::keyClick(&view, Qt::Key_Return);
    for (int mark = 1; mark < 5 && fixture.session.count() == 1; ++mark) {
        QTest::keyClick(&view, Qt::Key_Down);
        QTest::keyClick(&view, Qt::Key_Return);
    }
    QCOMPARE(fixture.session.count(), 2);
    const PlanDocument& added = fixture.session.at(1);
    QVERIFY(added.search() && added.search()->request.method != Method::Bmw);
    QVERIFY(!added.search()->result.incumbents.empty());
    // The scenario is the same: what was computed for it is still there.
    QVERIFY(!view.isWorking());
    QVERIFY(view.figures().methods->complete);
    // A method without a plan adds none.
    const auto& marks = view.plotNow(SearchPlot::Methods).marks();
    const auto without = std::ranges::find(marks, false, &PlotMark::adds) - marks.begin();
    QVERIFY(without < static_cast<std::ptrdiff_t>(marks.size()));
    QTest::mouseClick(&view, Qt::LeftButton, {},
                      middleOf(view, SearchPlot::Methods, static_cast<std::size_t>(without)));
    QCOMPARE(fixture.session.count(), 2);
}

/// The plot of methods has as many rows as there is room for.
void TestViewSearch::keysHoldInAPlotThatBecameSmaller()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view, {1280, 1000});
    waitForStudy(view);
    view.setFocus();
    for (int tab = 0; tab < 3; ++tab) {
        QTest::keyClick(&view, Qt::Key_Tab);
    }
    QTest::keyClick(&view, Qt::Key_End);
    const int last = view.focusedMark();
    view.resize(700, 420);
    const auto rows = static_cast<int>(view.plotNow(SearchPlot::Methods).marks().size());
    QVERIFY2(rows > 0 && last > rows, qPrintable(QStringLiteral("%1 of %2").arg(last).arg(rows)));
    QTest::keyClick(&view, Qt::Key_Up);
    QCOMPARE(view.focusedMark(), rows - 1);
    QVERIFY(!view.accessibleDescription().isEmpty());
}

void TestViewSearch::tabGoesFromPlotToPlot()
{
    SearchFixture fixture;
    fixture.plan(t5());
    QWidget window;
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background, &window);
    QPushButton after(&window);
    view.resize(1000, 700);
    window.resize(1000, 760);
    after.move(0, 710);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    waitForStudy(view);
    view.setFocus(Qt::TabFocusReason);
    for (const SearchPlot plot : {SearchPlot::Progress, SearchPlot::Walk, SearchPlot::Frontier, SearchPlot::Methods}) {
        QVERIFY(view.hasFocus());
        QCOMPARE(view.focusedPlot(), plot);
        QTest::keyClick(&view, Qt::Key_Tab);
    }
    QVERIFY(!view.hasFocus());
    view.setFocus(Qt::BacktabFocusReason);
    QTest::keyClick(&view, Qt::Key_Backtab);
    QCOMPARE(view.focusedPlot(), SearchPlot::Frontier);
    QTest::keyClick(&view, Qt::Key_End);
    const auto last = static_cast<int>(view.plotNow(SearchPlot::Frontier).marks().size()) - 1;
    QCOMPARE(view.focusedMark(), last);
    QTest::keyClick(&view, Qt::Key_Left);
    QCOMPARE(view.focusedMark(), last - 1);
    QTest::keyClick(&view, Qt::Key_Home);
    QCOMPARE(view.focusedMark(), 0);
    QTest::keyClick(&view, Qt::Key_Escape);
    QCOMPARE(view.focusedMark(), -1);
}

void TestViewSearch::aTitleShowsItsPlotAlone()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    const QRectF title = view.plotNow(SearchPlot::Frontier).titleArea();
    QTest::mouseClick(&view, Qt::LeftButton, {}, title.center().toPoint());
    QVERIFY(view.alone() == SearchPlot::Frontier);
    QVERIFY(view.plotNow(SearchPlot::Frontier).titleArea().width() > 1.8 * title.width());
    QVERIFY(!view.shows(SearchPlot::Methods));
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!view.alone());
    QTest::keyClick(&view, Qt::Key_Return);  // the plot that has the focus
    QVERIFY(view.alone() == SearchPlot::Frontier);
    QTest::keyClick(&view, Qt::Key_Escape);
    // Where there is no room for four there is one, and Tab brings the next.
    view.resize(320, 240);
    QVERIFY(view.shows(SearchPlot::Frontier) && !view.shows(SearchPlot::Walk));
    QTest::keyClick(&view, Qt::Key_Tab);
    QVERIFY(view.shows(SearchPlot::Methods) && !view.shows(SearchPlot::Frontier));
}

void TestViewSearch::aStripOfChunksSelectsTheirStages()
{
    SearchFigures figures;
    figures.plan = std::make_shared<const Plan>(chunkedPlan(ScheduleKind::ZbV, 4, 24, 8));
    const WalkStrips strips{QRectF(10, 10, 240, 12), {}};
    const auto chunks = chunksIn(strips.plan, sizesOf(*figures.plan));
    QCOMPARE(chunks.size(), std::size_t{8});
    const std::array stages{0, 1, 2, 3, 3, 2, 1, 0};
    for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
        QCOMPARE(stageAt(strips, *figures.plan, chunks[chunk].center()), stages[chunk]);
    }
    QCOMPARE(stageAt(strips, *figures.plan, {300, 15}), -1);
}

void TestViewSearch::thePlansStripSelectsStages()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    const Theme theme(view.palette(), view.font());
    const QRectF strip = walkStrips(theme, view.plotNow(SearchPlot::Walk).areaBelow()).plan;
    const auto stages = chunksIn(strip, sizesOf(*fixture.document.plan()));
    QTest::mouseClick(&view, Qt::LeftButton, {}, stages[1].center().toPoint());
    QCOMPARE(fixture.selection.current(), (Selection{.stage = 1}));
    waitForStudy(view);
    const QImage selected = pictureOf(view);
    fixture.selection.select({.stage = 0});
    QVERIFY(pictureOf(view) != selected);
}

void TestViewSearch::aPlanFromAFileCanBePlannedAgain()
{
    SearchFixture fixture;
    const Result<SearchResult> result = search(t5());
    QVERIFY(result && result->plan);
    fixture.session.add(*result->plan);
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    QVERIFY(!view.figures().hasHistory());
    QVERIFY(searchCurves(view.figures()).empty());
    auto* again = view.findChild<QPushButton*>(QStringLiteral("planAgain"));
    QVERIFY(again != nullptr && again->isVisible());
    SearchRequest asked;
    connect(&view, &SearchView::planRequested, &view, [&](const SearchRequest& request) { asked = request; });
    QTest::mouseClick(again, Qt::LeftButton);
    QCOMPARE(asked.model.name, result->plan->model.name);
    QCOMPARE(asked.memoryBudget, result->plan->memoryBudget);
    QVERIFY(asked.method == Method::Bmw);
    // BMW's walk comes from the methods.
    QTRY_VERIFY_WITH_TIMEOUT(!view.figures().walk().empty(), 60'000);
    QVERIFY(!view.figures().hasOwnWalk());
    fixture.plan(t5());
    QVERIFY(!again->isVisible());
}

void TestViewSearch::anotherPlanSupersedes()
{
    std::atomic<int> running = 0;
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(endless(running));
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    QTRY_COMPARE(running.load(), 1);
    SearchRequest other = t5();
    other.memoryBudget = 10 * GiB;
    fixture.plan(other);
    QVERIFY(view.isWorking());
    QTRY_COMPARE(running.load(), 1);  // the one before has wound down
    QVERIFY(view.figures().methods->rows.empty());
    QVERIFY(view.figures().request == other);
}

void TestViewSearch::whatIsKnownIsKept()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    const auto methods = view.figures().methods;
    SearchRequest other = t5();
    other.memoryBudget = 10 * GiB;
    fixture.plan(other);
    QVERIFY(view.figures().methods != methods);
    QVERIFY(view.isWorking());
    fixture.session.show(0);
    QVERIFY(!view.isWorking());
    QVERIFY(view.figures().methods == methods);
    // An edit by hand changes the plan and not what was asked.
    fixture.document.rename(QStringLiteral("another name"));
    QVERIFY(view.figures().methods == methods);
}

void TestViewSearch::stopsAndStartsByTheButton()
{
    std::atomic<int> running = 0;
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(endless(running));
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    auto* button = view.findChild<QToolButton*>(QStringLiteral("computeStudy"));
    QVERIFY(button != nullptr && button->isVisible());
    QTRY_COMPARE(running.load(), 1);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(!view.isWorking());
    QCOMPARE(running.load(), 0);
    view.hide();
    view.show();
    QVERIFY(!view.isWorking());  // the user stopped it
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(view.isWorking());
    // The planner goes first.
    view.setDimmed(true);
    QVERIFY(!view.isWorking());
    view.setDimmed(false);
    QVERIFY(view.isWorking());
}

/// Work that ends when it is stopped, and not before.
void TestViewSearch::quittingStopsTheWork()
{
    std::atomic<int> running = 0;
    {
        SearchFixture fixture;
        fixture.plan(t5());
        SearchStudy background(endless(running));
        SearchView view(&fixture.session, &fixture.selection, &background);
        present(view);
        QTRY_COMPARE(running.load(), 1);
    }
    QCOMPARE(running.load(), 0);
}

void TestViewSearch::saysWhyNothingCanBeComputed()
{
    StudyWork work;
    work.compare = [](const SearchRequest&, const std::vector<Contender>&, const std::stop_token&,
                      const std::function<void(const MethodRow&)>&) -> Result<std::vector<MethodRow>> {
        return badInput(Text("no such thing"), "schedule");
    };
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(work);
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    QTRY_VERIFY(!view.isWorking());
    QVERIFY(view.figures().problem.contains(QStringLiteral("no such thing")));
    QVERIFY(!view.figures().methods->complete);
    QVERIFY(colorCount(pictureOf(view)) > 8);
}

void TestViewSearch::tableHasEveryPoint()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    QAbstractItemModelTester tester(view.table(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    present(view);
    waitForStudy(view);
    const SearchFigures& figures = view.figures();
    const SearchResult& own = figures.record->result;
    const std::size_t rows = 1 + own.incumbents.size() + own.bounds.size() + 1 + own.walk.size() + 1 +
                             figures.frontier->frontier.points.size() + figures.methods->rows.size();
    QCOMPARE(static_cast<std::size_t>(view.table()->rowCount()), rows);
    const QString csv = tableToCsv(*view.table());
    QVERIFY(csv.startsWith(QStringLiteral("plot,what,search_s,global_batch,step_time_s,time_per_sample_s,")));
    QVERIFY(csv.contains(sizesText(own.walk.front().sizes)));
    view.setTableShown(true);
    QVERIFY(view.isTableShown());
}

void TestViewSearch::theWheelKeepsWhatIsUnderThePointer()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    for (const SearchPlot which : {SearchPlot::Progress, SearchPlot::Walk, SearchPlot::Frontier}) {
        const QRectF area = view.plotNow(which).dataArea();
        const QPointF place = area.topLeft() + QPointF(area.width() * 0.3, area.height() * 0.6);
        const auto under = [&] {
            const Plot& plot = view.plotNow(which);
            const QPointF own = place - plot.panel().topLeft();
            return QPointF(plot.xAxis->pixelToCoord(own.x()), plot.yAxis->pixelToCoord(own.y()));
        };
        const QPointF before = under();
        const QCPRange whole = view.plotNow(which).xAxis->range();
        const QImage unzoomed = pictureOf(view);
        turnWheel(view, place, 240);
        QVERIFY(view.plotNow(which).isZoomed());
        QVERIFY(view.plotNow(which).xAxis->range().size() < whole.size());
        // Axes make way for longer labels: a pixel or two.
        QVERIFY(std::abs(under().x() / before.x() - 1) < 0.02 && std::abs(under().y() / before.y() - 1) < 0.02);
        QVERIFY(pictureOf(view) != unzoomed);
        turnWheel(view, place, -1200);
        QVERIFY(!view.plotNow(which).isZoomed());
        QCOMPARE(view.plotNow(which).xAxis->range(), whole);
    }
    // Bars begin at zero: they do not zoom.
    turnWheel(view, view.plotNow(SearchPlot::Methods).dataArea().center(), 240);
    QVERIFY(!view.plotNow(SearchPlot::Methods).isZoomed());
}

/// An SVG file knows no clipping: lines must end at the axes by themselves.
void TestViewSearch::whatIsZoomedOutOfSightIsInNoFile()
{
    const QTemporaryDir folder;
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    for (const SearchPlot which : {SearchPlot::Progress, SearchPlot::Walk, SearchPlot::Frontier}) {
        turnWheel(view, view.plotNow(which).areaOf(0).center(), 3600);
        QVERIFY(view.plotNow(which).isZoomed());
    }
    const QString svg = QString::fromUtf8(svgOf(view, folder));
    static const QRegularExpression points(QStringLiteral("points=\"([^\"]*)\""));
    static const QRegularExpression numbers(QStringLiteral("[ ,]"));
    int seen = 0;
    for (const QRegularExpressionMatch& match : points.globalMatch(svg)) {
        for (const QString& number : match.captured(1).split(numbers, Qt::SkipEmptyParts)) {
            QVERIFY2(std::abs(number.toDouble()) < 2000, qPrintable(number));
            ++seen;
        }
    }
    QVERIFY(seen > 20);
}

void TestViewSearch::aDragPansAndABoxZooms()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    const auto plot = [&]() -> const Plot& { return view.plotNow(SearchPlot::Frontier); };
    const QRectF area = plot().dataArea();
    const QPoint from = (area.center() + QPointF(0, area.height() * 0.2)).toPoint();
    const QPoint to = from + QPoint(80, -60);
    QTest::mousePress(&view, Qt::LeftButton, Qt::ShiftModifier, from);
    QTest::mouseMove(&view, to);
    QTest::mouseRelease(&view, Qt::LeftButton, Qt::ShiftModifier, to);
    QVERIFY(plot().isZoomed());
    QCOMPARE(fixture.session.count(), 1);
    const QCPRange boxed = plot().xAxis->range();
    const QPoint middle = plot().dataArea().center().toPoint();
    QTest::mousePress(&view, Qt::LeftButton, {}, middle);
    QTest::mouseMove(&view, middle + QPoint(30, 10));
    QTest::mouseMove(&view, middle + QPoint(60, 20));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, middle + QPoint(60, 20));
    QVERIFY(plot().xAxis->range().lower < boxed.lower);
    QVERIFY(std::abs(plot().xAxis->range().size() / boxed.size() - 1) < 1e-6);
    // The zoom outlives a change of what is painted, and not one of the figures.
    view.resize(1200, 760);
    QVERIFY(plot().isZoomed());
    QTest::mouseDClick(&view, Qt::LeftButton, {}, plot().dataArea().center().toPoint());
    QVERIFY(!plot().isZoomed());
}

void TestViewSearch::aHiddenSeriesIsGone()
{
    const QTemporaryDir folder;
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    view.showAlone(SearchPlot::Progress);
    present(view);
    waitForStudy(view);
    const auto rival = [&] { return seriesOf(view.plotNow(SearchPlot::Progress), QStringLiteral("Joint optimum")); };
    QVERIFY(rival() != nullptr && rival()->visible());
    // Its curve and its sample in the legend; then the sample alone.
    const QByteArray stroke = "stroke=\"" + rival()->pen().color().name().toLatin1() + "\"";
    const auto lines = [&] { return svgOf(view, folder).count(stroke); };
    const auto before = lines();
    const QPoint entry = view.plotNow(SearchPlot::Progress).legendAreaOf(rival()).center().toPoint();
    QTest::mouseClick(&view, Qt::LeftButton, {}, entry);
    QVERIFY(!rival()->visible());
    QVERIFY2(lines() < before, qPrintable(QString::number(before)));
    QTest::mouseClick(&view, Qt::LeftButton, {}, entry);
    QVERIFY(rival()->visible());
    QCOMPARE(lines(), before);
}

void TestViewSearch::theReadoutSaysTheCurve()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    const Plot& plot = view.plotNow(SearchPlot::Frontier);
    const FrontierPoint& last = view.figures().frontier->frontier.points.back();
    // Right of the last step, on its level.
    const QPointF level = plot.pixelOf({static_cast<double>(last.budget), last.throughput});
    const QPoint place(qRound((level.x() + plot.dataArea().right()) / 2), qRound(level.y()) + 6);
    QTest::mouseMove(&view, place);
    QTRY_VERIFY2(view.readout().startsWith(QStringLiteral("best plan: ")), qPrintable(view.readout()));
    QVERIFY2(view.readout().contains(QString::fromStdString(formatNumber(last.throughput))),
             qPrintable(view.readout()));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&view, &leave);
    QVERIFY(view.readout().isEmpty());
    // By keys, too.
    view.setFocus();
    while (view.focusedPlot() != SearchPlot::Frontier) {
        QTest::keyClick(&view, Qt::Key_Tab);
    }
    QTest::keyClick(&view, Qt::Key_End);
    QVERIFY2(view.readout().contains(QString::fromStdString(formatNumber(last.throughput))),
             qPrintable(view.readout()));
}

void TestViewSearch::keysZoomAndReveal()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    view.setFocus();
    while (view.focusedPlot() != SearchPlot::Walk) {
        QTest::keyClick(&view, Qt::Key_Tab);
    }
    const auto plot = [&]() -> const Plot& { return view.plotNow(SearchPlot::Walk); };
    for (int press = 0; press < 5; ++press) {
        QTest::keyClick(&view, Qt::Key_Plus);
    }
    QVERIFY(plot().isZoomed());
    for (const auto key : {Qt::Key_Home, Qt::Key_Right, Qt::Key_End}) {
        QTest::keyClick(&view, key);
        QVERIFY(!plot().areaOf(static_cast<std::size_t>(view.focusedMark())).isEmpty());
    }
    QTest::keyClick(&view, Qt::Key_Minus);
    QTest::keyClick(&view, Qt::Key_0);
    QVERIFY(!plot().isZoomed());
}

void TestViewSearch::paintsEverySize()
{
    for (const bool known : {false, true}) {
        SearchFixture fixture;
        fixture.plan(t5());
        SearchStudy background(quickWork());
        SearchView view(&fixture.session, &fixture.selection, &background);
        if (known) {
            view.startWork();
            waitForStudy(view);
        }
        for (const QSize size : {QSize(320, 200), QSize(640, 420), QSize(2560, 1440)}) {
            view.resize(size);
            const QImage all = pictureOf(view);
            QVERIFY(colorCount(all) > 5);
            keep(all, QStringLiteral("search-%1").arg(size.width()), known);
            for (int plot = 0; plot < searchPlots; ++plot) {
                view.showAlone(static_cast<SearchPlot>(plot));
                const QImage picture = pictureOf(view);
                QVERIFY(colorCount(picture) > 2);
                keep(picture, QStringLiteral("search-%1-%2").arg(size.width()).arg(plot), known);
            }
            view.showAlone(std::nullopt);
        }
    }
    Workbench empty;
    SearchView view(&empty.session, &empty.selection, &empty.study);
    view.resize(640, 420);
    QVERIFY(colorCount(pictureOf(view)) > 1);
    QCOMPARE(view.table()->rowCount(), 0);
}

PGRAM_TEST(TestViewSearch)
#include "test_view_search.moc"
