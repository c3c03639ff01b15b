// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A part of a form that folds. Folded, a line below its title says the values of its fields. GUI thread only.
#pragma once

#include <QLabel>
#include <QToolButton>
#include <QWidget>

namespace pgram {

class FieldRows;

class FoldSection : public QWidget {
    Q_OBJECT
public:
    explicit FoldSection(QWidget* parent = nullptr);

    /// The rows that fold.
    [[nodiscard]] FieldRows* rows() const { return m_rows; }
    [[nodiscard]] QToolButton* button() const { return m_button; }
    void setTitle(const QString& title);
    /// Sets the line below the title of the folded section; empty for none.
    void setSummary(const QString& summary);
    [[nodiscard]] QString summary() const;
    void setOpen(bool open) { m_button->setChecked(open); }
    [[nodiscard]] bool isOpen() const { return m_button->isChecked(); }

private:
    void follow();

    QToolButton* m_button;
    QLabel* m_summary;
    QWidget* m_content;
    FieldRows* m_rows;
};

}  // namespace pgram
