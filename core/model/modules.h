// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Modules of a block whose results can be dropped in forward and computed again in backward: the set that
// KeptPart::WithoutModules refers to. Plain values; pure.
#pragma once

#include "core/base/names.h"
#include "core/model/architecture.h"

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace pgram {

/// One module, named in files as Megatron-LM d98e8a64 names it (transformer_config.py: recompute_modules).
enum class Module : std::uint8_t {
    Norms,              ///< layernorm: norms in front of experts and of latent attention; elsewhere fused with products
    ExpertActivations,  ///< moe_act: activation between the products of routed experts
    LatentUp,           ///< mla_up_proj: up-projections of latent attention, with rotation
    Attention,          ///< core_attn: scores and their product with the values
    Mlp,                ///< mlp: feed-forward part without experts; its input is kept
    Experts,            ///< moe: router, dispatch, routed and shared experts, combination; their input is kept
    SharedExperts,      ///< shared_experts: experts that all tokens visit
    Operations,         ///< per_op: all operations but a block's first, third, … product, fused attention and
                        ///< exchanges of tokens between the ranks of experts (torchtitan cfb93265,
                        ///< activation_checkpoint.py: every second mm; grouped products are not among those saved)
};
template <>
inline constexpr std::array<std::string_view, 8> enumNames<Module>{
    "layernorm", "moe_act", "mla_up_proj", "core_attn", "mlp", "moe", "shared_experts", "per_op"};

/// A set of modules.
class ModuleSet {
public:
    constexpr ModuleSet() = default;
    constexpr ModuleSet(std::initializer_list<Module> modules)
    {
        for (const Module module : modules) {
            add(module);
        }
    }
    constexpr void add(Module module) { m_bits = static_cast<std::uint16_t>(m_bits | bit(module)); }
    [[nodiscard]] constexpr bool has(Module module) const { return (m_bits & bit(module)) != 0; }
    [[nodiscard]] constexpr bool meets(const ModuleSet& other) const { return (m_bits & other.m_bits) != 0; }
    [[nodiscard]] constexpr bool isEmpty() const { return m_bits == 0; }
    bool operator==(const ModuleSet&) const = default;

private:
    static constexpr std::uint16_t bit(Module module)
    {
        return static_cast<std::uint16_t>(1U << static_cast<unsigned>(module));
    }
    std::uint16_t m_bits = 0;
};

/// Modules whose results are cheap to compute again (DeepSeek-V3, arXiv 2412.19437 §3.2.3).
inline constexpr ModuleSet cheapModules{Module::Norms, Module::ExpertActivations, Module::LatentUp};

/// Returns the names of the set's modules, in the order of the enumerators.
[[nodiscard]] std::vector<std::string_view> namesOf(const ModuleSet& modules);
/// Returns true if the layer has one of the modules.
[[nodiscard]] bool hasModules(const LayerSpec& layer, const ModuleSet& modules);

}  // namespace pgram
