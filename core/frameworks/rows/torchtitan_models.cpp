// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/frameworks/rows/torchtitan_models.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr std::array models{
    TorchtitanModel{"llama3", "8B", "llama3.1-8b", "llama3_8b"},
    TorchtitanModel{"llama3", "70B", "llama3.1-70b", "llama3_70b"},
    TorchtitanModel{"llama3", "405B", "llama3.1-405b", "llama3_70b"},
    TorchtitanModel{"llama4", "17bx16e", "llama4-scout"},
    TorchtitanModel{"llama4", "17bx128e", "llama4-maverick"},
    TorchtitanModel{"deepseek_v3", "671B", "deepseek-v3", "deepseek_v3_671b"},
    TorchtitanModel{"deepseek_v3", "236B", "deepseek-v2", "deepseek_v3_16b"},
    TorchtitanModel{"deepseek_v3", "16B", "deepseek-v2-lite", "deepseek_v3_16b"},
    TorchtitanModel{"qwen3", "0.6B", "qwen3-0.6b", "qwen3_0_6b"},
    TorchtitanModel{"qwen3", "1.7B", "qwen3-1.7b", "qwen3_1_7b"},
    TorchtitanModel{"qwen3", "4B", "qwen3-4b", "qwen3_1_7b"},
    TorchtitanModel{"qwen3", "8B", "qwen3-8b", "qwen3_14b"},
    TorchtitanModel{"qwen3", "14B", "qwen3-14b", "qwen3_14b"},
    TorchtitanModel{"qwen3", "32B", "qwen3-32b", "qwen3_32b"},
    TorchtitanModel{"qwen3", "30B-A3B", "qwen3-30b-a3b", "qwen3_30b_a3b"},
    TorchtitanModel{"qwen3", "235B-A22B", "qwen3-235b-a22b", "qwen3_30b_a3b"},
    TorchtitanModel{"gpt_oss", "20b", "gpt-oss-20b", "gpt_oss_20b"},
    TorchtitanModel{"gpt_oss", "120b", "gpt-oss-120b", "gpt_oss_120b"},
    // These have the sizes of Llama 3.1, as which they are read back if no model is given; only the rotary angles
    // differ.
    TorchtitanModel{"llama3", "8B", "llama3-8b", "llama3_8b"},
    TorchtitanModel{"llama3", "70B", "llama3-70b", "llama3_70b"},
};

template <typename Is>
const TorchtitanModel* modelWhere(const Is& is)
{
    const auto found = std::ranges::find_if(models, is);
    return found == models.end() ? nullptr : &*found;
}

}  // namespace

std::span<const TorchtitanModel> torchtitanModels()
{
    return models;
}

const TorchtitanModel* torchtitanModel(std::string_view name, std::string_view flavor)
{
    return modelWhere([&](const TorchtitanModel& one) { return one.model == name && one.flavor == flavor; });
}

const TorchtitanModel* torchtitanModelOf(const Architecture& model)
{
    return modelWhere([&](const TorchtitanModel& one) { return model.name == one.preset; });
}

}  // namespace pgram
