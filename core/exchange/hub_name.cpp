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

/// Returns a name on a hub without the words that say how its weights were trained or stored.
std::string withoutKind(std::string_view name)
{
    std::string kept = lowered(name);
    for (const std::string_view maker : {"meta-", "nvidia-"}) {
        if (kept.starts_with(maker)) {
            kept.erase(0, maker.size());
        }
    }
    constexpr std::array kinds{"-instruct", "-base", "-chat", "-hf",   "-it",   "-pt",
                               "-mcore",    "-bf16", "-fp8",  "-v0.1", "-2507", "-8k"};
    for (bool cuts = true; cuts;) {
        cuts = false;
        for (const std::string_view kind : kinds) {
            if (kept.ends_with(kind)) {
                kept.erase(kept.size() - kind.size());
                cuts = true;
            }
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
