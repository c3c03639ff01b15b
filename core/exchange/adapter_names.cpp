// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/adapter_names.h"

#include "core/model/tuning.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

/// Matrices of one kind, all of which one of the lists names: those of Transformers and of Megatron-LM.
struct MatrixKind {
    std::array<const char*, 4> transformers;
    std::array<const char*, 2> megatron;
};
constexpr MatrixKind ofAttentionBlock{{"q_proj", "k_proj", "v_proj", "o_proj"}, {"linear_qkv", "linear_proj"}};
constexpr MatrixKind ofMlpBlock{{"gate_proj", "up_proj", "down_proj", ""}, {"linear_fc1", "linear_fc2"}};

std::ptrdiff_t countOf(const MatrixKind& kind, const std::set<std::string>& names)
{
    const auto has = [&names](const char* name) { return names.contains(name); };
    return std::ranges::count_if(kind.transformers, has) + std::ranges::count_if(kind.megatron, has);
}

bool isWhole(const MatrixKind& kind, const std::set<std::string>& names)
{
    const auto has = [&names](const char* name) { return *name == '\0' || names.contains(name); };
    return std::ranges::all_of(kind.transformers, has) || std::ranges::all_of(kind.megatron, has);
}

}  // namespace

AdapterTargets adapterTargetsOf(const std::set<std::string>& names, const std::string& what, PlanSettings& settings)
{
    // "all-linear" comes apart at its dash.
    if (names.empty() || names.contains("linear") || names.contains("all_linear") || names.contains("all")) {
        return AdapterTargets::Linear;
    }
    const auto ofAttention = countOf(ofAttentionBlock, names);
    const auto ofMlp = countOf(ofMlpBlock, names);
    const AdapterTargets targets = ofAttention > 0 && ofMlp == 0   ? AdapterTargets::Attention
                                   : ofMlp > 0 && ofAttention == 0 ? AdapterTargets::Mlp
                                                                   : AdapterTargets::Linear;
    const bool isOther = static_cast<std::size_t>(ofAttention + ofMlp) != names.size();
    const bool isPart =
        (ofAttention > 0 && !isWhole(ofAttentionBlock, names)) || (ofMlp > 0 && !isWhole(ofMlpBlock, names)) || isOther;
    if (isPart) {
        settings.assume(what, std::string(name(targets)),
                        Core::tr("plans have adapters at all matrices of a kind, the file at some"));
    }
    return targets;
}

std::vector<const char*> megatronAdapterNames(AdapterTargets targets, const LayerSpec& block)
{
    std::vector<const char*> names;
    if (isTarget(targets, LayerPart::Attention) && block.keyValueRank > 0) {
        names =
            block.queryRank > 0 ? std::vector{"linear_q_down_proj", "linear_q_up_proj"} : std::vector{"linear_q_proj"};
        names.insert(names.end(), {"linear_kv_down_proj", "linear_kv_up_proj", ofAttentionBlock.megatron[1]});
    } else if (isTarget(targets, LayerPart::Attention)) {
        names.assign(ofAttentionBlock.megatron.begin(), ofAttentionBlock.megatron.end());
    }
    if (isTarget(targets, LayerPart::Mlp)) {
        names.insert(names.end(), ofMlpBlock.megatron.begin(), ofMlpBlock.megatron.end());
    }
    return names;
}

}  // namespace pgram
