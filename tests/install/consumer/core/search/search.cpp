// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/search.h"

namespace consumer {

int search(int low, int high, const std::function<bool(int)>& holds)
{
    while (low <= high) {
        const int middle = low + (high - low) / 2;
        if (holds(middle)) {
            high = middle - 1;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

}  // namespace consumer
