// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task/method_rules.h"
#include "core/strategy/dimension_rules.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr Schedule gpipe{ScheduleKind::GPipe, 1, 1};

MethodRules uniformRules(const Space& space)
{
    MethodRules rules;
    rules.space = space;
    rules.cuts = {Cut::Even};
    rules.how = How::Uniform;
    return rules;
}

/// Returns the rules of a baseline (docs/method/search.md, Baselines). No baseline recomputes: each is the plain form
/// of its dimension.
MethodRules baselineRules(Method method, int devices)
{
    MethodRules rules;
    switch (method) {
    case Method::Dp:
        return uniformRules(spaceOf({&Space::dp}));
    case Method::Tp:
        return uniformRules(spaceOf({&Space::tp}));
    case Method::Sdp:
    case Method::Zero3:
        return uniformRules(spaceOf({&Space::sdp}));
    case Method::Zero1:
        return uniformRules(spaceOf({&Space::zero1}));
    case Method::Zero2:
        return uniformRules(spaceOf({&Space::zero2}));
    case Method::Pp:
        rules = uniformRules(spaceOf({&Space::pp}));
        rules.schedules = {gpipe};
        rules.pipeline = devices;
        return rules;
    case Method::DpTp:
        rules = uniformRules(spaceOf({&Space::dp, &Space::tp}));
        rules.how = How::Cuts;
        return rules;
    case Method::ThreeD:
        return uniformRules(spaceOf({&Space::dp, &Space::tp, &Space::pp}));
    case Method::Alpa:
        rules = uniformRules(spaceOf({&Space::dp, &Space::sdp, &Space::tp, &Space::pp}));
        rules.cuts = {Cut::Time};
        rules.how = How::Cuts;
        return rules;
    default:  // DpPp
        rules = uniformRules(spaceOf({&Space::dp, &Space::pp}));
        rules.how = How::Cuts;
        return rules;
    }
}

MethodRules sampled(MethodRules rules, Sampling sampling, std::int64_t samples)
{
    rules.how = How::Sample;
    rules.sampling = sampling;
    rules.samples = samples;
    return rules;
}

/// Adds the schedules to the rules of a method that prescribes none.
MethodRules withSchedules(MethodRules rules, const std::vector<Schedule>& schedules)
{
    if (rules.schedules.empty()) {
        rules.schedules = schedules;
    }
    return rules;
}

}  // namespace

const std::vector<MethodInfo>& methods()
{
    static const std::vector<MethodInfo> list{
        {Method::Joint, "joint", Core::tr("Joint optimum"),
         Core::tr("Cuts and strategies together, the best of the space or within the gap that is told.")},
        {Method::Bmw, "bmw", Core::tr("Galvatron-BMW"),
         Core::tr("Balances memory and time across stages, every layer its own strategy.")},
        {Method::BmwMemory, "+mem", Core::tr("Base + memory balance"),
         Core::tr("Galvatron-Base on the cut that balances memory.")},
        {Method::BmwTime, "+time", Core::tr("Base + time balance"),
         Core::tr("Galvatron-Base on the cut that balances time.")},
        {Method::Base, "base", Core::tr("Galvatron-Base"),
         Core::tr("Every layer its own strategy on the even or the memory cut, 1F1B.")},
        {Method::Galvatron, "galvatron", Core::tr("Galvatron"),
         Core::tr("The first paper: GPipe, no recomputation, even cut.")},
        {Method::Dp, "dp", Core::tr("Data parallel"), Core::tr("Every device holds the whole model.")},
        {Method::Tp, "tp", Core::tr("Tensor parallel"), Core::tr("Every layer is split over all devices.")},
        {Method::Pp, "pp", Core::tr("Pipeline parallel"), Core::tr("One stage per device, GPipe, even cut.")},
        {Method::Sdp, "sdp", Core::tr("Sharded data parallel"), Core::tr("ZeRO-3 over all devices.")},
        {Method::DpTp, "dp+tp", Core::tr("DP + TP"),
         Core::tr("Data and tensor parallelism, layer by layer, one stage.")},
        {Method::DpPp, "dp+pp", Core::tr("DP + PP"),
         Core::tr("Data parallelism inside the stages of an even pipeline.")},
        {Method::ThreeD, "3d", Core::tr("3D parallelism"),
         Core::tr("Data, tensor and pipeline parallelism, the same for all layers, even cut, as Megatron-LM and "
                  "DeepSpeed run it.")},
        {Method::Alpa, "alpa", Core::tr("Alpa's space"),
         Core::tr("DP, ZeRO-3 and TP by layer in stages of equal time, no recomputation.")},
        {Method::Zero1, "zero1", Core::tr("ZeRO-1"), Core::tr("Data parallel with sharded optimizer states.")},
        {Method::Zero2, "zero2", Core::tr("ZeRO-2"), Core::tr("ZeRO-1 with sharded gradients.")},
        {Method::Zero3, "zero3", Core::tr("ZeRO-3"), Core::tr("Data parallel with all states sharded.")},
        {Method::Annealing, "annealing", Core::tr("Simulated annealing"),
         Core::tr("Samples Joint's plans, two million unless told otherwise, cooling.")},
        {Method::RandomRestart, "random", Core::tr("Random restarts"),
         Core::tr("Samples Joint's plans, two million unless told otherwise, climbing from random ones.")},
        {Method::AutoMap, "auto-map", Core::tr("Auto-MAP"),
         Core::tr("Learns to make Joint's plans decision by decision, double DQN, two thousand plans unless told "
                  "otherwise.")},
        {Method::Ensemble, "q-ensemble", Core::tr("Weighted Q-ensemble"),
         Core::tr("Auto-MAP with six learners of unlike settings that weigh each other's proposals, two thousand plans "
                  "unless told otherwise.")},
        {Method::Robust, "robust", Core::tr("Robust optimum"),
         Core::tr("Loses least when any one device is slow, by a fifth unless told otherwise.")},
    };
    return list;
}

