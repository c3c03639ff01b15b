// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The sheet of shortcuts: all of them in a table that can be searched, copied and printed. GUI thread only.
#pragma once

#include "widgets/shell/actions/shortcut_list.h"

#include <QDialog>

class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace pgram {

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

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void print();

    std::function<std::vector<ShortcutLine>()> m_linesOf;
    ShortcutModel* m_model;
    QSortFilterProxyModel* m_found;
    QLineEdit* m_search;
    QTableView* m_table;
    QPushButton* m_copy;
    QPushButton* m_print;
    QPushButton* m_close;
};

}  // namespace pgram
