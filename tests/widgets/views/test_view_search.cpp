// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Search view: figures arrive in the background and say what the core says, points stand where their figures are,
// and another plan supersedes what was computed for the one before.

#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/search_fixture.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/search/search_plots.h"
#include "widgets/views/search/search_view.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QPushButton>
#include <QRegularExpression>
#include <QToolButton>

#include <atomic>
#include <thread>

using namespace pgram;

namespace {

/// Whether a graph goes through these points, in this order.
bool goesThrough(const QCPGraph& graph, const std::vector<QPointF>& points)
{
    std::size_t next = 0;
    for (const QCPGraphData& data : *graph.data()) {
        next += next < points.size() && data.key == points[next].x() && data.value == points[next].y() ? 1 : 0;
    }
    return next == points.size();
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

QStringList boldTexts(SearchView& view)
{
    static const QRegularExpression each(
        QStringLiteral("<text[^>]* font-weight=\"([6-9]00)\"[^>]*>\\s*([^<]*?)\\s*</text>"));
    QStringList texts;
    const QString picture = QString::fromUtf8(view.svgPicture({1280, 800}));
    for (auto found = each.globalMatch(picture); found.hasNext();) {
        texts.append(found.next().captured(2));
    }
    return texts;
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
    void methodsAreOrdered();
    void whatLeavesTheSpaceIsMarked();
    void aPlanFromAFileCanBePlannedAgain();
    void anotherPlanSupersedes();
    void whatIsKnownIsKept();
    void stopsAndStartsByTheButton();
    void quittingStopsTheWork();
    void nothingLargeBeginsUnasked();
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
    QVERIFY(figures.methods->complete && !figures.running);
    QCOMPARE(figures.methods->rows.size(), everyContender().size() - 1);
    const MethodRow* joint = figures.row(Method::Joint);
    QVERIFY(joint != nullptr && joint->result.certificate.status == Certificate::Status::Gap);
    for (const MethodRow& row : figures.methods->rows) {
        QVERIFY(!row.result.plan || !outsideOf(figures, row).isEmpty() || behindBest(figures, row) <= 1e-9);
    }
    QVERIFY(colorCount(pictureOf(view)) > 20);
    // No plan, whether its hosts are known or not: nothing to open, and nothing that the best of the space is held
    // against.
    const auto hosted = std::ranges::find_if(figures.methods->rows, &MethodRow::asksForHosted);
    QVERIFY(hosted != figures.methods->rows.end() && !hosted->result.plan);
    const std::vector<int> order = methodOrder(figures);
    const auto place = std::ranges::find(order, hosted - figures.methods->rows.begin()) - order.begin();
    QVERIFY(methodTip(figures, static_cast<int>(place)).contains(titleOf(*hosted)));
    QCOMPARE(outsideOf(figures, *hosted).isEmpty(), !hosted->hosted);
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

/// A plan from a file has no search that says how long others take.
void TestViewSearch::nothingLargeBeginsUnasked()
{
    for (const auto& [stages, begins] : {std::pair{4, true}, std::pair{64, false}}) {
        ViewFixture fixture(stages, 64, 64);
        std::atomic<int> running = 0;
        SearchStudy background(endless(running));
        SearchView view(&fixture.session, &fixture.selection, &background);
        present(view);
        QCOMPARE(background.isRunning(), begins);
        // It begins by the button.
        if (!begins) {
            QTest::mouseClick(view.findChild<QToolButton*>(QStringLiteral("computeStudy")), Qt::LeftButton);
            QVERIFY(background.isRunning());
        }
        background.drop();
    }
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
    QTRY_VERIFY(!view.figures().walk().empty());
    QVERIFY(!view.figures().hasOwnWalk());
    // No method made it: none is marked as its own.
    view.showAlone(SearchPlot::Methods);
    waitForStudy(view);
    QVERIFY(!boldTexts(view).contains(methodTitle(Method::Bmw)));
    fixture.plan(t5());
    waitForStudy(view);
    QVERIFY(boldTexts(view).contains(methodTitle(Method::Bmw)));
    view.showAlone(std::nullopt);
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
    QVERIFY(figures.learned() != nullptr && figures.learned()->seeds.size() == 3);
    const auto& seeds = figures.learned()->seeds;
    const std::size_t learned = seeds[0].size() + seeds[1].size() + seeds[2].size();
    const std::size_t rows =
        1 + learned + own.incumbents.size() + own.bounds.size() + 1 + own.walk.size() + figures.methods->rows.size();
    QCOMPARE(static_cast<std::size_t>(view.table()->rowCount()), rows);
    const QString csv = tableToCsv(*view.table());
    QVERIFY(csv.startsWith(QStringLiteral("plot,what,search_s,plans_scored,global_batch,step_time_s,")));
    QVERIFY(csv.contains(sizesText(own.walk.front().sizes)));
    view.setTableShown(true);
    QVERIFY(view.isTableShown());
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
