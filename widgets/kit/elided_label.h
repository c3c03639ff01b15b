// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A line that ends in an ellipsis where there is no room for all of it. GUI thread only.
#pragma once

#include <QLabel>
#include <QPainter>
#include <QStyle>

namespace pgram {

class ElidedLabel : public QLabel {
public:
    using QLabel::QLabel;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
        style()->drawItemText(&painter, contentsRect(), alignment(), palette(), isEnabled(), shown, foregroundRole());
    }
};

}  // namespace pgram