const MethodInfo& info(Method method)
{
    return *std::find_if(methods().begin(), methods().end(),
                         [method](const MethodInfo& entry) { return entry.method == method; });
}

Result<Method> parseMethod(std::string_view name)
{
    for (const MethodInfo& entry : methods()) {
        if (name == entry.name) {
            return entry.method;
        }
    }
    std::vector<const char*> names;
    for (const MethodInfo& entry : methods()) {
        names.push_back(entry.name);
    }
    return badInput(Core::tr("unknown method '{}'", name), "method",
                    Core::tr("Known are {}", fmt::format("{}", fmt::join(names, ", "))));
}

MethodRules rulesOf(const SearchRequest& request)
{
    const Target* target = request.target;
    std::vector<Schedule> schedules = candidateSchedules(request);
    if (devicesDiffer(request.cluster)) {
        std::erase_if(schedules, [](const Schedule& schedule) { return schedule.virtualStages > 1; });
    }
    if (target == nullptr) {
        return rulesOf(request.method, request.space, std::move(schedules), request.cluster.devices);
    }
    Space space = request.space;
    for (const DimensionRules* rules : dimensionRules()) {
        space.*rules->on = space.*rules->on && target->space.value.*rules->on;
    }
    std::erase_if(schedules, [target](const Schedule& schedule) {
        return std::ranges::none_of(target->schedules.value,
                                    [&](const Schedule& own) { return own.kind == schedule.kind; });
    });
    MethodRules rules = rulesOf(Method::Joint, space, std::move(schedules), request.cluster.devices);
    rules.target = target;
    if (target->cuts.value == Cuts::Even) {
        rules.cuts = {Cut::Even};
        rules.how = How::Cuts;
    }
    return rules;
}

MethodRules rulesOf(Method method, const Space& space, std::vector<Schedule> schedules, int devices)
{
    MethodRules rules;
    rules.space = space;
    rules.schedules = std::move(schedules);
    switch (method) {
    case Method::Joint:
    case Method::Robust:
        rules.cuts = {Cut::Memory, Cut::Even, Cut::Time};
        rules.how = How::Joint;
        return rules;
    case Method::Bmw:
        rules.cuts = {Cut::Memory, Cut::Even, Cut::Time};
        rules.how = How::Walk;
        return rules;
    case Method::BmwMemory:
        rules.cuts = {Cut::Memory};
        return rules;
    case Method::BmwTime:
        rules.cuts = {Cut::Time};
        return rules;
    case Method::Base:
        rules.cuts = {Cut::Even, Cut::Memory};
        return rules;
    case Method::Annealing:
        return sampled(std::move(rules), Sampling::Annealing, 2'000'000);
    case Method::RandomRestart:
        return sampled(std::move(rules), Sampling::RandomRestart, 2'000'000);
    case Method::AutoMap:
        return sampled(std::move(rules), Sampling::Learning, 2'000);
    case Method::Ensemble:
        return sampled(std::move(rules), Sampling::Ensemble, 2'000);
    case Method::Galvatron:
        rules.cuts = {Cut::Even};
        rules.schedules = {gpipe};
        rules.space.ckpt = false;
        return rules;
    default:
        return withSchedules(baselineRules(method, devices), rules.schedules);
    }
}

}  // namespace pgram
