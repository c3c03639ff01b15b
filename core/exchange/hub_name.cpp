// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/hub_name.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

/// Returns the letters and digits of a name, in lower case.
std::string bareName(std::string_view name)
{
    std::string bare;
    for (const char c : name) {
        if (isLetterOrDigit(c)) {
            bare += lowered(c);
        }
    }
    return bare;
}

/// Beginning of names on a hub, and that of the presets with the same layers.
struct Sibling {
    std::string_view begins;
    std::string_view preset;
};
constexpr std::array siblings{Sibling{"qwen2-", "qwen2.5-"},
                              Sibling{"qwen2.5-coder-", "qwen2.5-"},
                              Sibling{"qwen2.5-math-", "qwen2.5-"},
                              Sibling{"deepseek-r1-distill-qwen-", "qwen2.5-"},
                              Sibling{"deepseek-r1-distill-llama-", "llama3.1-"},
                              Sibling{"llama-3.3-", "llama3.1-"}};

/// Returns a name on a hub without the words that say how its weights were trained or stored.
std::string withoutKind(std::string_view name)
{
    std::string kept = lowered(name);
    for (const std::string_view maker : {"meta-", "nvidia-"}) {
        if (kept.starts_with(maker)) {
            kept.erase(0, maker.size());
        }
    }
    constexpr std::array kinds{"instruct", "base", "chat", "hf",   "it", "pt",
                               "mcore",    "bf16", "fp8",  "2507", "8k", "deduped"};
    for (const std::string_view kind : kinds) {
        for (std::size_t at = kept.find('-'); at != std::string::npos;) {
            const std::size_t end = std::min(kept.find('-', at + 1), kept.size());
            const bool isKind = std::string_view(kept).substr(at + 1, end - at - 1) == kind;
            kept.erase(at, isKind ? end - at : 0);
            at = kept.find('-', isKind ? at : end);
        }
    }
    if (kept.ends_with("-v0.1")) {
        kept.erase(kept.size() - std::string_view("-v0.1").size());
    }
    for (const Sibling& sibling : siblings) {
        if (kept.starts_with(sibling.begins)) {
            kept.replace(0, sibling.begins.size(), sibling.preset);
        }
    }
    return kept;
}

}  // namespace

std::string presetOfHub(std::string_view hubName, const PresetStore& store)
{
    const std::string_view own = hubName.substr(hubName.rfind('/') + 1);
    const std::vector<PresetEntry> presets = store.models();
    for (const std::string& wanted : {bareName(own), bareName(withoutKind(own))}) {
        const auto found =
            std::ranges::find(presets, wanted, [](const PresetEntry& entry) { return bareName(entry.name); });
        if (!wanted.empty() && found != presets.end()) {
            return found->name;
        }
    }
    return {};
}

}  // namespace pgram
