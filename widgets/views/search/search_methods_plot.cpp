// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/strategy/dimension_rules.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/words.h"
#include "widgets/views/search/search_plots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>

namespace pgram {

namespace {

const MethodRow& rowAt(const SearchFigures& figures, int index)
{
    return figures.methods->rows[index];
}

/// The method, or the target, that the plan shown was searched by.
/// A plan of a file was found by no method of the list.
bool isOwn(const SearchFigures& figures, const MethodRow& row)
{
    return figures.record && row.contender() == Contender{figures.method(), figures.request.target};
}

double bestThroughput(const SearchFigures& figures, bool ofSpace)
{
    double best = 0;
    for (const MethodRow& row : figures.methods->rows) {
        best = std::max(best, ofSpace && !outsideOf(figures, row).isEmpty() ? 0 : row.throughput());
    }
    return best;
}

/// A small distance keeps a digit.
QString distanceText(double share)
{
    constexpr double small = 1e-3;
    const bool isSmall = std::abs(share) < small;
    return !isSmall
               ? signedPercent(share)
               : (share < 0 ? QStringLiteral("−%1 %") : QStringLiteral("+%1 %")).arg(std::abs(share) * 100, 0, 'g', 1);
}

QString figureText(const SearchFigures& figures, const MethodRow& row)
{
    if (row.throughput() == 0) {
        return missText(row);
    }
    const QString number = QString::fromStdString(formatNumber(row.throughput()));
    const double behind = behindBest(figures, row);
    return std::abs(behind) < 1e-9 ? number : QStringLiteral("%1  %2").arg(number, distanceText(behind));
}

/// Of a text of each row.
template <typename Text>
double widest(const SearchFigures& figures, const Text& widthOf)
{
    double width = 0;
    for (const MethodRow& row : figures.methods->rows) {
        width = std::max(width, widthOf(row));
    }
    return width;
}

/// As many rows as there is room for; the plan's own method is always among them.
std::vector<int> placesShown(const SearchFigures& figures, std::vector<int> shown, int room)
{
    const std::vector<int> order = methodOrder(figures);
    if (room >= static_cast<int>(shown.size())) {
        return shown;
    }
    shown.resize(static_cast<std::size_t>(std::max(1, room)));
    const auto own = std::ranges::find_if(order, [&](int index) { return isOwn(figures, rowAt(figures, index)); });
    const auto place = static_cast<int>(own - order.begin());
    if (own != order.end() && place > shown.back()) {
        shown.back() = place;
    }
    return shown;
}

QString subtitleOf(const SearchFigures& figures)
{
    return figures.methods->complete
               ? SearchText::tr("samples/s, distance to the best of the space, search time")
               : SearchText::tr("%n method(s) so far", nullptr, static_cast<int>(figures.methods->rows.size()));
}

/// The texts of all rows as one item: the title at the left, the figure behind the bar, the search's time at the right.
class RowTexts : public QCPAbstractItem {
public:
    struct Text {
        double row = 0;
        QString text;
        QFont font;
        QColor color;
        double value = -1;     ///< stands behind this value; negative = at the left edge
        bool isRight = false;  ///< at the right edge
    };
    explicit RowTexts(Plot* plot) : QCPAbstractItem(plot) { setClipToAxisRect(false); }
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    std::vector<Text> texts;
    double gap = 0;
    double height = 0;

protected:
    void draw(QCPPainter* painter) override
    {
        const QRectF whole = mParentPlot->viewport();
        for (const Text& text : texts) {
            const double y = mParentPlot->yAxis->coordToPixel(text.row);
            const double left = text.value < 0 ? 0 : mParentPlot->xAxis->coordToPixel(text.value) + gap;
            painter->setFont(text.font);
            painter->setPen(text.color);
            painter->drawText(QRectF(left, y - height / 2, whole.width() - left, height),
                              Qt::AlignVCenter | Qt::TextDontClip | (text.isRight ? Qt::AlignRight : Qt::AlignLeft),
                              text.text);
        }
    }
};

enum Series { Own, InSpace, Outside };

/// What follows from the figures; the rows follow from the room.
struct Rows {
    std::array<QCPBars*, 3> bars{};
    RowTexts* texts = nullptr;
    int legendRows = 0;
};

/// Those that can be hidden.
QString seriesName(int series)
{
    return series == Outside   ? SearchText::tr("outside the space")
           : series == InSpace ? SearchText::tr("in the space")
                               : QString();
}

Rows addRows(Plot& plot, const Theme& theme, const SearchFigures& figures)
{
    Rows rows;
    const QColor color = theme.series(0);
    const std::array<QColor, 3> fills{color, mixed(theme.surface, color, 0.55), theme.surface};
    for (int series = 0; series < 3; ++series) {
        auto* bars = new QCPBars(plot.yAxis, plot.xAxis);
        bars->setName(seriesName(series));
        bars->setPen(series == Outside ? QPen(color, 1.4) : QPen(Qt::NoPen));
        bars->setBrush(fills[series]);
        bars->setAntialiased(false);
        rows.bars[series] = bars;
    }
    const bool leaves = std::ranges::any_of(figures.methods->rows,
                                            [&](const MethodRow& row) { return !outsideOf(figures, row).isEmpty(); });
    if (leaves) {
        plot.addLegend(Plot::LegendPlace::Below, {rows.bars[InSpace], rows.bars[Outside]});
        rows.legendRows = 1;
    }
    rows.texts = new RowTexts(&plot);
    rows.texts->gap = theme.gap;
    rows.texts->height = theme.lineHeight;
    return rows;
}

/// Widths of the columns beside the bars.
struct Columns {
    double titles = 0;
    double figures = 0;
    double seconds = 0;  ///< 0 = no room for them
    double bars = 0;
    bool isTight = false;  ///< for the rows

