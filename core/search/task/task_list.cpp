// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task/task_list.h"

#include "core/base/index.h"
#include "core/base/workers.h"
#include "core/model/encoder.h"
#include "core/model/layer_role.h"
#include "core/strategy/decision_tree.h"
#include "core/strategy/dimension_rules.h"
#include "core/strategy/legality.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <limits>
#include <set>

namespace pgram {

namespace {

/// Limits on the size of a request. No present model has more layers, and more would only exhaust the machine.
constexpr int mostListedLayers = 10'000;
constexpr int mostDevices = 1 << 20;

bool isWanted(int value, const std::vector<int>& wanted)
{
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
}

std::vector<LayerStrategy> strategiesOf(const SearchRequest& request, int pipeline, const MethodRules& rules)
{
    const Space space = searchedSpace(request.model, rules.space);
    return searchedStrategies(request.cluster.devices, pipeline, space);
}

/// Returns true if later pins override the pin on all of its layers.
bool isOverridden(const std::vector<Pin>& pins, std::size_t index)
{
    const Pin& pin = pins[index];
    for (int layer = pin.firstLayer; layer < pin.firstLayer + pin.layerCount; ++layer) {
        const auto covers = [layer](const Pin& later) {
            return later.firstLayer <= layer && layer < later.firstLayer + later.layerCount;
        };
        if (std::none_of(pins.begin() + static_cast<std::ptrdiff_t>(index) + 1, pins.end(), covers)) {
            return false;
        }
    }
    return true;
}

/// Returns the strategies to which layers are pinned. The space does not restrict dimensions that a pattern names.
std::vector<LayerStrategy> pinnedStrategies(const SearchRequest& request, int pipeline, const MethodRules& rules)
{
    std::vector<LayerStrategy> strategies;
    for (std::size_t i = 0; i < request.pins.size(); ++i) {
        const Pin& pin = request.pins[i];
        if (isOverridden(request.pins, i)) {
            continue;  // the pin may be for another number of devices
        }
        if (pin.pattern) {
            MethodRules wider = rules;
            wider.space = widened(rules.space, *pin.pattern);
            std::ranges::copy_if(strategiesOf(request, pipeline, wider), std::back_inserter(strategies), pin.allowed());
        } else {
            strategies.push_back(pin.strategy);
        }
    }
    return strategies;
}

/// Returns true if every pinned strategy is for this number of devices.
bool canHold(int stageDevices, const std::vector<Pin>& pins)
{
    for (std::size_t i = 0; i < pins.size(); ++i) {
        const bool fits = pins[i].pattern || pins[i].strategy.groupSize() == stageDevices;
        if (!fits && !isOverridden(pins, i)) {
            return false;
        }
    }
    return true;
}

Schedule withMicrobatches(Schedule schedule, int microbatches)
{
    schedule.microbatches = microbatches;
    return schedule;
}

/// Compares memory on one stage: GPipe keeps all micro-batches, others keep one, and counts for chunks are rounded up.
bool keepsLess(const Schedule& a, const Schedule& b)
{
    const auto key = [](const Schedule& s) { return std::pair(s.kind == ScheduleKind::GPipe, s.virtualStages); };
    return key(a) < key(b);
}

/// Returns the indices of candidates that can run this number of micro-batches and stages. On one stage all schedules
/// take the same time, so that the first of those that keep least is enough.
std::vector<int> schedulesFor(const std::vector<Schedule>& candidates, int layers, int stages, int microbatches)
{
    std::vector<int> possible;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Schedule schedule = withMicrobatches(onStages(candidates[i], stages), microbatches);
        if (scheduleProblem(schedule, stages).empty() && stages * schedule.virtualStages <= layers) {
            possible.push_back(static_cast<int>(i));
        }
    }
    if (stages > 1 || possible.empty()) {
        return possible;
    }
    return {*std::min_element(possible.begin(), possible.end(),
                              [&](int a, int b) { return keepsLess(candidates[at(a)], candidates[at(b)]); })};
}

std::string namesOf(std::span<const Schedule> schedules)
{
    std::vector<std::string> names;
    for (const Schedule& schedule : schedules) {
        names.push_back(toString(schedule));
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

/// The strategies of one P, or of one of their families.
struct TaskSet {
    int pipeline = 1;
    std::shared_ptr<const StrategySet> strategies;
    std::shared_ptr<const StrategyFamily> family = nullptr;
    int index = 0;          ///< index of the family
    std::vector<int> data;  ///< data-parallel degrees in the set
};

std::vector<int> dataDegrees(const std::vector<LayerStrategy>& strategies)
{
    std::set<int> degrees;
    for (const LayerStrategy& strategy : strategies) {
        degrees.insert(strategy.data);
    }
    return {degrees.begin(), degrees.end()};
}

/// Returns the strategy sets of the families. Families with the same strategies share a set.
std::vector<TaskSet> familySets(const SearchRequest& request, const MethodRules& rules, int pipeline,
                                const std::vector<LayerStrategy>& strategies, const std::vector<LayerStrategy>& pinned,
                                const std::stop_token& stop)
{
    std::vector<TaskSet> sets;
    for (StrategyFamily& family : familiesOf(*rules.target, request.model, request.training, pipeline, strategies)) {
        const bool isLast = !sets.empty() && sets.back().family->strategies == family.strategies;
        auto set = isLast ? sets.back().strategies
                          : makeStrategySet(family.strategies, request.training.framework, pinned, stop);
        if (set == nullptr) {
            break;
        }
        std::vector<int> data = dataDegrees(family.strategies);
        sets.push_back({pipeline, std::move(set), std::make_shared<const StrategyFamily>(std::move(family)),
                        static_cast<int>(sets.size()), std::move(data)});
    }
    return sets;
}

bool sharesParameters(const Architecture& model)
{
    return std::ranges::any_of(model.runs, &LayerSpec::sharedBy);
}

/// Splits the set by how layers with shared parameters run: such layers agree in everything but what they keep. There
/// are thousands of families, so that all of them share one copy of the strategies.
std::vector<TaskSet> agreedSets(const TaskSet& all, const std::stop_token& stop)
{
    std::set<LayerStrategy> ways;
    for (const LayerStrategy& strategy : all.strategies->strategies) {
        ways.insert(agreed(strategy));
    }
    std::vector<TaskSet> sets;
    for (const LayerStrategy& way : ways) {
        if (stop.stop_requested()) {
            break;
        }
        StrategyFamily family{{},
                              [way](const LayerSpec& layer, const LayerStrategy& strategy) {
                                  return layer.sharedBy == 0 || agreed(strategy) == way;
                              },
                              {}};
        std::vector<int> data{way.data};
        sets.push_back({all.pipeline, all.strategies, std::make_shared<const StrategyFamily>(std::move(family)),
                        static_cast<int>(sets.size()), std::move(data)});
    }
    return sets;
}

/// Returns true if some strategy of the set can divide this number of samples.
bool mayShare(const TaskSet& set, std::int64_t batch, int microbatches)
{
    return set.family == nullptr || std::ranges::any_of(set.data, [&](int data) {
               return batch % (static_cast<std::int64_t>(microbatches) * data) == 0;
           });
}

std::vector<TaskSet> setsOf(const SearchRequest& request, const MethodRules& rules, const std::stop_token& stop)
{
    const int devices = request.cluster.devices;
    std::vector<TaskSet> sets;
    for (const int pipeline : pipelineDegrees(devices, rules.space)) {
        const bool wanted = !stop.stop_requested() && isWanted(pipeline, request.pipelines) &&
                            (rules.pipeline == 0 || rules.pipeline == pipeline) &&
                            pipeline <= request.model.layerCount() && canHold(devices / pipeline, request.pins) &&
                            (pipeline == 1 || !sharesParameters(request.model));
        if (!wanted) {
            continue;
        }
        std::vector<LayerStrategy> strategies = strategiesOf(request, pipeline, rules);
        if (strategies.empty()) {
            continue;
        }
        const std::vector<LayerStrategy> pinned = pinnedStrategies(request, pipeline, rules);
        if (rules.target != nullptr) {
            std::ranges::move(familySets(request, rules, pipeline, strategies, pinned, stop), std::back_inserter(sets));
        } else if (auto set = makeStrategySet(std::move(strategies), request.training.framework, pinned, stop)) {
            TaskSet all{pipeline, std::move(set), nullptr, 0, {}};
            if (sharesParameters(request.model)) {
                std::ranges::move(agreedSets(all, stop), std::back_inserter(sets));
            } else {
                sets.push_back(std::move(all));
            }
        }
    }
    return sets;
}

/// Checks the model, its training, and the requested dimensions and schedules against the target.
Result<void> checkTarget(const SearchRequest& request, const Target& target)
{
    if (const std::vector<Text> lines = beyond(target, request.model, request.training); !lines.empty()) {
        return badInput(
            Core::tr("{} does not run {}", target.title, lines.front()), "target",
            hasModel(target, request.model)
                ? Core::tr("Train with another precision, optimizer or choice of parameters, or choose another target")
                : Core::tr("It has {}", fmt::format("{}", fmt::join(target.models.value(), ", "))));
    }
    const bool follows = std::ranges::any_of(
        request.model.runs, [](const LayerSpec& layer) { return layerRole(layer.kind) == LayerRole::Follower; });
    if (target.endsAlike && follows) {
        return badInput(Core::tr("{} runs a patch merging with the strategy of the layer before it, which is not "
                                 "searched",
                                 target.title),
                        "target", Core::tr("Search without the target, or another model"));
    }
    const std::int64_t sequence = request.training.sequence(request.model.sequenceLength);
    for (const LayerSpec& layer : request.model.runs) {
        // A refusal on a single device is due to the model.
        if (const TargetRule* rule = refusal(target, {layer, LayerStrategy(), request.training, 1, sequence})) {
            return badInput(Core::tr("{} does not run {}", target.title, rule->what), "target",
                            Core::tr("Choose another model, or another target"));
        }
    }
    const auto hasSome = [](const Space& space) {
        return std::ranges::any_of(dimensionRules(), [&](const DimensionRules* rules) { return space.*rules->on; });
    };
    if (hasSome(request.space) && !hasSome(rulesOf(request).space)) {
        return badInput(Core::tr("{} has none of the dimensions", target.title), "space",
                        Core::tr("It has {}", toString(target.space.value)));
    }
    if (rulesOf(request).schedules.empty()) {
        return badInput(Core::tr("{} runs none of the schedules", target.title), "schedule",
                        Core::tr("It runs {}", namesOf(target.schedules.value)));
    }
    return {};
}

}  // namespace

Space searchedSpace(const Architecture& model, Space space)
{
    const auto hasExperts = [](const LayerSpec& layer) { return layer.experts > 0; };
    const bool isSparse = std::ranges::any_of(model.runs, hasExperts);
    space.ep = space.ep && isSparse;
    space.etp = space.etp && isSparse;
    return space;
}

std::vector<int> divisors(std::int64_t number)
{
    std::vector<int> small;
    std::vector<int> large;
    for (std::int64_t d = 1; d * d <= number; ++d) {
        if (number % d == 0) {
            small.push_back(static_cast<int>(d));
            if (d * d != number && number / d <= std::numeric_limits<int>::max()) {
                large.push_back(static_cast<int>(number / d));
            }
        }
    }
    small.insert(small.end(), large.rbegin(), large.rend());
    return small;
}

std::vector<Schedule> candidateSchedules(const SearchRequest& request)
{
    return request.schedules.empty() ? std::vector{request.schedule} : request.schedules;
}

Result<void> checkRequest(const SearchRequest& request)
{
    const int layers = request.model.layerCount();
    if (layers < 1 || layers > mostListedLayers) {
        return badInput(Core::tr("the model has {} layers", layers), Core::tr("model"),
                        Core::tr("Give it 1 to {}", mostListedLayers));
    }
    if (request.cluster.devices < 1 || request.cluster.devices > mostDevices) {
        return badInput(Core::tr("the cluster has {} device(s)", request.cluster.devices), Core::tr("cluster"),
                        Core::tr("Give it 1 to {}", mostDevices));
    }
    if (request.memoryBudget < 0) {
        return badInput(Core::tr("the memory budget is negative"), "memory",
                        Core::tr("Give bytes per device, or 0 for the device's own"));
    }
    if (std::max(request.memoryBudget, request.cluster.mostMemory()) > largestMemory) {
        return badInput(Core::tr("the memory budget is more than any device has"), "memory",
                        Core::tr("Give at most 16 TiB per device"));
    }
    if (Result<void> has = checkPrecision(request.cluster, request.training.precision); !has) {
        return has;
    }
    if (request.training.preference == Preference::Host && !request.cluster.host.isKnown()) {
        return badInput(explain({Rule::HostLink, 0, 0}), "preference",
                        Core::tr("Give 'device' or 'precomputed', or a cluster with a link to the host"));
    }
    if (Result<void> fits = checkImages(request.model, request.training.sequence(request.model.sequenceLength));
        !fits) {
        return fits;
    }
    const auto shared = std::ranges::find_if(request.model.runs, &LayerSpec::sharedBy);
    if (shared != request.model.runs.end() && !isWanted(1, request.pipelines)) {
        return badInput(explain({Rule::SharedStages, shared->sharedBy, request.pipelines.front()}), "pp",
                        Core::tr("Ask for one stage"));
    }
    for (const Schedule& schedule : candidateSchedules(request)) {
        // Checks the chunks alone. Tasks check what the schedule requires of micro-batches.
        constexpr int enough = 2;
        if (const Phrase problem = scheduleProblem(withMicrobatches(schedule, enough), 1); !problem.empty()) {
            return badInput(problem, "schedule");
        }
    }
    if (devicesDiffer(request.cluster)) {
        if (rulesOf(request).how == How::Sample) {
            return badInput(Core::tr("{} draws plans for devices that are all alike", info(request.method).title),
                            "method", Core::tr("Choose another method for a mixed cluster"));
        }
        const auto hasChunks = [](const Schedule& schedule) { return schedule.virtualStages > 1; };
        if (std::ranges::all_of(candidateSchedules(request), hasChunks) && rulesOf(request).schedules.empty()) {
            return badInput(Core::tr("no schedule of chunks is searched on a mixed cluster"), "schedule",
                            Core::tr("Choose another schedule"));
        }
    }
    if (request.target != nullptr) {
        if (Result<void> checked = checkTarget(request, *request.target); !checked) {
            return checked;
        }
    }
    if (request.slowdown < leastSlowdown || request.slowdown > greatestSlowdown) {
        return badInput(Core::tr("a device {} % slower", fmt::format("{:.6g}", 100 * request.slowdown)), "slow",
                        Core::tr("Give 0.1 % to 99 %"));
    }
    if (request.threads < 0 || request.threads > mostThreads) {
        return badInput(Core::tr("{} threads", request.threads), "threads",
                        Core::tr("Give 1 to {}, or 0 for one per core", mostThreads));
    }
    if (request.samples < 0) {
        return badInput(Core::tr("{} samples", request.samples), "samples", Core::tr("Give 1 or more"));
    }
    std::vector<std::int64_t> batches = request.batches;
    batches.push_back(request.training.globalBatch);
    for (const std::int64_t batch : batches) {
        if (batch < 1 || batch > (1 << 24)) {
            return badInput(Core::tr("a batch of {} samples", batch), "batch", Core::tr("Give 1 to 16777216"));
        }
    }
    return {};
}

std::vector<Subproblem> listTasks(const SearchRequest& request, const MethodRules& rules, const std::stop_token& stop)
{
    std::vector<std::int64_t> batches = request.batches;
    if (batches.empty()) {
        batches.push_back(request.training.globalBatch);
    }
    const int layers = request.model.layerCount();
    const std::vector<TaskSet> sets = setsOf(request, rules, stop);
    std::vector<Subproblem> tasks;
    for (const std::int64_t batch : batches) {
        const std::vector<int> counts = divisors(batch);
        for (const TaskSet& set : sets) {
            for (const int microbatches : counts) {
                if (stop.stop_requested()) {
                    return tasks;
                }
                if (!isWanted(microbatches, request.microbatches) || !mayShare(set, batch, microbatches)) {
                    continue;
                }
                for (const int schedule : schedulesFor(rules.schedules, layers, set.pipeline, microbatches)) {
                    const int chunks = rules.schedules[at(schedule)].virtualStages;
                    if (rules.target == nullptr || mayCutInto(*rules.target, request.model, chunks * set.pipeline)) {
                        tasks.push_back(
                            {{batch, set.pipeline, microbatches, schedule, set.index}, set.strategies, set.family});
                    }
                }
            }
        }
    }
    return tasks;
}

}  // namespace pgram
