// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/exchange/galvatron_plan.h"
#include "core/model/layer_role.h"
#include "core/strategy/sharding.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

/// Number of ranks with the same weights. The ranks of a Ulysses group have the same weights too.
int copiesOf(const LayerStrategy& strategy)
{
    return strategy.data * tokenRanks(strategy);
}

/// Returns the kind of data parallelism of the layers without ZeRO-3: that of layers with several copies, or ZeRO-2 if
/// a layer uses that.
const char* defaultKind(const Plan& plan)
{
    bool zero2 = false;
    bool all3 = true;
    for (const LayerStrategy& strategy : plan.strategies) {
        if (strategy.zero != 3 && copiesOf(strategy) > 1) {
            return strategy.zero == 2 ? "zero2" : "ddp";
        }
        all3 = all3 && strategy.zero == 3;
        zero2 = zero2 || strategy.zero == 2;
    }
    return zero2 || all3 ? "zero2" : "ddp";
}

Json toJson(const Plan& plan)
{
    const std::vector<LayerRole> roles = layerRoles(plan.model);
    std::vector<int> split, consecutive, zero3, ulysses, checkpoint, experts, division;
    LayerStrategy ends;
    for (std::size_t i = 0; i < roles.size(); ++i) {
        const LayerStrategy& strategy = plan.strategies[i];
        if (roles[i] == LayerRole::Front || roles[i] == LayerRole::Back) {
            ends = strategy;
        } else if (roles[i] == LayerRole::Body) {
            split.push_back(strategy.tensor);
            consecutive.push_back(strategy.placement == TensorPlacement::Consecutive ? 1 : 0);
            zero3.push_back(strategy.zero == 3 ? 1 : 0);
            ulysses.push_back(strategy.sequence == SequenceParallel::Ulysses ? 1 : 0);
            checkpoint.push_back(strategy.kept.recomputesAll() ? 1 : 0);
            experts.push_back(plan.model.layer(static_cast<int>(i)).experts > 0 ? expertParts(strategy) : 0);
        }
    }
    for (const Chunk& stage : plan.chunks) {
        const auto first = roles.begin() + stage.firstLayer;
        division.push_back(static_cast<int>(std::count(first, first + stage.layerCount, LayerRole::Body)));
    }
    const auto list = [](const std::vector<int>& numbers) { return fmt::format("{}", fmt::join(numbers, ",")); };
    const int endZero3 = ends.zero == 3 ? 1 : 0;
    Json json{{"pp_deg", plan.pipeline()},
              {"tp_sizes_enc", list(split)},
              {"tp_consecutive_flags", list(consecutive)},
              {"dp_types_enc", list(zero3)},
              {"use_sp", list(ulysses)},
              {"checkpoint", list(checkpoint)},
              {"world_size", plan.cluster.devices},
              {"global_bsz", plan.training.globalBatch},
              {"chunks", plan.schedule.microbatches},
              {"pp_division", list(division)},
              {"pipeline_type", plan.schedule.kind == ScheduleKind::GPipe ? "gpipe" : "pipedream_flush"},
              {"default_dp_type", defaultKind(plan)},
              {"vtp", ends.tensor},
              {"vsp", ends.sequence == SequenceParallel::Ulysses ? 1 : 0},
              {"embed_sdp", endZero3},
              // The name that the runtime reads; the search engine writes the other.
              {"vocab_sdp", endZero3}};
    if (std::ranges::any_of(experts, [](int ranks) { return ranks > 0; })) {
        std::ranges::transform(experts, experts.begin(), [](int ranks) { return std::max(ranks, 1); });
        json["ep_sizes_enc"] = list(std::vector<int>(experts.size(), 1));
        json["tp_of_ep_sizes_enc"] = list(experts);
    }
    return json;
}

}  // namespace

std::string planToGalvatron(const Plan& plan)
{
    return dumped(toJson(plan), 4) + '\n';
}

}  // namespace pgram
