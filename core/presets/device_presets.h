// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Device presets: files of the format `parallelogram-device`, version 1, which hold the constants of one device. The
// member "device" of a cluster file, of a kind of devices in it, or of another device file holds a whole device, names
// a preset, or names one and changes members of it:
//
//     "device": "h100-sxm"
//     "device": {"preset": "h100-sxm", "change": {"memory_bytes": 102005473280, "usd_per_hour": null}}
//
// `change` is a JSON merge patch (RFC 7386): objects merge member by member, any other value replaces the preset's, and
// null removes the member. Names are resolved when a preset is read: a Cluster, and every file that is written from
// one, holds whole devices.
#pragma once

#include "core/base/json.h"
#include "core/presets/preset_store.h"

#include <string>
#include <string_view>

namespace pgram {

inline constexpr int deviceVersion = 1;

/// Returns the JSON of a cluster file with a whole device in place of each name. `where` names the file in errors.
/// Errors: an unknown name, with the nearest ones; presets that name each other in a circle; an unknown member beside
/// `preset` and `change`; a change that leaves no valid device; the errors of the device files. The reader of clusters
/// checks all other members.
[[nodiscard]] Result<Json> withWholeDevices(Json cluster, const std::string& where, const PresetStore& store);

/// Parses the text of a cluster file whose devices may be names. A device without a rate of products takes that of its
/// nearest measured relative (takeFromRelative()). Errors: those of withWholeDevices() and
/// parseCluster().
[[nodiscard]] Result<Cluster> parseClusterPreset(std::string_view text, const std::string& where,
                                                 const PresetStore& store);

/// Parses the text of a device file. Errors: as above.
[[nodiscard]] Result<Device> parseDevicePreset(std::string_view text, const std::string& where,
                                               const PresetStore& store);

/// Returns the schema of device files.
[[nodiscard]] Json deviceFileSchema();

}  // namespace pgram
