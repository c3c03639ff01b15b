// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/launch_folder.h"

#include "core/base/quoting.h"
#include "core/exchange/program_text.h"
#include "core/strategy/sharding.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <numeric>

namespace pgram {

namespace {

std::string titleOf(const Plan& plan)
{
    const auto either = [](const std::string& title, const std::string& name) { return title.empty() ? name : title; };
    return plainLine(fmt::format("{} on {}", either(plan.model.title, plan.model.name),
                                 either(plan.cluster.title, plan.cluster.name)));
}

/// Neighbouring layers of a stage; with one strategy where that matters.
struct LayerRun {
    int first = 0;
    int count = 0;
};

std::vector<LayerRun> runsOf(const Plan& plan, int stage, bool byLayer)
{
    const auto at = [&plan](int layer) -> const LayerStrategy& {
        return plan.strategies[static_cast<std::size_t>(layer)];
    };
    std::vector<LayerRun> runs;
    for (const int layer : plan.layersOf(stage)) {
        const bool joins = !runs.empty() && runs.back().first + runs.back().count == layer &&
                           (!byLayer || at(layer) == at(runs.back().first));
        if (joins) {
            ++runs.back().count;
        } else {
            runs.push_back({layer, 1});
        }
    }
    return runs;
}

std::string textOf(const LayerRun& run)
{
    return run.count == 1 ? fmt::format("{}", run.first) : fmt::format("{}-{}", run.first, run.first + run.count - 1);
}

/// Places of a rank of a stage in the groups of a strategy: "1,0,3,0".
std::string placesOf(const LayerStrategy& strategy, int rank)
{
    const Sharding sharding = shardingOf(strategy);
    const auto place = [rank](const Group& group) { return rank / std::max(1, group.stride) % group.size; };
    const int data = sharding.boundary.part(Axis::Samples, rank);
    const int context = place(sharding.context);
    const int parts = sharding.experts.split.size;
    const int expert = parts == sharding.weights.split.size ? data * strategy.context + context : rank / parts;
    return fmt::format("{},{},{},{}", place(sharding.tensor), context, data, expert % std::max(1, strategy.expert));
}

/// The strategy that says most of a run: of layers with experts where there are any, else of a block.
const LayerStrategy& tellingStrategy(const Plan& plan, const std::vector<LayerRun>& runs)
{
    int best = runs.front().first;
    for (const LayerRun& run : runs) {
        for (int layer = run.first; layer < run.first + run.count; ++layer) {
            if (plan.strategies[static_cast<std::size_t>(layer)].expert >
                plan.strategies[static_cast<std::size_t>(best)].expert) {
                best = layer;
            }
        }
    }
    return plan.strategies[static_cast<std::size_t>(best)];
}

}  // namespace

Machines machinesOf(const Cluster& cluster)
{
    const int devices = std::gcd(cluster.devices, std::min(cluster.devices, std::max(1, cluster.nodeDevices())));
    return {cluster.devices / devices, devices};
}

std::string torchrun(const Plan& plan)
{
    const Machines machines = machinesOf(plan.cluster);
    return fmt::format("torchrun --nnodes {} --nproc-per-node {} --node-rank \"$NODE_RANK\" \\\n"
                       "    --master-addr \"$MASTER_ADDR\" --master-port \"$MASTER_PORT\" \\\n    ",
                       machines.count, machines.devices);
}

std::string launchScript(const Launch& launch, const Plan& plan)
{
    const Machines machines = machinesOf(plan.cluster);
    std::string environment;
    for (const EnvironmentLine& line : launch.environment) {
        environment += fmt::format("\n# {}\nexport {}={}\n", line.reason, line.name, shellQuoted(line.value));
    }
    std::string setup = launch.setup.empty() ? "" : "\n";
    for (const std::string& line : launch.setup) {
        setup += line + '\n';
    }
    std::string lists;
    std::string arguments;
    for (const ArgumentList& list : launch.lists) {
        lists += fmt::format("\n{}=(\n    {}\n)\n", list.name, fmt::join(list.lines, "\n    "));
        arguments += fmt::format(" \\\n    \"${{{}[@]}}\"", list.name);
    }
    const std::string start =
        machines.count == 1 ? "Start: ./train.sh"
                            : fmt::format("Start on each of the {} machines: NODE_RANK=<0 to {}> MASTER_ADDR=<the "
                                          "first machine> ./train.sh",
                                          machines.count, machines.count - 1);
    return programText(launchScriptName, {{"run", titleOf(plan)},
                                          {"framework", launch.framework},
                                          {"start", start},
                                          {"environment", environment},
                                          {"setup", setup},
                                          {"lists", lists},
                                          {"command", launch.command + arguments}});
}

std::string slurmScript(const Launch& launch, const Plan& plan)
{
    return programText(slurmScriptName, plan,
                       {{"run", titleOf(plan)}, {"framework", launch.framework}, {"job", plainName(plan.model.name)}});
}

std::string rankTable(const Plan& plan, bool byLayer)
{
    const Machines machines = machinesOf(plan.cluster);
    std::string text = "rank,machine,device,stage,layers,strategy,tensor,context,data,expert\n";
    for (int stage = 0; stage < plan.pipeline(); ++stage) {
        const std::vector<LayerRun> runs = runsOf(plan, stage, byLayer);
        for (int rank = 0; rank < plan.stageDevices(); ++rank) {
            const int global = stage * plan.stageDevices() + rank;
            const auto addRow = [&](const std::string& layers, const LayerStrategy& strategy) {
                fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{}\n", global, global / machines.devices,
                               global % machines.devices, stage, layers, csvQuoted(shortName(strategy)),
                               placesOf(strategy, rank));
            };
            if (byLayer) {
                for (const LayerRun& run : runs) {
                    addRow(textOf(run), plan.strategies[static_cast<std::size_t>(run.first)]);
                }
                continue;
            }
            std::string layers;
            for (const LayerRun& run : runs) {
                layers += fmt::format("{}{}", layers.empty() ? "" : " ", textOf(run));
            }
            addRow(layers, tellingStrategy(plan, runs));
        }
    }
    return text;
}

void addLaunchFiles(const Launch& launch, const Plan& plan, const WriteContext& context, std::vector<NamedFile>& files)
{
    const auto add = [&files](const char* name, std::string content) {
        if (std::ranges::none_of(files, [name](const NamedFile& file) { return file.name == name; })) {
            files.push_back({name, std::move(content)});
        }
    };
    add(launchScriptName, launchScript(launch, plan));
    add(slurmScriptName, slurmScript(launch, plan));
    add(rankTableName, rankTable(plan, launch.byLayer));
    add(readmeName, readme(launch, plan, context, files));
}

}  // namespace pgram
