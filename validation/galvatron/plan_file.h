// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// An answer under the galvatron-3 rules as Hetu-Galvatron's plan file.
#pragma once

#include "core/base/json_fwd.h"
#include "core/galvatron/figures.h"
#include "validation/galvatron/strategy.h"

namespace pgram::galvatron {

/// Returns the members of "galvatron_config_….json".
[[nodiscard]] Json planFile(const Plan& plan, const TaskKey& task, const Setting& setting);

}  // namespace pgram::galvatron
