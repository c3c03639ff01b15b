// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A table model as text: CSV for files (stable column keys, plain numbers), TSV for the clipboard (as people see it).
// Texts that a spreadsheet would take for a formula begin with an apostrophe in both.
#pragma once

#include <QString>

#include <stop_token>

class QAbstractItemModel;
class QAbstractItemView;

namespace pgram {

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
