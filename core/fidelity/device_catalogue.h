// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Catalogue of the devices, models and framework families to which measured runs refer by name. A plain value; any
// thread may read it.
#pragma once

#include "core/fidelity/framework.h"
#include "core/presets/preset_store.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace pgram {

/// The shipped clusters by the name that measurements give their device: device constants, and links per level.
class DeviceCatalogue {
public:
    /// Loads the catalogue. Errors: those of the presets.
    [[nodiscard]] static Result<DeviceCatalogue> load(const PresetStore& presets);

    [[nodiscard]] const Cluster* find(const std::string& gpu) const;
    /// Returns the name of the preset for a device; empty if there is none.
    [[nodiscard]] static std::string presetOf(const std::string& gpu);
    /// Returns the bytes/s of one device to other nodes, the usual figure for its nodes if its preset has a single one;
    /// 0 = unknown.
    [[nodiscard]] static double usualNetwork(const std::string& gpu);
    /// Devices of one rack that a run fills where the innermost links join a whole rack; 0 where they join a node.
    [[nodiscard]] static int devicesPerRack(const std::string& gpu);
    /// Puts another cluster in the place of a preset's, for all of its devices.
    void replace(const std::string& preset, const Cluster& cluster);
    [[nodiscard]] const Cluster* preset(const std::string& name) const;
    /// Returns the name of the cluster preset with measured runs whose device is `device`; empty: none.
    [[nodiscard]] std::string presetWith(const Device& device) const;
    [[nodiscard]] const std::vector<FrameworkFamily>& frameworks() const { return m_frameworks; }
    void setFrameworks(std::vector<FrameworkFamily> frameworks) { m_frameworks = std::move(frameworks); }

    /// Returns the shipped model that a measurement names ("Qwen3-30B-A3B": qwen3-30b-a3b); null if there is none.
    [[nodiscard]] const Architecture* model(const std::string& name) const;

private:
    std::map<std::string, Cluster> m_clusters;     ///< by preset
    std::map<std::string, Architecture> m_models;  ///< by preset
    std::vector<FrameworkFamily> m_frameworks;
};

}  // namespace pgram
