// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/picture_caption.h"

#include "core/base/format.h"
#include "widgets/document/scenario_text.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr double captionShare = 0.25;  // for the caption's lines
constexpr double titleGrowth = 1.25;

struct CaptionText {
    Q_DECLARE_TR_FUNCTIONS(PictureCaption)
};

QFont titleFont(const Theme& theme)
{
    QFont font = theme.boldFont;
    if (font.pointSizeF() > 0) {
        font.setPointSizeF(font.pointSizeF() * titleGrowth);
    }
    return font;
}

double heightOfLines(const Theme& theme, double width, const QStringList& lines)
{
    const QFontMetricsF metrics(theme.smallFont);
    double height = 0;
    for (const QString& line : lines) {
        height += metrics.boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, line).height();
    }
    return height;
}

/// The constants of a cluster that estimates of time rest on.
std::array<const Constant*, 5> timeConstants(const Cluster& cluster)
{
    return {&cluster.device.gemmEfficiency, &cluster.device.attentionEfficiency, &cluster.device.memoryEfficiency,
            &cluster.device.launchSeconds, &cluster.overlapSlowdown};
}

}  // namespace

QString pictureTitle(const QString& view, const Plan& plan)
{
    return plan.name.empty() ? view : QStringLiteral("%1 – %2").arg(QString::fromStdString(plan.name), view);
}

QString runLine(const Plan& plan, const Estimate& estimate)
{
    const QString cluster = presetText(plan.cluster.title.empty() ? plan.cluster.name : plan.cluster.title);
    const QString where =
        CaptionText::tr("%1, sequence %2, on %3 (%4)")
            .arg(modelTitle(plan), QString::number(plan.sequence()), devicesText(plan.cluster), cluster);
    const QString how =
        CaptionText::tr("batch %1, %2, %3")
            .arg(QString::number(plan.training.globalBatch), scheduleText(plan), numbersText(plan.training));
    const QString result =
        CaptionText::tr("step %1, %2 samples/s, memory %3 of %4")
            .arg(secondsText(estimate.stepTime), QString::fromStdString(formatNumber(estimate.throughput)),
                 bytesText(estimate.peakMemory), bytesText(estimate.usableBudget));
    return QStringLiteral("%1; %2; %3.").arg(where, how, result);
}

QString basisLine(const Plan& plan)
{
    const auto all = timeConstants(plan.cluster);
    const auto guessed =
        std::ranges::count_if(all, [](const Constant* constant) { return constant->provenance.kind == "guessed"; });
    const QString basis = guessed == 0
                              ? CaptionText::tr("measured or fitted constants")
                              : CaptionText::tr("constants of which %1 of %2 are guessed").arg(guessed).arg(all.size());
    return CaptionText::tr(
               "Exact: parameters, states and bytes sent, as counted from the model and the plan. Estimated: "
               "seconds, by %1 of this cluster; activations and temporary memory, by formula.")
        .arg(basis);
}

PictureCaption captionOf(const QString& view, const Plan& plan, const Estimate& estimate)
{
    return {pictureTitle(view, plan), {runLine(plan, estimate), basisLine(plan)}};
}

CaptionLayout layoutCaption(const Theme& theme, const QRectF& area, const PictureCaption& caption)
{
    CaptionLayout layout;
    const QRectF inner = inside(theme, area);
    const double title = QFontMetricsF(titleFont(theme)).height();
    const double wanted = heightOfLines(theme, inner.width(), caption.lines);
    const double lines = std::min(area.height() * captionShare, wanted);
    layout.missing = wanted / captionShare - area.height();
    layout.title = QRectF(inner.left(), inner.top(), inner.width(), title);
    layout.lines = QRectF(inner.left(), inner.bottom() - lines, inner.width(), lines);
    // The picture brings margins of its own.
    const double bottom = lines > 0 ? layout.lines.top() : area.bottom();
    layout.picture = QRectF(QPointF(area.left(), layout.title.bottom()), QPointF(area.right(), bottom));
    return layout;
}

QRectF paintCaption(QPainter& painter, const Theme& theme, const QRectF& area, const PictureCaption& caption)
{
    const CaptionLayout layout = layoutCaption(theme, area, caption);
    painter.fillRect(area, theme.surface);
    const QFont font = titleFont(theme);
    paintText(painter, font, theme.text, layout.title, Qt::AlignVCenter | Qt::TextSingleLine,
              QFontMetricsF(font).elidedText(caption.title, Qt::ElideMiddle, layout.title.width()));
    painter.setFont(theme.smallFont);
    painter.setPen(theme.mutedText);
    double top = layout.lines.top();
    for (const QString& line : caption.lines) {
        const double height = heightOfLines(theme, layout.lines.width(), {line});
        painter.drawText(QRectF(layout.lines.left(), top, layout.lines.width(), height), Qt::TextWordWrap, line);
        top += height;
    }
    return layout.picture;
}

}  // namespace pgram
