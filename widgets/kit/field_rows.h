// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows of a label and the field beside it, or of one widget over the whole width. Rows come and go: QFormLayout of
// Qt 6.4 writes behind its own memory while a row of wrapped text is hidden, so that no form with hidden rows is one.
// GUI thread only.
#pragma once

#include <QGridLayout>

class QLabel;

namespace pgram {

class FieldRows : public QGridLayout {
public:
    /// With the spaces of the docks between the rows.
    explicit FieldRows(QWidget* parent = nullptr);

    void addRow(QLabel* label, QWidget* field);
    void addRow(QWidget* wide);
    /// The row of this field and its label; a hidden one takes no space.
    void setRowVisible(QWidget* field, bool visible);

    /// Rows stand together at the top; what is left of the height stays below them.
    void setGeometry(const QRect& area) override;

private:
    [[nodiscard]] int newRow() const;
};

}  // namespace pgram
