// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/difference_picture.h"

#include "core/base/index.h"
#include "widgets/document/core_text.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace pgram {

namespace {

struct DifferenceText {
    Q_DECLARE_TR_FUNCTIONS(StepDifference)
};

constexpr double highestRow = 2.6;    // line heights
constexpr double measuredInk = 0.62;  // share of the text's colour in the bars
constexpr double predictedInk = 0.34;

QString valueText(Unit unit, double value)
{
    return unit == Unit::Time ? secondsText(value) : bytesText(value);
}

QString signedText(Unit unit, double value)
{
    return (value < 0 ? QStringLiteral("−") : QStringLiteral("+")) + valueText(unit, std::abs(value));
}

QString nameOf(const DifferencePage& page, std::size_t row)
{
    return page.typical ? DifferenceText::tr("Step %1 of the log").arg(row + 1) : page.rows[row].name;
}

/// Returns what transfers take with those that compute hides; empty if it hides none.
QString withHidden(const DifferenceRow& row)
{
    constexpr double least = 0.005;
    const bool isHidden =
        row.measuredAll && row.predictedAll &&
        (*row.measuredAll > row.measured * (1 + least) || *row.predictedAll > row.predicted * (1 + least));
    return isHidden ? DifferenceText::tr("hidden ones included: %1, predicted %2")
                          .arg(secondsText(*row.measuredAll), secondsText(*row.predictedAll))
                    : QString();
}

BarTable barsOf(const Theme& theme, const DifferencePage& page)
{
    BarTable table;
    table.titles = {
        {DifferenceText::tr("measured")}, {DifferenceText::tr("predicted")}, {DifferenceText::tr("difference")}};
    table.highestRow = highestRow;
    const QColor measured = mixed(theme.surface, theme.text, measuredInk);
    const QColor predicted = mixed(theme.surface, theme.text, predictedInk);
    for (std::size_t i = 0; i < page.rows.size(); ++i) {
        const DifferenceRow& row = page.rows[i];
        const double difference = row.difference();
        const QColor change = difference > 0 ? theme.bad : theme.good;
        table.rows.push_back({{"part", static_cast<int>(i)},
                              row.name,
                              withHidden(row),
                              {},
                              {{{{row.measured, measured}}, {valueText(page.unit, row.measured)}},
                               {{{row.predicted, predicted}}, {valueText(page.unit, row.predicted)}},
                               {{{std::abs(difference), change}}, {signedText(page.unit, difference)}}}});
    }
    return table;
}

// --- the steps of a log ---------------------------------------------------------------------------------------------

/// Place of the steps of a log.
struct StepChart {
    QRectF panel;
    Ruler steps;    ///< along x, by index
    Ruler seconds;  ///< along y, upwards

    /// Returns the pixel of a time; one above the chart is at its top.
    [[nodiscard]] double y(Seconds value) const { return std::max(panel.top(), seconds.pixel(value)); }
};

/// Returns the top of the chart. The first steps of a run can take minutes, and would leave no room for the others.
Seconds highestOf(const DifferencePage& page)
{
    constexpr double room = 1.08;
    constexpr double mostOfTypical = 2;
    Seconds highest = page.rows.front().predicted;
    for (const DifferenceRow& row : page.rows) {
        highest = std::max(highest, std::min(row.measured, mostOfTypical * *page.typical));
    }
    return highest * room;
}

/// Paints the steps: in each column of pixels a line from the shortest to the longest one, and a line to the next.
void paintSteps(QPainter& painter, const Theme& theme, const DifferencePage& page, const StepChart& chart)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.mutedText, 1.4));
    const auto column = [&](std::size_t step) { return std::floor(chart.steps.pixel(static_cast<double>(step))); };
    QPointF last;
    for (std::size_t begin = 0; begin < page.rows.size();) {
        const double x = column(begin);
        std::size_t end = begin;
        double low = chart.y(page.rows[begin].measured);
        double high = low;
        for (; end < page.rows.size() && column(end) == x; ++end) {
            const double y = chart.y(page.rows[end].measured);
            low = std::min(low, y);
            high = std::max(high, y);
        }
        if (begin > 0) {
            painter.drawLine(last, QPointF(x, chart.y(page.rows[begin].measured)));
        }
        painter.drawLine(QPointF(x, low), QPointF(x, high + 1));
        last = QPointF(x, chart.y(page.rows[end - 1].measured));
        begin = end;
    }
}

