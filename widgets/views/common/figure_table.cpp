// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/figure_table.h"

#include "core/base/format.h"
#include "core/base/quoting.h"
#include "widgets/document/texts.h"
#include "widgets/kit/help_topic.h"
#include "widgets/views/common/words.h"

#include <QAbstractItemModel>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QStringList>
#include <QTableView>

#include <algorithm>

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

QString csvField(const QVariant& value)
{
    if (value.typeId() == QMetaType::Double) {
        return QString::number(value.toDouble(), 'g', 12);
    }
    return QString::fromStdString(csvQuoted(value.toString().toStdString()));
}

QString tsvField(const QVariant& value)
{
    return tsvCell(value.toString());
}

QString tableText(const QAbstractItemModel& table, int headerRole, int role, QChar separator, auto field,
                  const std::stop_token& stop = {})
{
    QStringList lines;
    QStringList line;
    for (int column = 0; column < table.columnCount(); ++column) {
        line << field(table.headerData(column, Qt::Horizontal, headerRole));
    }
    lines << line.join(separator);
    for (int row = 0; row < table.rowCount() && !stop.stop_requested(); ++row) {
        line.clear();
        for (int column = 0; column < table.columnCount(); ++column) {
            line << field(table.index(row, column).data(role));
        }
        lines << line.join(separator);
    }
    return lines.join(u'\n') + u'\n';
}

}  // namespace

void FigureTable::reset(FigureContent content)
{
    beginResetModel();
    m_content = std::move(content);
    endResetModel();
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
    if (role == TopicRole) {
        return QStringLiteral("column:") + QString::fromLatin1(column.key);
    }
    if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole) {
        return column.tip.isEmpty() ? QVariant() : QVariant(column.tip);
    }
    return role == Qt::DisplayRole ? QVariant(column.title) : QVariant();
}

QString tableToCsv(const QAbstractItemModel& table)
{
    return tableText(table, FigureTable::KeyRole, FigureTable::RawRole, u',', csvField);
}

QString tsvCell(const QString& text)
{
    QString line = text;
    line.replace(u'\t', u' ').replace(u'\r', u' ').replace(u'\n', u' ');
    return QString::fromStdString(withoutFormula(line.toStdString()));
}

QString tableToTsv(const QAbstractItemModel& table, const std::stop_token& stop)
{
    return tableText(table, Qt::DisplayRole, Qt::DisplayRole, u'\t', tsvField, stop);
}

namespace {

class RowCopier : public QObject {
public:
    explicit RowCopier(QAbstractItemView* view) : QObject(view), m_view(view) { view->installEventFilter(this); }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const bool isKey = event->type() == QEvent::KeyPress;
        if (isKey && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
            QApplication::clipboard()->setText(rowsToTsv(*m_view));
            return true;
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QAbstractItemView* m_view;
};

std::vector<int> shownColumns(const QAbstractItemView& view)
{
    const auto* table = qobject_cast<const QTableView*>(&view);
    if (table == nullptr) {
        return {0};
    }
    std::vector<int> columns;
    const QHeaderView* header = table->horizontalHeader();
    for (int place = 0; place < header->count(); ++place) {
        if (const int column = header->logicalIndex(place); !header->isSectionHidden(column)) {
            columns.push_back(column);
        }
    }
    return columns;
}

std::vector<int> chosenRows(const QAbstractItemView& view)
{
    std::vector<int> rows;
    for (const QModelIndex& index : view.selectionModel()->selectedIndexes()) {
        rows.push_back(index.row());
    }
    if (rows.empty()) {
        for (int row = 0; row < view.model()->rowCount(); ++row) {
            rows.push_back(row);
        }
    }
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

}  // namespace

QString rowsToTsv(const QAbstractItemView& view)
{
    const QAbstractItemModel& model = *view.model();
    const std::vector<int> columns = shownColumns(view);
    QStringList lines;
    const auto addLine = [&](const auto& cell) {
        QStringList cells;
        for (const int column : columns) {
            cells.append(tsvCell(cell(column).toString()));
        }
        lines.append(cells.join(u'\t'));
    };
    const auto* table = qobject_cast<const QTableView*>(&view);
    if (table != nullptr && !table->horizontalHeader()->isHidden()) {
        addLine([&](int column) { return model.headerData(column, Qt::Horizontal, Qt::DisplayRole); });
    }
    for (const int row : chosenRows(view)) {
        addLine([&](int column) { return model.index(row, column).data(); });
    }
    return lines.join(u'\n') + u'\n';
}

void copyWholeRows(QAbstractItemView* view)
{
    new RowCopier(view);
}

}  // namespace pgram
