// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A folder of Galvatron's profile files: the contents that their names describe, and all files read for one run; open
// choices are taken from the profile.
#pragma once

#include "core/galvatron/figures.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace pgram::galvatron {

struct HardwareShape {
    int nodes = 1;
    int devicesPerNode = 1;
    bool operator==(const HardwareShape&) const = default;
    [[nodiscard]] int devices() const { return nodes * devicesPerNode; }
};

struct ProfileFolder {
    std::filesystem::path path;
    std::string model;                  ///< in lower case: "llama2-7b"
    std::string precision;              ///< "bf16"
    std::vector<HardwareShape> shapes;  ///< with bandwidths and collective times, by devices
};

/// Choice among the entries of a profile. An empty member takes the only entry of the profile.
struct ProfileChoice {
    std::string precision;
    int devices = 0;
    std::int64_t sequence = 0;             ///< sequence length of the first layer type
    std::optional<TimeMode> timeMode;      ///< else batch with 8 batch sizes or more, the curve with 3 lengths, static
    std::optional<MemoryMode> memoryMode;  ///< else static where the length was measured
};

struct Profile {
    ProfileFolder folder;
    HardwareShape shape;
    Sequence sequence;
    TimeMode timeMode = TimeMode::Batch;
    MemoryMode memoryMode = MemoryMode::Static;
    ModelProfile model;
    HardwareProfile hardware;
};

/// Errors: no such folder, no or several computation profiles of the precision.
[[nodiscard]] Result<ProfileFolder> openProfileFolder(const std::filesystem::path& path, const std::string& precision);

/// Loads the profile. Errors: those of the files, with the pointer; a choice that the profile does not have, with the
/// available ones.
[[nodiscard]] Result<Profile> loadProfile(const std::filesystem::path& path, const ProfileChoice& choice);

}  // namespace pgram::galvatron
