// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/teach/spotlight.h"

#include "widgets/theme/appearance.h"
#include "widgets/theme/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>

namespace pgram {

namespace {

constexpr int veilLight = 96;  // of 255
constexpr int veilDark = 150;
constexpr double ring = 3;
constexpr double room = 5;  // between the ring and what it is around

}  // namespace

Spotlight::Spotlight()
{
    setObjectName(QStringLiteral("spotlight"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void Spotlight::pointAt(View* view, const LessonPlace& place)
{
    drop();
    m_view = view;
    m_place = place;
    m_veiled = true;
    setParent(view);
    setGeometry(view->rect());
    view->installEventFilter(this);
    show();
    raise();
    setAccessibleName(placeText(*view, place));
    QAccessibleEvent spoken(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&spoken);
}

void Spotlight::lift()
{
    if (m_veiled) {
        m_veiled = false;
        update();
    }
}

void Spotlight::drop()
{
    if (m_view) {
        m_view->removeEventFilter(this);
    }
    m_view = nullptr;
    m_veiled = false;
    hide();
    setParent(nullptr);
}

QRectF Spotlight::area() const
{
    if (!m_view) {
        return {};
    }
    const QRectF inner = QRectF(rect()).adjusted(ring, ring, -ring, -ring);
    return m_view->areaOf(m_place).adjusted(-room, -room, room, room).intersected(inner);
}

bool Spotlight::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
        setGeometry(m_view->rect());
        break;
    case QEvent::ChildAdded:  // a table twin, say: it would stand above
        raise();
        break;
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
        lift();
        break;
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
        if (m_veiled && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            event->accept();
            if (event->type() == QEvent::KeyPress) {
                lift();
            }
            return true;
        }
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void Spotlight::paintEvent(QPaintEvent* /*event*/)
{
    const QRectF hole = area();
    if (hole.isEmpty()) {
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    constexpr double corner = 6;
    if (m_veiled) {
        QPainterPath veil;
        veil.setFillRule(Qt::OddEvenFill);
        veil.addRect(rect());
        veil.addRoundedRect(hole, corner, corner);
        painter.fillPath(veil, QColor(0, 0, 0, isDark(palette()) ? veilDark : veilLight));
    }
    painter.setPen(QPen(Theme(palette(), font()).accent, ring));
    painter.drawRoundedRect(hole, corner, corner);
}

QString placeText(const View& view, const LessonPlace& place)
{
    const QString number = QString::number(place.index + 1);
    QString in = view.viewTitle();
    if (place.kind == "stage") {
        return Spotlight::tr("Stage %1 in %2").arg(number, in);
    }
    if (place.kind == "layer") {
        return Spotlight::tr("Layer %1 in %2").arg(number, in);
    }
    if (place.kind == "cut") {
        return Spotlight::tr("The cut behind part %1 in %2").arg(number, in);
    }
    if (place.kind == "device") {
        return Spotlight::tr("Device %1 in %2").arg(QString::number(place.index), in);
    }
    return in;
}

}  // namespace pgram
