// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actions/shortcut_list.h"

namespace pgram {

namespace {

void addKeys(std::vector<ShortcutLine>& lines, const QString& place, const std::vector<ViewKey>& keys)
{
    for (const ViewKey& help : keys) {
        QStringList names;
        for (const QKeySequence& key : help.keys) {
            names.append(key.toString(QKeySequence::NativeText));
        }
        lines.push_back({place, names.join(QStringLiteral(", ")), help.text});
    }
}

}  // namespace

std::vector<ShortcutLine> shortcutLines(const std::vector<FinderEntry>& actions, const std::vector<View*>& views)
{
    std::vector<ShortcutLine> lines;
    for (const FinderEntry& action : actions) {
        if (!action.shortcut.isEmpty()) {
            lines.push_back({action.path, action.shortcut, action.title});
        }
    }
    addKeys(lines, ShortcutModel::tr("Every view"), View::commonKeys());
    for (View* view : views) {
        addKeys(lines, view->viewTitle(), view->keys());
    }
    return lines;
}

void ShortcutModel::setLines(std::vector<ShortcutLine> lines)
{
    beginResetModel();
    m_lines = std::move(lines);
    endResetModel();
}

int ShortcutModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int ShortcutModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 3;
}

QVariant ShortcutModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || role != Qt::DisplayRole) {
        return {};
    }
    const ShortcutLine& line = m_lines[static_cast<std::size_t>(index.row())];
    return index.column() == 0 ? line.place : index.column() == 1 ? line.keys : line.text;
}

QVariant ShortcutModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    return section == 0 ? tr("Where") : section == 1 ? tr("Keys") : tr("What they do");
}

}  // namespace pgram
