// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/memory_difference_picture.h"

#include "widgets/document/core_text.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <cmath>
#include <cstdlib>

namespace pgram {

namespace {

struct MemoryText {
    Q_DECLARE_TR_FUNCTIONS(StepDifference)
};

constexpr double highestMemoryRow = 2.2;  // line heights
constexpr double measuredShade = 0.62;    // share of the text's colour in the bars
constexpr double predictedShade = 0.34;

QString signedBytes(Bytes bytes)
{
    return (bytes < 0 ? QStringLiteral("−") : QStringLiteral("+")) + bytesText(std::abs(bytes));
}

const MemoryFigure& figureAt(const MemoryDifference& memory, std::size_t part)
{
    return part < memory.figures.size() ? memory.figures[part] : memory.moments[part - memory.figures.size()];
}

std::size_t figureCount(const MemoryDifference& memory)
{
    return memory.figures.size() + memory.moments.size();
}

BarTable barsOf(const Theme& theme, const MemoryDifference& memory)
{
    BarTable table;
    table.titles = {{MemoryText::tr("measured")}, {MemoryText::tr("predicted")}, {MemoryText::tr("difference")}};
    table.highestRow = highestMemoryRow;
    const QColor measured = mixed(theme.surface, theme.text, measuredShade);
    const QColor predicted = mixed(theme.surface, theme.text, predictedShade);
    for (std::size_t i = 0; i < figureCount(memory); ++i) {
        const MemoryFigure& own = figureAt(memory, i);
        const auto difference = static_cast<double>(own.difference());
        table.rows.push_back(
            {{"part", static_cast<int>(i)},
             coreText(own.name),
             {},
             {},
             {{{{static_cast<double>(own.measured), measured}}, {bytesText(own.measured)}},
              {{{static_cast<double>(own.predicted), predicted}}, {bytesText(own.predicted)}},
              {{{std::abs(difference), difference > 0 ? theme.bad : theme.good}}, {signedBytes(own.difference())}}}});
    }
    return table;
}

}  // namespace

void addMemoryDifference(Scene& scene, const MemoryDifference& memory, const QString& file,
                         const std::vector<Text>& notes)
{
    const Theme& theme = scene.theme();
    const MemoryFigure& peak = memory.figures.front();
    Heading heading;
    heading.title = MemoryText::tr("Tensors took %1 at the peak, predicted are %2")
                        .arg(bytesText(peak.measured), bytesText(peak.predicted));
    const QString of =
        MemoryText::tr("%1: memory of rank %2, %3").arg(file, QString::number(memory.rank), stageTitle(memory.stage));
    heading.subtitle =
        memory.steps > 0
            ? QStringLiteral("%1, %2").arg(of, MemoryText::tr("%n step(s)", nullptr, static_cast<int>(memory.steps)))
            : of;
    const QRectF below = scene.heading(heading).adjusted(0, theme.gap, 0, 0);
    QStringList lines;
    if (memory.context > 0) {
        lines.append(
            MemoryText::tr("Not in the predicted figures: %1 of the device's context, which PyTorch does not count.")
                .arg(bytesText(memory.context)));
    }
    std::ranges::transform(notes, std::back_inserter(lines), coreText);
    const double line = scene.line() * 1.1;
    const double foot = line * static_cast<double>(lines.size()) + theme.margin;
    const BarsPlace bars = scene.bars(below.adjusted(0, 0, 0, -foot), barsOf(theme, memory));
    QRectF place(below.left(), bars.bottom + theme.margin, below.width(), line);
    for (const QString& text : lines) {
        scene.text(place, QFontMetricsF(theme.smallFont).elidedText(text, Qt::ElideRight, place.width()),
                   theme.smallFont, theme.mutedText);
        place.translate(0, line);
    }
}

FigureContent memoryDifferenceFigures(const std::shared_ptr<const MemoryDifference>& memory)
{
    const int rows = memory ? static_cast<int>(figureCount(*memory)) : 0;
    return figuresOf<MemoryFigure>(
        rows, [memory](int row) { return figureAt(*memory, static_cast<std::size_t>(row)); },
        {{MemoryText::tr("Memory"), "figure", Unit::Text, [](auto& own) { return coreText(own.name); }},
         {MemoryText::tr("Measured"), "measured_bytes", Unit::Memory, [](auto& own) { return own.measured; }},
         {MemoryText::tr("Predicted"), "predicted_bytes", Unit::Memory, [](auto& own) { return own.predicted; }},
         {MemoryText::tr("Difference"), "difference_bytes", Unit::Memory, [](auto& own) { return own.difference(); }}});
}

QString memoryPartTip(const MemoryDifference& memory, std::size_t part)
{
    const MemoryFigure& own = figureAt(memory, part);
    Tip tip(coreText(own.name));
    tip.add(MemoryText::tr("Measured"), bytesText(own.measured));
    tip.add(MemoryText::tr("Predicted"), bytesText(own.predicted));
    tip.add(MemoryText::tr("Difference"), signedBytes(own.difference()));
    return tip.html();
}

}  // namespace pgram
