// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The slices of tokens that the plan's micro-batches are cut into: how many, how long, and their borders to drag.
// GUI thread only.
#pragma once

#include "widgets/document/document.h"
#include "widgets/kit/gesture.h"

#include <QWidget>

class QComboBox;

namespace pgram {

class QuantityEdit;

/// One sequence, front to back, a piece for each slice as wide as it has tokens. Drag a border; Up and Down choose one,
/// Left and Right move it.
class SliceBar : public QWidget {
    Q_OBJECT
public:
    explicit SliceBar(Document* document, QWidget* parent = nullptr);

    void refresh();
    [[nodiscard]] int border() const { return m_border; }
    /// Of the border behind slice `border`.
    [[nodiscard]] double xOf(int border) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] double leftOf(int slice) const;
    [[nodiscard]] int borderAt(double x) const;  ///< -1: none
    [[nodiscard]] QString tipAt(double x) const;
    void choose(int border);
    void move(std::int64_t token);

    Document* m_document;
    Gesture m_gesture;
    std::vector<std::int64_t> m_ends;  ///< tokens up to the end of each slice
    int m_border = 0;
    bool m_dragging = false;
};

class SliceEditor : public QWidget {
    Q_OBJECT
public:
    explicit SliceEditor(Document* document, QWidget* parent = nullptr);

    void refresh();

private:
    void retranslate();

    Document* m_document;
    QuantityEdit* m_slices;
    QComboBox* m_lengths;
    SliceBar* m_bar;
    bool m_filling = false;
};

}  // namespace pgram
