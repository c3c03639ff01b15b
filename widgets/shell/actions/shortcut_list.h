// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every shortcut that there is, read from the actions and the views themselves. GUI thread only.
#pragma once

#include "widgets/shell/actions/finder_entries.h"
#include "widgets/views/common/view.h"

#include <QAbstractTableModel>

namespace pgram {

struct ShortcutLine {
    QString place;  ///< the menu or the view
    QString keys;
    QString text;
};

/// The actions with a shortcut in the order of the menus, the keys of every view, the keys of each one.
[[nodiscard]] std::vector<ShortcutLine> shortcutLines(const std::vector<FinderEntry>& actions,
                                                      const std::vector<View*>& views);

/// The lines as a table: place, keys, what they do.
class ShortcutModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setLines(std::vector<ShortcutLine> lines);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<ShortcutLine> m_lines;
};

}  // namespace pgram