/// A time with a line across the chart.
struct Level {
    Seconds value = 0;
    QColor color;
    QString text;
};

/// Adds lines with their texts at the right of the chart, the longer time above.
void addLevels(Scene& scene, const StepChart& chart, std::array<Level, 2> levels)
{
    const double line = scene.line();
    if (levels[0].value < levels[1].value) {
        std::swap(levels[0], levels[1]);
    }
    const double apart = chart.y(levels[1].value) - chart.y(levels[0].value);
    const double shift = std::max(0.0, line - apart) / 2;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const double y = chart.y(levels[i].value);
        const double middle = y + (i == 0 ? -shift : shift);
        scene.fill(QRectF(chart.panel.left(), y - 1, chart.panel.width(), 2), levels[i].color);
        scene.text(QRectF(chart.panel.right() + scene.theme().gap, middle - line / 2,
                          scene.area().right() - chart.panel.right(), line),
                   levels[i].text, scene.theme().smallFont, levels[i].color);
    }
}

/// Returns whole numbers of steps, at most about `most`.
std::vector<Tick> numbersOf(std::size_t steps, double most)
{
    if (steps == 1) {
        return {{1, QStringLiteral("1")}};
    }
    const auto last = static_cast<double>(steps);
    return ticksOf(1, last, std::max(1, static_cast<int>(std::min(most, last - 1))), AxisUnit::Number);
}

/// Adds a chart: the seconds of each step, the one that counts, and the predicted one.
void addSteps(Scene& scene, const QRectF& area, const std::shared_ptr<const DifferencePage>& page)
{
    const Theme& theme = scene.theme();
    const double line = scene.line();
    const Seconds predicted = page->rows.front().predicted;
    const QString counted = DifferenceText::tr("measured: %1").arg(secondsText(*page->typical));
    const QString planned = DifferenceText::tr("predicted: %1").arg(secondsText(predicted));
    const double right = std::max(textWidth(theme.smallFont, counted), textWidth(theme.smallFont, planned));
    const Seconds highest = highestOf(*page);
    constexpr int mostTicks = 10;
    const int ticks = std::clamp(static_cast<int>(area.height() / (line * 3)), 2, mostTicks);
    const std::vector<Tick> times = ticksOf(0, highest, ticks, AxisUnit::Time);
    double left = 0;
    for (const Tick& tick : times) {
        left = std::max(left, textWidth(theme.smallFont, tick.label));
    }
    StepChart chart;
    chart.panel = area.adjusted(left + theme.gap, 2 * line, -right - 2 * theme.gap, 0);
    const auto last = static_cast<double>(page->rows.size() - 1);
    chart.steps = {chart.panel.left(), chart.panel.width(), 0, std::max(1.0, last)};
    chart.seconds = {chart.panel.bottom(), -chart.panel.height(), 0, highest};
    const std::size_t middle = page->rows.size() / 2;
    const double half = chart.steps.pixel(static_cast<double>(middle));
    scene.fill(QRectF(half, chart.panel.top(), chart.panel.right() - half, chart.panel.height()), theme.panel);
    scene.fitting(QRectF(half, chart.panel.top() - 2 * line, chart.panel.right() - half, line),
                  {DifferenceText::tr("The median of the later half counts"), DifferenceText::tr("later half")},
                  theme.smallFont, theme.mutedText);
    for (const Tick& tick : times) {
        const double y = chart.y(tick.value);
        scene.fill(QRectF(chart.panel.left(), std::round(y), chart.panel.width(), 1), theme.grid);
        scene.text(QRectF(area.left(), y - line / 2, left, line), tick.label, theme.smallFont, theme.mutedText,
                   Qt::AlignRight | Qt::AlignVCenter);
    }
    for (const Tick& tick : numbersOf(page->rows.size(), chart.panel.width() / (line * 5))) {
        const double x = chart.steps.pixel(tick.value - 1);
        const double width = textWidth(theme.smallFont, tick.label);
        scene.fill(QRectF(std::round(x), chart.panel.top(), 1, chart.panel.height()), theme.grid);
        scene.text(QRectF(x - width / 2, chart.panel.top() - line, width + 2, line), tick.label, theme.smallFont,
                   theme.mutedText);
    }
    addLevels(scene, chart, {{{predicted, theme.series(0), planned}, {*page->typical, theme.text, counted}}});
    scene.drawing(chart.panel, [theme, page, chart](QPainter& painter) { paintSteps(painter, theme, *page, chart); });
    scene.targets(
        chart.panel,
        [page, chart](const QPointF& position) {
            const double step = std::round(chart.steps.value(position.x()));
            const auto most = static_cast<double>(page->rows.size() - 1);
            return Ref{"part", static_cast<int>(std::clamp(step, 0.0, most))};
        },
        [page, chart](const Ref& ref) {
            const double x = chart.steps.pixel(ref.index);
            const bool isStep = ref.is("part") && ref.index >= 0 && at(ref.index) < page->rows.size();
            return isStep ? QRectF(x - 1, chart.panel.top(), 2, chart.panel.height()) : QRectF();
        });
}

}  // namespace

