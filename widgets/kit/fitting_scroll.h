// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A scroll area that scrolls up and down only, and is never narrower than what it holds: nothing is cut off at its
// right, whatever language and font. GUI thread only.
#pragma once

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>

namespace pgram {

class FittingScroll : public QScrollArea {
public:
    explicit FittingScroll(QWidget* content, QWidget* parent = nullptr) : QScrollArea(parent)
    {
        setWidget(content);
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);  // It follows the focus of what it holds.
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }

    [[nodiscard]] QSize minimumSizeHint() const override
    {
        const int bar = verticalScrollBar()->sizeHint().width();
        return {widget()->minimumSizeHint().width() + bar, QScrollArea::minimumSizeHint().height()};
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == widget() && event->type() == QEvent::LayoutRequest) {
            updateGeometry();
        }
        return QScrollArea::eventFilter(watched, event);
    }
};

}  // namespace pgram
