// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Instances of the planning programme by seed, for those who build solvers or test one.
#pragma once

#include "core/search/search.h"

namespace pgram {

/// The same for the same seed: 3 to 10 layers of up to four kinds on 2 to 8 devices with slow and fast links, one task
/// by the paper's sum, and a budget between the least that works and what the best plan of all needs.
[[nodiscard]] SearchRequest programInstance(std::uint64_t seed);

}  // namespace pgram
