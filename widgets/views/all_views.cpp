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
#include "widgets/views/run_cost/run_cost_view.h"
#include "widgets/views/search/search_view.h"
#include "widgets/views/strategy_map/strategy_map_view.h"
#include "widgets/views/study/study_view.h"
#include "widgets/views/timeline/timeline_view.h"
#include "widgets/views/tree/tree_view.h"
#include "widgets/views/what_if/what_if_view.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace pgram {

std::vector<View*> makeViews(Workbench* bench)
{
    Document* document = &bench->document;
    Session* session = &bench->session;
    SelectionModel* selection = &bench->selection;
    return {new StrategyMapView(document, selection),
            new MemoryView(document, selection, &bench->time),
            new TimelineView(document, selection, &bench->time, &bench->measured),
            new CommunicationView(document, selection),
            new SearchView(session, selection, &bench->study),
            new TreeView(session, selection, &bench->leaves),
            new CompareView(session, selection, &bench->time),
            new FidelityView(session, selection, &bench->fidelity),
            new HostsView(document, selection),
            new KeepingView(document, selection),
            new DeploymentView(document, selection),
            new WhatIfView(bench),
            new RunCostView(bench),
            new StudyView(bench)};
}

namespace {

struct ViewRow {
    const char* view;
    ViewPlace place;
    const char* question;
};

constexpr ViewRow rows[] = {
    {"strategy-map", ViewPlace::Plan, QT_TRANSLATE_NOOP("ViewQuestion", "Which layer runs how, and on which stage?")},
    {"memory", ViewPlace::Plan, QT_TRANSLATE_NOOP("ViewQuestion", "Does it fit, and what fills a device?")},
    {"timeline", ViewPlace::Step, QT_TRANSLATE_NOOP("ViewQuestion", "Where is time lost?")},
    {"communication", ViewPlace::Step,
     QT_TRANSLATE_NOOP("ViewQuestion", "Who sends how much to whom, over which link?")},
    {"tree", ViewPlace::Alternatives,
     QT_TRANSLATE_NOOP("ViewQuestion", "What else could a layer run, and at what cost?")},
    {"search", ViewPlace::Alternatives,
     QT_TRANSLATE_NOOP("ViewQuestion", "Is it the best plan, and how was it found?")},
    {"compare", ViewPlace::Compare, QT_TRANSLATE_NOOP("ViewQuestion", "In what do plans differ?")},
    {"fidelity", ViewPlace::More, QT_TRANSLATE_NOOP("ViewQuestion", "How far are the numbers from measured runs?")},
    {"hosts", ViewPlace::More, QT_TRANSLATE_NOOP("ViewQuestion", "And over a slow network?")},
    {"keeping", ViewPlace::More,
     QT_TRANSLATE_NOOP("ViewQuestion", "What to keep, swap or recompute where memory is short?")},
    {"what-if", ViewPlace::WhatIf,
     QT_TRANSLATE_NOOP("ViewQuestion", "What would more bandwidth, memory or nodes bring?")},
    {"run-cost", ViewPlace::WhatIf,
     QT_TRANSLATE_NOOP("ViewQuestion", "What does training take and cost, and on which machines?")},
    {"deployment", ViewPlace::More,
     QT_TRANSLATE_NOOP("ViewQuestion", "Where can the trained model be served, and how fast?")},
    {"study", ViewPlace::More, QT_TRANSLATE_NOOP("ViewQuestion", "Which of many requests has the best plan?")},
};

const ViewRow* rowOf(const QString& viewName)
{
    const auto* const found =
        std::ranges::find_if(rows, [&](const ViewRow& row) { return viewName == QLatin1StringView(row.view); });
    return found == std::end(rows) ? nullptr : found;
}

}  // namespace

ViewPage viewPage(const QString& name)
{
    const QString view = name.section(QLatin1Char(':'), 0, 0);
    const QString page = name.section(QLatin1Char(':'), 1);
    const QStringList sweeps{QStringLiteral("clusters"), QStringLiteral("models"), QStringLiteral("sequences")};
    const auto sweep = view == QLatin1StringView("run-cost") ? sweeps.indexOf(page) : -1;
    if (sweep < 0) {
        return {view, page.isEmpty() ? QVariantMap() : QVariantMap{{QStringLiteral("page"), page}}};
    }
    return {QStringLiteral("what-if"),
            {{QStringLiteral("page"), QStringLiteral("curve")},
             {QStringLiteral("figure"), QStringLiteral("trade")},
             {QStringLiteral("factor"), 32},
             {QStringLiteral("number"), sweep == 2 ? QStringLiteral("sequence-tokens") : QStringLiteral("nodes")},
             {QStringLiteral("besides"), sweep == 1 ? QStringList{QStringLiteral("model:family")} : QStringList()}}};
}

QStringList viewNames()
{
    QStringList names;
    for (const ViewRow& row : rows) {
        names.append(QLatin1StringView(row.view));
    }
    return names;
}

ViewPlace placeOfView(const QString& viewName)
{
    const ViewRow* row = rowOf(viewName);
    return row != nullptr ? row->place : ViewPlace::More;
}

QString placeTitle(ViewPlace place)
{
    switch (place) {
    case ViewPlace::Plan:
        return QCoreApplication::translate("Place", "Plan");
    case ViewPlace::Step:
        return QCoreApplication::translate("Place", "Step");
    case ViewPlace::Alternatives:
        return QCoreApplication::translate("Place", "Alternatives");
    case ViewPlace::WhatIf:
        return QCoreApplication::translate("Place", "What If");
    case ViewPlace::Compare:
        return QCoreApplication::translate("Place", "Compare");
    case ViewPlace::More:
        return QCoreApplication::translate("Place", "More");
    }
    return {};
}

QString viewQuestion(const QString& viewName)
{
    const ViewRow* row = rowOf(viewName);
    return row != nullptr ? QCoreApplication::translate("ViewQuestion", row->question) : QString();
}

}  // namespace pgram
