// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/units.h"

#include <cmath>

namespace pgram {

Bytes wholeBytes(double bytes)
{
    return bytes < static_cast<double>(largestBytes) ? static_cast<Bytes>(std::ceil(bytes)) : largestBytes;
}

}  // namespace pgram
