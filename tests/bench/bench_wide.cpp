// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The exact search over many dimensions at once, up to all that need no host memory. `bench_wide [PART...]` runs the
// rows whose names have one of these parts; `--before=PGRAM` asks the command line of another build each row as well. A
// row that takes more than its patience is stopped, as Stop does it.
#include "core/search/task/task_list.h"
#include "tests/bench/planner.h"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <fmt/ranges.h>
#include <iterator>
#include <mutex>
#include <stop_token>
#include <string_view>
#include <thread>

using namespace pgram;

namespace {

/// Seconds until a search is stopped.
constexpr double patience = 60;

struct Row {
    std::string name;
    SearchRequest request;
    double budgetSeconds = 0;
    double mostGap = 0;  ///< beside the budget of seconds
};

SearchRequest withSpace(const char* model, const char* cluster, std::int64_t batch, const Space& space)
{
    SearchRequest request = bench::requestOf(model, cluster, batch, Method::Joint);
    request.space = space;
    return request;
}

Space with(std::initializer_list<bool Space::*> dimensions)
{
    Space space;
    for (bool Space::*on : dimensions) {
        space.*on = true;
    }
    return space;
}

/// All but what waits in host memory and what no framework of today runs.
Space allInMemory()
{
    return with({&Space::zero1, &Space::zero2, &Space::selective, &Space::modules, &Space::sp, &Space::ulysses,
                 &Space::cp, &Space::ep, &Space::hsdp});
}

std::vector<Row> rows()
{
    std::vector<Row> rows;
    const auto small = [&](const char* name, const Space& space) {
        rows.push_back({std::string("70b-64-") + name, withSpace("llama3.1-70b", "dgx-h100-64", 256, space), 2});
    };
    small("all", allInMemory());
    small("sp-zero-selective", with({&Space::sp, &Space::zero1, &Space::zero2, &Space::selective}));
    small("sp-zero1-hsdp-cp", with({&Space::sp, &Space::zero1, &Space::hsdp, &Space::cp}));
    const auto large = [&](const char* name, const Space& space, double budget) {
        rows.push_back(
            {std::string("405b-1024-") + name, withSpace("llama3.1-405b", "dgx-h100-1024", 1024, space), budget});
        rows.back().request.microbatches = {32};
    };
    large("sp", with({&Space::sp}), 3);
    large("hsdp", with({&Space::hsdp}), 3);
    large("zero12", with({&Space::zero1, &Space::zero2}), 3);
    large("ulysses", with({&Space::ulysses}), 3);
    large("cp", with({&Space::cp}), 3);
    large("sp-cp", with({&Space::sp, &Space::cp}), 5);
    const auto all = [&](const char* name, const SearchRequest& request, double gap) {
        rows.push_back({name, request, 20, gap});
    };
    all("405b-1024-all", withSpace("llama3.1-405b", "dgx-h100-1024", 1024, allInMemory()), 0.005);
    all("405b-16384-all", withSpace("llama3.1-405b", "dgx-h100-16384", 2048, allInMemory()), 0.005);
    SearchRequest experts = withSpace("deepseek-v3", "dgx-h100-1024", 1024, allInMemory());
    experts.schedules = bench::allSchedules();
    experts.schedules.push_back({ScheduleKind::ZbV, 1, 2});
    all("deepseek-v3-1024-all", experts, 0.01);
    return rows;
}

/// Asks for a stop when the patience is over.
class Patience {
public:
    explicit Patience(std::stop_source& stop)
        : m_thread([this, &stop](const std::stop_token& done) {
              std::unique_lock lock(m_mutex);
              m_over.wait_for(lock, done, std::chrono::duration<double>(patience), [] { return false; });
              stop.request_stop();
          })
    {}

private:
    std::mutex m_mutex;
    std::condition_variable_any m_over;
    std::jthread m_thread;
};

/// Seconds that the command line of another build takes for the row; 0: more than the patience.
double secondsBefore(const std::string& program, const SearchRequest& request)
{
    std::string command = fmt::format(
        "timeout {} '{}' plan --method joint --model {} --cluster {} --batch {} --space {}", patience, program,
        request.model.name, request.cluster.name, request.training.globalBatch, toString(request.space));
    if (!request.microbatches.empty()) {
        command += fmt::format(" --microbatches {}", fmt::join(request.microbatches, ","));
    }
    std::vector<std::string> schedules;
    std::ranges::transform(request.schedules, std::back_inserter(schedules),
                           [](const Schedule& schedule) { return toString(schedule); });
    if (!schedules.empty()) {
        command += fmt::format(" --schedule {}", fmt::join(schedules, ","));
    }
    int status = 0;
    const double seconds = bench::secondsOf([&] { status = std::system((command + " > /dev/null").c_str()); });
    return status == 0 ? seconds : 0;
}

int run(const Row& row, const std::string& other)
{
    SearchResult result;
    double firstPlan = -1;
    double gapAfterASecond = 1;
    const ProgressSink sink = [&](const Progress& now) {
        if (now.seconds <= 1 && now.gap < 1) {
            gapAfterASecond = now.gap;
        }
    };
    const double before = bench::processorSeconds();
    std::stop_source stop;
    bench::Timing timing{0, 0, 1};
    {
        const Patience over(stop);
        timing.median = timing.worst =
            bench::secondsOf([&] { result = bench::loaded(search(row.request, stop.get_token(), sink)); });
    }
    timing.processor = bench::processorSeconds() - before;
    if (!result.incumbents.empty()) {
        firstPlan = result.incumbents.front().seconds;
    }
    const Certificate& certificate = result.certificate;
    if (timing.median <= 1) {
        gapAfterASecond = certificate.gap;
    }
    const bool within = timing.median <= row.budgetSeconds && certificate.gap <= row.mostGap;
    std::string facts =
        bench::factsOf(row.request, result) +
        fmt::format(R"(, "first_plan_s": {:.3g}, "gap_after_1s": {:.3g}, "most_gap": {}, )"
                    R"("within_gap": {}, "peak_mib": {:.0f})",
                    firstPlan, gapAfterASecond, row.mostGap, certificate.gap <= row.mostGap, bench::peakBytes() / MiB);
    if (!other.empty()) {
        facts += fmt::format(R"(, "before_s": {:.3g})", secondsBefore(other, row.request));
    }
    return bench::report("wide-" + row.name, timing, row.budgetSeconds, facts) | (within ? 0 : 1);
}

/// Listing the tasks of so many devices that hardly anything divides by powers of two.
int list()
{
    SearchRequest request = withSpace("gpt3-175b", "dgx-a100-3072", 1536, bench::wideSpace());
    std::size_t tasks = 0;
    std::stop_source stop;
    bench::Timing timing{0, 0, 1};
    {
        const Patience over(stop);
        timing.median = timing.worst =
            bench::secondsOf([&] { tasks = listTasks(request, rulesOf(request), stop.get_token()).size(); });
    }
    return bench::report("wide-3072-any-divisor-listing", timing, 2, fmt::format(R"("tasks": {})", tasks));
}

}  // namespace

int main(int argc, char** argv)
{
    constexpr std::string_view beforeIs = "--before=";
    std::vector<std::string_view> parts(argv + 1, argv + argc);
    std::string before;
    if (!parts.empty() && parts.front().starts_with(beforeIs)) {
        before = parts.front().substr(beforeIs.size());
        parts.erase(parts.begin());
    }
    const auto isAsked = [&parts](std::string_view name) {
        return parts.empty() || std::ranges::any_of(parts, [name](std::string_view part) {
                   return name.find(part) != std::string_view::npos;
               });
    };
    int missed = 0;
    for (const Row& row : rows()) {
        if (isAsked(row.name)) {
            missed |= run(row, before);
            std::fflush(stdout);
        }
    }
    return missed | (isAsked("3072-any-divisor-listing") ? list() : 0);
}
