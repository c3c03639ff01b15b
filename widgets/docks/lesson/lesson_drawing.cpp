// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/lesson/lesson_drawing.h"

#include "widgets/theme/icon.h"

#include <QPainter>
#include <QSvgRenderer>

#include <algorithm>

namespace pgram {

namespace {

constexpr int widestDrawing = 480;

QByteArray svgOf(const std::string& name, const QColor& ink)
{
    return coloredSvg(QStringLiteral(":/drawings/%1.svg").arg(QString::fromStdString(name)), ink);
}

}  // namespace

QString drawingText(const std::string& name)
{
    return name == "tensor-parallel"
               ? DrawingLabel::tr(
                     "Two devices multiply X, A and B. A is cut by columns and B by rows, so that each device "
                     "computes one of the two parts of a sum: an all-reduce adds them.")
           : name == "ring"
               ? DrawingLabel::tr("Four devices in a ring. Each sends one of four parts to the next device.")
           : name == "zero"
               ? DrawingLabel::tr("Weights (W), gradients (G) and optimizer states (O) of four devices. With DP each "
                                  "device has all. ZeRO-1 cuts O in four, ZeRO-2 also G, ZeRO-3 also W.")
               : QString();
}

QSize drawingSize(const std::string& name, int width)
{
    const QSizeF shape = QSvgRenderer(svgOf(name, Qt::black)).viewBoxF().size();
    return shape.isEmpty() ? QSize() : QSize(width, qRound(width * shape.height() / shape.width()));
}

void paintDrawing(const std::string& name, const QColor& ink, QImage& image)
{
    QPainter painter(&image);
    QSvgRenderer(svgOf(name, ink)).render(&painter);
}

DrawingLabel::DrawingLabel(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("lessonDrawing"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void DrawingLabel::setDrawing(const std::string& name)
{
    m_name = name;
    setVisible(!name.empty());
    setAccessibleName(drawingText(name));
    setToolTip(drawingText(name));
    updateGeometry();
    update();
}

QSize DrawingLabel::sizeHint() const
{
    return drawingSize(m_name, widestDrawing / 2);
}

int DrawingLabel::heightForWidth(int width) const
{
    return drawingSize(m_name, std::min(width, widestDrawing)).height();
}

void DrawingLabel::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    QSvgRenderer(svgOf(m_name, palette().color(QPalette::WindowText)))
        .render(&painter, QRectF(QPointF(), drawingSize(m_name, std::min(width(), widestDrawing))));
}

}  // namespace pgram
