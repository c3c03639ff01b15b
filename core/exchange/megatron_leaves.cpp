// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/megatron_leaves.h"

#include "core/base/json.h"
#include "core/exchange/setting_table.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr int deepestLeaf = 16;

struct MegatronName {
    std::string_view theirs;
    const char* ours;
};
constexpr std::array megatronNames{
    MegatronName{"num_layers_in_first_pipeline_stage", "decoder_first_pipeline_num_layers"},
    MegatronName{"num_layers_in_last_pipeline_stage", "decoder_last_pipeline_num_layers"},
    MegatronName{"activations_checkpoint_granularity", "recompute_granularity"},
    MegatronName{"activations_checkpoint_method", "recompute_method"},
    MegatronName{"activations_checkpoint_num_layers", "recompute_num_layers"},
    MegatronName{"encoder_seq_length", "seq_length"},
    MegatronName{"sequence_length", "seq_length"},
    MegatronName{"num_moe_experts", "num_experts"},
    MegatronName{"num_nodes", "nnodes"},
    MegatronName{"num_gpus_per_node", "nproc_per_node"},
    MegatronName{"gpus_per_node", "nproc_per_node"},
    MegatronName{"cross_entropy_loss_fusion", "cross_entropy_fusion"},
};

std::string textOfList(const Json& list)
{
    std::string text;
    for (const Json& one : list) {
        text += (text.empty() ? "" : " ") + (one.is_string() ? one.get<std::string>() : dumped(one));
    }
    return text;
}

void takeLeaves(Json& json, std::span<const std::string_view> kept, const SettingLedger& ledger, int depth,
                Json& arguments)
{
    Json rest = Json::object();
    for (auto& [name, value] : json.items()) {
        std::string flag = megatronNameOf(name);
        std::ranges::replace(flag, '_', '-');
        if (value.is_object() && depth < deepestLeaf && std::ranges::find(kept, name) == kept.end()) {
            takeLeaves(value, kept, ledger, depth + 1, arguments);
            if (!value.empty()) {
                rest[name] = value;
            }
        } else if (!value.is_object() && ledger.find(flag) != nullptr) {
            arguments[megatronNameOf(name)] = value;
        } else {
            rest[name] = value;
        }
    }
    json = std::move(rest);
}

}  // namespace

std::string megatronNameOf(std::string_view name)
{
    const auto found = std::ranges::find(megatronNames, name, &MegatronName::theirs);
    return found == megatronNames.end() ? std::string(name) : found->ours;
}

void nameAsMegatron(Json& arguments)
{
    Json named = Json::object();
    for (const auto& [name, value] : arguments.items()) {
        named[megatronNameOf(name)] = value.is_array() ? Json(textOfList(value)) : value;
    }
    arguments = std::move(named);
}

Json takeMegatronArguments(Json& json, std::span<const std::string_view> kept)
{
    Json arguments = Json::object();
    if (json.is_object()) {
        takeLeaves(json, kept, SettingLedger(megatronTable), 0, arguments);
    }
    nameAsMegatron(arguments);
    return arguments;
}

}  // namespace pgram
