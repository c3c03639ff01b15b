// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/all_views.h"

#include "widgets/views/memory_view.h"
#include "widgets/views/strategy_map_view.h"
#include "widgets/views/timeline_view.h"

namespace pgram {

std::vector<View*> makeViews(Document* document, SelectionModel* selection)
{
    return {new StrategyMapView(document, selection), new MemoryView(document, selection),
            new TimelineView(document, selection)};
}

}  // namespace pgram
