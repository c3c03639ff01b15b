// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/all_views.h"

#include "widgets/views/communication/communication_view.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/deployment/deployment_view.h"
#include "widgets/views/fidelity/fidelity_view.h"
#include "widgets/views/hosts/hosts_view.h"
#include "widgets/views/keeping/keeping_view.h"
#include "widgets/views/memory/memory_view.h"
#include "widgets/views/search/search_view.h"
#include "widgets/views/strategy_map/strategy_map_view.h"
#include "widgets/views/timeline/timeline_view.h"
#include "widgets/views/tree/tree_view.h"

namespace pgram {

std::vector<View*> makeViews(Workbench* bench)
{
    Document* document = &bench->document;
    Session* session = &bench->session;
    SelectionModel* selection = &bench->selection;
    return {new StrategyMapView(document, selection),
            new MemoryView(document, selection, &bench->time),
            new TimelineView(document, selection, &bench->time),
            new CommunicationView(document, selection),
            new TreeView(session, selection, &bench->leaves),
            new SearchView(session, selection, &bench->study),
            new CompareView(session, selection, &bench->time),
            new FidelityView(session, selection, &bench->fidelity),
            new HostsView(document, selection),
            new KeepingView(document, selection),
            new DeploymentView(document, selection)};
}

}  // namespace pgram
