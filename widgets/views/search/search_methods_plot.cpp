// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/search/search_methods_plot.h"

#include "core/base/format.h"
#include "widgets/document/texts.h"
#include "widgets/theme/color.h"
#include "widgets/views/common/words.h"

#include <QPainter>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace pgram {

namespace {

const MethodRow& rowAt(const SearchFigures& figures, int index)
{
    return figures.methods->rows[static_cast<std::size_t>(index)];
}

double throughputOf(const MethodRow& row)
{
    return row.result.plan ? row.result.estimate->throughput : 0;
}

double bestThroughput(const SearchFigures& figures)
{
    double best = 0;
    for (const MethodRow& row : figures.methods->rows) {
        best = std::max(best, throughputOf(row));
    }
    return best;
}

/// A small distance keeps a digit.
QString distanceText(double share)
{
    constexpr double small = 1e-3;
    return share < -small ? signedPercent(share) : QStringLiteral("−%1 %").arg(-share * 100, 0, 'g', 1);
}

QString figureText(const SearchFigures& figures, const MethodRow& row)
{
    if (!row.result.plan) {
        return missText(row);
    }
    const QString number = QString::fromStdString(formatNumber(throughputOf(row)));
    const double behind = behindBest(figures, row);
    return behind > -1e-9 ? number : QStringLiteral("%1  %2").arg(number, distanceText(behind));
}

/// The plan's own method stands out.
const QFont& titleFont(const Theme& theme, const SearchFigures& figures, const MethodRow& row, double pitch)
{
    const bool tight = pitch < theme.lineHeight * 1.2;
    return row.method == figures.method() ? theme.boldFont : tight ? theme.smallFont : theme.font;
}

double widestTitle(const Theme& theme, const SearchFigures& figures, double pitch)
{
    double width = 0;
    for (const MethodRow& row : figures.methods->rows) {
        width = std::max(width, textWidth(titleFont(theme, figures, row, pitch), methodTitle(row.method)));
    }
    return width;
}

double widestFigure(const Theme& theme, const SearchFigures& figures)
{
    double width = 0;
    for (const MethodRow& row : figures.methods->rows) {
        if (row.result.plan) {
            width = std::max(width, textWidth(theme.smallFont, figureText(figures, row)));
        }
    }
    return width;
}

double widestSeconds(const Theme& theme, const SearchFigures& figures)
{
    double width = textWidth(theme.smallFont, SearchText::tr("search"));
    for (const MethodRow& row : figures.methods->rows) {
        width = std::max(width, textWidth(theme.smallFont, secondsText(row.result.certificate.seconds)));
    }
    return width;
}

/// As many rows as there is room for; the plan's own method is always among them.
std::vector<int> placesShown(const SearchFigures& figures, int room)
{
    const std::vector<int> order = methodOrder(figures);
    std::vector<int> shown(order.size());
    std::iota(shown.begin(), shown.end(), 0);
    if (room >= static_cast<int>(shown.size())) {
        return shown;
    }
    shown.resize(static_cast<std::size_t>(std::max(1, room)));
    const auto own =
        std::ranges::find(order, figures.method(), [&](int index) { return rowAt(figures, index).method; });
    const auto place = static_cast<int>(own - order.begin());
    if (own != order.end() && place > shown.back()) {
        shown.back() = place;
    }
    return shown;
}

void paintRow(QPainter& painter, const Theme& theme, const SearchFigures& figures, const MethodsPlot& plot,
              std::size_t shown, const MethodRow& row)
{
    const QRectF& line = plot.rows[shown];
    const bool own = row.method == figures.method();
    painter.setFont(titleFont(theme, figures, row, line.height()));
    painter.setPen(row.result.plan ? theme.text : theme.mutedText);
    painter.drawText(line, Qt::AlignVCenter | Qt::TextDontClip, methodTitle(row.method));
    const double height = std::min(line.height() * 0.66, theme.lineHeight * 1.3);
    const double length = plot.bars.width() * throughputOf(row) / std::max(plot.best, 1e-300);
    const QRectF bar(plot.bars.left(), line.center().y() - height / 2, length, height);
    const QColor color = theme.series(0);
    painter.fillRect(bar, own || row.method == Method::Joint ? color : mixed(theme.surface, color, 0.55));
    painter.setFont(own ? theme.boldFont : theme.smallFont);
    painter.setPen(row.result.plan ? theme.text : theme.bad);
    painter.drawText(QRectF(bar.right() + theme.gap, line.top(), plot.panel.right() - bar.right(), line.height()),
                     Qt::AlignVCenter | Qt::TextDontClip, figureText(figures, row));
    if (plot.secondsLeft > 0) {
        painter.setFont(theme.smallFont);
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(plot.secondsLeft, line.top(), plot.panel.right() - plot.secondsLeft, line.height()),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                         secondsText(row.result.certificate.seconds));
    }
}

QString subtitleOf(const SearchFigures& figures, const MethodsPlot& plot)
{
    if (!figures.methods->complete) {
        return SearchText::tr("%1 methods so far").arg(figures.methods->rows.size());
    }
    return plot.secondsLeft > 0 ? SearchText::tr("samples/s, distance to the best, time of the search")
                                : SearchText::tr("samples/s, distance to the best");
}

}  // namespace

