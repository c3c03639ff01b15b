// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kit/wheel_guard.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>

namespace pgram {

namespace {

class WheelGuard : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const auto* box = qobject_cast<QWidget*>(watched);
        if (event->type() == QEvent::Wheel && box != nullptr && !box->hasFocus()) {
            event->ignore();  // On to the panel.
            return true;
        }
        return QObject::eventFilter(watched, event);
    }
};

}  // namespace

void guardWheel(QWidget* panel)
{
    auto* guard = new WheelGuard(panel);
    const auto watch = [guard](QWidget* box) {
        box->setFocusPolicy(Qt::StrongFocus);
        box->installEventFilter(guard);
    };
    for (QComboBox* box : panel->findChildren<QComboBox*>()) {
        watch(box);
    }
    for (QAbstractSpinBox* box : panel->findChildren<QAbstractSpinBox*>()) {
        watch(box);
    }
}

}  // namespace pgram
