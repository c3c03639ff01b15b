// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Search view under mouse and keys: zoom, legend and readout, and the plans that its marks open.

#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/search_fixture.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/document/texts.h"
#include "widgets/views/search/search_plots.h"
#include "widgets/views/search/search_view.h"

#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QToolButton>

using namespace pgram;

namespace {

QByteArray svgOf(View& view, const QTemporaryDir& folder)
{
    const QString file = folder.filePath(QStringLiteral("view.svg"));
    QFile written(file);
    return view.exportPicture(file).isEmpty() && written.open(QIODevice::ReadOnly) ? written.readAll() : QByteArray();
}

}  // namespace

class TestSearchInput : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aStepAddsItsPartition();
    void aMethodAddsItsPlanByKeys();
    void keysHoldInAPlotThatBecameSmaller();
    void tabGoesFromPlotToPlot();
    void aTitleShowsItsPlotAlone();
    void theWalkIsShownOnDemand();
    void aStripOfChunksSelectsTheirStages();
    void thePlansStripSelectsStages();
    void theWheelKeepsWhatIsUnderThePointer();
    void whatIsZoomedOutOfSightIsInNoFile();
    void aDragPansAndABoxZooms();
    void aHiddenSeriesIsGone();
    void theReadoutSaysTheCurve();
    void keysZoomAndReveal();
};

void TestSearchInput::aStepAddsItsPartition()
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

void TestSearchInput::aMethodAddsItsPlanByKeys()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Tab);
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
void TestSearchInput::keysHoldInAPlotThatBecameSmaller()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view, {1280, 1000});
    waitForStudy(view);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Tab);
    QTest::keyClick(&view, Qt::Key_End);
    const int last = view.focusedMark();
    view.resize(700, 420);
    const auto rows = static_cast<int>(view.plotNow(SearchPlot::Methods).marks().size());
    QVERIFY2(rows > 0 && last > rows, qPrintable(QStringLiteral("%1 of %2").arg(last).arg(rows)));
    QTest::keyClick(&view, Qt::Key_Up);
    QCOMPARE(view.focusedMark(), rows - 1);
    QVERIFY(!view.accessibleDescription().isEmpty());
}

void TestSearchInput::tabGoesFromPlotToPlot()
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
    for (const SearchPlot plot : {SearchPlot::Progress, SearchPlot::Methods, SearchPlot::Walk}) {
        QVERIFY(view.hasFocus());
        QCOMPARE(view.focusedPlot(), plot);
        QTest::keyClick(&view, Qt::Key_Tab);
    }
    QVERIFY(!view.hasFocus());
    view.setFocus(Qt::BacktabFocusReason);
    QTest::keyClick(&view, Qt::Key_Backtab);
    QCOMPARE(view.focusedPlot(), SearchPlot::Methods);
    QTest::keyClick(&view, Qt::Key_End);
    const auto last = static_cast<int>(view.plotNow(SearchPlot::Methods).marks().size()) - 1;
    QCOMPARE(view.focusedMark(), last);
    QTest::keyClick(&view, Qt::Key_Left);
    QCOMPARE(view.focusedMark(), last - 1);
    QTest::keyClick(&view, Qt::Key_Home);
    QCOMPARE(view.focusedMark(), 0);
    QTest::keyClick(&view, Qt::Key_Escape);
    QCOMPARE(view.focusedMark(), -1);
}

void TestSearchInput::aTitleShowsItsPlotAlone()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    const QRectF title = view.plotNow(SearchPlot::Walk).titleArea();
    QTest::mouseClick(&view, Qt::LeftButton, {}, title.center().toPoint());
    QVERIFY(view.alone() == SearchPlot::Walk);
    QVERIFY(view.plotNow(SearchPlot::Walk).titleArea().width() > 1.8 * title.width());
    QVERIFY(!view.shows(SearchPlot::Methods));
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!view.alone());
    QTest::keyClick(&view, Qt::Key_Return);  // the plot that has the focus
    QVERIFY(view.alone() == SearchPlot::Walk);
    QTest::keyClick(&view, Qt::Key_Escape);
    // A small view shows one plot, and Tab brings the next.
    view.resize(320, 240);
    QVERIFY(view.shows(SearchPlot::Walk) && !view.shows(SearchPlot::Methods));
    QTest::keyClick(&view, Qt::Key_Backtab);
    QVERIFY(view.shows(SearchPlot::Methods) && !view.shows(SearchPlot::Walk));
}

