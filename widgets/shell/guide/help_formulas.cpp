// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/help_formulas.h"

#include <QFile>
#include <QFontMetricsF>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgRenderer>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

/// Returns the picture with the glyphs that it uses.
QByteArray svgOf(const QJsonObject& formula, const QJsonObject& glyphs)
{
    static const QRegularExpression use(QStringLiteral("#([^\"]+)"));
    const QString body = formula[QStringLiteral("body")].toString();
    QStringList used;
    for (auto match = use.globalMatch(body); match.hasNext();) {
        used.append(match.next().captured(1));
    }
    used.removeDuplicates();
    QString defs;
    for (const QString& glyph : std::as_const(used)) {
        defs += glyphs[glyph].toString();
    }
    return QStringLiteral("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
                          "viewBox=\"%1\"><defs>%2</defs>%3</svg>")
        .arg(formula[QStringLiteral("view")].toString(), defs, body)
        .toUtf8();
}

std::map<QString, HelpFormula> readFormulas()
{
    QFile file(QStringLiteral(":/help/formulas.json"));
    const QJsonObject all =
        file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
    const QJsonObject glyphs = all[QStringLiteral("glyphs")].toObject();
    const QJsonObject formulas = all[QStringLiteral("formulas")].toObject();
    std::map<QString, HelpFormula> read;
    for (auto each = formulas.begin(); each != formulas.end(); ++each) {
        const QJsonObject formula = each.value().toObject();
        read[each.key()] = {formula[QStringLiteral("source")].toString(),
                            formula[QStringLiteral("text")].toString(),
                            svgOf(formula, glyphs),
                            {formula[QStringLiteral("width")].toDouble(), formula[QStringLiteral("height")].toDouble()},
                            formula[QStringLiteral("depth")].toDouble()};
    }
    return read;
}

}  // namespace

const std::map<QString, HelpFormula>& helpFormulas()
{
    static const std::map<QString, HelpFormula> formulas = readFormulas();
    return formulas;
}

QImage formulaPicture(const HelpFormula& formula, const QFont& font, const QColor& color, double ratio, bool isInline)
{
    const double ex = QFontMetricsF(font).xHeight();
    const QSizeF size = formula.size * ex;
    const double above = size.height() - formula.depth * ex - ex / 2;  // the middle of the line
    const double half = isInline ? std::max(above, size.height() - above) : size.height() / 2;
    QImage image((QSizeF(size.width(), 2 * half) * ratio).toSize() + QSize(1, 1), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    QByteArray svg = formula.svg;
    QSvgRenderer(svg.replace("currentColor", color.name().toUtf8()))
        .render(&painter, QRectF(QPointF(0, isInline ? half - above : 0), size));
    return image;
}

}  // namespace pgram
