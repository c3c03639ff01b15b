// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a cluster's own source says of the figures that were set by hand, and of the kinds that were added:
// "; /device/memory_bytes = 24 GiB (was 16 GiB)". Links and kinds are called by their names there, so that a note stays
// theirs when they move.
#pragma once

#include "core/base/json_fwd.h"
#include "core/cluster/cluster_fields.h"

#include <string>

namespace pgram {

/// "/links/NVLink 4/span", "/kinds/V100/device/memory_bytes"; `cluster` is its JSON.
[[nodiscard]] std::string noteName(const Json& cluster, const ClusterField& field, const PartIndex& index);
[[nodiscard]] std::string kindNote(const std::string& kind);

/// The note of this name, without the "; " before it; empty: there is none.
[[nodiscard]] std::string noteIn(const std::string& source, const std::string& name);
/// A figure has another value now: what it was at first stays said, and nothing where it is that again.
void noteChange(std::string& source, const std::string& name, const std::string& before, const std::string& after);
/// Notes of this name and of what lies below it are of another name; or are none.
void renameNotes(std::string& source, const std::string& before, const std::string& after);
void dropNotes(std::string& source, const std::string& name);

/// That it is no longer the preset, once: in its name, and in its title where no other was given. Its source is
/// again what it was.
void markEdited(Cluster& cluster, const Cluster& before);

}  // namespace pgram
