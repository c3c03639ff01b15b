// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Copying of whole rows out of a list or a table, as spreadsheets take them. GUI thread only.
#pragma once

#include <QString>

class QAbstractItemView;

namespace pgram {

/// The selected rows, all where none is: the columns that are shown in the order in which they stand, with their titles
/// where the view shows these.
[[nodiscard]] QString rowsToTsv(const QAbstractItemView& view);

/// Ctrl+C copies the rows so, and not the cell that has the focus.
void copyWholeRows(QAbstractItemView* view);

}  // namespace pgram
