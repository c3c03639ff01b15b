// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The `measured` member of a run in model files.
#pragma once

#include "core/base/fields.h"
#include "core/model/measured_layer.h"

#include <span>

namespace pgram {

/// Upper limit of the parameters of a layer and of a model.
inline constexpr double mostParameters = 1e15;

[[nodiscard]] std::span<const Field<MeasuredLayer>> fieldsOf(const MeasuredLayer*);

}  // namespace pgram
