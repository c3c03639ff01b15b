// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The views of the window, in their order.
#pragma once

#include "widgets/document/workbench.h"
#include "widgets/views/common/view.h"

#include <vector>

namespace pgram {

/// One of each, without parents. `bench` outlives them.
[[nodiscard]] std::vector<View*> makeViews(Workbench* bench);

/// What a view is looked at for, as one question; empty: there is no such view.
[[nodiscard]] QString viewQuestion(const QString& viewName);

}  // namespace pgram
