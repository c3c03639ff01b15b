// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Words for exceptions, at the few places that catch them.
#pragma once

#include "core/base/text.h"

#include <exception>
#include <new>

namespace pgram {

/// Returns the message of an exception: a lack of memory in words, all others as they describe themselves.
[[nodiscard]] inline Text exceptionText(const std::exception& exception)
{
    return dynamic_cast<const std::bad_alloc*>(&exception) != nullptr ? Core::tr("needs more memory than there is")
                                                                      : Text(exception.what());
}

}  // namespace pgram
