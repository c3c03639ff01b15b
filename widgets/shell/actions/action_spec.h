// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A row of a menu: an action with all that it is, or a submenu. The rows of the window's menus are in
// shell/window/menus; Actions makes menus and tool bar of them.
// The words of actions outside their menus. Plain functions.
#pragma once

#include <QAction>
#include <QIcon>
#include <QKeySequence>
#include <QString>
#include <QVariant>

#include <functional>
#include <vector>

class QAction;

namespace pgram {

struct WindowParts;

/// What must hold so that an action can be chosen, and what is said where it does not.
struct Need {
    bool (*holds)(const WindowParts& window) = nullptr;
    QString reason;  ///< a clause without a full stop
};

struct ActionSpec {
    QString id;  ///< the object's name; empty = a separator
    QString text;
    const char* icon = nullptr;
    QList<QKeySequence> keys;
    int toolBar = 0;          ///< its place there; others of the same ten stand beside it; 0 = none
    std::vector<Need> needs;  ///< the first that does not hold is the reason
    std::function<void(const WindowParts&)> run;
    std::function<bool(const WindowParts&)> isOn;     ///< makes it one that can be ticked, …
    bool isChoice = false;                            ///< … one of its menu at a time
    std::function<QString(const WindowParts&)> name;  ///< a text that changes, instead of the above
    QString found;                                    ///< what the action finder calls it, where that differs
    QString tip;
    QVariant data;
    QAction::MenuRole role = QAction::NoRole;
    QAction* made = nullptr;  ///< somebody else's, which keeps its text
    bool isMenu = false;
    std::vector<ActionSpec> rows;  ///< of a submenu
};

using MenuTable = std::vector<ActionSpec> (*)(const WindowParts& window);

/// A menu's text without its mnemonic, neither "&Open" nor "打开(&O)", and without the dots that announce a dialog.
[[nodiscard]] QString plainText(QString text);
/// A name in a menu or on a button, where a lone "&" would mark the letter behind it.
[[nodiscard]] QString escapeMnemonics(QString name);
/// "Ctrl+Enter, F5"; empty without a shortcut.
[[nodiscard]] QString shortcutText(const QAction& action);

}  // namespace pgram
