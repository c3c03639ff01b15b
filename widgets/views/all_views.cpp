// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/all_views.h"

#include "widgets/views/communication/communication_view.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/fidelity/fidelity_view.h"
#include "widgets/views/memory/memory_view.h"
#include "widgets/views/search/search_view.h"
#include "widgets/views/strategy_map/strategy_map_view.h"
#include "widgets/views/timeline/timeline_view.h"
#include "widgets/views/tree/tree_view.h"

namespace pgram {

std::vector<View*> makeViews(Session* session, SelectionModel* selection, TimeWindow* time)
{
    Document* document = session->document();
    time = time != nullptr ? time : new TimeWindow(document);
    return {new StrategyMapView(document, selection),
            new MemoryView(document, selection, time),
            new TimelineView(document, selection, time),
            new CommunicationView(document, selection),
            new TreeView(session, selection),
            new SearchView(session, selection),
            new CompareView(session, selection, time),
            new FidelityView(session, selection)};
}

}  // namespace pgram
