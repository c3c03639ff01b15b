// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a tooltip of the Compare view says about the thing under the pointer.
#pragma once

#include "widgets/views/compare/compare_layout.h"

namespace pgram {

/// Rich text; empty = nothing is there.
[[nodiscard]] QString compareTip(const CompareSet& set, const CompareLayout& layout, const QPointF& position);

}  // namespace pgram
