// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actions/actions.h"

#include "widgets/kit/forms.h"
#include "widgets/kit/tip_text.h"
#include "widgets/shell/actions/action_spec.h"
#include "widgets/shell/actions/finder_entries.h"
#include "widgets/theme/icon.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenuBar>

#include <algorithm>
#include <map>

namespace pgram {

namespace {

constexpr const char* needsProperty = "whyDisabled";

}  // namespace

Actions::Actions(QMainWindow* window) : m_window(window), m_toolBar(window->addToolBar(QString()))
{
    m_toolBar->setObjectName(QStringLiteral("toolBar"));
    m_toolBar->setMovable(false);
    m_toolBar->setIconSize({18, 18});
    m_toolBar->setToolButtonStyle(Qt::ToolButtonIconOnly);
}

void Actions::build(const WindowParts* parts, MenuTable table)
{
    m_parts = parts;
    m_table = table;
    rebuild();
    fillToolBar();
    refresh();
}

void Actions::rebuild()
{
    const std::vector<ActionSpec> menus = m_table(*m_parts);
    m_rows.resize(menus.size());
    for (std::size_t i = 0; i < menus.size(); ++i) {
        Row& row = m_rows[i];
        if (row.menu == nullptr) {
            row.menu = m_window->menuBar()->addMenu(QString());
            row.action = row.menu->menuAction();
        }
        describe(row, menus[i]);
    }
    m_toolBar->setWindowTitle(QCoreApplication::translate("Actions", "Tool Bar"));
    refresh();
}

QAction* Actions::operator[](const char* id) const
{
    return m_byName.value(QString::fromUtf8(id));
}

QStringList Actions::names() const
{
    QStringList names;
    const auto collect = [&names](const auto& self, const std::vector<Row>& rows) -> void {
        for (const Row& row : rows) {
            if (row.menu == nullptr && !row.spec.id.isEmpty()) {
                names.append(row.spec.id);
            }
            self(self, row.rows);
        }
    };
    collect(collect, m_rows);
    return names;
}

QMenu* Actions::menu(const char* id) const
{
    const QAction* action = (*this)[id];
    return action == nullptr ? nullptr : action->menu();
}

QString Actions::whyDisabled(const QAction* action) const
{
    return action->isEnabled() ? QString() : action->property(needsProperty).toString();
}

/// Texts alone where the rows are the same as before; else the menu is made anew.
void Actions::fill(QMenu& menu, std::vector<Row>& rows, const std::vector<ActionSpec>& specs)
{
    const auto isSame = [](const Row& row, const ActionSpec& spec) {
        return row.spec.id == spec.id && row.spec.isMenu == spec.isMenu && row.spec.made == spec.made;
    };
    if (!std::ranges::equal(rows, specs, isSame)) {
        std::ranges::for_each(rows, [this](Row& row) { remove(row); });
        rows.clear();
        menu.clear();
        QActionGroup* choices = nullptr;
        for (const ActionSpec& spec : specs) {
            rows.push_back(made(spec));
            menu.addAction(rows.back().action);
            if (spec.isChoice) {
                choices = choices == nullptr ? new QActionGroup(&menu) : choices;
                choices->addAction(rows.back().action);
            }
        }
    }
    for (std::size_t i = 0; i < specs.size(); ++i) {
        describe(rows[i], specs[i]);
    }
}

Actions::Row Actions::made(const ActionSpec& spec)
{
    Row row;
    if (spec.isMenu) {
        row.menu = new QMenu(m_window);
        row.menu->setToolTipsVisible(true);
        row.action = row.menu->menuAction();
        return row;
    }
    row.action = spec.made != nullptr ? spec.made : new QAction(m_window);
    if (spec.id.isEmpty()) {
        row.action->setSeparator(true);
        return row;
    }
    if (row.action->objectName().isEmpty()) {
        row.action->setObjectName(spec.id);
    }
    if (spec.icon != nullptr) {
        row.action->setIcon(themedIcon(QString::fromLatin1(spec.icon)));
    }
    row.action->setShortcuts(spec.keys);
    row.action->setMenuRole(spec.role);
    row.action->setCheckable(row.action->isCheckable() || spec.isOn);
    m_window->addAction(row.action);  // for its keys where the menu bar is hidden
    if (spec.run) {
        connect(row.action, &QAction::triggered, this, [this, run = spec.run, needs = spec.needs] {
            finishTyping();
            // A key may have been pressed before what the action needs was gone.
            if (std::ranges::all_of(needs, [this](const Need& need) { return need.holds(*m_parts); })) {
                run(*m_parts);
            }
            refresh();
        });
    }
    return row;
}

void Actions::remove(Row& row)
{
    std::ranges::for_each(row.rows, [this](Row& inner) { remove(inner); });
    m_byName.remove(row.spec.id);
    if (row.menu != nullptr) {
        row.menu->deleteLater();
    } else if (row.spec.made == nullptr) {
        m_window->removeAction(row.action);
        row.action->setEnabled(false);  // Whoever still lists it cannot do it.
        row.action->deleteLater();      // It may be the one that is being done.
    }
}

void Actions::describe(Row& row, const ActionSpec& spec)
{
    row.spec = spec;
    if (spec.id.isEmpty()) {
        return;
    }
    m_byName.insert(spec.id, row.action);
    if (spec.made == nullptr) {
        row.action->setText(spec.name ? spec.name(*m_parts) : spec.text);
    }
    row.action->setData(spec.data);
    if (!spec.tip.isEmpty()) {
        row.action->setStatusTip(spec.tip);
        row.action->setToolTip(tipText(spec.tip));
    }
    setFinderTitle(row.action, spec.found);
    if (row.menu != nullptr) {
        fill(*row.menu, row.rows, spec.rows);
    }
}

void Actions::refresh()
{
    refresh(m_rows);
    describeTools();
}

void Actions::refresh(const std::vector<Row>& rows)
{
    for (const Row& row : rows) {
        const ActionSpec& spec = row.spec;
        if (!spec.needs.empty()) {
            const auto missing =
                std::ranges::find_if(spec.needs, [this](const Need& need) { return !need.holds(*m_parts); });
            row.action->setEnabled(missing == spec.needs.end());
            row.action->setProperty(needsProperty, missing == spec.needs.end() ? QString() : missing->reason);
        }
        if (spec.isOn) {
            row.action->setChecked(spec.isOn(*m_parts));
        }
        if (spec.name) {
            row.action->setText(spec.name(*m_parts));
        }
        refresh(row.rows);
    }
}

/// By the places that the rows say, with a line between the tens.
void Actions::fillToolBar()
{
    std::map<int, QAction*> tools;
    const auto collect = [&tools](const auto& self, const std::vector<Row>& rows) -> void {
        for (const Row& row : rows) {
            if (row.spec.toolBar > 0) {
                tools[row.spec.toolBar] = row.action;
            }
            self(self, row.rows);
        }
    };
    collect(collect, m_rows);
    int before = tools.empty() ? 0 : tools.begin()->first;
    for (const auto& [place, action] : tools) {
        if (place / 10 != before / 10) {
            m_toolBar->addSeparator();
        }
        m_toolBar->addAction(action);
        before = place;
    }
}

/// With the keys that save the way to the tool bar.
void Actions::describeTools()
{
    for (QAction* action : m_toolBar->actions()) {
        const QString shortcut = action->shortcut().toString(QKeySequence::NativeText);
        const QString name = plainText(action->text());
        action->setToolTip(tipText(shortcut.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, shortcut)));
    }
}

}  // namespace pgram