    [[nodiscard]] const QFont& titleFont(const Theme& theme, bool own) const
    {
        return own ? theme.boldFont : isTight ? theme.smallFont : theme.font;
    }
};

/// Titles leave half of the width to bars and figures; longer ones are cut short.
Columns columnsFor(const Theme& theme, const SearchFigures& figures, double width, bool isTight)
{
    Columns c;
    c.isTight = isTight;
    const auto figureWidth = [&](const MethodRow& row) {
        const QFont& font = isOwn(figures, row) ? theme.boldFont : theme.smallFont;
        return row.throughput() > 0 ? textWidth(font, figureText(figures, row)) : 0;
    };
    const auto titleWidth = [&](const MethodRow& row) {
        return textWidth(c.titleFont(theme, isOwn(figures, row)), titleOf(row));
    };
    c.titles = std::min(width / 2, widest(figures, titleWidth) + 2 * theme.gap);
    c.figures = widest(figures, figureWidth) + 2 * theme.gap;
    const double seconds = widest(figures,
                                  [&](const MethodRow& row) {
                                      return textWidth(theme.smallFont, secondsText(row.result.certificate.seconds));
                                  }) +
                           2 * theme.gap;
    c.seconds = width - c.titles - c.figures - seconds > theme.lineHeight * 4 ? seconds : 0;
    c.bars = width - c.titles - c.figures - c.seconds;
    return c;
}

void addRow(const Theme& theme, const SearchFigures& figures, const Rows& rows, const Columns& columns, double best,
            double at, const MethodRow& row)
{
    const bool own = isOwn(figures, row);
    const QString why = outsideText(figures, row);
    const double value = row.throughput();
    const int series = !why.isEmpty() ? Outside : own || row.isOf(Method::Joint) ? Own : InSpace;
    rows.bars[series]->addData(at, value);
    auto& texts = rows.texts->texts;
    const QFont& titleFont = columns.titleFont(theme, own);
    const QString title = QFontMetricsF(titleFont).elidedText(titleOf(row), Qt::ElideRight, columns.titles - theme.gap);
    texts.push_back({at, title, titleFont, value > 0 ? theme.text : theme.mutedText});
    const QString figure = figureText(figures, row);
    const QFont& font = own ? theme.boldFont : theme.smallFont;
    const double room = columns.bars * (1 - value / best) + columns.figures - 2 * theme.gap;
    const QString both = why.isEmpty() ? figure : QStringLiteral("%1  %2").arg(figure, why);
    texts.push_back(
        {at, textWidth(font, both) <= room ? both : figure, font, value > 0 ? theme.text : theme.bad, value});
    if (columns.seconds > 0 && !row.asksForHosted) {
        texts.push_back({at, secondsText(row.result.certificate.seconds), theme.smallFont, theme.mutedText, -1, true});
    }
}

/// The rows that there is room for, one below the other.
void sizeRows(Plot& plot, const Theme& theme, const SearchFigures& figures, const Rows& rows, const QSizeF& size)
{
    const std::vector<int> order = methodOrder(figures);
    std::vector<int> known;
    for (std::size_t place = 0; place < order.size(); ++place) {
        const bool outside = !outsideOf(figures, rowAt(figures, order[place])).isEmpty();
        if (!plot.isHidden(seriesName(outside ? Outside : InSpace))) {
            known.push_back(static_cast<int>(place));
        }
    }
    const double least = theme.lineHeight * 0.95;
    const double height = size.height() - theme.lineHeight * (1.6 + 1.5 * rows.legendRows) - theme.gap;
    int room = static_cast<int>(height / least);
    const bool isTight = room < static_cast<int>(known.size());
    room = isTight ? static_cast<int>((height - theme.lineHeight) / least) : room;
    const std::vector<int> places = placesShown(figures, known, room);
    const double pitch =
        isTight ? least : std::min(height / std::max(1.0, static_cast<double>(places.size())), theme.lineHeight * 2);
    const Columns columns = columnsFor(theme, figures, size.width(), pitch < theme.lineHeight * 1.2);
    for (QCPBars* bars : rows.bars) {
        bars->data()->clear();
        bars->setWidth(std::min(0.66, theme.lineHeight * 1.3 / pitch));
    }
    rows.texts->texts.clear();
    const double best = std::max(bestThroughput(figures, plot.isHidden(seriesName(Outside))), 1e-300);
    std::vector<PlotMark> marks;
    for (const int place : places) {
        const double at = marks.size();
        const MethodRow& row = rowAt(figures, order[place]);
        addRow(theme, figures, rows, columns, best, at, row);
        marks.push_back({{0, at}, place, row.result.plan.has_value(), nullptr, nullptr, true});
    }
    if (isTight) {
        const auto hidden = static_cast<int>(known.size() - places.size());
        rows.texts->texts.push_back({static_cast<double>(places.size()),
                                     SearchText::tr("and %1 more: click the title to see all").arg(hidden),
                                     theme.smallFont, theme.mutedText});
    }
    plot.setMarks(std::move(marks));
    QCPAxisRect* pane = plot.yAxis->axisRect();
    const double rowsShown = static_cast<double>(places.size()) + (isTight ? 1 : 0);
    pane->setAutoMargins(QCP::msNone);
    pane->setMaximumSize(QWIDGETSIZE_MAX, qCeil(pitch * rowsShown + theme.gap));
    pane->setMargins({qCeil(columns.titles), qCeil(theme.gap), qCeil(columns.figures + columns.seconds), 0});
    plot.xAxis->setRange(0, best);
    plot.yAxis->setRange(-0.5, rowsShown - 0.5);
}

}  // namespace

std::vector<int> methodOrder(const SearchFigures& figures)
{
    std::vector<int> order(figures.methods->rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](int index) {
        const MethodRow& row = rowAt(figures, index);
        const Bytes miss = row.result.infeasibility ? row.result.infeasibility->shortBy : 0;
        const bool refused = row.throughput() == 0 && miss == 0;
        return std::tuple(!row.isOf(Method::Joint), refused, -row.throughput(), miss);
    });
    return order;
}

