// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A value that a question or a foreign file leaves open, and how it was taken.
#pragma once

#include "core/base/text.h"

#include <string>

namespace pgram {

/// A value that was left open and had to be chosen.
struct Assumption {
    std::string what;   ///< a key of the file or of ours: "sequence_length"
    std::string value;  ///< the value that was taken; empty: it is to be given
    Text why;           ///< reason
};

}  // namespace pgram
