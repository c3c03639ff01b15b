// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A measured run beside the shown plan: traces are read in the background, their tracks are below the predicted ones on
// one axis. A page shows where the difference comes from, and the run can be removed again.
#include "tests/pgram_test.h"
#include "tests/traces/written_pickle.h"
#include "tests/traces/written_trace.h"
#include "tests/widgets/fixtures/text.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/document/core_text.h"
#include "widgets/views/timeline/difference_picture.h"
#include "widgets/views/timeline/timeline_view.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QPushButton>
#include <QTabBar>
#include <QTemporaryDir>

#include <numeric>

using namespace pgram;
using namespace pgram::test;

namespace {

/// Returns a trace of two steps of `seconds` each, of a rank: forward, a gap of a fifth, backward, an all-reduce, the
/// optimizer.
std::string stepsOf(int rank, double seconds)
{
    WrittenTrace trace;
    const double unit = seconds * 1e5;  // a tenth of the step in microseconds
    for (int step = 0; step < 2; ++step) {
        const double t = 1000 + step * 10 * unit;
        trace.span(fmt::format("ProfilerStep#{}", step), t - 5, 10 * unit - 1);
        trace.kernel("gemm", t - 4, t, 3 * unit);
        trace.span("autograd::engine::evaluate_function: MmBackward0", t + 1, 9 * unit, 2);
        trace.kernel("gemm", t + 2, t + 5 * unit, 3 * unit, 2);
        trace.kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgs)", t + 3, t + 8 * unit, unit, 2, 20,
                     WrittenTrace::transfer("allreduce", 2, 1e6));
        trace.span("Optimizer.step#Adam.step", t + 4, 5, 3);
        trace.kernel("multi_tensor_apply_kernel", t + 5, t + 9 * unit, unit, 3);
    }
    return trace.text(rank);
}

/// Returns a snapshot of three steps of `seconds` each: 1 GiB stays, 2 GiB from a third of the step on, 1 GiB more from
/// a half to two thirds.
std::string memoryOf(int device, double seconds)
{
    WrittenSnapshot snapshot(std::llround(seconds * 1e6 / 6));
    snapshot.segment("segment_alloc", 8 * GiB);
    snapshot.allocate(GiB);
    for (int step = 0; step < 3; ++step) {
        const std::int64_t first = snapshot.allocate(2 * GiB);
        snapshot.release(snapshot.allocate(GiB));
        snapshot.release(first);
    }
    return PickleWriter::pickled(snapshot.snapshot(device));
}

double usedBetween(const MeasuredTrack& track, Seconds begin, Seconds end)
{
    double sum = 0;
    for (const StepSpan& span : track.rank().spans) {
        sum += std::max(0.0, std::min(end, span.end) - std::max(begin, span.start));
    }
    return sum;
}

}  // namespace

class TestMeasuredRun : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString written(const char* name, const std::string& content) const
    {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        const bool isOpen = file.open(QIODevice::WriteOnly);
        return isOpen && file.write(content.data(), static_cast<qint64>(content.size())) > 0 ? file.fileName()
                                                                                             : QString();
    }
    static void readAll(MeasuredRun& run, const QStringList& files)
    {
        for (const QString& file : files) {
            run.open(file);
        }
        QTRY_VERIFY(!run.isRunning());
    }
    static TimelineView* timelineOf(Workbench& bench)
    {
        return new TimelineView(&bench.document, &bench.selection, &bench.time, &bench.measured);
    }

private Q_SLOTS:
    void tracksShareTheAxis();
    void sumsAreThoseOfTheSpans();
    void differencesAreAPage();
    void ranksThatThePlanDoesNotHave();
    void filesAreReadInTurn();
    void brokenFilesAreRefused();
    void aStepFollowsThePlan();
    void memoryIsALineAndAPage();
    void snapshotsOfRanksThatThePlanDoesNotHave();
    void logsAreAPage();
    void aLogFollowsThePlan();
};

