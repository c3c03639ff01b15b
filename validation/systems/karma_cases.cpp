// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// KARMA: the best plans of one device, groupings of layers, and the exchange of gradients over many nodes.
#include "core/base/index.h"
#include "core/swapping/exchange.h"
#include "core/swapping/swap_search.h"
#include "validation/systems/case_kinds.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram::systems {

namespace {

struct SwapCase {
    std::vector<SwapBlock> blocks;
    SwapDevice device;
};

SwapCase readSwap(JsonObject input, const char* list)
{
    SwapCase read;
    for (JsonObject& block : input.objects(list, fewBlocks)) {
        read.blocks.push_back({block.number("f", 0, huge), block.number("b", 0, huge), block.number("a", 0, huge),
                               block.numberOr("x", 0, 0, huge)});
    }
    if (read.blocks.empty()) {
        input.fail(list, Core::tr("is empty"));
    }
    read.device.bytes = input.number("activation_bytes", 0, huge);
    read.device.link = input.number("link_bytes_per_s", 1e-30, huge);
    read.device.latency = input.numberOr("transfer_latency_s", 0, 0, huge);
    return read;
}

Json answerOf(const KeepingAnswer& answer)
{
    return answer.plan.empty() ? Json(nullptr) : Json::array({answer.seconds, toString(answer.plan)});
}

Seconds secondsOf(const SwapCase& input, const KeepingPlan& plan)
{
    return plan.size() == input.blocks.size() ? SwapStep(input.blocks, input.device).seconds(plan)
                                              : std::numeric_limits<double>::infinity();
}

/// [seconds, plan] or null: the seconds, and that the named plan has them.
bool isAnswer(const Json& expected, const SwapCase& input, const KeepingAnswer& answer)
{
    if (expected.is_null() || answer.plan.empty()) {
        return expected.is_null() && answer.plan.empty();
    }
    return expected.is_array() && expected.size() == 2 && isNear(expected[0], answer.seconds, exactly) &&
           expected[1].is_string() &&
           isNear(expected[0], orNull(secondsOf(input, parseKeeping(expected[1].get<std::string>()))), exactly);
}

void checkAnswer(JsonObject& expected, const std::string& key, const SwapCase& input, const KeepingAnswer& answer,
                 Checks& checks)
{
    if (expected.has(key)) {
        const Json& named = expected.json()[key];
        checks.add(key, named, answerOf(answer), isAnswer(named, input, answer));
    }
}

Json timelineOf(const SwapTimeline& timeline)
{
    constexpr std::string_view names = "FOIRB";
    Json events = Json::array();
    for (const SwapEvent& event : timeline.events) {
        events.push_back(
            Json::array({fmt::format("{}{}", names[at(event.kind)], event.block + 1), event.start, event.end}));
    }
    return events;
}

/// Events by time, then by name: files order those of one time as they like.
Json sorted(Json events)
{
    std::vector<Json> list(events.begin(), events.end());
    std::ranges::stable_sort(list, {}, [](const Json& event) {
        return event.is_array() && !event.empty() && event[0].is_string() ? event[0].get<std::string>() : std::string();
    });
    return list;
}

/// The plan that a case names: as good as the best, and its timeline.
void checkNamedPlan(JsonObject& expected, const SwapCase& input, const KeepingAnswer& best, Checks& checks)
{
    if (!expected.has("one_best_plan")) {
        return;
    }
    const Json& named = expected.json()["one_best_plan"];
    const Json got = best.plan.empty() ? Json(nullptr) : Json(toString(best.plan));
    if (!named.is_string()) {
        checks.add("one_best_plan", named, got, named.is_null() && got.is_null());
        return;
    }
    const KeepingPlan plan = parseKeeping(named.get<std::string>());
    checks.add("one_best_plan", named, got, isNear(orNull(best.seconds), orNull(secondsOf(input, plan)), exactly));
    if (expected.has("timeline") && plan.size() == input.blocks.size()) {
        const Json timeline = timelineOf(SwapStep(input.blocks, input.device).timeline(plan));
        const Json& wanted = expected.json()["timeline"];
        checks.add("timeline", wanted, timeline, isNear(sorted(wanted), sorted(timeline), exactly, exactly));
    }
}

void checkBestPlans(JsonObject& expected, const KeepingAnswer& best, const std::vector<KeepingPlan>& each,
                    Checks& checks)
{
    constexpr std::size_t listed = 12;
    checks.near(expected, "number_of_best_plans", best.count);
    if (!expected.has("all_best_plans")) {
        return;
    }
    Json ours = Json::array();
    for (std::size_t i = 0; i < std::min(each.size(), listed); ++i) {
        ours.push_back(toString(each[i]));
    }
    const auto isOne = [&](const Json& plan) {
        return plan.is_string() && std::ranges::find(each, parseKeeping(plan.get<std::string>())) != each.end();
    };
    const Json& named = expected.json()["all_best_plans"];
    checks.add("all_best_plans", named, ours,
               named.is_array() && named.size() == ours.size() && std::ranges::all_of(named, isOne));
}

void checkCases(CaseList& list)
{
    for (JsonObject& row : list.rows()) {
        const SwapCase input = readSwap(row.object("input"), "blocks");
        JsonObject expected = row.object("expected");
        if (row.error()) {
            return;
        }
        using enum Keeping;
        Checks checks = list.of(row.stringOr("name", ""));
        std::vector<KeepingPlan> each;
        const KeepingAnswer best = exactKeeping(input.blocks, input.device, std::vector{Keep, Swap, Recompute}, &each);
        checks.near(expected, "in_core_seconds", inCoreSeconds(input.blocks));
        checks.near(expected, "best_seconds", orNull(best.seconds));
        checkNamedPlan(expected, input, best, checks);
        checkBestPlans(expected, best, each, checks);
        const auto checkOnly = [&](const char* key, const std::vector<Keeping>& choices) {
            checkAnswer(expected, key, input, exactKeeping(input.blocks, input.device, choices), checks);
        };
        checkOnly("best_keep_swap_only", {Keep, Swap});
        checkOnly("best_keep_recompute_only", {Keep, Recompute});
        checkOnly("swap_everything", {Swap});
        const Seconds bound = keepingBound(input.blocks, input.device);
        const Seconds found = searchKeeping(input.blocks, input.device).seconds;
        checks.add("lower_bound_at_most", orNull(best.seconds), bound, bound <= best.seconds * (1 + exactly));
        checks.add("local_search_at_least", orNull(best.seconds), orNull(found), found >= best.seconds * (1 - exactly));
    }
}

/// Numbers of layers between dashes.
std::string nameOfGrouping(const std::vector<int>& grouping)
{
    return fmt::format("{}", fmt::join(grouping, "-"));
}

/// All ways to part `layers` into groups, in lexicographic order.
std::vector<std::vector<int>> groupings(int layers)
{
    std::vector<std::vector<int>> all;
    for (unsigned cuts = 1u << (layers - 1); cuts-- > 0;) {
        std::vector<int> counts{1};
        for (int layer = 1; layer < layers; ++layer) {
            if ((cuts >> (layers - 1 - layer) & 1u) != 0) {
                counts.push_back(1);
            } else {
                ++counts.back();
            }
        }
        all.push_back(std::move(counts));
    }
    return all;
}

struct GroupingAnswers {
    std::vector<std::vector<int>> groupings;
    std::vector<SwapCase> cases;
    std::vector<KeepingAnswer> answers;
    std::size_t best = 0;

