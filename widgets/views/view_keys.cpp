// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the keys of the views do, in words. A test presses each of them, and looks for others that do something.
#include "widgets/views/communication/communication_view.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/fidelity/fidelity_view.h"
#include "widgets/views/memory/memory_view.h"
#include "widgets/views/search/search_view.h"
#include "widgets/views/strategy_map/strategy_map_view.h"
#include "widgets/views/timeline/timeline_view.h"
#include "widgets/views/tree/tree_filter.h"
#include "widgets/views/tree/tree_view.h"

#include <QCoreApplication>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ViewKeys)
};

KeyHelp escapeKey()
{
    return {{Qt::Key_Escape}, Words::tr("Select nothing")};
}

std::vector<KeyHelp> stageKeys()
{
    return {{{Qt::Key_Up, Qt::Key_Down}, Words::tr("Stage before or after")},
            {{Qt::Key_PageUp, Qt::Key_PageDown}, Words::tr("First or last stage")}};
}

std::vector<KeyHelp> timeKeys()
{
    return {{{Qt::Key_W, Qt::Key_S}, Words::tr("Zoom in or out")},
            {{Qt::Key_A, Qt::Key_D}, Words::tr("Earlier or later")},
            {{Qt::Key_Home}, Words::tr("The whole step")}};
}

std::vector<KeyHelp> operator+(std::vector<KeyHelp> some, std::vector<KeyHelp> more)
{
    some.insert(some.end(), more.begin(), more.end());
    return some;
}

}  // namespace

std::vector<KeyHelp> View::commonKeys()
{
    return {{{Qt::CTRL | Qt::Key_T}, Words::tr("Show as table, or as picture")},
            {{QKeySequence(QKeySequence::Copy)}, Words::tr("Copy the table")},
            {{Qt::SHIFT | Qt::Key_F10}, Words::tr("Menu of what is selected")}};
}

std::vector<KeyHelp> PlotView::zoomKeys()
{
    return {{{Qt::Key_Plus, Qt::Key_Equal, Qt::Key_Minus}, Words::tr("Zoom in or out")},
            {{Qt::Key_0}, Words::tr("All data")}};
}

std::vector<KeyHelp> StrategyMapView::keys() const
{
    return {{{Qt::Key_Up, Qt::Key_Down}, Words::tr("Layer before or after")},
            {{Qt::Key_Left, Qt::Key_Right}, Words::tr("The same place in the stage before or after")},
            {{Qt::Key_Home, Qt::Key_End}, Words::tr("First or last layer")},
            {{Qt::SHIFT | Qt::Key_Up, Qt::SHIFT | Qt::Key_Down}, Words::tr("Select more or fewer layers")},
            {{Qt::CTRL | Qt::Key_Up, Qt::CTRL | Qt::Key_Down},
             Words::tr("Move the cut behind the selected stage by a layer")},
            escapeKey()};
}

std::vector<KeyHelp> MemoryView::keys() const
{
    if (m_page == Page::Devices) {
        return {
            {{Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down}, Words::tr("The device beside, above or below")},
            {{Qt::Key_Home, Qt::Key_End}, Words::tr("First or last device")},
            {{Qt::Key_PageUp, Qt::Key_PageDown}, Words::tr("First or last stage")},
            escapeKey()};
    }
    return timeKeys() + stageKeys() + std::vector{escapeKey()};
}

std::vector<KeyHelp> TimelineView::keys() const
{
    return timeKeys() + stageKeys() +
           std::vector<KeyHelp>{{{Qt::Key_Left, Qt::Key_Right}, Words::tr("Micro-batch before or after")},
                                {{Qt::Key_Escape}, Words::tr("Clear the measurement and selection")}};
}

std::vector<KeyHelp> CommunicationView::keys() const
{
    return {{{Qt::Key_Up, Qt::Key_Left, Qt::Key_Down, Qt::Key_Right}, Words::tr("Device before or after")},
            {{Qt::Key_Home, Qt::Key_End}, Words::tr("First or last device")},
            {{Qt::Key_Plus, Qt::Key_Equal, Qt::Key_Minus}, Words::tr("Zoom in or out")},
            {{Qt::Key_0}, Words::tr("All devices")},
            escapeKey()};
}

std::vector<KeyHelp> TreeView::keys() const
{
    const std::vector<KeyHelp> filter =
        m_filter->isHidden() ? std::vector<KeyHelp>{}
                             : std::vector<KeyHelp>{{{Qt::Key_Slash}, Words::tr("Filter the strategies")}};
    return filter + std::vector<KeyHelp>{
                        {{Qt::Key_Up, Qt::Key_Down}, Words::tr("Box above or below")},
                        {{Qt::Key_Left, Qt::Key_Right}, Words::tr("Box to the left or to the right")},
                        {{Qt::Key_PageUp, Qt::Key_PageDown}, Words::tr("A page up or down")},
                        {{Qt::Key_Space}, Words::tr("Open or close the branch")},
                        {{Qt::Key_Return, Qt::Key_Enter}, Words::tr("Apply the strategy to the selected layers")},
                        {{Qt::Key_Plus, Qt::Key_Equal, Qt::Key_Minus}, Words::tr("Zoom in or out")},
                        {{Qt::Key_0}, Words::tr("The whole tree")},
                        escapeKey()};
}

std::vector<KeyHelp> SearchView::keys() const
{
    return std::vector<KeyHelp>{
               {{Qt::Key_Left, Qt::Key_Up, Qt::Key_Right, Qt::Key_Down}, Words::tr("Mark before or after")},
               {{Qt::Key_Home, Qt::Key_End}, Words::tr("First or last mark")},
               {{Qt::Key_Return, Qt::Key_Enter},
                Words::tr("Open the plan of the mark; without one, show the plot alone")},
               {{Qt::Key_Escape}, Words::tr("Leave the mark, then show all plots")}} +
           zoomKeys();
}

std::vector<KeyHelp> CompareView::keys() const
{
    return timeKeys() + stageKeys() +
           std::vector<KeyHelp>{{{Qt::Key_Left, Qt::Key_Right}, Words::tr("Layer before or after")}, escapeKey()};
}

std::vector<KeyHelp> FidelityView::keys() const
{
    return std::vector<KeyHelp>{
               {{Qt::Key_PageUp, Qt::Key_PageDown}, Words::tr("Suite before or after")},
               {{Qt::Key_Left, Qt::Key_Up, Qt::Key_Right, Qt::Key_Down}, Words::tr("Run before or after")},
               {{Qt::Key_Home, Qt::Key_End}, Words::tr("First or last run")},
               {{Qt::Key_Return, Qt::Key_Enter}, Words::tr("Open the run as a plan")}} +
           zoomKeys();
}

}  // namespace pgram
