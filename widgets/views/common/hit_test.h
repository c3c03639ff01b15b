// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What of a layout is under the pointer.
#pragma once

#include <QRectF>

#include <algorithm>
#include <functional>

namespace pgram {

/// The first whose area has the position; -1 = none.
template <typename Things, typename AreaOf = std::identity>
[[nodiscard]] int indexAt(const Things& things, const QPointF& position, const AreaOf& areaOf = {})
{
    const auto found =
        std::ranges::find_if(things, [&](const auto& thing) { return std::invoke(areaOf, thing).contains(position); });
    return found == things.end() ? -1 : static_cast<int>(found - things.begin());
}

}  // namespace pgram
