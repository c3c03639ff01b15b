// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sets of things of which none beats another.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace pgram {

/// Adds `next` unless one that is kept is no worse, and drops those that it is no worse than. Of equals the first
/// stays.
template <typename T, typename IsNoWorse>
void keepUnbeaten(std::vector<T>& kept, T next, const IsNoWorse& isNoWorse)
{
    if (std::ranges::none_of(kept, [&](const T& other) { return isNoWorse(other, next); })) {
        std::erase_if(kept, [&](const T& other) { return isNoWorse(next, other); });
        kept.push_back(std::move(next));
    }
}

}  // namespace pgram
