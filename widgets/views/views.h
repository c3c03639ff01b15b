// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// All views of a window, in the order in which they are shown, with the time zoom that links them.
#pragma once

#include "widgets/views/view.h"

#include <vector>

namespace pgram {

/// Strategy map, memory, timeline, communication. The caller takes ownership; `document` and `selection` outlive them.
[[nodiscard]] std::vector<View*> createViews(Document* document, SelectionModel* selection);

}  // namespace pgram
