// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/schedule.h"

#include "core/schedule/schedule_rules.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <string>

namespace pgram {

namespace {

/// Micro-batch passes through stages that one step may have: about 8 million operations, 200 MB of timeline.
constexpr std::int64_t largestSchedule = 1 << 21;

/// Of a schedule whose chunks are chosen.
Result<int> parseChunks(std::string_view number)
{
    constexpr int most = 1024;
    int chunks = 0;
    const char* end = number.data() + number.size();
    const auto parsed = std::from_chars(number.data(), end, chunks);
    if (parsed.ec == std::errc{} && parsed.ptr == end && chunks >= 2 && chunks <= most) {
        return chunks;
    }
    return badInput(fmt::format("\"{}\" is no number of chunks", number), "schedule",
                    "Chunks a stage are a number from 2 to 1024, as in interleaved:2");
}

}  // namespace

int usualChunks(ScheduleKind kind)
{
    return rulesOf(kind).chunks;
}

bool splitsBackward(ScheduleKind kind)
{
    return rulesOf(kind).splitsBackward;
}

std::vector<ScheduledOp> stageOrder(const Schedule& schedule, int stages, int stage)
{
    return rulesOf(schedule.kind).order(schedule, stages, stage);
}

int inFlight(const Schedule& schedule, int stages, int stage)
{
    return rulesOf(schedule.kind).inFlight(schedule, stages, stage);
}

std::string_view scheduleProblem(const Schedule& schedule, int stages)
{
    if (stages < 1 || schedule.microbatches < 1 || schedule.virtualStages < 1) {
        return "Stages, micro-batches and chunks must be at least 1";
    }
    const ScheduleRules& rules = rulesOf(schedule.kind);
    if (rules.chunks == 1 && schedule.virtualStages != 1) {
        return "Only interleaved schedules and ZB-V cut stages into chunks";
    }
    const std::string_view problem = rules.problem != nullptr ? rules.problem(schedule, stages) : std::string_view();
    if (!problem.empty()) {
        return problem;
    }
    if (schedule.microbatches > largestSchedule / stages / schedule.virtualStages) {
        return "The schedule has more than 2097152 micro-batch passes, too many to simulate";
    }
    return {};
}

Result<Schedule> parseSchedule(std::string_view text)
{
    const std::string_view name = text.substr(0, text.find(':'));
    for (const ScheduleRules* rules : scheduleRules()) {
        const bool hasChunks = name.size() < text.size();
        if (name != nameOf(*rules) || (hasChunks && !rules->choosesChunks)) {
            continue;
        }
        const Result<int> chunks = hasChunks ? parseChunks(text.substr(name.size() + 1)) : Result<int>(rules->chunks);
        return chunks.map([rules](int count) { return Schedule{rules->kind, 1, count}; });
    }
    return badInput(fmt::format("There is no schedule \"{}\"", text), "schedule",
                    "Schedules are gpipe, 1f1b, interleaved:CHUNKS, zb-h1 and zb-v");
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
            all.push_back({rules->kind, rules->usual, rules->title, rules->what});
        }
        return all;
    }();
    return list;
}

std::string toString(const Schedule& schedule)
{
    const ScheduleRules& rules = rulesOf(schedule.kind);
    return rules.choosesChunks ? fmt::format("{}:{}", nameOf(rules), schedule.virtualStages) : rules.usual;
}

}  // namespace pgram
