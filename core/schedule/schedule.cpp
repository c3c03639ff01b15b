// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/schedule.h"

#include "core/base/index.h"
#include "core/base/pareto.h"
#include "core/schedule/schedule_rules.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <string>

namespace pgram {

namespace {

/// Largest number of micro-batch passes through stages per step: about 8 million operations, 200 MB of timeline.
constexpr std::int64_t largestSchedule = 1 << 21;

/// Parses the number of chunks or slices of a schedule that has a choice of it.
Result<int> parseCount(std::string_view number, bool ofChunks)
{
    const int most = ofChunks ? 1024 : mostSlices;
    int count = 0;
    const char* end = number.data() + number.size();
    const auto parsed = std::from_chars(number.data(), end, count);
    if (parsed.ec == std::errc{} && parsed.ptr == end && count >= (ofChunks ? 2 : 1) && count <= most) {
        return count;
    }
    if (!ofChunks) {
        return badInput(Core::tr("\"{}\" is not a number of slices", number), "schedule",
                        Core::tr("Slices per micro-batch are a number from 1 to {}, as in seq1f1b:4", mostSlices));
    }
    return badInput(Core::tr("\"{}\" is not a number of chunks", number), "schedule",
                    Core::tr("Chunks per stage are a number from 2 to 1024, as in interleaved:2"));
}

}  // namespace

int usualChunks(ScheduleKind kind)
{
    return rulesOf(kind).chunks;
}

int usualSlices(ScheduleKind kind)
{
    return rulesOf(kind).slices;
}

bool splitsBackward(ScheduleKind kind)
{
    return rulesOf(kind).splitsBackward;
}

std::vector<ScheduledOp> stageOrder(const Schedule& schedule, int stages, int stage)
{
    return rulesOf(schedule.kind).order(schedule, stages, stage);
}

int stageOfChunk(const Schedule& schedule, int stages, int chunk)
{
    const int place = chunk % stages;
    const bool comesUp = rulesOf(schedule.kind).path == ChunkPath::Turns && chunk / stages % 2 == 1;
    return comesUp ? stages - 1 - place : place;
}

int chunkOfStage(const Schedule& schedule, int stages, int stage, int own)
{
    // The path is its own mirror image: the position of a stage in a round is also the stage at that position.
    return own * stages + stageOfChunk(schedule, stages, own * stages + stage);
}

int inFlight(const Schedule& schedule, int stages, int stage)
{
    return rulesOf(schedule.kind).inFlight(schedule, stages, stage);
}

Bytes heldOfSlices(const Schedule& schedule, int stages, int stage, std::span<const Bytes> kept)
{
    Bytes held = 0;
    Bytes most = 0;
    for (const ScheduledOp& op : stageOrder(schedule, stages, stage)) {
        const Bytes own = kept[at(op.slice)];
        held += op.kind == OpKind::Forward ? own : -own;
        most = std::max(most, held);
    }
    return std::min(most, largestBytes);
}

namespace {

/// Orders of chunks repeat once the pipeline is full, so that the peak is reached after as many rounds.
constexpr int roundsOfPeak = 3;

bool isNoLess(const std::vector<int>& a, const std::vector<int>& b)
{
    return std::ranges::equal(a, b, std::ranges::greater_equal());
}

/// Returns the numbers in flight through the chunks of a stage at each moment at which they stop growing.
std::vector<std::vector<int>> peaksOf(Schedule schedule, int stages, int stage)
{
    if (schedule.virtualStages == 1) {
        return {{inFlight(schedule, stages, stage)}};
    }
    schedule = filled(schedule, stages);
    std::vector<std::vector<int>> peaks;
    std::vector<int> counts(static_cast<std::size_t>(schedule.virtualStages), 0);
    bool grew = false;
    for (const ScheduledOp& op : stageOrder(schedule, stages, stage)) {
        const bool grows = op.kind == OpKind::Forward;
        const bool shrinks = !grows && op.kind != OpKind::BackwardInput;
        if (shrinks && grew) {
            keepUnbeaten(peaks, counts, isNoLess);
        }
        grew = grows || (grew && !shrinks);
        counts[at(op.chunk)] += (grows ? 1 : 0) - (shrinks ? 1 : 0);
    }
    return peaks;
}

}  // namespace

Schedule filled(Schedule schedule, int stages)
{
    if (schedule.virtualStages > 1) {
        schedule.microbatches = std::min(schedule.microbatches, roundsOfPeak * stages);
    }
    return schedule;
}

InFlightPeaks inFlightPeaks(const Schedule& schedule, int stages)
{
    InFlightPeaks peaks;
    for (int stage = 0; stage < stages; ++stage) {
        peaks.push_back(peaksOf(schedule, stages, stage));
    }
    return peaks;
}

const std::vector<int>& fullest(std::span<const std::vector<int>> peaks, std::span<const Bytes> kept)
{
    const auto bytes = [&kept](const std::vector<int>& counts) {
        double sum = 0;
        for (std::size_t chunk = 0; chunk < counts.size(); ++chunk) {
            sum += counts[chunk] * static_cast<double>(kept[chunk]);
        }
        return sum;
    };
    return peaks.size() == 1 ? peaks.front() : *std::ranges::max_element(peaks, {}, bytes);
}

std::vector<int> inFlightAtPeak(const Schedule& schedule, int stages, int stage, std::span<const Bytes> kept)
{
    return fullest(peaksOf(schedule, stages, stage), kept);
}

std::vector<int> mostInFlight(const Schedule& schedule, int stages, int stage)
{
    std::vector<int> most(static_cast<std::size_t>(schedule.virtualStages), 0);
    for (const std::vector<int>& peak : peaksOf(schedule, stages, stage)) {
        std::ranges::transform(peak, most, most.begin(), [](int a, int b) { return std::max(a, b); });
    }
    return most;
}

Phrase scheduleProblem(const Schedule& schedule, int stages)
{
    if (stages < 1 || schedule.microbatches < 1 || schedule.virtualStages < 1 || schedule.slices < 1) {
        return Core::tr("Stages, micro-batches and chunks must be at least 1");
    }
    const ScheduleRules& rules = rulesOf(schedule.kind);
    if (!rules.choosesChunks && schedule.virtualStages != rules.chunks) {
        return Core::tr("The schedule has another number of chunks per stage");
    }
    if (!rules.choosesSlices && schedule.slices != 1) {
        return Core::tr("The schedule has no slices");
    }
    const Phrase problem = rules.problem != nullptr ? rules.problem(schedule, stages) : Phrase();
    if (!problem.empty()) {
        return problem;
    }
    if (schedule.microbatches > largestSchedule / stages / schedule.virtualStages / schedule.slices) {
        return Core::tr("The schedule has more than 2097152 micro-batch passes, too many to simulate");
    }
    return {};
}

namespace {

/// Returns the possible schedule nearest to `schedule`: with fewer chunks, then with other micro-batches, then of
/// another kind.
Schedule nearestPossible(Schedule schedule, int stages, int layers)
{
    const ScheduleRules& rules = rulesOf(schedule.kind);
    const int mostChunks = layers / std::max(1, stages);
    const int fewest = std::min(rules.chunks, 2);
    if (rules.choosesChunks) {
        schedule.virtualStages = std::clamp(schedule.virtualStages, fewest, std::max(fewest, mostChunks));
    } else {
        schedule.virtualStages = rules.chunks;
    }
    schedule.slices = rules.choosesSlices ? std::clamp(schedule.slices, 1, mostSlices) : 1;
    if (schedule.virtualStages > mostChunks) {
        return {ScheduleKind::OneFOneB, schedule.microbatches, 1};
    }
    for (int more = 0; !scheduleProblem(schedule, stages).empty() && more < 2 * stages; ++more) {
        ++schedule.microbatches;
    }
    return scheduleProblem(schedule, stages).empty() ? schedule
                                                     : Schedule{ScheduleKind::OneFOneB, schedule.microbatches, 1};
}

}  // namespace

Result<void> checkSchedule(const Schedule& schedule, int stages, int layers)
{
    Text problem = scheduleProblem(schedule, stages);
    const bool tooFew = problem.empty() && layers / schedule.virtualStages < stages;
    if (tooFew) {
        problem = Core::tr("{} on {} stage(s) has {} chunk(s), which is more than the model's {} layer(s)",
                           toString(schedule), stages, schedule.virtualStages * stages, layers);
    }
    if (problem.empty()) {
        return {};
    }
    const Schedule nearest = nearestPossible(schedule, stages, layers);
    const bool canRun = layers / nearest.virtualStages >= stages && scheduleProblem(nearest, stages).empty();
    return badInput(problem, "/schedule",
                    canRun ? Core::tr("The nearest that can run is {} with {} micro-batch(es)", toString(nearest),
                                      nearest.microbatches)
                           : Core::tr("Use fewer stages"));
}

Result<Schedule> parseSchedule(std::string_view text)
{
    const std::string_view name = text.substr(0, text.find(':'));
    for (const ScheduleRules* rules : scheduleRules()) {
        const bool hasCount = name.size() < text.size();
        if (name != nameOf(*rules) || (hasCount && !rules->choosesChunks && !rules->choosesSlices)) {
            continue;
        }
        if (!hasCount) {
            return Schedule{rules->kind, 1, rules->chunks, rules->slices};
        }
        return parseCount(text.substr(name.size() + 1), rules->choosesChunks).map([rules](int count) {
            return rules->choosesChunks ? Schedule{rules->kind, 1, count} : Schedule{rules->kind, 1, 1, count};
        });
    }
    return badInput(Core::tr("There is no schedule \"{}\"", text), "schedule",
                    Core::tr("Schedules are {}", scheduleNames()));
}

Result<std::vector<Schedule>> parseSchedules(std::string_view text)
{
    std::vector<Schedule> list;
    for (bool more = true; more;) {
        const std::size_t comma = text.find(',');
        const Result<Schedule> schedule = parseSchedule(text.substr(0, comma));
        if (!schedule) {
            return tl::unexpected(schedule.error());
        }
        if (std::find(list.begin(), list.end(), *schedule) == list.end()) {
            list.push_back(*schedule);
        }
        more = comma != std::string_view::npos;
        text.remove_prefix(more ? comma + 1 : text.size());
    }
    return list;
}

const std::vector<ScheduleInfo>& schedules()
{
    static const std::vector<ScheduleInfo> list = [] {
        std::vector<ScheduleInfo> all;
        for (const ScheduleRules* rules : scheduleRules()) {
            all.push_back({rules->kind, rules->usual, rules->title, rules->what, rules->fillIs, rules->choosesChunks,
                           rules->choosesSlices});
        }
        return all;
    }();
    return list;
}

const ScheduleInfo& info(ScheduleKind kind)
{
    return schedules()[at(kind)];
}

std::string scheduleNames()
{
    std::vector<std::string_view> names;
    std::ranges::transform(schedules(), std::back_inserter(names), &ScheduleInfo::name);
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string toString(const Schedule& schedule)
{
    const ScheduleRules& rules = rulesOf(schedule.kind);
    if (rules.choosesSlices) {
        return fmt::format("{}:{}", nameOf(rules), schedule.slices);
    }
    return rules.choosesChunks ? fmt::format("{}:{}", nameOf(rules), schedule.virtualStages) : rules.usual;
}

}  // namespace pgram
