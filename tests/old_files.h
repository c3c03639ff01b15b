// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files of earlier releases, tests/cases/old/RELEASE, and what a newer version loses of one.
#pragma once

#include "core/base/json.h"
#include "tests/places.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pgram::test {

/// The folders of all releases whose files are kept.
inline std::vector<std::filesystem::path> oldReleases()
{
    std::vector<std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::directory_iterator(sourceFolder() / "tests/cases/old")) {
        if (entry.is_directory()) {
            folders.push_back(entry.path());
        }
    }
    std::ranges::sort(folders);
    return folders;
}

inline std::vector<std::filesystem::path> filesBelow(const std::filesystem::path& folder, const char* extension)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == extension) {
            files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    return files;
}

/// Returns true if newer files say the member elsewhere, which test_tuning::lossesOfFiles checks.
inline bool hasMoved(std::string_view key)
{
    return key == "fused_loss";
}

/// The JSON pointer of the first value of `then` that `now` lacks or has otherwise; empty: it has them all. What `now`
/// has beyond them does not count.
inline std::string firstLoss(const Json& then, const Json& now, const std::string& at = {})
{
    if (then.is_object() && now.is_object()) {
        for (const auto& [key, value] : then.items()) {
            std::string place = at;
            place.append("/").append(key);
            if (!now.contains(key)) {
                if (hasMoved(key)) {
                    continue;
                }
                return place;
            }
            if (std::string lost = firstLoss(value, now.at(key), place); !lost.empty()) {
                return lost;
            }
        }
        return {};
    }
    if (then.is_array() && now.is_array() && then.size() == now.size()) {
        for (std::size_t index = 0; index < then.size(); ++index) {
            std::string place = at;
            place.append("/").append(std::to_string(index));
            if (std::string lost = firstLoss(then[index], now[index], place); !lost.empty()) {
                return lost;
            }
        }
        return {};
    }
    return then == now ? std::string() : at.empty() ? std::string("/") : at;
}

}  // namespace pgram::test
