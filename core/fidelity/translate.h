// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From a measured run to the plan that it ran. A row that cannot be expressed says why; what a row does not say and had
// to be assumed is listed beside the plan.
#pragma once

#include "core/fidelity/framework.h"
#include "core/fidelity/measurement.h"
#include "core/plan/plan.h"
#include "core/plan/preset_store.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pgram {

/// The shipped clusters by the name that measurements give their device: device constants, and links per level.
class DeviceCatalogue {
public:
    /// Errors: those of the presets.
    [[nodiscard]] static Result<DeviceCatalogue> load(const PresetStore& presets);

    [[nodiscard]] const Cluster* find(const std::string& gpu) const;
    /// Name of the preset behind a device; empty = none.
    [[nodiscard]] static std::string presetOf(const std::string& gpu);
    /// Puts another cluster in the place of a preset's, for all of its devices.
    void replace(const std::string& preset, const Cluster& cluster);
    [[nodiscard]] const Cluster* preset(const std::string& name) const;
    [[nodiscard]] const std::vector<FrameworkFamily>& frameworks() const { return m_frameworks; }
    void setFrameworks(std::vector<FrameworkFamily> frameworks) { m_frameworks = std::move(frameworks); }

private:
    std::map<std::string, Cluster> m_clusters;  ///< by preset
    std::vector<FrameworkFamily> m_frameworks;
};

struct Translation {
    std::optional<Plan> plan;
    std::string skippedBecause;            ///< empty beside a plan
    std::vector<std::string> assumptions;  ///< what the row lacks, and what was taken in its place
};

[[nodiscard]] Translation planOf(const Measurement& row, const DeviceCatalogue& devices);

/// Transformer blocks of each stage where embedding and head stand on the first and last: even; or one block fewer on
/// either end where that evens out with embedding and head counted as blocks; else the remainder in the middle.
[[nodiscard]] std::vector<int> blocksPerStage(int blocks, int stages);

/// Blocks of each stage where each starts its own once the stages before it have their share of all weights of blocks
/// and head. The model's runs are embedding, blocks, head. The last stages may be left without blocks.
[[nodiscard]] std::vector<int> blocksBesideHead(const Architecture& model, int stages);

}  // namespace pgram
