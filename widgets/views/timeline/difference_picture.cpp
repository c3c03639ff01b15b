// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/difference_picture.h"

#include "widgets/document/core_text.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

struct DifferenceText {
    Q_DECLARE_TR_FUNCTIONS(StepDifference)
};

constexpr double highestRow = 2.6;    // line heights
constexpr double measuredInk = 0.62;  // share of the text's colour in the bars
constexpr double predictedInk = 0.34;

QString signedSeconds(Seconds seconds)
{
    return (seconds < 0 ? QStringLiteral("−") : QStringLiteral("+")) + secondsText(std::abs(seconds));
}

/// Returns what transfers take with those that compute hides; empty if it hides none.
QString withHidden(const StepPart& part)
{
    constexpr double least = 0.005;
    const bool isHidden =
        part.measuredAll && part.predictedAll &&
        (*part.measuredAll > part.measured * (1 + least) || *part.predictedAll > part.predicted * (1 + least));
    return isHidden ? DifferenceText::tr("hidden ones included: %1, predicted %2")
                          .arg(secondsText(*part.measuredAll), secondsText(*part.predictedAll))
                    : QString();
}

BarTable tableOf(const Theme& theme, const StepDifference& step)
{
    BarTable table;
    table.titles = {
        {DifferenceText::tr("measured")}, {DifferenceText::tr("predicted")}, {DifferenceText::tr("difference")}};
    table.highestRow = highestRow;
    const QColor measured = mixed(theme.surface, theme.text, measuredInk);
    const QColor predicted = mixed(theme.surface, theme.text, predictedInk);
    for (std::size_t i = 0; i < step.parts.size(); ++i) {
        const StepPart& part = step.parts[i];
        const QColor change = part.difference() > 0 ? theme.bad : theme.good;
        table.rows.push_back({{"part", static_cast<int>(i)},
                              coreText(part.name),
                              withHidden(part),
                              {},
                              {{{{part.measured, measured}}, {secondsText(part.measured)}},
                               {{{part.predicted, predicted}}, {secondsText(part.predicted)}},
                               {{{std::abs(part.difference()), change}}, {signedSeconds(part.difference())}}}});
    }
    return table;
}

/// Returns the lines below the table.
QStringList notesOf(const StepDifference& step)
{
    QStringList notes{
        DifferenceText::tr("%1 of the kernels' time has a part in the prediction.").arg(percentText(step.matched))};
    for (const Text& unmatched : step.unmatched) {
        notes.append(DifferenceText::tr("Without a part: %1").arg(coreText(unmatched)));
    }
    return notes;
}

}  // namespace

QString againstPrediction(const StepDifference& step)
{
    const double share = step.predicted > 0 ? step.measured / step.predicted - 1 : 0;
    constexpr double least = 0.0005;
    return share > least    ? DifferenceText::tr("%1 longer than predicted").arg(percentText(share))
           : share < -least ? DifferenceText::tr("%1 shorter than predicted").arg(percentText(-share))
                            : DifferenceText::tr("as long as predicted");
}

void addDifference(Scene& scene, const StepDifference& step, const QString& file)
{
    const Theme& theme = scene.theme();
    Heading heading;
    heading.title = DifferenceText::tr("A step took %1, %2").arg(secondsText(step.measured), againstPrediction(step));
    heading.subtitle =
        DifferenceText::tr("%1: rank %2, %3, median of %n step(s)", nullptr, static_cast<int>(step.steps))
            .arg(file, QString::number(step.rank), stageTitle(step.stage));
    QRectF below = scene.heading(heading).adjusted(0, theme.gap, 0, 0);
    QStringList notes = notesOf(step);
    const double line = scene.line() * 1.1;
    const auto room = static_cast<qsizetype>(std::max(1.0, below.height() * 0.3 / line));
    if (notes.size() > room) {
        const auto left = static_cast<int>(notes.size() - room + 1);
        notes = notes.mid(0, std::max<qsizetype>(0, room - 1));
        notes.append(DifferenceText::tr("%n more line(s): see the table of pgram diff-run", nullptr, left));
    }
    const double foot = line * static_cast<double>(notes.size()) + theme.margin;
    const BarsPlace bars = scene.bars(below.adjusted(0, 0, 0, -foot), tableOf(theme, step));
    QRectF place(below.left(), bars.bottom + theme.margin, below.width(), line);
    for (const QString& note : notes) {
        const bool isFirst = &note == &notes.front();
        const QFont& font = isFirst ? theme.font : theme.smallFont;
        scene.text(place, QFontMetricsF(font).elidedText(note, Qt::ElideRight, place.width()), font,
                   isFirst ? theme.text : theme.mutedText);
        place.translate(0, line);
    }
}

FigureContent differenceFigures(const std::shared_ptr<const StepDifference>& step)
{
    const int rows = step ? static_cast<int>(step->parts.size()) : 0;
    return figuresOf<StepPart>(
        rows, [step](int row) { return step->parts[static_cast<std::size_t>(row)]; },
        {{DifferenceText::tr("Part"), "part", Unit::Text, [](auto& part) { return coreText(part.name); }},
         {DifferenceText::tr("Measured"), "measured_s", Unit::Time, [](auto& part) { return part.measured; }},
         {DifferenceText::tr("Predicted"), "predicted_s", Unit::Time, [](auto& part) { return part.predicted; }},
         {DifferenceText::tr("Difference"), "difference_s", Unit::Time, [](auto& part) { return part.difference(); }},
         {DifferenceText::tr("Measured with hidden"), "measured_with_hidden_s", Unit::Time,
          [](auto& part) { return FigureValue(part.measuredAll); }},
         {DifferenceText::tr("Predicted with hidden"), "predicted_with_hidden_s", Unit::Time,
          [](auto& part) { return FigureValue(part.predictedAll); }}});
}

QString partTip(const StepDifference& step, std::size_t part)
{
    const StepPart& own = step.parts[part];
    Tip tip(coreText(own.name));
    tip.add(DifferenceText::tr("Measured"), secondsText(own.measured));
    tip.add(DifferenceText::tr("Predicted"), secondsText(own.predicted));
    tip.add(DifferenceText::tr("Difference"), signedSeconds(own.difference()));
    if (own.measuredAll && own.predictedAll) {
        tip.add(DifferenceText::tr("Measured with hidden"), secondsText(*own.measuredAll));
        tip.add(DifferenceText::tr("Predicted with hidden"), secondsText(*own.predictedAll));
    }
    return tip.html();
}

}  // namespace pgram
