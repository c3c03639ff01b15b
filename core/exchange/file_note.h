// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Notes on what a foreign file says: a plain value.
#pragma once

#include "core/base/text.h"

#include <string>

namespace pgram {

/// A note on one name of a file, or on one of ours that the file leaves open.
struct FileNote {
    std::string what;   ///< the name: "sequence_length"
    std::string value;  ///< value in the plan, of an assumption; else the file's; may be empty
    Text why;           ///< the reason
};

}  // namespace pgram
