// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Mouse, wheel and keys of the communication view.
#include "widgets/views/common/view_keys.h"
#include "widgets/views/communication/communication_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>

namespace pgram {

void CommunicationView::zoomAt(double factor, const QPointF& position)
{
    const CommunicationLayout layout = currentLayout();
    const double side = layout.deviceSide();
    if (side <= 0) {
        return;  // The picture is too small for a map.
    }
    showWindow(layout.window.zoomed(factor, layout.window.column + (position.x() - layout.map.left()) / side,
                                    layout.window.row + (position.y() - layout.map.top()) / side,
                                    document()->plan()->cluster.devices));
}

bool CommunicationView::zoomKey(int key)
{
    const QPointF middle = currentLayout().map.center();
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomAt(1 / keyZoom, middle);
        return true;
    case Qt::Key_Minus:
        zoomAt(keyZoom, middle);
        return true;
    case Qt::Key_0:
        showWindow(TrafficWindow::all(document()->plan()->cluster.devices));
        return true;
    default:
        return false;
    }
}

void CommunicationView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !document()->plan()) {
        return View::mousePressEvent(event);
    }
    const CommunicationLayout layout = currentLayout();
    if (layout.map.contains(event->position())) {
        m_pan.press(event->position());
    } else {
        selection()->select({});
    }
}

void CommunicationView::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->position();
    update();
    const auto moved = document()->plan() ? m_pan.moveTo(event->position()) : std::nullopt;
    if (moved) {
        const CommunicationLayout layout = currentLayout();
        const QPointF devices = -*moved / layout.deviceSide();
        showWindow(layout.window.moved(devices.x(), devices.y(), document()->plan()->cluster.devices));
    }
}

void CommunicationView::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_pan.release() && event->button() == Qt::LeftButton && document()->plan()) {
        selectDevice(currentLayout().deviceDown(event->position().y(), document()->plan()->cluster.devices));
    }
}

void CommunicationView::wheelEvent(QWheelEvent* event)
{
    if (!document()->plan() || !currentLayout().map.contains(event->position())) {
        return View::wheelEvent(event);
    }
    zoomAt(std::pow(wheelZoom, -event->angleDelta().y() / 120.0), event->position());
}

void CommunicationView::leaveEvent(QEvent*)
{
    m_pointer.reset();
    update();
}

void CommunicationView::keyPressEvent(QKeyEvent* event)
{
    if (!document()->plan()) {
        return View::keyPressEvent(event);
    }
    if (zoomKey(event->key())) {
        return;
    }
    const int device = selection()->current().device;
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Left:
        selectDevice(device - 1);
        break;
    case Qt::Key_Down:
    case Qt::Key_Right:
        selectDevice(device + 1);
        break;
    case Qt::Key_Home:
        selectDevice(0);
        break;
    case Qt::Key_End:
        selectDevice(document()->plan()->cluster.devices - 1);
        break;
    case Qt::Key_Escape:
        selection()->select({});
        break;
    default:
        View::keyPressEvent(event);
    }
}

std::vector<KeyHelp> CommunicationView::keys() const
{
    return {{{Qt::Key_Up, Qt::Key_Left, Qt::Key_Down, Qt::Key_Right}, ViewKeys::tr("Device before or after")},
            {{Qt::Key_Home, Qt::Key_End}, ViewKeys::tr("First or last device")},
            {{Qt::Key_Plus, Qt::Key_Equal, Qt::Key_Minus}, ViewKeys::tr("Zoom in or out")},
            {{Qt::Key_0}, ViewKeys::tr("All devices")},
            escapeKey()};
}

}  // namespace pgram
