// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/copy_rows.h"

#include "widgets/views/common/table_text.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTableView>

#include <algorithm>

namespace pgram {

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
