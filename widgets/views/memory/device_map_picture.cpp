// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/memory/device_map_picture.h"

#include "widgets/theme/color.h"
#include "widgets/theme/hatch.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace pgram {

namespace {

constexpr double sheetOffset = 3;  // of the nodes behind the one that stands for them

struct Words {
    Q_DECLARE_TR_FUNCTIONS(DeviceMap)
};

const StageEstimate& stageOf(const DeviceMapPicture& p, int device)
{
    return p.estimate.stages[placeOf(p.plan, device).stage];
}

/// Two sheets behind a block that stands for several nodes.
void paintSheets(QPainter& painter, const Theme& theme, const QRectF& frame)
{
    painter.setBrush(theme.panel);
    painter.setPen(QPen(theme.line, 1));
    for (const int sheet : {2, 1}) {
        painter.drawRect(frame.translated(sheet * sheetOffset, sheet * sheetOffset));
    }
}

/// Share, bytes, stage and rank of a device, as many as there is room for.
void paintCellText(QPainter& painter, const DeviceMapPicture& p, int device, const QRectF& cell, const QColor& ground)
{
    const Theme& theme = p.theme;
    const double share = fullness(p.plan, p.estimate, device);
    const QString percent = QStringLiteral("%1 %").arg(qRound(share * 100));
    const double space = cell.width() - theme.gap;
    std::vector<std::pair<QString, const QFont*>> lines{{percent, &theme.boldFont}};
    if (textWidth(theme.boldFont, percent) > space) {
        lines.front().second = &theme.smallFont;
    }
    lines.emplace_back(bytesText(stageOf(p, device).memory.total()), &theme.smallFont);
    // Where every device can be named, and stands for itself.
    if (!p.layout.folded &&
        textWidth(theme.smallFont, Words::tr("device %1").arg(p.plan.cluster.devices - 1)) <= space) {
        lines.emplace_back(Words::tr("device %1").arg(device), &theme.smallFont);
    }
    const auto most = static_cast<std::size_t>((cell.height() - 2) / theme.lineHeight);
    std::erase_if(lines, [&](const auto& line) { return textWidth(*line.second, line.first) > space; });
    lines.resize(std::min(lines.size(), most));
    QRectF place(cell.left(), cell.center().y() - theme.lineHeight * static_cast<double>(lines.size()) / 2,
                 cell.width(), theme.lineHeight);
    painter.setPen(labelColor(ground));
    for (const auto& [text, font] : lines) {
        painter.setFont(*font);
        painter.drawText(place, Qt::AlignCenter, text);
        place.translate(0, theme.lineHeight);
    }
}

void paintCell(QPainter& painter, const DeviceMapPicture& p, int cell)
{
    const int device = p.layout.deviceOf(cell);
    const double share = fullness(p.plan, p.estimate, device);
    const bool over = share > 1;
    const double inset = p.layout.cellWidth > 4 && p.layout.cellHeight > 4 ? 0.5 : 0;
    const QRectF area = p.layout.cellArea(cell).adjusted(inset, inset, -inset, -inset);
    const QColor ground = over ? p.theme.bad : p.theme.heat(share);
    painter.fillRect(area, ground);
    if (over) {
        QColor pale = p.theme.surface;
        pale.setAlphaF(0.3F);
        paintHatch(painter, area, pale, hiddenHatch);
    }
    paintCellText(painter, p, device, area, ground);
}

/// A block's title in its forms, the fullest first.
std::vector<QString> titleForms(const DeviceMapPicture& p, const NodeRun& nodes)
{
    const QString full = blockTitle(p.plan, p.layout, nodes);
    const QString stages = full.section(QStringLiteral(" · "), 1);
    const QString name = full.section(QStringLiteral(" · "), 0, 0);
    const QString run =
        nodes.count == 1 ? name : Words::tr("nodes %1–%2").arg(nodes.first).arg(nodes.first + nodes.count - 1);
    const QString number = QString::number(nodes.first);
    return {full, QStringLiteral("%1 · %2").arg(run, stages), name, run,
            nodes.count == 1 ? number : QStringLiteral("%1 ×%2").arg(number).arg(nodes.count)};
}

/// The fullest form that has room above every block: blocks side by side say the same of themselves.
std::size_t commonForm(const DeviceMapPicture& p)
{
    std::size_t form = 0;
    for (const DeviceMapLayout::Block& block : p.layout.blocks) {
        const std::vector<QString> forms = titleForms(p, block.nodes);
        while (form + 1 < forms.size() && textWidth(p.theme.smallFont, forms[form]) > block.frame.width()) {
            ++form;
        }
    }
    return form;
}

void paintBlockTitle(QPainter& painter, const DeviceMapPicture& p, const DeviceMapLayout::Block& block,
                     std::size_t form)
{
    const double height = deviceMapMetrics(p.theme).labelHeight;
    const QRectF line(block.frame.left(), block.frame.top() - height, block.frame.width(), height);
    paintText(painter, p.theme.smallFont, p.theme.text, line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
              titleForms(p, block.nodes)[form]);
}

}  // namespace

