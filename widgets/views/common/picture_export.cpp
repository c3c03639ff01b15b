// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/picture_export.h"

#include "core/base/quoting.h"
#include "core/base/text_file.h"
#include "widgets/document/core_text.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QFontInfo>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace pgram {

namespace {

constexpr double millimetresOfInch = 25.4;
constexpr double pointsOfInch = 72;
constexpr double mostPixels = 1 << 28;  // a gigabyte of memory

struct PictureExportText {
    Q_DECLARE_TR_FUNCTIONS(PictureExport)
};

int dotsPerMetre(double dpi)
{
    return qRound(dpi * 1000 / millimetresOfInch);
}

void paintWhole(const Picture& picture, QPaintDevice& device)
{
    QPainter painter(&device);
    painter.setRenderHint(QPainter::LosslessImageRendering);  // else a PDF has JPEGs, in colours that are near to ours
    picture.paint(painter, QRectF(QPointF(), picture.size));
}

/// Empty where it would not fit into memory.
QByteArray pngOf(const Picture& picture, double scale)
{
    const QSizeF pixels = picture.size * scale;
    if (pixels.width() * pixels.height() > mostPixels) {
        return {};
    }
    QImage image(pixels.toSize(), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) {
        return {};
    }
    image.setDevicePixelRatio(scale);
    image.setDotsPerMeterX(dotsPerMetre(pictureDpi));  // what points of type are by, whatever the screen
    image.setDotsPerMeterY(dotsPerMetre(pictureDpi));
    image.fill(Qt::transparent);
    paintWhole(picture, image);
    image.setDotsPerMeterX(dotsPerMetre(pictureDpi * scale));
    image.setDotsPerMeterY(dotsPerMetre(pictureDpi * scale));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

/// The generator names families as they were asked for, "Sans Serif", which no reader knows: the one that was drawn
/// with stands there, and the kind of it.
QByteArray withRealFonts(QByteArray svg)
{
    const QByteArray head = "font-family=\"";
    for (qsizetype at = svg.indexOf(head); at >= 0; at = svg.indexOf(head, at)) {
        at += head.size();
        const qsizetype end = svg.indexOf('"', at);
        const QFont asked(QString::fromUtf8(svg.mid(at, end - at)));
        const QByteArray real = QFontInfo(asked).family().toHtmlEscaped().remove(u'\'').toUtf8();
        const QByteArray families = "'" + real + (QFontInfo(asked).fixedPitch() ? "', monospace" : "', sans-serif");
        svg.replace(at, end - at, families);
        at += families.size();
    }
    return svg;
}

/// The generator rounds to whole units.
QByteArray withExactSize(QByteArray svg, QSizeF size)
{
    const qsizetype begin = svg.indexOf("<svg ") + 5;
    const qsizetype end = svg.indexOf("viewBox", begin);
    const auto side = [](double units) {
        return QByteArray::number(units / pictureDpi * millimetresOfInch, 'f', 3) + "mm";
    };
    return svg.replace(begin, end - begin,
                       "width=\"" + side(size.width()) + "\" height=\"" + side(size.height()) + "\"\n ");
}

/// In place of the title that the generator writes unasked: it would write ours unescaped.
QByteArray withTitle(QByteArray svg, const QString& title)
{
    const qsizetype begin = svg.indexOf("<title>") + 7;
    const qsizetype end = svg.indexOf("</title>", begin);
    return svg.replace(begin, end - begin, QByteArray::fromStdString(xmlEscaped(title.toStdString())));
}

QByteArray pdfOf(const Picture& picture)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(qRound(pictureDpi));
    writer.setTitle(picture.title);
    writer.setCreator(QCoreApplication::applicationName());
    const QPageSize page(picture.size * pointsOfInch / pictureDpi, QPageSize::Point, {}, QPageSize::ExactMatch);
    writer.setPageLayout(QPageLayout(page, QPageLayout::Portrait, QMarginsF()));
    paintWhole(picture, writer);
    return bytes;
}

}  // namespace

QByteArray svgOf(const Picture& picture)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(picture.size.toSize());
    generator.setViewBox(QRectF(QPointF(), picture.size));
    generator.setResolution(qRound(pictureDpi));
    paintWhole(picture, generator);
    // Names are drawn as they are, and XML has no control characters.
    bytes = QByteArray::fromStdString(plainText(bytes.toStdString()));
    return withTitle(withExactSize(withRealFonts(bytes), picture.size), picture.title);
}

QString savePicture(const QString& file, const Picture& picture, double scale)
{
    const QString suffix = QFileInfo(file).suffix().toLower();
    if (suffix == QLatin1StringView("png")) {
        const QByteArray png = pngOf(picture, scale);
        return png.isEmpty() ? PictureExportText::tr("The picture is too large for a PNG file") : saveBytes(file, png);
    }
    if (suffix == QLatin1StringView("svg")) {
        return saveBytes(file, svgOf(picture));
    }
    if (suffix == QLatin1StringView("pdf")) {
        return saveBytes(file, pdfOf(picture));
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
    const std::string_view content(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    const Result<void> saved = writeTextFile(std::filesystem::path(file.toStdU16String()), content);
    return saved ? QString() : errorText(saved.error());
}

QString writeProblem(const QString& file)
{
    const auto writer = FileWriter::open(std::filesystem::path(file.toStdU16String()));
    return writer ? QString() : errorText(writer.error());
}

}  // namespace pgram
