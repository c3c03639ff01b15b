// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/window/menus/menus.h"

#include "widgets/shell/frame/planning.h"

#include <QCoreApplication>
#include <QDockWidget>

namespace pgram {

std::vector<ActionSpec> allMenus(const WindowParts& window)
{
    return {fileMenu(window), editMenu(window),  planMenu(window),
            viewMenu(window), learnMenu(window), helpMenu(window)};
}

ActionSpec row(const char* id, const QString& text, std::function<void(const WindowParts&)> run, ActionSpec rest)
{
    rest.id = QString::fromLatin1(id);
    rest.text = text;
    rest.run = std::move(run);
    return rest;
}

ActionSpec submenu(const char* id, const QString& text, std::vector<ActionSpec> rows)
{
    return {.id = QString::fromLatin1(id), .text = text, .isMenu = true, .rows = std::move(rows)};
}

std::vector<ActionSpec> dockRows(const WindowParts& window, DockMenu menu)
{
    std::vector<ActionSpec> rows;
    for (const DockPanel& each : window.docks->docks()) {
        if (each.spec->menu == menu) {
            rows.push_back(
                {.id = each.dock->objectName(), .keys = each.spec->keys, .made = each.dock->toggleViewAction()});
        }
    }
    return rows;
}

Need hasPlan()
{
    return {[](auto& w) { return w.bench->document.plan() != nullptr; }, Reasons::tr("there is no plan yet")};
}

Need isListed()
{
    return {[](auto& w) { return w.bench->session.currentRow() >= 0; }, Reasons::tr("the plan is the lesson's")};
}

Need isIdle()
{
    return {[](auto& w) { return !w.planning->isRunning(); }, Reasons::tr("a search is running")};
}

}  // namespace pgram