DeviceMapMetrics deviceMapMetrics(const Theme& theme)
{
    DeviceMapMetrics metrics;
    metrics.leastCell = theme.lineHeight;
    metrics.widestCell = theme.lineHeight * 9;
    metrics.highestCell = theme.lineHeight * 6;
    metrics.labelHeight = theme.lineHeight * 1.2;
    metrics.leastLabel = theme.lineHeight * 2;
    metrics.gap = theme.margin;
    return metrics;
}

double fullness(const Plan& plan, const Estimate& estimate, int device)
{
    const auto stage = static_cast<std::size_t>(placeOf(plan, device).stage);
    return static_cast<double>(estimate.stages[stage].memory.total()) /
           static_cast<double>(std::max<Bytes>(1, estimate.usableBudget));
}

Heading deviceMapHeading(const Theme& theme, const Plan& plan, const Estimate& estimate)
{
    Heading heading;
    heading.title = Words::tr("Memory of every device at its peak");
    const int perNode = nodeDevices(plan.cluster);
    heading.subtitle = Words::tr("%n device(s) in nodes of %1, fullest %2 of %3", nullptr, plan.cluster.devices)
                           .arg(perNode)
                           .arg(bytesText(estimate.peakMemory), bytesText(estimate.usableBudget));
    for (const int percent : {0, 25, 50, 75, 100}) {
        const QString label = percent == 100 ? Words::tr("100 % of budget") : QStringLiteral("%1 %").arg(percent);
        heading.legend.push_back({label, theme.heat(percent / 100.0)});
    }
    heading.legend.push_back({Words::tr("over"), theme.bad, LegendItem::Mark::Hatch});
    return heading;
}

QString blockTitle(const Plan& plan, const DeviceMapLayout& layout, const NodeRun& nodes)
{
    const int firstDevice = nodes.first * layout.perNode;
    const int lastDevice = std::min(layout.devices, (nodes.first + nodes.count) * layout.perNode) - 1;
    const int firstStage = placeOf(plan, firstDevice).stage;
    const int lastStage = placeOf(plan, lastDevice).stage;
    const QString name =
        nodes.count == 1
            ? Words::tr("node %1").arg(nodes.first)
            : Words::tr("nodes %1–%2, %3 alike").arg(nodes.first).arg(nodes.first + nodes.count - 1).arg(nodes.count);
    const QString stages = firstStage == lastStage ? Words::tr("stage %1").arg(firstStage)
                                                   : Words::tr("stages %1–%2").arg(firstStage).arg(lastStage);
    return QStringLiteral("%1 · %2").arg(name, stages);
}

void paintDeviceMap(QPainter& painter, const DeviceMapPicture& p)
{
    const std::size_t form = p.layout.labelled ? commonForm(p) : 0;
    for (const DeviceMapLayout::Block& block : p.layout.blocks) {
        if (block.nodes.count > 1) {
            paintSheets(painter, p.theme, block.frame);
        }
        painter.fillRect(block.frame, p.theme.panel);
        if (p.layout.labelled) {
            paintBlockTitle(painter, p, block, form);
        }
    }
    for (int cell = 0; cell < p.layout.cellCount(); ++cell) {
        paintCell(painter, p, cell);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(p.theme.line, 1));
    for (const DeviceMapLayout::Block& block : p.layout.blocks) {
        painter.drawRect(block.frame);
    }
}

}  // namespace pgram
