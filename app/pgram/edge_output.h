// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Text and JSON of `pgram deploy --tiers`.
#pragma once

#include "core/base/json.h"
#include "core/serving/edge.h"

#include <string>

namespace pgram::cli {

[[nodiscard]] std::string edgeText(const EdgeQuestion& question, const EdgeAnswer& answer);
[[nodiscard]] Json edgeToJson(const EdgeQuestion& question, const EdgeAnswer& answer);
/// Returns the schema of edgeToJson().
[[nodiscard]] Json deployTiersSchema();

}  // namespace pgram::cli
