// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The `measured` member of a run in model files.
#pragma once

#include "core/base/file_format.h"
#include "core/model/measured_layer.h"

namespace pgram {

/// Of a layer, and of a model.
inline constexpr double mostParameters = 1e15;

[[nodiscard]] Json toJson(const MeasuredLayer& measured);

/// Errors stick to the object.
[[nodiscard]] MeasuredLayer measuredFromJson(JsonObject& object, UnknownKeys* unknown = nullptr);

}  // namespace pgram
