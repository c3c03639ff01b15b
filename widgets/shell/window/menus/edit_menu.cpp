// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_link.h"
#include "widgets/shell/actions/action_spec.h"
#include "widgets/shell/files/opener.h"
#include "widgets/shell/files/view_export.h"
#include "widgets/shell/frame/active_history.h"
#include "widgets/shell/window/main_window.h"
#include "widgets/shell/window/menus/menus.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>

#include <algorithm>

namespace pgram {

namespace {

/// Where the focus is, as if the key had gone there: the menu shows what lines of text and views do anyway.
void pressKey(QAction* action, QKeySequence::StandardKey standard)
{
    QWidget* target = QApplication::focusWidget();
    const QKeySequence keys(standard);
    if (target != nullptr && !keys.isEmpty()) {
        QKeyEvent press(QEvent::KeyPress, keys[0].key(), keys[0].keyboardModifiers());
        action->setEnabled(false);  // or the key would come back to it
        QApplication::sendEvent(target, &press);
        action->setEnabled(true);
    }
}

/// "Undo: Tensor 2 → 4: layer 3"
QString named(const QString& verb, const QString& what)
{
    return what.isEmpty() ? verb : QStringLiteral("%1: %2").arg(verb, escapeMnemonics(what));
}

Selection allLayers(const WindowParts& window)
{
    Selection all;
    all.firstLayer = 0;
    all.layerCount = static_cast<int>(window.bench->document.plan()->strategies.size());
    return all;
}

void copyPlan(const WindowParts& window)
{
    QApplication::clipboard()->setText(QString::fromStdString(planLink(*window.bench->document.plan())));
}

}  // namespace

ActionSpec editMenu(const WindowParts& window)
{
    ActionSpec menu = submenu(
        "edit", Words::tr("&Edit"),
        {
            row("undo", QString(), [](auto& w) { w.histories->undo(); },
                {.icon = "undo",
                 .keys = {QKeySequence::Undo},
                 .toolBar = 20,
                 .needs = {{[](auto& w) { return w.histories->canUndo(); }, Reasons::tr("nothing to undo")}},
                 .name = [](auto& w) { return named(Words::tr("&Undo"), w.histories->undoText()); }}),
            row("redo", QString(), [](auto& w) { w.histories->redo(); },
                {.icon = "redo",
                 .keys = {Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y},
                 .toolBar = 21,
                 .needs = {{[](auto& w) { return w.histories->canRedo(); }, Reasons::tr("nothing to redo")}},
                 .name = [](auto& w) { return named(Words::tr("&Redo"), w.histories->redoText()); }}),
            {},
            row("copy", Words::tr("C&opy"), [](auto& w) { pressKey(w.window->actions()["copy"], QKeySequence::Copy); },
                {.keys = {QKeySequence::Copy}}),
            row("paste", Words::tr("&Paste"),
                [](auto& w) { pressKey(w.window->actions()["paste"], QKeySequence::Paste); },
                {.keys = {QKeySequence::Paste}}),
            row("copyPicture", Words::tr("&Copy Picture"), [](auto& w) { w.output->copyPicture(); },
                {.keys = {Qt::CTRL | Qt::SHIFT | Qt::Key_C}, .needs = {hasPlan()}}),
            row("copyPlan", Words::tr("Copy Plan as &Text"), copyPlan, {.needs = {hasPlan()}}),
            row("pastePlan", Words::tr("Open Plan from Clip&board"),
                [](auto& w) { w.opener->openText(QApplication::clipboard()->text()); }),
            {},
            row("selectAll", Words::tr("Select &All Layers"), [](auto& w) { w.bench->selection.select(allLayers(w)); },
                {.keys = {QKeySequence::SelectAll}, .needs = {hasPlan()}}),
            row("selectNone", Words::tr("Select &Nothing"), [](auto& w) { w.bench->selection.select({}); },
                {.keys = {Qt::CTRL | Qt::SHIFT | Qt::Key_A}, .needs = {hasPlan()}}),
            {},
            row("settings", Words::tr("S&ettings…"), [](auto& w) { w.window->showSettings(); },
                {.keys = {Qt::CTRL | Qt::Key_Comma}, .role = QAction::PreferencesRole}),
        });
    const std::vector<ActionSpec> docks = dockRows(window, DockMenu::Edit);
    menu.rows.insert(std::ranges::find(menu.rows, QStringLiteral("copyPicture"), &ActionSpec::id), docks.begin(),
                     docks.end());
    return menu;
}

}  // namespace pgram
