// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A folder of Galvatron's profile files as a question to our planner: the profile, the run that is asked of it, and
// the model whose layers were measured where that is known.
#pragma once

#include "core/base/names.h"
#include "core/galvatron/profile_folder.h"
#include "core/presets/preset_store.h"
#include "core/search/search.h"

#include <optional>
#include <string>
#include <vector>

namespace pgram {

/// An empty text, a list without entries and 0 leave it to the files.
struct ProfileOptions {
    std::string folder;
    int devices = 0;
    std::vector<int> layers;           ///< by layer type
    std::vector<std::int64_t> hidden;  ///< by layer type
    std::string timeMode;
    std::string memoryMode;
    std::string model;                  ///< a preset's name or a file
    std::optional<Architecture> given;  ///< the model itself, instead of its name
    std::string precision;
    std::int64_t sequence = 0;
};

template <>
inline constexpr std::array<std::string_view, 3> enumNames<galvatron::TimeMode>{"batch", "static", "sequence"};
template <>
inline constexpr std::array<std::string_view, 2> enumNames<galvatron::MemoryMode>{"static", "sequence"};

struct ProfileQuestion {
    galvatron::Profile profile;
    galvatron::Setting setting;  ///< without memory budget and parallel defaults
    galvatron::Figures figures;
    std::optional<Architecture> model;
    Text withoutModel;        ///< reason without a model
    bool modelTyped = false;  ///< else taken from the profile's file names
};

/// The model is the one typed, or the preset that the profile's files name. Errors: those of the files; what neither
/// the profile nor a model nor an option says, with the option.
[[nodiscard]] Result<ProfileQuestion> profileQuestion(const ProfileOptions& options, const PresetStore& store);

/// The profile as model, cluster and training of a request; the device is that of `cluster` where one is given.
/// Errors: no model; layers of the model that are not those profiled; figures beyond what our files say.
[[nodiscard]] Result<SearchRequest> measuredRequest(const ProfileQuestion& question,
                                                    const std::optional<Cluster>& cluster, Bytes memory);

}  // namespace pgram
