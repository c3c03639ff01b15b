// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A target's row in words, for tables of people.
#pragma once

#include "core/frameworks/target.h"

#include <vector>

namespace pgram {

struct TargetProperty {
    Phrase name;         ///< "dimensions"
    Text value;          ///< "dp,tp,pp"
    const char* source;  ///< place in the framework's source or documentation
};

/// Returns the capabilities of the target, one line each. They do not include its rules.
[[nodiscard]] std::vector<TargetProperty> propertiesOf(const Target& target);

}  // namespace pgram