QString againstPrediction(Seconds measured, Seconds predicted)
{
    const double share = predicted > 0 ? measured / predicted - 1 : 0;
    constexpr double least = 0.0005;
    return share > least    ? DifferenceText::tr("%1 longer than predicted").arg(percentText(share))
           : share < -least ? DifferenceText::tr("%1 shorter than predicted").arg(percentText(-share))
                            : DifferenceText::tr("as long as predicted");
}

DifferencePage pageOf(const StepDifference& step, const QString& file)
{
    DifferencePage page;
    page.heading.title = DifferenceText::tr("A step took %1, %2")
                             .arg(secondsText(step.measured), againstPrediction(step.measured, step.predicted));
    page.heading.subtitle =
        DifferenceText::tr("%1: rank %2, %3, median of %n step(s)", nullptr, static_cast<int>(step.steps))
            .arg(file, QString::number(step.rank), stageTitle(step.stage));
    for (const StepPart& part : step.parts) {
        page.rows.push_back({coreText(part.name), part.measured, part.predicted, part.measuredAll, part.predictedAll});
    }
    page.notes = {
        DifferenceText::tr("%1 of the kernels' time has a part in the prediction.").arg(percentText(step.matched))};
    for (const Text& unmatched : step.unmatched) {
        page.notes.append(DifferenceText::tr("Without a part: %1").arg(coreText(unmatched)));
    }
    return page;
}

DifferencePage pageOf(const MemoryDifference& memory, const QString& file, const std::vector<Text>& notes)
{
    DifferencePage page;
    page.unit = Unit::Memory;
    const MemoryFigure& peak = memory.figures.front();
    page.heading.title = DifferenceText::tr("Tensors took %1 at the peak, predicted are %2")
                             .arg(bytesText(peak.measured), bytesText(peak.predicted));
    const QString subtitle = DifferenceText::tr("%1: memory of rank %2, %3")
                                 .arg(file, QString::number(memory.rank), stageTitle(memory.stage));
    page.heading.subtitle =
        memory.steps > 0 ? QStringLiteral("%1, %2").arg(
                               subtitle, DifferenceText::tr("%n step(s)", nullptr, static_cast<int>(memory.steps)))
                         : subtitle;
    for (const auto* figures : {&memory.figures, &memory.moments}) {
        for (const MemoryFigure& figure : *figures) {
            page.rows.push_back(
                {coreText(figure.name), static_cast<double>(figure.measured), static_cast<double>(figure.predicted)});
        }
    }
    if (memory.context > 0) {
        page.notes.append(DifferenceText::tr(
                              "Not in the predicted figures: %1 of the device's context, which PyTorch does not count.")
                              .arg(bytesText(memory.context)));
    }
    std::ranges::transform(notes, std::back_inserter(page.notes), coreText);
    return page;
}