std::vector<int> methodOrder(const SearchFigures& figures)
{
    std::vector<int> order(figures.methods->rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](int index) {
        const MethodRow& row = rowAt(figures, index);
        const Bytes miss = row.result.infeasibility ? row.result.infeasibility->shortBy : 0;
        const bool refused = !row.result.plan && miss == 0;
        return std::tuple(row.method != Method::Joint, refused, -throughputOf(row), miss);
    });
    return order;
}

double behindBest(const SearchFigures& figures, const MethodRow& row)
{
    const double best = bestThroughput(figures);
    return best > 0 ? throughputOf(row) / best - 1 : 0;
}

QString missText(const MethodRow& row)
{
    const auto& why = row.result.infeasibility;
    if (!why) {
        return SearchText::tr("stopped");
    }
    return why->shortBy > 0 ? SearchText::tr("misses %1").arg(bytesText(static_cast<double>(why->shortBy)))
                            : SearchText::tr("no legal plan");
}

MethodsPlot layoutMethods(const Theme& theme, const SearchFigures& figures, const QRectF& panel)
{
    MethodsPlot plot;
    plot.panel = panel;
    if (figures.methods->rows.empty()) {
        return plot;
    }
    const QRectF area = belowTitle(theme, panel);
    const double least = theme.lineHeight * 0.95;
    const auto count = static_cast<int>(figures.methods->rows.size());
    int room = static_cast<int>(area.height() / least);
    if (room < count) {
        room = static_cast<int>((area.height() - theme.lineHeight) / least);  // a line says what is left out
    }
    const std::vector<int> places = placesShown(figures, room);
    plot.hidden = count - static_cast<int>(places.size());
    const double pitch = std::min(area.height() / std::max(1.0, static_cast<double>(places.size())),
                                  plot.hidden > 0 ? least : theme.lineHeight * 2);
    const double left = panel.left() + widestTitle(theme, figures, pitch) + 2 * theme.gap;
    const double figures_ = widestFigure(theme, figures) + 2 * theme.gap;
    const double seconds = widestSeconds(theme, figures) + 2 * theme.gap;
    const double free = panel.right() - left - figures_;
    const bool withSeconds = free - seconds > theme.lineHeight * 4;
    plot.secondsLeft = withSeconds ? panel.right() - seconds : 0;
    plot.bars = QRectF(left, area.top(), std::max(10.0, free - (withSeconds ? seconds : 0)), area.height());
    plot.best = bestThroughput(figures);
    double top = area.top();
    for (const int place : places) {
        const QRectF row(panel.left(), top, panel.width(), pitch);
        const int index = methodOrder(figures)[static_cast<std::size_t>(place)];
        plot.rows.push_back(row);
        plot.marks.push_back({row, place, rowAt(figures, index).result.plan.has_value()});
        top += pitch;
    }
    return plot;
}

void paintMethods(QPainter& painter, const Theme& theme, const SearchFigures& figures, const MethodsPlot& plot)
{
    const QString title = SearchText::tr("Methods side by side");
    if (plot.rows.empty()) {
        paintPanelTitle(painter, theme, plot.panel, title, {});
        paintNote(painter, theme, belowTitle(theme, plot.panel),
                  !figures.problem.isEmpty() ? figures.problem
                  : figures.running          ? SearchText::tr("The methods are being asked…")
                                             : SearchText::tr("The methods are not compared yet"));
        return;
    }
    paintPanelTitle(painter, theme, plot.panel, title, {subtitleOf(figures, plot), SearchText::tr("samples/s")});
    const std::vector<int> order = methodOrder(figures);
    for (std::size_t shown = 0; shown < plot.rows.size(); ++shown) {
        const auto place = static_cast<std::size_t>(plot.marks[shown].index);
        paintRow(painter, theme, figures, plot, shown, rowAt(figures, order[place]));
    }
    if (plot.hidden > 0) {
        painter.setFont(theme.smallFont);
        painter.setPen(theme.mutedText);
        const QRectF line(plot.panel.left(), plot.rows.back().bottom(), plot.panel.width(), theme.lineHeight);
        painter.drawText(line, Qt::AlignVCenter | Qt::TextDontClip,
                         SearchText::tr("and %1 more: click the title to see all").arg(plot.hidden));
    }
}

QString methodTip(const SearchFigures& figures, int place)
{
    const MethodRow& row = rowAt(figures, methodOrder(figures)[static_cast<std::size_t>(place)]);
    Tip tip(methodTitle(row.method));
    if (row.result.plan) {
        tip.add(SearchText::tr("Throughput"), throughputText(throughputOf(row)));
        const double behind = behindBest(figures, row);
        tip.add(SearchText::tr("Against the best"), behind > -1e-9 ? signedPercent(0) : distanceText(behind));
        tip.add(SearchText::tr("Step time"), secondsText(row.result.estimate->stepTime));
        tip.add(SearchText::tr("Peak memory"), bytesText(static_cast<double>(row.result.estimate->peakMemory)));
        tip.add(SearchText::tr("Shape"), shapeText(*row.result.plan));
    }
    tip.add(SearchText::tr("Search"), secondsText(row.result.certificate.seconds));
    tip.add(SearchText::tr("Certificate"), shortCertificate(row.result.certificate));
    tip.note(methodSentence(row.method));
    if (row.result.infeasibility) {
        tip.note(infeasibilityText(*row.result.infeasibility));
    }
    if (row.result.plan) {
        tip.note(SearchText::tr("Click to add this plan"));
    }
    return tip.html();
}

}  // namespace pgram
