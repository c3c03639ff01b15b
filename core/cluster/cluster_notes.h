// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Notes that a cluster's source text keeps about figures set by hand and about added kinds of devices:
// "; /device/memory_bytes = 24 GiB (was 16 GiB)". Notes identify links and kinds by name rather than by position, so
// that they stay valid when the order changes. Changing a note that does not exist has no effect.
#pragma once

#include "core/base/json_fwd.h"
#include "core/cluster/cluster_fields.h"

#include <string>

namespace pgram {

/// Returns the name of a field's note: "/links/NVLink 4/span", "/kinds/V100/device/memory_bytes". `cluster`: the
/// cluster as JSON; `index`: the part that has the field.
[[nodiscard]] std::string noteName(const Json& cluster, const ClusterField& field, const PartIndex& index);
/// Returns the name of the note about a kind of devices: "/kinds/V100".
[[nodiscard]] std::string kindNote(const std::string& kind);

/// Returns the note of this name, without the "; " in front; empty if `source` has none.
[[nodiscard]] std::string noteIn(const std::string& source, const std::string& name);
/// Notes that a figure changed from the value `before` to `after`. An older note's original value stays; if `after`
/// equals it, the note is removed.
void noteChange(std::string& source, const std::string& name, const std::string& before, const std::string& after);
/// Renames the notes of the name `before`, and of names below it, to `after`.
void renameNotes(std::string& source, const std::string& before, const std::string& after);
/// Removes the notes of this name and of names below it.
void dropNotes(std::string& source, const std::string& name);

/// Marks the name of `cluster` as an edited form of `before`, once; its title, too, unless it has a new one. Takes the
/// source of `before`, notes included.
void markEdited(Cluster& cluster, const Cluster& before);

}  // namespace pgram