/// The measured step begins where the predicted one does, and the axis has room for the longer of the two.
void TestMeasuredRun::tracksShareTheAxis()
{
    ViewFixture fixture;
    const std::unique_ptr<TimelineView> view(timelineOf(fixture));
    present(*view);
    const double step = fixture.document.estimate()->timeline->makespan;
    QCOMPARE(fixture.time.limit(), step);
    readAll(fixture.measured, {written("long.json", stepsOf(0, 2 * step))});
    QCOMPARE(fixture.measured.measured().size(), std::size_t{1});
    const double length = fixture.measured.longestStep();
    QVERIFY(std::abs(length - 2 * step) < 1e-3 * step);
    QCOMPARE(fixture.time.limit(), length);
    const TimelineLayout layout = view->currentLayout();
    QCOMPARE(layout.end, length);
    const QRectF track = view->scene().areaOf({"measured", 0});
    QVERIFY(track.top() > layout.tracks.bottom());
    QCOMPARE(track.left(), layout.tracks.left());
    QCOMPARE(track.right(), layout.tracks.right());
    const QImage picture = pictureOf(*view);
    const Theme theme(view->palette(), view->font());
    const auto colorAt = [&](double tenths) {
        return picture.pixelColor(static_cast<int>(layout.x(length * tenths / 10)), static_cast<int>(track.top() + 6));
    };
    QCOMPARE(colorAt(1.5), theme.of(TimelineKind::Forward));
    QCOMPARE(colorAt(6.5), theme.of(TimelineKind::Backward));
    QCOMPARE(colorAt(9.5), theme.of(TimelineKind::Optimizer));
    view->findChild<QPushButton*>(text("removeMeasured"))->click();
    QCOMPARE(fixture.time.limit(), step);
    QVERIFY(view->scene().areaOf({"measured", 0}).isEmpty());
}

void TestMeasuredRun::sumsAreThoseOfTheSpans()
{
    MeasuredRank rank;
    rank.transfers.resize(1);
    Seconds now = 0;
    for (int i = 0; i < 1000; ++i) {
        const Seconds length = 1e-3 * (1 + i % 7);
        now += i % 3 == 0 ? 1e-3 : 0;
        const bool isTransfer = i % 5 == 0;
        rank.spans.push_back({now, now + length, isTransfer ? KernelKind::Transfer : KernelKind::Matrix,
                              i % 2 == 0 ? KernelPhase::Forward : KernelPhase::Backward, isTransfer ? 0 : -1});
        now += length;
    }
    rank.step.length = now;
    const MeasuredTrack track(std::make_shared<const MeasuredRank>(rank), {TrafficKind::Pipeline});
    for (const auto& [begin, end] : {std::pair{0.0, 1.0}, {0.1, 0.35}, {0.3517, 0.97}, {0.5, 0.5001}}) {
        const MeasuredTrack::Sums sums = track.between(begin * now, end * now);
        const double sum = std::accumulate(sums.begin(), sums.end(), 0.0);
        QVERIFY(std::abs(sum - usedBetween(track, begin * now, end * now)) < 1e-9);
    }
    QVERIFY(track.at(0.0) == nullptr);
    QVERIFY(track.at(1.5e-3)->transfer == 0);
    const std::size_t pipeline = MeasuredUse::transfers + static_cast<std::size_t>(TrafficKind::Pipeline);
    QCOMPARE(track.useOf(*track.at(1.5e-3)), pipeline);
    QVERIFY(track.between(0, now)[pipeline] > 0);
}