QString titleOf(const MethodRow& row)
{
    if (row.asksForHosted) {
        return SearchText::tr("Model in host memory");
    }
    return row.target != nullptr ? SearchText::tr("For %1").arg(QString::fromUtf8(row.target->title))
                                 : methodTitle(row.method);
}

QStringList outsideOf(const SearchFigures& figures, const MethodRow& row)
{
    if (row.hosted) {
        return {SearchText::tr("not a plan")};
    }
    QStringList outside;
    const SearchRequest& request = figures.request;
    for (const DimensionRules* rules : row.result.plan ? dimensionRules() : std::span<const DimensionRules* const>()) {
        // A hybrid of two data levels is one dimension.
        const auto has = [&](const LayerStrategy& strategy) {
            return rules->has(strategy) && !(strategy.isHybrid() && rules->zero >= 0);
        };
        const bool used = rules->has != nullptr ? std::ranges::any_of(row.result.plan->strategies, has)
                                                : row.result.plan->pipeline() > 1 && rules->on == &Space::pp;
        if (used && !(request.space.*rules->on)) {
            outside.append(QString::fromUtf8(rules->title));
        }
    }
    const auto isAsked = [&](const Schedule& schedule) { return schedule.kind == row.result.plan->schedule.kind; };
    if (row.result.plan && row.result.plan->pipeline() > 1 && !isAsked(request.schedule) &&
        std::ranges::none_of(request.schedules, isAsked)) {
        outside.append(scheduleName(row.result.plan->schedule));
    }
    return outside;
}

QString outsideText(const SearchFigures& figures, const MethodRow& row)
{
    if (row.hosted) {
        return outsideOf(figures, row).front();
    }
    const QStringList outside = outsideOf(figures, row);
    return outside.isEmpty() ? QString()
                             : SearchText::tr("outside the space: %1").arg(outside.join(QStringLiteral(", ")));
}

