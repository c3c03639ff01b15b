// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The table twin of a view: the same figures as rows and columns, formatted for people and raw for files. Cells are
// asked for one by one, so that a million rows cost nothing until they are looked at. GUI thread only.
// A table model as text: CSV for files (stable column keys, plain numbers), TSV for the clipboard (as people see it).
// Texts that a spreadsheet would take for a formula begin with an apostrophe in both.
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

class QAbstractItemModel;
class QAbstractItemView;

namespace pgram {

enum class Unit { Text, Count, Number, Time, Memory, Traffic, Share, Change };  ///< Change: a share with its sign

/// The raw value of a cell: a number in SI units or a text; invalid = the cell is empty.
struct FigureValue : QVariant {
    using QVariant::QVariant;
    FigureValue(std::int64_t count) : QVariant(static_cast<qlonglong>(count)) {}
    FigureValue(const std::string& text) : QVariant(QString::fromStdString(text)) {}
    FigureValue(const std::optional<double>& value) : QVariant(value ? QVariant(*value) : QVariant()) {}
};

/// Of rows that are values of their own, or are known by their numbers.
template <class Row>
struct FigureColumnOf {
    QString title;                                 ///< for people, translated
    QByteArray key;                                ///< for files, with the unit: "forward_s", "weights_bytes"
    Unit unit = Unit::Text;                        ///< of the value
    std::function<FigureValue(const Row&)> value;  ///< keeps what it needs alive
    QString tip = {};                              ///< meaning, in the header's tool tip
};
using FigureColumn = FigureColumnOf<int>;

/// All that a table shows, as a value that any thread can keep and read.
struct FigureContent {
    std::vector<FigureColumn> columns;
    int rows = 0;
};

/// Of `rows` rows, each of which `rowAt` makes when a cell of it is asked for; that keeps alive what it needs.
template <class Row>
[[nodiscard]] FigureContent figuresOf(int rows, std::function<Row(int)> rowAt, std::vector<FigureColumnOf<Row>> columns)
{
    FigureContent content{{}, rows};
    const auto shared = std::make_shared<const std::function<Row(int)>>(std::move(rowAt));
    for (FigureColumnOf<Row>& column : columns) {
        content.columns.push_back({column.title, column.key, column.unit,
                                   [shared, value = std::move(column.value)](int row) { return value((*shared)(row)); },
                                   column.tip});
    }
    return content;
}

class FigureTable : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int KeyRole = Qt::UserRole;      ///< of a header: the column's key
    static constexpr int RawRole = Qt::UserRole + 1;  ///< of a cell: the number in SI units, or the text

    using QAbstractTableModel::QAbstractTableModel;

    void reset(FigureContent content);

    [[nodiscard]] const FigureContent& content() const { return m_content; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : m_content.rows;
    }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_content.columns.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    FigureContent m_content;
};

/// RFC 4180 with "\n" line ends; headers and cells by FigureTable's key and raw roles.
[[nodiscard]] QString tableToCsv(const QAbstractItemModel& table);
/// Titles and cells as displayed; tabs and line ends inside cells become blanks. Ends early when it is told to
/// stop, and is then good for nothing.
[[nodiscard]] QString tableToTsv(const QAbstractItemModel& table, const std::stop_token& stop = {});

/// One cell of such a text.
[[nodiscard]] QString tsvCell(const QString& text);

// Copying of whole rows out of a list or a table, as spreadsheets take them. GUI thread only.

/// The selected rows, all where none is: the columns that are shown in the order in which they stand, with their titles
/// where the view shows these.
[[nodiscard]] QString rowsToTsv(const QAbstractItemView& view);

/// Ctrl+C copies the rows so, and not the cell that has the focus.
void copyWholeRows(QAbstractItemView* view);

}  // namespace pgram