/// The largest difference is first, in the picture and in the table.
void TestMeasuredRun::differencesAreAPage()
{
    ViewFixture fixture;
    const std::unique_ptr<TimelineView> view(timelineOf(fixture));
    QAbstractItemModelTester tester(view->table());
    present(*view);
    auto* pages = view->findChild<QTabBar*>(text("timelinePages"));
    QVERIFY(!pages->isVisible());
    QCOMPARE(view->pageName(), text("timeline"));
    view->setOptions({{text("page"), text("difference")}});
    QCOMPARE(view->pageName(), text("timeline"));
    readAll(fixture.measured, {written("rank0.json", stepsOf(0, 3)), written("rank2.json", stepsOf(2, 4))});
    QVERIFY(pages->isVisible());
    QCOMPARE(view->pageName(), text("difference"));
    auto* ranks = view->findChild<QComboBox*>(text("measuredRank"));
    QVERIFY(ranks->isVisible());
    QCOMPARE(ranks->count(), 2);
    for (int chosen = 0; chosen < 2; ++chosen) {
        ranks->setCurrentIndex(chosen);
        Q_EMIT ranks->activated(chosen);
        const auto step = differenceOf(*fixture.document.plan(), *fixture.document.estimate(),
                                       *fixture.measured.measured()[static_cast<std::size_t>(chosen)].rank, {});
        QVERIFY(step);
        QCOMPARE(step->rank, chosen * 2);
        QCOMPARE(view->table()->rowCount(), static_cast<int>(step->parts.size()));
        const FigureContent& rows = view->table()->content();
        QCOMPARE(rows.columns[0].value(0).toString(), coreText(step->parts[0].name));
        double measured = 0;
        for (int row = 0; row < rows.rows; ++row) {
            measured += rows.columns[1].value(row).toDouble();
        }
        QVERIFY(std::abs(measured - step->measured) < 1e-9);
        const QRectF first = view->scene().areaOf({"part", 0});
        const QRectF second = view->scene().areaOf({"part", 1});
        QVERIFY(!first.isEmpty() && first.top() < second.top());
        QVERIFY(view->scene().texts().join(QChar::LineFeed).contains(percentText(step->matched)));
        QVERIFY(view->spoken({"part", 0}).contains(coreText(step->parts[0].name)));
    }
    pages->setCurrentIndex(0);
    QCOMPARE(view->scene().refs("measured").size(), std::size_t{2});
    QVERIFY(!ranks->isVisible());
}

void TestMeasuredRun::ranksThatThePlanDoesNotHave()
{
    ViewFixture fixture;
    const std::unique_ptr<TimelineView> view(timelineOf(fixture));
    present(*view);
    readAll(fixture.measured, {written("rank99.json", stepsOf(99, 1))});
    const QString texts = view->scene().texts().join(QChar::LineFeed);
    QVERIFY2(texts.contains(text("rank 99 is not one of the 8 devices")), qPrintable(texts));
    QVERIFY(!view->scene().areaOf({"measured", 0}).isEmpty());
    view->findChild<QTabBar*>(text("timelinePages"))->setCurrentIndex(1);
    QVERIFY(view->scene().texts().join(QChar::LineFeed).contains(text("rank 99")));
    QCOMPARE(view->table()->rowCount(), 0);
}

/// A second opening of the same file replaces its ranks, and a stopped reading leaves what was read.
void TestMeasuredRun::filesAreReadInTurn()
{
    MeasuredRun run;
    const QString one = written("one.json", stepsOf(1, 1));
    const QString two = written("two.json", stepsOf(0, 1));
    readAll(run, {one, two, one});
    QCOMPARE(run.measured().size(), std::size_t{2});
    QCOMPARE(run.measured().front().rank->rank, 0);
    written("one.json", stepsOf(1, 5));
    readAll(run, {one});
    QCOMPARE(run.measured().size(), std::size_t{2});
    QVERIFY(std::abs(run.longestStep() - 5) < 0.01);
    run.open(two);
    run.cancel();
    QVERIFY(!run.isRunning() && run.reading().isEmpty());
    QCOMPARE(run.measured().size(), std::size_t{2});
    run.clear();
    QVERIFY(run.measured().empty());
    QCOMPARE(run.longestStep(), 0.0);
}

void TestMeasuredRun::brokenFilesAreRefused()
{
    MeasuredRun run;
    QStringList refusals;
    connect(&run, &MeasuredRun::failed, &run, [&](const Error& error) { refusals.append(qs(error.text())); });
    readAll(run, {written("broken.json", R"({"traceEvents": [)"), written("good.json", stepsOf(0, 1))});
    QCOMPARE(refusals.size(), 1);
    QVERIFY(refusals.front().contains(text("broken.json")) && refusals.front().contains(text("at byte")));
    QCOMPARE(run.measured().size(), std::size_t{1});
}

