// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The sheet of shortcuts: every one that there is, read from the actions and the views themselves, in a table that can
// be searched, copied and printed. GUI thread only.
#pragma once

#include "widgets/shell/actions/finder_entries.h"
#include "widgets/views/common/view.h"

#include <QDialog>

#include <array>

class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QStandardItemModel;
class QTableView;

namespace pgram {

/// The menu or the view, the keys, what they do.
using ShortcutLine = std::array<QString, 3>;

/// The actions with a shortcut in the order of the menus, the keys of every view, the keys of each one.
[[nodiscard]] std::vector<ShortcutLine> shortcutLines(const std::vector<FinderEntry>& actions,
                                                      const std::vector<View*>& views);

class ShortcutSheet : public QDialog {
    Q_OBJECT
public:
    /// `linesOf` says what there is, each time that it is asked: in the language of then.
    ShortcutSheet(std::function<std::vector<ShortcutLine>()> linesOf, QWidget* parent = nullptr);

    void refresh();
    /// What is shown as text: a line each, columns by tabs.
    void copy();
    /// What is shown as a page of text.
    [[nodiscard]] QString html() const;

private:
    void retranslate();
    void print();

    std::function<std::vector<ShortcutLine>()> m_linesOf;
    QStandardItemModel* m_model;
    QSortFilterProxyModel* m_found;
    QLineEdit* m_search;
    QTableView* m_table;
    QPushButton* m_copy;
    QPushButton* m_print;
    QPushButton* m_close;
};

}  // namespace pgram
