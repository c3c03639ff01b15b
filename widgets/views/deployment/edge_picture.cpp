// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/deployment/edge_picture.h"

#include "core/base/index.h"
#include "widgets/document/core_text.h"
#include "widgets/views/common/painted_table.h"
#include "widgets/views/deployment/deployment_figures.h"

#include <QCoreApplication>
#include <QPainter>

#include <memory>

namespace pgram {

namespace {

QStringList placesOf(const ShownEdge& shown, const TierPlacement& placement, bool hasAdapters)
{
    QStringList texts;
    std::size_t placed = 0;
    for (const TensorClass& tensor : shown.answer.classes) {
        if (!placement.fits() || (!hasAdapters && tensor.name == "adapters")) {
            texts.append(QString());
            continue;
        }
        QStringList places;
        const std::vector<int>& counts = placement.counts[placed++];
        for (std::size_t tier = 0; tier < counts.size(); ++tier) {
            if (counts[tier] > 0) {
                const QString name = qs(shown.answer.tiers[tier].name);
                places.append(tensor.count > 1 ? QStringLiteral("%1 %2").arg(name).arg(counts[tier]) : name);
            }
        }
        texts.append(places.join(QStringLiteral(", ")));
    }
    return texts;
}

}  // namespace

QString joulesText(Joules joules)
{
    const char* units[] = {"J", "mJ", "µJ", "nJ", "pJ"};
    std::size_t unit = 0;
    while (joules > 0 && joules < 1 && unit + 1 < std::size(units)) {
        joules *= 1000;
        ++unit;
    }
    return QStringLiteral("%1 %2").arg(numberText(joules), QString::fromUtf8(units[unit]));
}

QString tensorTitle(const TensorClass& tensor)
{
    const QString name = tensor.name == "tables"     ? DeploymentText::tr("Tables")
                         : tensor.name == "layers"   ? DeploymentText::tr("Layers")
                         : tensor.name == "adapters" ? DeploymentText::tr("Adapters")
                                                     : DeploymentText::tr("Activations");
    return tensor.count > 1 ? QStringLiteral("%1, %2").arg(name).arg(tensor.count) : name;
}

std::vector<EdgeRow> edgeRows(const ShownEdge& shown)
{
    const EdgeAnswer& answer = shown.answer;
    std::vector<EdgeRow> rows;
    const auto add = [&](const QString& name, const TierPlacement& placement, bool hasAdapters = true) {
        rows.push_back({name, placement, placesOf(shown, placement, hasAdapters)});
    };
    add(DeploymentText::tr("Least energy"), answer.leastEnergy);
    add(DeploymentText::tr("Least latency"), answer.leastLatency);
    for (std::size_t tier = 0; tier < answer.tiers.size(); ++tier) {
        add(DeploymentText::tr("%1 alone").arg(qs(answer.tiers[tier].name)), answer.inOne[tier]);
    }
    add(DeploymentText::tr("A model for each task"), answer.reloading, false);
    return rows;
}

FigureContent edgeFigures(const ShownEdge& shown)
{
    const auto rows = std::make_shared<const std::vector<EdgeRow>>(edgeRows(shown));
    std::vector<FigureColumnOf<EdgeRow>> columns{
        {DeploymentText::tr("Placement"), "placement", Unit::Text, [](auto& row) { return row.name; }},
        {DeploymentText::tr("Energy, J"), "energy_j", Unit::Number,
         [](auto& row) {
             return FigureValue(row.placement.fits() ? std::optional(row.placement.energy) : std::nullopt);
         }},
        {DeploymentText::tr("Latency"), "latency_s", Unit::Time, [](auto& row) {
             return FigureValue(row.placement.fits() ? std::optional(row.placement.latency) : std::nullopt);
         }}};
    for (std::size_t i = 0; i < shown.answer.classes.size(); ++i) {
        columns.push_back({tensorTitle(shown.answer.classes[i]),
                           QByteArray::fromStdString(shown.answer.classes[i].name + "_in"), Unit::Text,
                           [i](auto& row) { return row.places[static_cast<int>(i)]; }});
    }
    return figuresOf<EdgeRow>(
        static_cast<int>(rows->size()), [rows](int row) { return (*rows)[at(row)]; }, std::move(columns));
}

Heading edgeHeading(const ShownEdge& shown)
{
    return {DeploymentText::tr("Edge memory"),
            DeploymentText::tr("%n task(s) share the model, adapters of width %1, %2 tokens per inference", nullptr,
                               shown.question.tasks)
                .arg(shown.question.adapterWidth)
                .arg(shown.question.tokens),
            {}};
}

void paintEdge(QPainter& painter, const Theme& theme, const ShownEdge& shown, const QRectF& below)
{
    painter.save();
    painter.setClipRect(below, Qt::IntersectClip);
    std::vector<QStringList> sizes{{DeploymentText::tr("Tensors"), DeploymentText::tr("Size"),
                                    DeploymentText::tr("Read"), DeploymentText::tr("Written")}};
    for (const TensorClass& tensor : shown.answer.classes) {
        sizes.push_back({tensorTitle(tensor), bytesText(tensor.count * tensor.bytes),
                         volumeText(tensor.count * tensor.read), volumeText(tensor.count * tensor.written)});
    }
    QRectF left = below;
    const double lineHeight = theme.lineHeight * deploymentRow;
    left.setTop(PaintedTable(theme, sizes, false, left.width()).paint(painter, left, lineHeight) + theme.margin);
    std::vector<QStringList> lines{
        {DeploymentText::tr("Placement"), DeploymentText::tr("Energy"), DeploymentText::tr("Latency")}};
    for (const TensorClass& tensor : shown.answer.classes) {
        lines.front().append(tensorTitle(tensor));
    }
    for (const EdgeRow& row : edgeRows(shown)) {
        const bool fits = row.placement.fits();
        lines.push_back({row.name, fits ? joulesText(row.placement.energy) : DeploymentText::tr("does not fit"),
                         fits ? secondsText(row.placement.latency) : QString()});
        lines.back() += row.places;
    }
    left.setTop(PaintedTable(theme, lines, false, left.width()).paint(painter, left, lineHeight) + theme.gap);
    QStringList notes;
    if (shown.answer.reloading.fits()) {
        notes.append(
            DeploymentText::tr(
                "Between two tasks nothing moves where they share the model. A model for each task is loaded in %1, "
                "with %2.")
                .arg(secondsText(shown.answer.switchLatency), joulesText(shown.answer.switchEnergy)));
    }
    notes.append(DeploymentText::tr(
        "Per inference, memory alone: computing is not counted. The memories are an example: energies of SRAM "
        "and DRAM are published ones, the others guessed."));
    for (const QString& note : notes) {
        const double height = QFontMetricsF(theme.smallFont).boundingRect(left, Qt::TextWordWrap, note).height();
        paintText(painter, theme.smallFont, theme.mutedText, left, Qt::TextWordWrap, note);
        left.setTop(left.top() + height + theme.gap / 2);
    }
    painter.restore();
}

}  // namespace pgram