    /// The place of a grouping; the end where it is none.
    [[nodiscard]] std::size_t placeOf(const std::string& name) const
    {
        return static_cast<std::size_t>(std::ranges::find(groupings, name, nameOfGrouping) - groupings.begin());
    }
};

GroupingAnswers answersOf(const SwapCase& input)
{
    GroupingAnswers all;
    all.groupings = groupings(static_cast<int>(input.blocks.size()));
    for (const std::vector<int>& counts : all.groupings) {
        all.cases.push_back({grouped(input.blocks, counts), input.device});
        all.answers.push_back(exactKeeping(all.cases.back().blocks, input.device));
        if (all.answers.back().seconds < all.answers[all.best].seconds * (1 - equallyGood)) {
            all.best = all.answers.size() - 1;
        }
    }
    return all;
}

void checkAllGroupings(const Json& named, const GroupingAnswers& all, Checks& checks)
{
    std::size_t feasible = 0;
    for (std::size_t i = 0; i < all.groupings.size(); ++i) {
        feasible += all.answers[i].plan.empty() ? 0 : 1;
    }
    checks.near("all: groupings that can run", named.size(), feasible);
    for (const auto& [name, answer] : named.items()) {
        const std::size_t place = all.placeOf(name);
        const bool known = place < all.groupings.size();
        checks.add("all: " + name, answer, known ? answerOf(all.answers[place]) : Json(nullptr),
                   known && isAnswer(answer, all.cases[place], all.answers[place]));
    }
}

void checkGrouping(CaseList& list)
{
    for (JsonObject& row : list.rows()) {
        const SwapCase input = readSwap(row.object("input"), "layers");
        JsonObject expected = row.object("expected");
        if (row.error()) {
            return;
        }
        Checks checks = list.of(row.stringOr("name", ""));
        const GroupingAnswers all = answersOf(input);
        const KeepingAnswer& best = all.answers[all.best];
        checks.near(expected, "best_seconds", orNull(best.seconds));
        if (expected.has("one_best_grouping")) {
            const Json& named = expected.json()["one_best_grouping"];
            const std::size_t place = all.placeOf(nameOfGrouping(counts(expected, "one_best_grouping")));
            const bool known = place < all.groupings.size();
            const Json got = best.plan.empty() ? Json(nullptr) : Json(all.groupings[all.best]);
            checks.add("one_best_grouping", named, got,
                       known ? isNear(orNull(best.seconds), orNull(all.answers[place].seconds), exactly)
                             : named.is_null() && got.is_null());
            if (known && expected.has("plan")) {
                const Json pair = Json::array({orNull(best.seconds), expected.json()["plan"]});
                checks.add("plan", expected.json()["plan"], toString(all.answers[place].plan),
                           isAnswer(pair, all.cases[place], all.answers[place]));
            }
        }
        checkAnswer(expected, "per_layer_blocks", all.cases.front(), all.answers.front(), checks);
        checkAnswer(expected, "single_block", all.cases.back(), all.answers.back(), checks);
        if (expected.has("all") && expected.json()["all"].is_object()) {
            checkAllGroupings(expected.json()["all"], all, checks);
        }
    }
}

void checkExchange(CaseList& list)
{
    for (JsonObject& row : list.rows()) {
        JsonObject input = row.object("input");
        const double link = input.number("link", 1e-30, huge);
        const double network = input.number("network", 1e-30, huge);
        const int nodes = whole(input, "nodes", 1, 1 << 24);
        const double update = input.number("host_update_bytes_per_s", 1e-30, huge);
        const Seconds latency = input.numberOr("allreduce_latency_s", 0, 0, huge);
        std::vector<ExchangeBlock> blocks;
        Seconds compute = 0;
        for (JsonObject& block : input.objects("blocks", 65536)) {
            const double bytes = block.number("g", 0, huge);
            const Seconds sum = 2.0 * (nodes - 1) / nodes * bytes / network + latency;
            blocks.push_back({block.number("f", 0, huge), block.number("b", 0, huge), bytes / link, sum, bytes / update,
                              bytes / link});
            compute += blocks.back().forward + blocks.back().backward;
        }
        JsonObject expected = row.object("expected");
        if (row.error()) {
            return;
        }
        Checks checks = list.of(row.stringOr("name", ""));
        checks.near(expected, "period_phased", exchangePeriod(blocks, true));
        checks.near(expected, "period_bulk", exchangePeriod(blocks, false));
        checks.near(expected, "compute_only", compute);
    }
}

}  // namespace

std::span<const CaseKind> karmaKinds()
{
    static constexpr std::array kinds{CaseKind{"karma", "cases", "blocks", checkCases},
                                      CaseKind{"karma", "grouping", "layers", checkGrouping},
                                      CaseKind{"karma", "phased_exchange", "blocks", checkExchange}};
    return kinds;
}

}  // namespace pgram::systems
