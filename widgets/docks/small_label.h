// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A label in smaller type than what it stands in, also when that changes. GUI thread only.
#pragma once

#include <QEvent>
#include <QLabel>

namespace pgram {

class SmallLabel : public QLabel {
public:
    using QLabel::QLabel;

protected:
    bool event(QEvent* event) override
    {
        const bool moved = event->type() == QEvent::ParentChange || event->type() == QEvent::Polish;
        if (moved || event->type() == QEvent::ApplicationFontChange) {
            constexpr double share = 0.85;
            QFont small = parentWidget() != nullptr ? parentWidget()->font() : font();
            small.setPointSizeF(small.pointSizeF() * share);
            setFont(small);
        }
        return QLabel::event(event);
    }
};

}  // namespace pgram
