// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/picture_export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace pgram {

namespace {

constexpr int screenDpi = 96;
constexpr double mostPixels = 1 << 28;  // a gigabyte of memory

struct PictureExportText {
    Q_DECLARE_TR_FUNCTIONS(PictureExport)
};

/// Empty where it would not fit into memory.
QByteArray pngOf(QSize size, double scale, const PicturePainter& paint)
{
    const QSizeF pixels = QSizeF(size) * scale;
    if (pixels.width() * pixels.height() > mostPixels) {
        return {};
    }
    QImage image(pixels.toSize(), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) {
        return {};
    }
    image.setDevicePixelRatio(scale);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    paint(painter, QRectF(QPointF(), size));
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray svgOf(QSize size, const QString& title, const PicturePainter& paint)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setResolution(screenDpi);
    generator.setTitle(title);
    QPainter painter(&generator);
    paint(painter, QRectF(QPointF(), size));
    painter.end();
    return bytes;
}

QByteArray pdfOf(QSize size, const QString& title, const PicturePainter& paint)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(screenDpi);
    writer.setTitle(title);
    writer.setCreator(QCoreApplication::applicationName());
    const QSizeF points = QSizeF(size) * 72.0 / screenDpi;
    writer.setPageLayout(QPageLayout(QPageSize(points, QPageSize::Point), QPageLayout::Portrait, QMarginsF()));
    QPainter painter(&writer);
    painter.setRenderHint(QPainter::LosslessImageRendering);  // else a JPEG, in colours that are near to ours
    paint(painter, QRectF(QPointF(), size));
    painter.end();
    return bytes;
}

}  // namespace

QString savePicture(const QString& file, QSize size, const QString& title, double scale, const PicturePainter& paint)
{
    const QString suffix = QFileInfo(file).suffix().toLower();
    if (suffix == QLatin1StringView("png")) {
        const QByteArray png = pngOf(size, scale, paint);
        return png.isEmpty() ? PictureExportText::tr("The picture is too large for a PNG file") : saveBytes(file, png);
    }
    if (suffix == QLatin1StringView("svg")) {
        return saveBytes(file, svgOf(size, title, paint));
    }
    if (suffix == QLatin1StringView("pdf")) {
        return saveBytes(file, pdfOf(size, title, paint));
    }
    return PictureExportText::tr("%1 is no picture file: its name must end in .png, .svg or .pdf")
        .arg(QFileInfo(file).fileName());
}

QString saveText(const QString& file, const QString& text)
{
    return saveBytes(file, text.toUtf8());
}

QString saveBytes(const QString& file, const QByteArray& bytes)
{
    QSaveFile target(file);
    if (!target.open(QIODevice::WriteOnly) || target.write(bytes) != bytes.size() || !target.commit()) {
        return PictureExportText::tr("Cannot write %1: %2").arg(file, target.errorString());
    }
    return {};
}

}  // namespace pgram
