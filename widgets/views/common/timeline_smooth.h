// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Operations narrower than a pixel fall into pixel columns as chance has it, and beat against them: waves that no
// device ever ran. Each column takes the mean of its neighbours instead. Idle times that are shown stay where they are,
// and nothing is averaged across them. Pure.
#pragma once

#include "widgets/views/common/timeline_bins.h"

namespace pgram {

/// `gap`: seconds of an idle time that is shown for itself.
void smooth(std::span<TimelineBin> columns, float gap);

}  // namespace pgram
