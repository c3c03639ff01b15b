// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Study view with a million rows at 1920 × 1080: reading the file, a filter, a range that is drawn on an axis,
// frames while the table is scrolled and the pictures are pointed at, and the memory of the process.
// `bench_window_study [ROWS]`: another number of rows.
#include "core/base/json.h"
#include "tests/bench/frames.h"
#include "tests/places.h"
#include "widgets/views/study/study_view.h"

#include <QMouseEvent>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>

#include <fmt/format.h>
#include <random>
#include <unistd.h>

using namespace pgram;

namespace {

constexpr std::int64_t usualRows = 1'000'000;
constexpr double openBudget = 20;
constexpr double filterBudget = 0.2;
constexpr double rangeBudget = 0.2;
constexpr double memoryBudget = 1024;  ///< MiB
constexpr int fewestFrames = 40;

std::size_t indexOf(std::string_view name)
{
    const auto columns = studyColumns();
    return static_cast<std::size_t>(std::ranges::find(columns, name, &StudyColumn::name) - columns.begin());
}

/// Writes results as a study of four members has them, with plans of a usual length.
void writeResults(const std::filesystem::path& file, std::int64_t rows)
{
    Study study;
    study.name = study.title = "million";
    const auto axis = [&](const char* member, int values, auto valueOf) {
        StudyAxis made{member, {}};
        for (int i = 0; i < values; ++i) {
            made.values.emplace_back(valueOf(i));
        }
        study.grid.push_back(std::move(made));
    };
    axis("model", 10, [](int i) { return fmt::format("model-{}", i); });
    axis("method", 10, [](int i) { return fmt::format("method-{}", i); });
    axis("nodes", 100, [](int i) { return i + 1; });
    axis("memory_budget_bytes", static_cast<int>((rows + 9999) / 10'000),
         [](int i) { return (std::int64_t{i} + 8) << 28; });
    Result<StudyResults> results = StudyResults::openToWrite(file, study);
    std::mt19937 random(1);
    std::uniform_real_distribution<double> share(0, 1);
    const std::string plan(500, 'p');
    std::vector<StudyRow> batch;
    for (std::int64_t id = 0; id < rows; ++id) {
        StudyRow row{id, dumped(study.membersOf(id)), std::vector<Json>(studyColumns().size())};
        const auto set = [&](const char* name, Json value) { row.values[indexOf(name)] = std::move(value); };
        const double speed = (1 + static_cast<double>(id % 97)) * (1 + share(random));
        set("status", "optimal");
        set("step_s", 64 / speed);
        set("samples_per_s", speed);
        set("tokens_per_device_s", 512 * speed);
        set("mfu", 0.6 * share(random));
        set("lower_bound_s", 63 / speed);
        set("gap", 0.01 * share(random));
        set("memory_bytes",
            static_cast<std::int64_t>((4 + 76 * share(random) * share(random)) * static_cast<double>(GiB)));
        set("budget_bytes", std::int64_t{80} * GiB);
        set("bubble_share", 0.3 * share(random));
        set("devices", 8 * (1 + id % 100));
        set("batch", 64);
        set("stages", 1 + id % 16);
        set("microbatches", 1 + id % 64);
        set("schedule", "1f1b");
        set("tasks", 100);
        set("plan", plan);
        set("version", "0.2.0");
        set("search_s", share(random));
        batch.push_back(std::move(row));
        if (batch.size() == 50'000 || id + 1 == rows) {
            if (!results || !results->add(batch)) {
                std::fputs("the results cannot be written\n", stderr);
                std::exit(2);
            }
            batch.clear();
        }
    }
}

/// Returns the memory of the process in MiB.
double residentMiB()
{
    long pages = 0;
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
        long size = 0;
        (void)!std::fscanf(file, "%ld %ld", &size, &pages);
        std::fclose(file);
    }
    return static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE)) / static_cast<double>(MiB);
}

void point(QWidget& widget, const QPointF& place)
{
    QMouseEvent event(QEvent::MouseMove, place, widget.mapToGlobal(place), Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(&widget, &event);
}

bench::Timing once(double seconds)
{
    return {seconds, seconds, 1};
}

int reportMemory(const char* name)
{
    const double now = residentMiB();
    std::printf(R"({"bench": "%s", "mib": %.0f, "budget_mib": %g, "within": %s})"
                "\n",
                name, now, memoryBudget, now <= memoryBudget ? "true" : "false");
    return now <= memoryBudget ? 0 : 1;
}

/// Moves the pointer through an area, and measures the frames.
int pointAcross(StudyView& view, const QRectF& area, const char* name)
{
    bench::Frames frames;
    constexpr int steps = 120;
    for (int step = 0; step < steps; ++step) {
        const QPointF share(step / static_cast<double>(steps), 0.5 + 0.4 * std::sin(step));
        frames.add([&] { point(view, area.topLeft() + QPointF(share.x() * area.width(), share.y() * area.height())); });
    }
    return frames.report(name, bench::frameMedian, bench::frameWorst, fewestFrames);
}

int scroll(StudyView& view)
{
    auto* table = view.findChild<QTableView*>(QStringLiteral("studyTable"));
    bench::Frames frames;
    for (int step = 0; step < 100; ++step) {
        frames.add([&] { table->verticalScrollBar()->setValue(step * table->verticalScrollBar()->maximum() / 100); });
    }
    return frames.report("frames-study-scroll", bench::frameMedian, bench::frameWorst, fewestFrames);
}

}  // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const QTemporaryDir folder;
    const std::int64_t rows = argc > 1 ? std::max(1LL, std::atoll(argv[1])) : usualRows;
    const std::string file = folder.filePath(QStringLiteral("million.sqlite")).toStdString();
    writeResults(file, rows);

    Workbench bench{PresetStore(presetsFolder())};
    StudyView view(&bench);
    view.resize(1920, 1080);
    view.show();
    bench::settle();
    const double opened = bench::secondsOf([&] {
        if (!bench.results.open(QString::fromStdString(file))) {
            std::exit(2);
        }
        while (view.isWorking()) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 1);
        }
    });
    int missed =
        bench::report("study-open", once(opened), openBudget, fmt::format(R"("rows": {})", view.rows().rows().size()));
    bench::waitFor(view);

    const char* filters[] = {"model = model-3 and step_s < 2 s", "step_s < 1 s or not (mfu > 30 % and stages <= 8)",
                             ""};
    double slowest = 0;
    for (const char* filter : filters) {
        slowest = std::max(slowest, bench::secondsOf([&] { view.setFilter(QString::fromLatin1(filter)); }));
        bench::waitFor(view);
    }
    missed |= bench::report("study-filter", once(slowest), filterBudget);
    const Coordinate& axis = view.axes().back();
    const double ranged = bench::secondsOf([&] {
        view.setRange(static_cast<int>(view.axes().size()) - 1,
                      ColumnRange{axis.column, axis.valueAt(0.3), axis.valueAt(0.6)});
        QCoreApplication::processEvents();
    });
    missed |= bench::report("study-range", once(ranged), rangeBudget);
    bench::waitFor(view);

    missed |= scroll(view);
    missed |= pointAcross(view, view.plotNow(0).dataArea(), "frames-study-points");
    missed |= pointAcross(view, view.coordinatesNow().lines, "frames-study-coordinates");
    return missed | reportMemory("study-memory");
}
