// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/deployment/deployment_picture.h"

#include "widgets/document/core_text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace pgram {

namespace {

constexpr double leastPlots = 150;      // lower, and there are none
constexpr double mostNotesShare = 0.3;  // of the height
constexpr double wide = 620;
constexpr double leastBar = 90;
constexpr int mostFigures = 5;

using Figures = std::array<QString, mostFigures>;

/// The most telling first: a narrow row has only these.
Figures figuresOf(const Deployment& row)
{
    return {secondsText(row.firstToken), secondsText(row.perToken), boundTitle(row.decode.bound()),
            numberText(row.throughput), numberText(row.servedThroughput)};
}

Figures figureTitles()
{
    return {DeploymentText::tr("First token"), DeploymentText::tr("Token"), DeploymentText::tr("Bound by"),
            DeploymentText::tr("Tokens/s"), DeploymentText::tr("Under load")};
}

/// Where the parts of a row begin: name, degrees, bar, figures. All rows have the same, as wide as the widest needs.
struct Columns {
    double degrees = 0;
    double bar = 0;
    std::array<double, mostFigures + 1> figures{};  ///< and where the last one ends
};

Columns columnsOf(const Theme& theme, const QRectF& row, int figures, const ShownDeployment& shown)
{
    double name = 0;
    double degrees = textWidth(theme.smallFont, DeploymentText::tr("Devices"));
    std::array<double, mostFigures> widths{};
    for (std::size_t i = 0; i < widths.size(); ++i) {
        widths[i] = textWidth(theme.smallFont, figureTitles()[i]);
    }
    for (const FormatAnswer& answer : shown.answers) {
        const Deployment& each = rowOf(answer);
        name = std::max(name, textWidth(theme.boldFont, formatTitle(answer.format)));
        degrees = std::max(degrees, textWidth(theme.font, degreeTitle(each.tensor, each.pipeline)));
        const Figures texts = figuresOf(each);
        for (std::size_t i = 0; i < widths.size() && answer.best() != nullptr; ++i) {
            widths[i] = std::max(widths[i], textWidth(theme.font, texts[i]));
        }
    }
    Columns at;
    at.degrees = row.left() + std::min(name + 2 * theme.gap, row.width() * 0.35);
    at.bar = at.degrees + degrees + 2 * theme.gap;
    const auto last = static_cast<std::size_t>(figures);
    at.figures[last] = row.right();
    for (std::size_t i = last; i-- > 0;) {
        at.figures[i] = at.figures[i + 1] - widths[i] - 1.5 * theme.gap;
    }
    return at;
}

/// As many as leave the bar enough to be read.
int fittingFigures(const Theme& theme, const QRectF& row, const ShownDeployment& shown)
{
    int figures = mostFigures;
    for (; figures > 0; --figures) {
        const Columns at = columnsOf(theme, row, figures, shown);
        if (at.figures[0] - at.bar >= leastBar) {
            break;
        }
    }
    return figures;
}

QStringList noteTexts(const ShownDeployment& shown)
{
    QStringList texts;
    for (const Text& note : shown.notes) {
        texts.append(coreText(note));
    }
    texts.append(DeploymentText::tr("Accuracy against measurements: %1").arg(bandTexts().join(QStringLiteral("; "))));
    return texts;
}

double heightOf(const QFont& font, double width, const QString& text)
{
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e5), Qt::TextWordWrap, text).height();
}

/// Weights, cache and workspace of the fullest device, with the line of its budget.
void paintBar(QPainter& painter, const Theme& theme, const ServedMemory& memory, double most, const QRectF& area)
{
    const QRectF bar = area.adjusted(0, area.height() * 0.2, 0, -area.height() * 0.2);
    painter.fillRect(bar, theme.panel);
    double left = bar.left();
    const auto add = [&](double bytes, const QColor& color) {
        const QRectF part(left, bar.top(), bar.width() * bytes / most, bar.height());
        painter.fillRect(part, color);
        left = part.right();
    };
    add(memory.weights, theme.of(MemoryKind::Weights));
    add(memory.cache, theme.of(MemoryKind::Activations));
    add(memory.workspace, theme.of(MemoryKind::Context));
    const double limit = bar.left() + bar.width() * memory.budget / most;
    if (left > limit) {
        paintHatch(painter, QRectF(QPointF(limit, bar.top()), QPointF(left, bar.bottom())), theme.bad, hiddenHatch);
    }
    painter.setPen(QPen(theme.bad, 2));
    painter.drawLine(QPointF(limit, area.top() + 2), QPointF(limit, area.bottom() - 2));
}

