// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rules of a run of a model file, by itself and behind the runs before it. Errors go to the object of the run.
#pragma once

#include "core/base/json_fwd.h"
#include "core/model/architecture.h"

#include <vector>

namespace pgram {

/// Its own sizes.
void checkShape(JsonObject& object, const LayerSpec& run);
/// Checks a run against the runs before it.
void checkJoint(JsonObject& object, const std::vector<LayerSpec>& before, const LayerSpec& run);

}  // namespace pgram
