// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A label in smaller type than the application's, also when that changes. GUI thread only.
#pragma once

#include <QApplication>
#include <QEvent>
#include <QLabel>

namespace pgram {

class SmallLabel : public QLabel {
public:
    explicit SmallLabel(QWidget* parent = nullptr) : QLabel(parent) { shrink(); }

protected:
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ApplicationFontChange) {
            shrink();
        }
        return QLabel::event(event);
    }

private:
    void shrink()
    {
        constexpr double share = 0.85;
        QFont small = font();
        small.setPointSizeF(QApplication::font().pointSizeF() * share);
        setFont(small);
    }
};

}  // namespace pgram
