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

/// The change of the step at one end; none where nothing fits there.
std::optional<double> changeAt(const ShownTornado& shown, int index)
{
    const SweepPoint& end = endOf(shown, index);
    return end.plan ? std::optional(end.figures->stepTime / shown.tornado.base.figures->stepTime - 1) : std::nullopt;
}

/// A change below what the text shows has no bar.
constexpr double leastChange = 5e-4;

/// The bars that can be seen, or at one end of which nothing fits; all where there is none.
std::vector<int> seenBars(const ShownTornado& shown)
{
    std::vector<int> all;
    std::vector<int> seen;
    for (const TornadoBar& bar : shown.tornado.bars) {
        all.push_back(static_cast<int>(all.size()));
        if (!bar.less.plan || !bar.more.plan || bar.swing(shown.tornado.base.figures->stepTime) >= leastChange) {
            seen.push_back(all.back());
        }
    }
    return seen.empty() ? all : seen;
}

/// "NVLink 3 bandwidth · vendor"; "Efficiency of attention · fitted · ± 10 %" where each has its own share.
QString rowText(const ShownTornado& shown, std::size_t row)
{
    const std::vector<TornadoBar>& bars = shown.tornado.bars;
    const TornadoBar& bar = bars[row];
    const QString text = QStringLiteral("%1 · %2").arg(shown.numbers[row].title, provenanceText(bar.from));
    const bool alike = std::ranges::all_of(bars, [&bar](const TornadoBar& other) { return other.share == bar.share; });
    return alike ? text : text + QStringLiteral(" · ± ") + percentText(bar.share);
}

/// What follows from the room: as many bars as there are lines, and their texts.
struct Rows {
    std::array<QCPBars*, 2> ends{};
    std::vector<QCPItemText*> texts;
};

/// Behind the end of a bar.
void addText(Plot& plot, const Theme& theme, Rows& rows, const QPointF& at, bool isRight, const QString& said,
             const QColor& color)
{
    auto* text = new QCPItemText(&plot);
    text->setFont(theme.smallFont);
    text->setColor(color);
    text->setText(said);
    text->setPadding(QMargins(4, 0, 4, 0));
    text->setPositionAlignment((isRight ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    text->position->setCoords(at.x(), at.y());
    text->setClipToAxisRect(false);
    rows.texts.push_back(text);
}

/// Both ends of a bar, their texts on either side of it.
void addBar(Plot& plot, const Theme& theme, const ShownTornado& shown, Rows& rows, int bar, double row,
            std::vector<PlotMark>& marks)
{
    for (const int end : {0, 1}) {
        const std::optional<double> change = changeAt(shown, 2 * bar + end);
        const double other = changeAt(shown, 2 * bar + 1 - end).value_or(0);
        const double at = change.value_or(0);
        const bool isRight = at > other || (at == other && end == 1);
        if (change) {
            rows.ends[static_cast<std::size_t>(end)]->addData(row, at);
            marks.push_back({.at = {at, row}, .index = 2 * bar + end});
        }
        if (!change || std::abs(at) >= leastChange) {
            addText(plot, theme, rows, {at, row}, isRight,
                    change ? signedPercent(at) : kindTitle(endOf(shown, 2 * bar + end)),
                    change ? theme.text : theme.bad);
        }
    }
}

void sizeRows(Plot& plot, const Theme& theme, const ShownTornado& shown, Rows& rows, const QSizeF& size)
{
    for (QCPItemText* text : rows.texts) {
        plot.removeItem(text);
    }
    rows.texts.clear();
    const std::vector<int> seen = seenBars(shown);
    const auto all = static_cast<int>(seen.size());
    const auto room = static_cast<int>((size.height() - 4 * theme.lineHeight) / (1.25 * theme.lineHeight));
    const int count = std::clamp(room, 1, std::max(1, all));
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    std::vector<PlotMark> marks;
    for (QCPBars* bars : rows.ends) {
        bars->data()->clear();
    }
    for (int row = 0; row < std::min(count, all); ++row) {
        const int bar = seen[static_cast<std::size_t>(row)];
        const QString title = rowText(shown, static_cast<std::size_t>(bar));
        ticker->addTick(row, QFontMetricsF(theme.smallFont).elidedText(title, Qt::ElideMiddle, size.width() * 0.45));
        addBar(plot, theme, shown, rows, bar, row, marks);
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
    const QString base = WhatIfText::tr("%1 a step, %2").arg(step, kindTitle(tornado.base));
    const int unseen = static_cast<int>(tornado.bars.size() - seenBars(shown).size());
    const QString rest =
        WhatIfText::tr("%n other constant(s) change it by less than %1", nullptr, unseen).arg(QStringLiteral("0.05 %"));
    plot.addPane(WhatIfText::tr("Change of the step"),
                 {unseen > 0 ? QStringLiteral("%1; %2").arg(base, rest) : base, base, step});
    double most = leastChange;
    for (int index = 0; index < 2 * static_cast<int>(tornado.bars.size()); ++index) {
        most = std::max(most, std::abs(changeAt(shown, index).value_or(0)));
    }
    constexpr double room = 1.35;  // for the texts
    plot.setAxis(plot.xAxis, {AxisUnit::Change, -room * most, room * most, false, {}, false});
    plot.setAxis(plot.yAxis,
                 {AxisUnit::Number, -0.6, static_cast<double>(tornado.bars.size()) - 0.4, false, {}, false});
    plot.yAxis->setTickLabelColor(theme.text);
    plot.yAxis->grid()->setVisible(false);
    plot.addLine(plot.xAxis, 0, QPen(theme.text, 1));
    auto rows = std::make_shared<Rows>();
    const std::array names{WhatIfText::tr("less of it"), WhatIfText::tr("more of it")};
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
        {{WhatIfText::tr("Constant"), "constant", Unit::Text,
          [number](auto& row) { return FigureValue(number(row).title); }},
         {WhatIfText::tr("Value"), "value", Unit::Text,
          [number, bar](auto& row) { return FigureValue(numberText(number(row), bar(row).value)); }},
         {WhatIfText::tr("Where it is from"), "from", Unit::Text,
          [bar](auto& row) { return FigureValue(provenanceText(bar(row).from)); }},
         {WhatIfText::tr("Varied by"), "share", Unit::Share,
          [bar](auto& row) { return FigureValue(std::optional(bar(row).share)); }},
         {WhatIfText::tr("Step with less"), "step_less", Unit::Change, [end](auto& row) { return end(2 * row); }},
         {WhatIfText::tr("Step with more"), "step_more", Unit::Change, [end](auto& row) { return end(2 * row + 1); }},
         {WhatIfText::tr("Plan with less"), "plan_less", Unit::Text,
          [bar](auto& row) { return FigureValue(kindTitle(bar(row).less)); }},
         {WhatIfText::tr("Plan with more"), "plan_more", Unit::Text,
          [bar](auto& row) { return FigureValue(kindTitle(bar(row).more)); }}});
}

}  // namespace pgram
