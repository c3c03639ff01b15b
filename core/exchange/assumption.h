// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a foreign file leaves open, and how it was taken. A plain value.
#pragma once

#include "core/base/text.h"

#include <string>

namespace pgram {

struct Assumption {
    std::string what;   ///< a key of the file or of ours: "sequence_length"
    std::string value;  ///< as it was taken; empty: it is to be given
    Text why;
};

}  // namespace pgram
