// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A label in smaller type than the widget that it explains, also when that changes. GUI thread only.
#pragma once

#include <QEvent>
#include <QLabel>

namespace pgram {

class SmallLabel : public QLabel {
public:
    /// `of` outlives the label.
    explicit SmallLabel(QWidget* of) : m_of(of)
    {
        of->installEventFilter(this);
        shrink();
    }

protected:
    /// A font of its own size hears nothing of the application's.
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == m_of && event->type() == QEvent::FontChange) {
            shrink();
        }
        return QLabel::eventFilter(watched, event);
    }

private:
    void shrink()
    {
        constexpr double share = 0.85;
        QFont small = m_of->font();
        small.setPointSizeF(small.pointSizeF() * share);
        setFont(small);
    }

    QWidget* m_of;
};

}  // namespace pgram
