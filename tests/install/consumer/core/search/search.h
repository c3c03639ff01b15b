// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The consumer's own search: a header with the name of one inside the library.
#pragma once

#include <functional>

namespace consumer {

/// Returns the smallest number in [low, high] that satisfies `holds`, or high + 1. Every number above a number that
/// satisfies it satisfies it, too.
int search(int low, int high, const std::function<bool(int)>& holds);

}  // namespace consumer