void paintFigures(QPainter& painter, const Theme& theme, const QFont& font, const QColor& color, const Columns& at,
                  int count, const QRectF& row, const Figures& texts)
{
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        paintText(painter, font, color,
                  QRectF(at.figures[i], row.top(), at.figures[i + 1] - at.figures[i] - theme.gap / 2, row.height()),
                  Qt::AlignVCenter | Qt::AlignRight, texts[i]);
    }
}

void paintRow(QPainter& painter, const Theme& theme, const ShownDeployment& shown, const DeploymentLayout& layout,
              std::size_t index, double most)
{
    const FormatAnswer& answer = shown.answers[index];
    const Deployment& row = rowOf(answer);
    const QRectF& area = layout.rows[index];
    const Columns at = columnsOf(theme, area, layout.figures, shown);
    const bool chosen = index == shown.chosen;
    if (chosen) {
        painter.fillRect(area, mixed(theme.surface, theme.accent, 0.15));
    }
    const int flags = Qt::AlignVCenter | Qt::AlignLeft;
    const QFont& font = chosen ? theme.boldFont : theme.font;
    const QString name = QFontMetricsF(font).elidedText(formatTitle(answer.format), Qt::ElideRight,
                                                        at.degrees - area.left() - theme.gap);
    paintText(painter, font, theme.text,
              QRectF(area.left() + theme.gap / 2, area.top(), at.degrees - area.left(), area.height()), flags, name);
    paintText(painter, theme.font, theme.text, QRectF(at.degrees, area.top(), at.bar - at.degrees, area.height()),
              flags, degreeTitle(row.tensor, row.pipeline));
    paintBar(painter, theme, row.memory, most,
             QRectF(at.bar, area.top(), at.figures[0] - at.bar - theme.gap, area.height()));
    if (layout.figures == 0) {
        return;
    }
    if (answer.best() == nullptr) {
        paintText(painter, theme.font, theme.bad,
                  QRectF(at.figures[0], area.top(), area.right() - at.figures[0] - theme.gap / 2, area.height()),
                  Qt::AlignVCenter | Qt::AlignRight,
                  firstFitting(theme.font, area.right() - at.figures[0] - theme.gap / 2,
                               {DeploymentText::tr("does not fit: %1 of %2")
                                    .arg(bytesText(row.memory.needed()), bytesText(row.memory.budget)),
                                DeploymentText::tr("does not fit")}));
        return;
    }
    paintFigures(painter, theme, theme.font, theme.text, at, layout.figures, area, figuresOf(row));
}

void paintTitles(QPainter& painter, const Theme& theme, const ShownDeployment& shown, const DeploymentLayout& layout)
{
    const QRectF& area = layout.titles;
    const Columns at = columnsOf(theme, area, layout.figures, shown);
    const int flags = Qt::AlignVCenter | Qt::AlignLeft;
    paintText(painter, theme.smallFont, theme.mutedText,
              QRectF(area.left() + theme.gap / 2, area.top(), at.degrees - area.left(), area.height()), flags,
              DeploymentText::tr("Weights"));
    paintText(painter, theme.smallFont, theme.mutedText,
              QRectF(at.degrees, area.top(), at.bar - at.degrees, area.height()), flags, DeploymentText::tr("Devices"));
    const QRectF bar(at.bar, area.top(), at.figures[0] - at.bar - theme.gap, area.height());
    paintText(painter, theme.smallFont, theme.mutedText, bar, flags,
              firstFitting(theme.smallFont, bar.width(),
                           {DeploymentText::tr("Memory of the fullest device, and its budget"),
                            DeploymentText::tr("Memory per device"), DeploymentText::tr("Memory")}));
    paintFigures(painter, theme, theme.smallFont, theme.mutedText, at, layout.figures, area, figureTitles());
}

}  // namespace

