// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Single members of a model or a cluster set to other values, by their JSON pointers, as their files have them: every
// check of the reader is the check of an edit, and what is set by hand says so in its provenance.
#pragma once

#include "core/base/error.h"
#include "core/cluster/cluster.h"
#include "core/model/architecture.h"

#include <span>
#include <string>
#include <vector>

namespace pgram {

struct PresetEdit {
    /// RFC 6901, the leading "/" may lack. An element of an array is its index or its name: "runs/decoder/ffn",
    /// "links/NVLink 4/bytes_per_s". The last member may be one that the file does not have yet.
    std::string pointer;
    std::string value;  ///< JSON; a text that is none is a string
    bool operator==(const PresetEdit&) const = default;
};

/// One after the other; an empty list changes nothing. Errors, at their pointer: a member that there is not, with the
/// nearest; no JSON; what the reader of the file refuses.
[[nodiscard]] Result<Architecture> withEdits(const Architecture& model, std::span<const PresetEdit> edits);
/// A constant whose value is set is "yours" from then on, unless its provenance is set, too.
[[nodiscard]] Result<Cluster> withEdits(const Cluster& cluster, std::span<const PresetEdit> edits);

/// Pointers to all numbers of a cluster that an edit may vary, as toJson writes them.
[[nodiscard]] std::vector<std::string> numberPointers(const Cluster& cluster);
/// Returns the number at a pointer as of an edit. Errors: as withEdits(); the value is not a number.
[[nodiscard]] Result<double> numberAt(const Cluster& cluster, const std::string& pointer);
[[nodiscard]] Result<double> numberAt(const Architecture& model, const std::string& pointer);

}  // namespace pgram
