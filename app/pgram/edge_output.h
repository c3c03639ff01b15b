// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What `pgram deploy --tiers` prints.
#pragma once

#include "core/base/json.h"
#include "core/serving/edge.h"

#include <string>

namespace pgram::cli {

[[nodiscard]] std::string edgeText(const EdgeQuestion& question, const EdgeAnswer& answer);
[[nodiscard]] Json edgeToJson(const EdgeQuestion& question, const EdgeAnswer& answer);

}  // namespace pgram::cli
