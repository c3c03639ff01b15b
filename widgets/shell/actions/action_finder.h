// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Finds anything that the window can do: a line to type into and the list of what matches, over the top of the window.
// Up and down choose, Enter does, Escape closes. GUI thread only.
#pragma once

#include "core/base/index.h"
#include "widgets/shell/actions/finder_entries.h"

#include <QAbstractListModel>
#include <QFrame>
#include <QPointer>

class QLabel;
class QLineEdit;
class QListView;

namespace pgram {

/// What was found, for the list.
class FinderModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { PathRole = Qt::UserRole, ShortcutRole, PlacesRole, ReasonRole };
    using QAbstractListModel::QAbstractListModel;

    void setEntries(std::vector<FinderEntry> entries);
    void find(const QString& typed);
    /// Null where there is no such row.
    [[nodiscard]] const FinderEntry* entryAt(int row) const
    {
        return row < 0 || row >= rowCount() ? nullptr : &m_entries[m_found[at(row)].entry];
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_found.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    std::vector<FinderEntry> m_entries;
    std::vector<FoundEntry> m_found;
};

class ActionFinder : public QFrame {
    Q_OBJECT
public:
    /// Stands over the top of `window`, which owns it.
    explicit ActionFinder(QWidget* window);

    /// Asks for one of the entries; the focus goes back to where it was when one is chosen or none.
    void open(std::vector<FinderEntry> entries);
    [[nodiscard]] QLineEdit* line() const { return m_line; }
    [[nodiscard]] FinderModel* model() const { return m_model; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();
    void find();
    void moveBy(int rows);
    void choose();
    void leave();
    void retranslate();

    QLineEdit* m_line;
    QListView* m_list;
    FinderModel* m_model;
    QLabel* m_nothing;           ///< in the list's place where it is empty
    QPointer<QWidget> m_before;  ///< had the focus
};

}  // namespace pgram
