// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What Accelerate's row writes, and how its runs are started.
#pragma once

#include "core/exchange/formats/rows.h"

namespace pgram {

/// Errors: a format of numbers that Accelerate has no word for.
[[nodiscard]] Result<std::vector<NamedFile>> writeAccelerate(const Plan& plan, const WriteContext& context);
[[nodiscard]] Launch launchOfAccelerate(const Plan& plan);

}  // namespace pgram
