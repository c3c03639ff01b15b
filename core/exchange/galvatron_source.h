// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Galvatron's profile files as a measured source of our own costs: the layers of a model with what was measured of
// them, and the cluster that they were measured on.
#pragma once

#include "core/cluster/cluster.h"
#include "core/galvatron/profile_folder.h"
#include "core/model/architecture.h"
#include "core/model/training.h"

#include <optional>

namespace pgram {

/// A profile, and its figures for one run.
struct MeasuredSource {
    const galvatron::Profile* profile = nullptr;
    const galvatron::Figures* figures = nullptr;  ///< one layer type a run of body layers of the model
};

/// Returns the precision of the files: "bf16".
[[nodiscard]] Precision precisionOf(const galvatron::Profile& profile);

/// The model with its layers measured. Embedding and head, which are timed together, share their time as their
/// dimensions would have it on the device; layers that Galvatron does not profile stay analytic.
/// Errors: a time that falls with the batch.
[[nodiscard]] Result<Architecture> measuredModel(Architecture model, const MeasuredSource& source,
                                                 const Device& device);

/// A device that computes at the rate at which the profile's layers ran: profiles do not name theirs. `memory`: of the
/// device.
[[nodiscard]] Device profiledDevice(const Architecture& model, const MeasuredSource& source, Bytes memory);

/// `device`: named by the user, or profiledDevice.
[[nodiscard]] Cluster measuredCluster(const MeasuredSource& source, Device device);

}  // namespace pgram
