// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The views of the window, in their order.
#pragma once

#include "widgets/document/session.h"
#include "widgets/views/common/time_window.h"
#include "widgets/views/common/view.h"

#include <vector>

namespace pgram {

/// One of each, without parents, linked by one time zoom: `time`, or one that the session's document owns. All outlive
/// them.
[[nodiscard]] std::vector<View*> makeViews(Session* session, SelectionModel* selection, TimeWindow* time = nullptr);

}  // namespace pgram