/// The walk of a plan that another method found is shown on demand.
void TestSearchInput::theWalkIsShownOnDemand()
{
    SearchFixture fixture;
    fixture.plan(t5(Method::Joint));
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    QVERIFY(!view.shows(SearchPlot::Walk) && view.shows(SearchPlot::Progress) && view.shows(SearchPlot::Methods));
    auto* button = view.findChild<QToolButton*>(QStringLiteral("showWalk"));
    QVERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(view.shows(SearchPlot::Walk) && !view.figures().walk().empty());
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(!view.shows(SearchPlot::Walk) && !view.alone());
}

void TestSearchInput::aStripOfChunksSelectsTheirStages()
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

void TestSearchInput::thePlansStripSelectsStages()
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

void TestSearchInput::theWheelKeepsWhatIsUnderThePointer()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    for (const SearchPlot which : {SearchPlot::Progress, SearchPlot::Walk}) {
        const QRectF area = view.plotNow(which).dataArea();
        const QPointF place = area.topLeft() + QPointF(area.width() * 0.3, area.height() * 0.6);
        const auto own = [&] { return place - view.plotNow(which).panel().topLeft(); };
        const double x = view.plotNow(which).xAxis->pixelToCoord(own().x());
        const double y = view.plotNow(which).yAxis->pixelToCoord(own().y());
        const QCPRange whole = view.plotNow(which).xAxis->range();
        const QImage unzoomed = pictureOf(view);
        turnWheel(view, place, 240);
        QVERIFY(view.plotNow(which).isZoomed());
        QVERIFY(view.plotNow(which).xAxis->range().size() < whole.size());
        // Axes make way for longer labels: some pixels, whatever the values are.
        const Plot& plot = view.plotNow(which);
        const QPointF kept(plot.xAxis->coordToPixel(x), plot.yAxis->coordToPixel(y));
        const double moved = (kept - own()).manhattanLength();
        QVERIFY2(moved < Theme(view.palette(), view.font()).lineHeight, qPrintable(QString::number(moved)));
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
void TestSearchInput::whatIsZoomedOutOfSightIsInNoFile()
{
    const QTemporaryDir folder;
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    for (const SearchPlot which : {SearchPlot::Progress, SearchPlot::Walk}) {
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

void TestSearchInput::aDragPansAndABoxZooms()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    const auto plot = [&]() -> const Plot& { return view.plotNow(SearchPlot::Walk); };
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

void TestSearchInput::aHiddenSeriesIsGone()
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

void TestSearchInput::theReadoutSaysTheCurve()
{
    SearchFixture fixture;
    fixture.plan(t5());
    SearchStudy background(quickWork());
    SearchView view(&fixture.session, &fixture.selection, &background);
    present(view);
    waitForStudy(view);
    const Plot& plot = view.plotNow(SearchPlot::Progress);
    const SearchCurve best = searchCurves(view.figures()).front();
    const QString rate = secondsText(best.points.back().y());
    // Right of the last step, on its level.
    const QPointF level = plot.pixelOf(best.points.back());
    const QPointF end = plot.pixelOf({best.end, best.points.back().y()});
    const QPoint place(qCeil((level.x() + end.x()) / 2), qRound(level.y()) + 6);
    QTest::mouseMove(&view, place);
    QTRY_VERIFY2(view.readout().startsWith(best.name), qPrintable(view.readout()));
    QVERIFY2(view.readout().contains(rate), qPrintable(view.readout()));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&view, &leave);
    QVERIFY(view.readout().isEmpty());
    // By keys, too.
    view.setFocus();
    while (view.focusedPlot() != SearchPlot::Progress) {
        QTest::keyClick(&view, Qt::Key_Tab);
    }
    QTest::keyClick(&view, Qt::Key_End);
    QVERIFY2(view.readout().contains(rate), qPrintable(view.readout()));
}

void TestSearchInput::keysZoomAndReveal()
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

PGRAM_TEST(TestSearchInput)
#include "test_search_input.moc"
