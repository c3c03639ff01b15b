// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The strategy of some layers as menus, one a field: a choice that is pointed at is weighed before it is made, one that
// cannot be had is there and says why. GUI thread only.
#pragma once

#include "widgets/document/strategy_choices.h"

class QMenu;

namespace pgram {

class Document;

/// Adds a submenu for each field that the layers offer. `document` shows a plan and outlives the menu.
void addStrategyMenus(QMenu& menu, Document* document, LayerRange range);

}  // namespace pgram
