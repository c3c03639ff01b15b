// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the result hangs on: a bar for each constant of the cluster, from the step with less of it to the step with
// more, each planned anew, the longest on top.
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/views/what_if/what_if_pictures.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(WhatIf)
};

/// The change of the step at one end; none where nothing fits there.
std::optional<double> changeAt(const ShownTornado& shown, int index)
{
    const SweepPoint& end = endOf(shown, index);
    return end.plan ? std::optional(end.figures->stepTime / shown.tornado.base.figures->stepTime - 1) : std::nullopt;
}

/// "NVLink 3 bandwidth · vendor · ± 20 %".
QString rowText(const ShownTornado& shown, std::size_t row)
{
    const TornadoBar& bar = shown.tornado.bars[row];
    return QStringLiteral("%1 · %2 · ± %3")
        .arg(shown.numbers[row].title, provenanceText(bar.from), percentText(bar.share));
}

/// What follows from the room: as many bars as there are lines, and their texts.
struct Rows {
    std::array<QCPBars*, 2> ends{};
    std::vector<QCPItemText*> texts;
};

void addChange(Plot& plot, const Theme& theme, Rows& rows, double row, double change, bool isRight)
{
    auto* text = new QCPItemText(&plot);
    text->setFont(theme.smallFont);
    text->setColor(theme.text);
    text->setText(signedPercent(change));
    text->setPadding(QMargins(4, 0, 4, 0));
    text->setPositionAlignment((isRight ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    text->position->setCoords(change, row);
    text->setClipToAxisRect(false);
    rows.texts.push_back(text);
}

/// A change below what the text shows is no bar.
constexpr double leastChange = 5e-4;

void sizeRows(Plot& plot, const Theme& theme, const ShownTornado& shown, Rows& rows, const QSizeF& size)
{
    for (QCPItemText* text : rows.texts) {
        plot.removeItem(text);
    }
    rows.texts.clear();
    const auto all = static_cast<int>(shown.tornado.bars.size());
    const int count = std::clamp(static_cast<int>((size.height() - 4 * theme.lineHeight) / (1.25 * theme.lineHeight)),
                                 1, std::max(1, all));
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    std::vector<PlotMark> marks;
    for (QCPBars* bars : rows.ends) {
        bars->data()->clear();
    }
    for (int row = 0; row < std::min(count, all); ++row) {
        const QString title = rowText(shown, static_cast<std::size_t>(row));
        ticker->addTick(row, QFontMetricsF(theme.smallFont).elidedText(title, Qt::ElideMiddle, size.width() * 0.45));
        const double less = changeAt(shown, 2 * row).value_or(0);
        for (const int end : {0, 1}) {
            const std::optional<double> change = changeAt(shown, 2 * row + end);
            if (!change) {
                continue;
            }
            rows.ends[static_cast<std::size_t>(end)]->addData(row, *change);
            marks.push_back({.at = {*change, static_cast<double>(row)}, .index = 2 * row + end});
            if (std::abs(*change) >= leastChange) {
                addChange(plot, theme, rows, row, *change, end == 0 ? *change > 0 : *change > 0 || less < 0);
            }
        }
    }
    plot.yAxis->setTicker(ticker);
    plot.yAxis->setRange(-0.6, count - 0.4);
    plot.yAxis->setRangeReversed(true);
    plot.setMarks(std::move(marks));
}

}  // namespace

void fillTornado(Plot& plot, const Theme& theme, const ShownTornado& shown)
{
    const Tornado& tornado = shown.tornado;
    const QString step = tornado.base.figures ? secondsText(tornado.base.figures->stepTime) : QString();
    plot.addPane(Words::tr("Change of the step"),
                 {Words::tr("%1 a step, %2").arg(step, kindTitle(tornado.base)), step});
    double most = leastChange;
    for (int index = 0; index < 2 * static_cast<int>(tornado.bars.size()); ++index) {
        most = std::max(most, std::abs(changeAt(shown, index).value_or(0)));
    }
    constexpr double room = 1.35;  // for the texts
    plot.setAxis(plot.xAxis, {AxisUnit::Share, -room * most, room * most, false, {}, false});
    plot.setAxis(plot.yAxis,
                 {AxisUnit::Number, -0.6, static_cast<double>(tornado.bars.size()) - 0.4, false, {}, false});
    plot.yAxis->setTickLabelColor(theme.text);
    plot.yAxis->grid()->setVisible(false);
    plot.addLine(plot.xAxis, 0, QPen(theme.text, 1));
    auto rows = std::make_shared<Rows>();
    const std::array names{Words::tr("less of it"), Words::tr("more of it")};
    for (std::size_t end = 0; end < rows->ends.size(); ++end) {
        auto* bars = new QCPBars(plot.yAxis, plot.xAxis);
        bars->setName(names[end]);
        bars->setPen(Qt::NoPen);
        bars->setBrush(theme.series(static_cast<int>(end)));
        bars->setWidth(0.7);
        bars->setAntialiased(false);
        rows->ends[end] = bars;
    }
    plot.addLegend(Plot::LegendPlace::Below, {rows->ends[0], rows->ends[1]});
    plot.whenSized([&plot, theme, shown, rows](const QSizeF& size) { sizeRows(plot, theme, shown, *rows, size); });
}

FigureContent tornadoTable(const ShownTornado& shown)
{
    const auto kept = std::make_shared<const ShownTornado>(shown);
    using Row = int;
    const auto number = [kept](int row) -> const WhatIfNumber& { return kept->numbers[static_cast<std::size_t>(row)]; };
    const auto bar = [kept](int row) -> const TornadoBar& { return kept->tornado.bars[static_cast<std::size_t>(row)]; };
    const auto end = [kept](int index) { return FigureValue(changeAt(*kept, index)); };
    return figuresOf<Row>(
        static_cast<int>(shown.tornado.bars.size()), [](int row) { return row; },
        {{Words::tr("Constant"), "constant", Unit::Text,
          [number](auto& row) { return FigureValue(number(row).title); }},
         {Words::tr("Value"), "value", Unit::Text,
          [number, bar](auto& row) { return FigureValue(numberText(number(row), bar(row).value)); }},
         {Words::tr("Where it is from"), "from", Unit::Text,
          [bar](auto& row) { return FigureValue(provenanceText(bar(row).from)); }},
         {Words::tr("Varied by"), "share", Unit::Share,
          [bar](auto& row) { return FigureValue(std::optional(bar(row).share)); }},
         {Words::tr("Step with less"), "step_less", Unit::Change, [end](auto& row) { return end(2 * row); }},
         {Words::tr("Step with more"), "step_more", Unit::Change, [end](auto& row) { return end(2 * row + 1); }},
         {Words::tr("Plan with less"), "plan_less", Unit::Text,
          [bar](auto& row) { return FigureValue(kindTitle(bar(row).less)); }},
         {Words::tr("Plan with more"), "plan_more", Unit::Text,
          [bar](auto& row) { return FigureValue(kindTitle(bar(row).more)); }}});
}

}  // namespace pgram