/// Another plan, or an edit of this one, is compared anew.
void TestMeasuredRun::aStepFollowsThePlan()
{
    ViewFixture fixture;
    const std::unique_ptr<TimelineView> view(timelineOf(fixture));
    present(*view);
    readAll(fixture.measured, {written("rank1.json", stepsOf(1, 1))});
    const auto said = [&] { return view->scene().texts().join(QChar::LineFeed); };
    const QString before = said();
    fixture.document.setGlobalBatch(fixture.document.plan()->training.globalBatch * 2);
    QVERIFY(said() != before);
    fixture.document.show(nullptr);
    QCOMPARE(view->table()->rowCount(), 0);
    fixture.session.add(samplePlan(2, 8, 4));
    QVERIFY(!view->scene().areaOf({"measured", 0}).isEmpty());
}

/// Memory has no track, but a line on the curve of its stage, on the same axis, and a page of figures.
void TestMeasuredRun::memoryIsALineAndAPage()
{
    ViewFixture fixture;
    const std::unique_ptr<TimelineView> view(timelineOf(fixture));
    present(*view);
    fixture.selection.select({.stage = 0});
    const Estimate& figures = *fixture.document.estimate();
    const double step = figures.timeline->makespan;
    const QImage before = pictureOf(*view);
    readAll(fixture.measured, {written("memory.pickle", memoryOf(0, step))});
    QVERIFY(view->scene().areaOf({"measured", 0}).isEmpty());
    QVERIFY(std::abs(fixture.time.limit() - step) < 1e-4 * step);
    const QRectF area = view->scene().areaOf({"memory", 0});
    QVERIFY(area.height() > 10);
    const auto measured = std::make_shared<const MeasuredMemory>(*fixture.measured.measured()[0].rank->memory);
    const MemoryCurve curve = memoryCurveOf(figures, 0, 0, step, {{std::size_t{0}, measured}});
    const QImage picture = pictureOf(*view);
    const Theme theme(view->palette(), view->font());
    const auto isLine = [&](double moment, Bytes bytes) {
        const double share = static_cast<double>(bytes + figures.stages[0].memory.context) / curve.scale;
        const int x = static_cast<int>(view->currentLayout().x(step * moment));
        const int y = static_cast<int>(area.bottom() - area.height() * share);
        for (int row = y - 2; row <= y + 2; ++row) {
            if (picture.pixelColor(x, row) == theme.text && before.pixelColor(x, row) != theme.text) {
                return true;
            }
        }
        return false;
    };
    QVERIFY(isLine(0.15, GiB) && isLine(0.42, 3 * GiB) && isLine(0.58, 4 * GiB) && isLine(0.9, 3 * GiB));
    QVERIFY(!isLine(0.42, 4 * GiB));
    QVERIFY(view->spoken({"memory", 0}).contains(bytesText(4 * GiB)));
    view->findChild<QTabBar*>(text("timelinePages"))->setCurrentIndex(1);
    QCOMPARE(view->table()->rowCount(), 12);
    QCOMPARE(view->table()->content().columns[1].value(0).toLongLong(), 4 * GiB);
    QCOMPARE(view->table()->content().columns[1].value(11).toLongLong(), 3 * GiB);
    const QString said = view->scene().texts().join(QChar::LineFeed);
    QVERIFY2(said.contains(text("peak in tensors, in a step")) && said.contains(text("eighth 8")), qPrintable(said));
    QVERIFY(view->spoken({"part", 1}).contains(bytesText(GiB)));
    readAll(fixture.measured, {written("rank0.json", stepsOf(0, step))});
    auto* ranks = view->findChild<QComboBox*>(text("measuredRank"));
    QCOMPARE(ranks->count(), 2);
    QCOMPARE(ranks->itemText(0), text("Rank 0: rank0.json"));
    QCOMPARE(ranks->itemText(1), text("Memory of Rank 0: memory.pickle"));
}

