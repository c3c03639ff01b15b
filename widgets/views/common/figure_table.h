// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The table twin of a view: the same figures as rows and columns, formatted for people and raw for files. Cells are
// asked for one by one, so that a million rows cost nothing until they are looked at. GUI thread only.
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <functional>
#include <vector>

namespace pgram {

struct FigureColumn {
    enum class Unit { Text, Count, Number, Time, Memory, Traffic, Share, Change };  ///< Change: a share with its sign
    QString title;                                                                  ///< for people, translated
    QString key;             ///< for files, with the unit: "forward_s", "weights_bytes"
    Unit unit = Unit::Text;  ///< of the raw value
};

/// All that a table shows, as a value that any thread can keep and read.
struct FigureContent {
    std::vector<FigureColumn> columns;
    int rows = 0;
    /// The raw value of (row, column), invalid = an empty cell; it keeps what it needs alive.
    std::function<QVariant(int, int)> value;
};

class FigureTable : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int KeyRole = Qt::UserRole;      ///< of a header: the column's key
    static constexpr int RawRole = Qt::UserRole + 1;  ///< of a cell: the number in SI units, or the text

    using QAbstractTableModel::QAbstractTableModel;

    void reset(FigureContent content);
    void reset(std::vector<FigureColumn> columns, int rows, std::function<QVariant(int, int)> value);

    [[nodiscard]] const FigureContent& content() const { return m_content; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    FigureContent m_content;
};

}  // namespace pgram
