// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A cluster edited by hand, field by field: every edit gives another cluster that the reader of files has passed, and
// what was set says what it was before. Against a preset: what differs, and how it is had back.
#pragma once

#include "core/base/error.h"
#include "core/cluster/cluster.h"
#include "core/cluster/cluster_fields.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

class PresetStore;

/// Sets a field to typed text. A constant becomes "yours", with its old value; a price or a power gets the date `today`
/// ("2026-11-24"), which whoever calls knows; another figure is noted in the cluster's source. Fewer or more devices
/// are those of withDevices() and withKindDevices(). Errors: at the field's pointer, as typedValue() and the reader
/// have them.
[[nodiscard]] Result<Cluster> withField(const Cluster& cluster, const ClusterField& field, const PartIndex& index,
                                        std::string_view typed, const std::string& today);

/// The cluster as its file is read. Errors: those of the reader.
[[nodiscard]] Result<Cluster> checkedCluster(const Cluster& cluster);

/// One more level of links that joins two of what there is; or, inside the level at `inside`, islands of its own.
/// Errors: no span fits between, more levels or devices than there may be.
[[nodiscard]] Result<Cluster> withLevelBeyond(const Cluster& cluster);
[[nodiscard]] Result<Cluster> withLevelInside(const Cluster& cluster, int inside);
/// Without the outermost level its island is all that is left. Errors: it is the only one.
[[nodiscard]] Result<Cluster> withoutLevel(const Cluster& cluster, int level);
/// The link of a level one further out, in the place of that: the spans stay where they are.
[[nodiscard]] Result<Cluster> withLevelMovedOut(const Cluster& cluster, int level);

/// Whence a field's value is: a constant's own provenance; a quote's source and date; of another figure "yours" where
/// it was edited, else "vendor" with what the file names as its source.
[[nodiscard]] Provenance provenanceOf(const Cluster& cluster, const ClusterField& field, const PartIndex& index);
/// The same; `json` is the cluster's, for whoever asks of many fields.
[[nodiscard]] Provenance provenanceOf(const Cluster& cluster, const Json& json, const ClusterField& field,
                                      const PartIndex& index);

/// Returns the preset from which the cluster was made by edits, with the cluster's number of devices, if any.
[[nodiscard]] std::optional<Cluster> presetBehind(const PresetStore& store, const Cluster& cluster);

/// The same cluster, as the preset behind it where that differs in nothing but what it is called.
[[nodiscard]] Cluster asPreset(const PresetStore& store, const Cluster& cluster);

/// A place in which a cluster differs from its preset. What a whole part has or lacks is one: "/links", "/network",
/// "/host", "/measured", "/kinds", "/slow", "/kinds/1/device", "/kinds/1/links"; so are the sizes of all and of each
/// kind: "/devices".
struct ClusterChange {
    std::string pointer;
    const ClusterField* field = nullptr;  ///< null: it is of more than a field
    PartIndex index;
    std::string before;  ///< text to type; empty = no value, or more than one line
    std::string after;
    bool operator==(const ClusterChange&) const = default;
};
[[nodiscard]] std::vector<ClusterChange> changesOf(const Cluster& cluster, const Cluster& preset);
/// Returns the cluster with the preset's value at a place; the preset if nothing else differs. Errors: the reader's.
[[nodiscard]] Result<Cluster> withReverted(const Cluster& cluster, const Cluster& preset, const std::string& pointer);

/// Eight devices with nothing measured of them, to begin from.
[[nodiscard]] Cluster blankCluster();

}  // namespace pgram