void TestMeasuredRun::snapshotsOfRanksThatThePlanDoesNotHave()
{
    ViewFixture fixture;
    const std::unique_ptr<TimelineView> view(timelineOf(fixture));
    present(*view);
    readAll(fixture.measured, {written("far.pickle", memoryOf(99, 1))});
    view->findChild<QTabBar*>(text("timelinePages"))->setCurrentIndex(1);
    QVERIFY(view->scene().texts().join(QChar::LineFeed).contains(text("rank 99 is not one of the 8 devices")));
    QCOMPARE(view->table()->rowCount(), 0);
}

/// A log has no track: its page comes to the front, with a chart and a row for each step.
void TestMeasuredRun::logsAreAPage()
{
    ViewFixture fixture;
    const std::unique_ptr<TimelineView> view(timelineOf(fixture));
    present(*view);
    const double step = fixture.document.estimate()->stepTime;
    std::string log = "DeepSpeed: MaxMemAllocated=2.5GB\n";
    for (const double share : {40.0, 1.4, 1.5, 1.1, 1.2, 1.3}) {
        log += fmt::format("step 1: loss 1, seconds of the step: {:.9f}\n", share * step);
    }
    readAll(fixture.measured, {written("train.log", log)});
    QCOMPARE(view->pageName(), text("difference"));
    const auto said = [&] { return view->scene().texts().join(QChar::LineFeed); };
    QVERIFY2(said().contains(text("A step took %1, 20.0 % longer than predicted").arg(secondsText(1.2 * step))),
             qPrintable(said()));
    QVERIFY2(said().contains(text("at most: 2.50 GiB measured")), qPrintable(said()));
    QCOMPARE(view->table()->rowCount(), 6);
    const FigureContent& rows = view->table()->content();
    QCOMPARE(rows.columns.size(), std::size_t{4});
    QVERIFY(std::abs(rows.columns[1].value(2).toDouble() - 1.5 * step) < 1e-6 * step);
    QVERIFY(std::abs(rows.columns[3].value(2).toDouble() - 0.5 * step) < 1e-6 * step);
    QVERIFY(view->spoken({"part", 2}).contains(text("Step 3")));
    // The first step is far above the chart, and the others share its height.
    const QRectF first = view->scene().areaOf({"part", 0});
    const QRectF last = view->scene().areaOf({"part", 5});
    QVERIFY(first.height() > 50 && first.left() < last.left());
    QCOMPARE(view->scene().at(QPointF(last.center().x() - 3, last.center().y())).index, 5);
    view->findChild<QTabBar*>(text("timelinePages"))->setCurrentIndex(0);
    QVERIFY(view->scene().areaOf({"measured", 0}).isEmpty());
    QCOMPARE(fixture.time.limit(), fixture.document.estimate()->timeline->makespan);
    readAll(fixture.measured, {written("rank0.json", stepsOf(0, step))});
    auto* ranks = view->findChild<QComboBox*>(text("measuredRank"));
    QCOMPARE(ranks->itemText(0), text("Rank 0: rank0.json"));
    QCOMPARE(ranks->itemText(1), text("Log: train.log"));
    QCOMPARE(fixture.measured.files().size(), 2);
}

/// Rates become seconds by the batch of the shown plan. A log of one step has a chart as well.
void TestMeasuredRun::aLogFollowsThePlan()
{
    ViewFixture fixture;
    const std::unique_ptr<TimelineView> view(timelineOf(fixture));
    present(*view);
    readAll(fixture.measured, {written("one.log", "CurrSamplesPerSec=0.5\n")});
    const auto measured = [&] { return view->table()->content().columns[1].value(0).toDouble(); };
    const auto batch = [&] { return static_cast<double>(fixture.document.plan()->training.globalBatch); };
    QCOMPARE(measured(), 2 * batch());
    QVERIFY(!pictureOf(*view).isNull());
    fixture.document.setGlobalBatch(fixture.document.plan()->training.globalBatch * 2);
    QCOMPARE(measured(), 2 * batch());
    fixture.document.show(nullptr);
    QCOMPARE(view->table()->rowCount(), 0);
}

PGRAM_TEST(TestMeasuredRun)
#include "test_measured_run.moc"
