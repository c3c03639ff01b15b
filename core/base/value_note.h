// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A note on one value that a foreign file or a question gives or leaves open.
#pragma once

#include "core/base/text.h"

#include <string>

namespace pgram {

/// A note on one name of a file, or on one of ours that the file or the question leaves open.
struct ValueNote {
    std::string what;   ///< the name: "sequence_length"
    std::string value;  ///< value in the plan, of an assumption; else the file's; may be empty
    Text why;           ///< the reason
};

}  // namespace pgram
