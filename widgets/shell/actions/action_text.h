// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The words of actions outside their menus. Plain functions.
#pragma once

#include <QString>

class QAction;

namespace pgram {

/// A menu's text without its mnemonic, neither "&Open" nor "打开(&O)", and without the dots that announce a dialog.
[[nodiscard]] QString plainText(QString text);
/// A name in a menu or on a button, where a lone "&" would mark the letter behind it.
[[nodiscard]] QString escapeMnemonics(QString name);
/// "Ctrl+Enter, F5"; empty without a shortcut.
[[nodiscard]] QString shortcutText(const QAction& action);

}  // namespace pgram