DifferencePage pageOf(const LogDifference& log, const QString& file)
{
    DifferencePage page;
    page.heading.title = DifferenceText::tr("A step took %1, %2")
                             .arg(secondsText(log.measured), againstPrediction(log.measured, log.predicted));
    page.heading.subtitle = DifferenceText::tr("%1: %2, %n step(s)", nullptr, static_cast<int>(log.steps.size()))
                                .arg(file, qs(log.log.program));
    page.typical = log.measured;
    for (const Seconds seconds : log.steps) {
        page.rows.push_back({{}, seconds, log.predicted});
    }
    if (log.log.memory > 0) {
        page.notes.append(DifferenceText::tr("Memory of a device at most: %1 measured, %2 predicted.")
                              .arg(bytesText(log.log.memory), bytesText(log.predictedMemory)));
    }
    std::ranges::transform(log.log.unused, std::back_inserter(page.notes), coreText);
    return page;
}

void addDifference(Scene& scene, const std::shared_ptr<const DifferencePage>& page)
{
    const Theme& theme = scene.theme();
    QRectF below = scene.heading(page->heading).adjusted(0, theme.gap, 0, 0);
    QStringList notes = page->notes;
    const double line = scene.line() * 1.1;
    const auto room = static_cast<qsizetype>(std::max(1.0, below.height() * 0.3 / line));
    if (notes.size() > room) {
        const auto left = static_cast<int>(notes.size() - room + 1);
        notes = notes.mid(0, std::max<qsizetype>(0, room - 1));
        notes.append(DifferenceText::tr("%n more line(s): see the table of pgram diff-run", nullptr, left));
    }
    below.adjust(0, 0, 0, -(line * static_cast<double>(notes.size()) + theme.margin));
    double bottom = below.bottom();
    if (page->typical) {
        addSteps(scene, below, page);
    } else {
        bottom = scene.bars(below, barsOf(theme, *page)).bottom;
    }
    QRectF place(below.left(), bottom + theme.margin, below.width(), line);
    for (const QString& note : notes) {
        scene.text(place, QFontMetricsF(theme.smallFont).elidedText(note, Qt::ElideRight, place.width()),
                   theme.smallFont, theme.mutedText);
        place.translate(0, line);
    }
}

FigureContent differenceFigures(const std::shared_ptr<const DifferencePage>& page)
{
    if (!page) {
        return {};
    }
    const bool isTime = page->unit == Unit::Time;
    const auto key = [isTime](const char* name) { return QByteArray(name) + (isTime ? "_s" : "_bytes"); };
    FigureContent content = figuresOf<std::size_t>(
        static_cast<int>(page->rows.size()), [](int row) { return at(row); },
        {{isTime ? DifferenceText::tr("Part") : DifferenceText::tr("Memory"), isTime ? "part" : "figure", Unit::Text,
          [page](auto row) { return nameOf(*page, row); }},
         {DifferenceText::tr("Measured"), key("measured"), page->unit,
          [page](auto row) { return page->rows[row].measured; }},
         {DifferenceText::tr("Predicted"), key("predicted"), page->unit,
          [page](auto row) { return page->rows[row].predicted; }},
         {DifferenceText::tr("Difference"), key("difference"), page->unit,
          [page](auto row) { return page->rows[row].difference(); }}});
    if (isTime && !page->typical) {
        const FigureContent hidden =
            figuresOf<std::size_t>(content.rows, [](int row) { return at(row); },
                                   {{DifferenceText::tr("Measured with hidden"), "measured_with_hidden_s", Unit::Time,
                                     [page](auto row) { return FigureValue(page->rows[row].measuredAll); }},
                                    {DifferenceText::tr("Predicted with hidden"), "predicted_with_hidden_s", Unit::Time,
                                     [page](auto row) { return FigureValue(page->rows[row].predictedAll); }}});
        content.columns.insert(content.columns.end(), hidden.columns.begin(), hidden.columns.end());
    }
    return content;
}

QString rowTip(const DifferencePage& page, std::size_t row)
{
    const DifferenceRow& own = page.rows[row];
    Tip tip(nameOf(page, row));
    tip.add(DifferenceText::tr("Measured"), valueText(page.unit, own.measured));
    tip.add(DifferenceText::tr("Predicted"), valueText(page.unit, own.predicted));
    tip.add(DifferenceText::tr("Difference"), signedText(page.unit, own.difference()));
    if (own.measuredAll && own.predictedAll) {
        tip.add(DifferenceText::tr("Measured with hidden"), secondsText(*own.measuredAll));
        tip.add(DifferenceText::tr("Predicted with hidden"), secondsText(*own.predictedAll));
    }
    return tip.html();
}

}  // namespace pgram
