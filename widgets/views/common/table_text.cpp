// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/table_text.h"

#include "widgets/views/common/figure_table.h"

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

/// A figure with its sign and unit, "-3.1 %": nothing that a formula needs.
bool isFigure(QStringView text)
{
    const auto isPlain = [](QChar letter) {
        return letter.isLetterOrNumber() || QStringView(u" .,%/∞").contains(letter);
    };
    return std::all_of(text.begin() + 1, text.end(), isPlain);
}

/// A name that a spreadsheet would run, =HYPERLINK(…), with the sign before it by which spreadsheets know a text.
QString withoutFormula(const QString& text)
{
    const QStringView inner = QStringView(text).trimmed();  // as a spreadsheet reads it
    const bool isSigned = inner.startsWith(u'+') || inner.startsWith(u'-');
    const bool runs = inner.startsWith(u'=') || inner.startsWith(u'@') || (isSigned && !isFigure(inner));
    return runs ? u'\'' + text : text;
}

QString csvField(const QVariant& value)
{
    if (value.typeId() == QMetaType::Double) {
        return QString::number(value.toDouble(), 'g', 12);
    }
    QString text = withoutFormula(value.toString());
    const auto needsQuote = [](QChar letter) { return QStringView(u",\"\r\n").contains(letter); };
    const bool needsQuotes = std::any_of(text.cbegin(), text.cend(), needsQuote);
    return needsQuotes ? u'"' + text.replace(u'"', QStringLiteral("\"\"")) + u'"' : text;
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

QString tableToCsv(const QAbstractItemModel& table)
{
    return tableText(table, FigureTable::KeyRole, FigureTable::RawRole, u',', csvField);
}

QString tsvCell(const QString& text)
{
    QString line = text;
    return withoutFormula(line.replace(u'\t', u' ').replace(u'\r', u' ').replace(u'\n', u' '));
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
