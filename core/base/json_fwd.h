// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Names of the JSON types, for headers that only pass them: json.h takes two seconds of every file that includes it.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace pgram {

/// Keeps the members of an object in the order in which they are written.
using Json = nlohmann::ordered_json;

class JsonObject;

}  // namespace pgram