Heading deploymentHeading(const Theme& theme, const ShownDeployment& shown)
{
    return {DeploymentText::tr("Deployment"),
            QStringLiteral("%1; %2").arg(questionText(shown), formatTitle(shown.answer().format)),
            {{DeploymentText::tr("Weights"), theme.of(MemoryKind::Weights)},
             {DeploymentText::tr("Cache"), theme.of(MemoryKind::Activations)},
             {DeploymentText::tr("Context and workspace"), theme.of(MemoryKind::Context)},
             {DeploymentText::tr("Budget"), theme.bad, LegendItem::Mark::Line}}};
}

DeploymentLayout layoutDeployment(const Theme& theme, const ShownDeployment& shown, const QRectF& below)
{
    DeploymentLayout layout;
    layout.figures = fittingFigures(theme, below, shown);
    QRectF left = below;
    const auto fromBottom = [&left](double height) {
        const QRectF part(left.left(), left.bottom() - height, left.width(), height);
        left.setBottom(part.top());
        return part;
    };
    layout.quality = fromBottom(heightOf(theme.boldFont, below.width(), coreText(qualityNote())));
    left.setBottom(left.bottom() - theme.gap / 2);
    const double line = theme.lineHeight * deploymentRow;
    const double rows = line * static_cast<double>(shown.answers.size() + 1) + 2 * theme.gap;
    double notes = 0;
    for (const QString& text : noteTexts(shown)) {
        notes += heightOf(theme.smallFont, below.width(), text) + theme.gap / 2;
    }
    const double room = left.height() - rows;
    if (notes <= below.height() * mostNotesShare && (room - notes >= leastPlots || room < leastPlots) &&
        notes <= room) {
        layout.notes = fromBottom(notes + theme.gap / 2);
    }
    if (left.height() - rows >= leastPlots) {
        const QRectF plots(left.topLeft(), QSizeF(left.width(), left.height() - rows));
        const double half = plots.width() / 2 - theme.margin / 2;
        const bool both = plots.width() >= wide;
        layout.roof = QRectF(plots.topLeft(), QSizeF(both ? half : plots.width(), plots.height()));
        layout.curve = both ? QRectF(plots.right() - half, plots.top(), half, plots.height()) : QRectF();
        left.setTop(plots.bottom() + theme.gap);
    }
    layout.titles = QRectF(left.left(), left.top(), left.width(), line);
    for (std::size_t i = 0; i < shown.answers.size(); ++i) {
        layout.rows.emplace_back(left.left(), left.top() + line * static_cast<double>(i + 1), left.width(), line);
    }
    return layout;
}

void paintDeployment(QPainter& painter, const Theme& theme, const ShownDeployment& shown,
                     const DeploymentLayout& layout)
{
    double most = 0;
    for (const FormatAnswer& answer : shown.answers) {
        const ServedMemory& memory = rowOf(answer).memory;
        most = std::max({most, std::min(memory.needed(), 2 * memory.budget), memory.budget * 1.05});
    }
    painter.save();
    painter.setClipRect(QRectF(layout.titles.topLeft(), layout.quality.bottomRight()), Qt::IntersectClip);
    paintTitles(painter, theme, shown, layout);
    for (std::size_t i = 0; i < layout.rows.size(); ++i) {
        paintRow(painter, theme, shown, layout, i, most);
    }
    QRectF line = layout.notes;
    for (const QString& text : layout.notes.isEmpty() ? QStringList() : noteTexts(shown)) {
        line.setHeight(heightOf(theme.smallFont, line.width(), text));
        paintText(painter, theme.smallFont, theme.mutedText, line, Qt::TextWordWrap, text);
        line.moveTop(line.bottom() + theme.gap / 2);
    }
    painter.fillRect(layout.quality, theme.surface);
    paintText(painter, theme.boldFont, theme.text, layout.quality, Qt::TextWordWrap, coreText(qualityNote()));
    painter.restore();
}

}  // namespace pgram