double behindBest(const SearchFigures& figures, const MethodRow& row)
{
    const double inSpace = bestThroughput(figures, true);
    const double best = inSpace > 0 ? inSpace : bestThroughput(figures, false);
    return best > 0 ? row.throughput() / best - 1 : 0;
}

QString missText(const MethodRow& row)
{
    const auto& why = row.result.infeasibility;
    if (!why) {
        return SearchText::tr("stopped");
    }
    if (why->shortBy > 0) {
        return SearchText::tr("short by %1").arg(bytesText(why->shortBy));
    }
    return row.target != nullptr || row.asksForHosted ? coreText(why->reason) : SearchText::tr("no legal plan");
}

void fillMethods(Plot& plot, const Theme& theme, const SearchFigures& figures)
{
    const QString title = SearchText::tr("Methods side by side");
    if (figures.methods->rows.empty()) {
        plot.addPane(title);
        return plot.setNote(!figures.problem.isEmpty() ? figures.problem
                            : figures.running          ? SearchText::tr("Comparing methods…")
                                                       : SearchText::tr("The methods are not compared yet"));
    }
    QCPAxisRect* pane = plot.addPane(title, {subtitleOf(figures), SearchText::tr("samples/s")});
    for (QCPAxis* axis : pane->axes()) {
        axis->setTicks(false);
        axis->setTickLabels(false);
        axis->setBasePen(Qt::NoPen);
        axis->grid()->setVisible(false);
    }
    plot.setAxis(plot.xAxis, {.zooms = false});
    plot.setAxis(plot.yAxis, {.zooms = false});
    plot.yAxis->setRangeReversed(true);
    plot.whenSized([&plot, theme, figures, rows = addRows(plot, theme, figures)](const QSizeF& size) {
        sizeRows(plot, theme, figures, rows, size);
    });
}

namespace {

/// Not of a search: no time, no certificate.
void addHosted(Tip& tip, const SearchFigures& figures, const MethodRow& row)
{
    if (row.hosted) {
        tip.add(SearchText::tr("Throughput"), throughputText(row.throughput()));
        tip.add(SearchText::tr("Against the best"), distanceText(behindBest(figures, row)));
        tip.add(SearchText::tr("Step time"), secondsText(row.hosted->seconds));
        tip.add(SearchText::tr("Peak memory"), bytesText(row.hosted->deviceNeeds));
        tip.add(SearchText::tr("Host memory"), bytesText(row.hosted->hostNeeds));
    }
    tip.note(coreText(row.result.infeasibility->reason));
}

}  // namespace

QString methodTip(const SearchFigures& figures, int place)
{
    const MethodRow& row = rowAt(figures, methodOrder(figures)[place]);
    Tip tip(titleOf(row));
    if (row.result.plan) {
        tip.add(SearchText::tr("Throughput"), throughputText(row.throughput()));
        const double behind = behindBest(figures, row);
        tip.add(SearchText::tr("Against the best"), std::abs(behind) < 1e-9 ? signedPercent(0) : distanceText(behind));
        tip.add(SearchText::tr("Step time"), secondsText(row.result.estimate->stepTime));
        tip.add(SearchText::tr("Peak memory"), bytesText(row.result.estimate->peakMemory));
        tip.add(SearchText::tr("Shape"), shapeText(*row.result.plan));
    }
    if (row.asksForHosted) {
        addHosted(tip, figures, row);
        return tip.html();
    }
    tip.add(SearchText::tr("Search"), secondsText(row.result.certificate.seconds));
    tip.add(SearchText::tr("Certificate"), shortCertificate(row.result.certificate));
    tip.note(row.target == nullptr
                 ? methodSentence(row.method)
                 : SearchText::tr("The best plan that it can run, with all its dimensions and "
                                  "schedules: %1, %2.")
                       .arg(QString::fromUtf8(row.target->version), coreText(wordsFor(row.target->reach.value))));
    if (const QStringList outside = outsideOf(figures, row); !outside.isEmpty()) {
        tip.note(
            SearchText::tr("Outside of the searched space: %1 is not part of it, so the optimum says nothing about "
                           "this plan. Switch it on in the Scenario dock to have it searched, too.")
                .arg(outside.join(QStringLiteral(", "))));
    }
    if (row.result.infeasibility) {
        tip.note(infeasibilityText(*row.result.infeasibility));
    }
    if (row.result.plan) {
        tip.note(SearchText::tr("Click to add this plan"));
    }
    return tip.html();
}

}  // namespace pgram
