// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/figure_table.h"

#include "core/base/format.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"

namespace pgram {

namespace {

QVariant displayed(const QVariant& raw, Unit unit)
{
    if (!raw.isValid()) {
        return {};
    }
    switch (unit) {
    case Unit::Text:
    case Unit::Count:
        break;
    case Unit::Number:
        return QString::fromStdString(formatNumber(raw.toDouble()));
    case Unit::Time:
        return secondsText(raw.toDouble());
    case Unit::Memory:
        return bytesText(raw.toDouble());
    case Unit::Traffic:
        return volumeText(raw.toDouble());
    case Unit::Share:
        return percentText(raw.toDouble());
    case Unit::Change:
        return signedPercent(raw.toDouble());
    }
    return raw.toString();
}

}  // namespace

void FigureTable::reset(FigureContent content)
{
    beginResetModel();
    m_content = std::move(content);
    endResetModel();
}

int FigureTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_content.rows;
}

int FigureTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_content.columns.size());
}

QVariant FigureTable::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const FigureColumn& column = m_content.columns[index.column()];
    if (role == Qt::TextAlignmentRole) {
        const auto side = column.unit == Unit::Text ? Qt::AlignLeft : Qt::AlignRight;
        return QVariant::fromValue(Qt::Alignment(side | Qt::AlignVCenter));
    }
    if (role != Qt::DisplayRole && role != RawRole && role != Qt::AccessibleTextRole) {
        return {};
    }
    const QVariant raw = column.value(index.row());
    return role == RawRole ? raw : displayed(raw, column.unit);
}

QVariant FigureTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return QAbstractTableModel::headerData(section, orientation, role);
    }
    const FigureColumn& column = m_content.columns[section];
    if (role == KeyRole) {
        return QString::fromLatin1(column.key);
    }
    return role == Qt::DisplayRole ? QVariant(column.title) : QVariant();
}

}  // namespace pgram
