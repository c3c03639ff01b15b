// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Everything that the window can be asked to do: the menus and the tool bar, made of a table of rows, and kept as the
// rows say. GUI thread only.
#pragma once

#include "widgets/shell/actions/action_spec.h"

#include <QMainWindow>
#include <QMenu>
#include <QToolBar>

namespace pgram {

class Actions : public QObject {
    Q_OBJECT
public:
    explicit Actions(QMainWindow* window);

    /// Makes them; `parts` outlives this.
    void build(const WindowParts* parts, MenuTable table);
    /// The table anew: after a change of language, or of what a submenu lists.
    void rebuild();
    /// What can be chosen, is ticked and is called how: after anything changed that decides it.
    void refresh();

    /// By its name; null where there is none.
    [[nodiscard]] QAction* operator[](const char* id) const;
    [[nodiscard]] QMenu* menu(const char* id) const;
    /// Of all actions, as they stand in the menus, those of submenus among them.
    [[nodiscard]] QStringList names() const;
    [[nodiscard]] QToolBar* toolBar() const { return m_toolBar; }
    /// A clause without a full stop; empty when the action can be chosen.
    [[nodiscard]] QString whyDisabled(const QAction* action) const;

private:
    struct Row {
        ActionSpec spec;
        QAction* action = nullptr;
        QMenu* menu = nullptr;
        std::vector<Row> rows;
    };
    void fill(QMenu& menu, std::vector<Row>& rows, const std::vector<ActionSpec>& specs);
    [[nodiscard]] Row made(const ActionSpec& spec);
    void remove(Row& row);
    void describe(Row& row, const ActionSpec& spec);
    void refresh(const std::vector<Row>& rows);
    void fillToolBar();
    void describeTools();

    QMainWindow* m_window;
    QToolBar* m_toolBar;
    const WindowParts* m_parts = nullptr;
    MenuTable m_table = nullptr;
    std::vector<Row> m_rows;
    QHash<QString, QAction*> m_byName;  ///< of submenus their own
};

}  // namespace pgram
