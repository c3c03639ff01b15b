// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/search/search_walk_plot.h"

#include "widgets/theme/color.h"
#include "widgets/views/common/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pgram {

namespace {

constexpr double dotRadius = 5;

/// Whether the step times differ by more than rounding.
bool isColored(const WalkPlot& plot)
{
    return plot.slowest > plot.fastest * (1 + 1e-9);
}

double colorShare(const WalkPlot& plot, Seconds time)
{
    return isColored(plot) ? (time - plot.fastest) / (plot.slowest - plot.fastest) : 0;
}

/// From the least degree to the limit, with some air, never less than `least` wide.
AxisRange degreeAxis(double low, double high, double limit)
{
    constexpr double least = 0.02;
    const double room = std::max((limit - low) * 0.14, least);
    return {std::max(0.0, low - room), std::max(high, limit) + room * 0.35, AxisUnit::Number, false};
}

double stripHeight(const Theme& theme)
{
    return theme.lineHeight * 1.1;
}

/// The strips below the plot, and the place of their names.
double stripsLeft(const Theme& theme, const QRectF& panel)
{
    const double names = std::max(textWidth(theme.smallFont, SearchText::tr("this plan")),
                                  textWidth(theme.smallFont, SearchText::tr("best of the walk")));
    return panel.left() + names + 2 * theme.gap;
}

void placeStrips(WalkPlot& plot, const Theme& theme, const QRectF& panel)
{
    const double left = stripsLeft(theme, panel);
    const double height = stripHeight(theme);
    plot.stepStrip = QRectF(left, panel.bottom() - height, panel.right() - left, height);
    plot.planStrip = plot.stepStrip.translated(0, -height - theme.gap * 0.6);
}

void placeSteps(WalkPlot& plot, const std::vector<BalanceStep>& walk)
{
    int index = 0;
    for (const BalanceStep& step : walk) {
        const QPointF place = plot.frame.at({step.alphaTime, step.alphaMemory});
        plot.places.push_back(place);
        if (std::isfinite(step.stepTime)) {
            const double reach = dotRadius + 3;
            plot.marks.push_back({QRectF(place.x() - reach, place.y() - reach, 2 * reach, 2 * reach), index, true});
        }
        ++index;
    }
}

void paintLimits(QPainter& painter, const Theme& theme, const WalkPlot& plot, LabelPlacer& labels)
{
    const QRectF& area = plot.frame.plot;
    const double x = std::round(plot.frame.atX(plot.limit));
    const double y = std::round(plot.frame.atY(plot.limit));
    painter.setPen(QPen(theme.mutedText, 1, Qt::DashLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    const QString text = SearchText::tr("all stages alike: 1 − 1/P = %1").arg(plot.limit, 0, 'g', 3);
    const QString brief = SearchText::tr("1 − 1/P = %1").arg(plot.limit, 0, 'g', 3);
    const QString fitting = firstFitting(theme.smallFont, x - area.left() - theme.gap * 2, {text, brief});
    const QRectF place(area.left() + theme.gap, y - theme.lineHeight, textWidth(theme.smallFont, fitting) + 2,
                       theme.lineHeight);
    painter.setFont(theme.smallFont);
    painter.setPen(theme.mutedText);
    painter.drawText(place, Qt::AlignVCenter | Qt::TextDontClip, fitting);
    labels.occupy(place);
    labels.occupy(QRectF(x - 1, area.top(), 2, area.height()));
}

void paintSteps(QPainter& painter, const Theme& theme, const std::vector<BalanceStep>& walk, const WalkPlot& plot)
{
    painter.setPen(QPen(mixed(theme.surface, theme.text, 0.45), 1.2));
    for (std::size_t i = 0; i < walk.size(); ++i) {
        if (walk[i].from >= 0) {
            painter.drawLine(plot.places[static_cast<std::size_t>(walk[i].from)], plot.places[i]);
        }
    }
    // The best lies on top.
    std::vector<int> order(plot.marks.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](int mark) {
        return walk[static_cast<std::size_t>(plot.marks[static_cast<std::size_t>(mark)].index)].best;
    });
    for (const int mark : order) {
        const auto step = static_cast<std::size_t>(plot.marks[static_cast<std::size_t>(mark)].index);
        painter.setBrush(theme.heat(colorShare(plot, walk[step].stepTime)));
        painter.setPen(QPen(mixed(theme.surface, theme.text, 0.75), walk[step].best ? 2.4 : 1));
        const double radius = walk[step].best ? dotRadius + 1.5 : dotRadius;
        painter.drawEllipse(plot.places[step], radius, radius);
    }
}

/// What there is to say at each place; partitions of equal degrees lie on each other and share their label.
std::vector<std::pair<QPointF, QStringList>> stepLabels(const std::vector<BalanceStep>& walk, const WalkPlot& plot)
{
    std::vector<std::pair<QPointF, QStringList>> labels;
    const auto say = [&](const QPointF& place, const QString& text) {
        const auto here = std::ranges::find_if(
            labels, [&](const auto& label) { return QLineF(label.first, place).length() < dotRadius; });
        if (here == labels.end()) {
            labels.emplace_back(place, QStringList(text));
        } else {
            here->second.append(text);
        }
    };
    say(plot.places.front(), QStringLiteral("p_m"));
    for (std::size_t i = 0; i < walk.size(); ++i) {
        if (walk[i].timeCut) {
            say(plot.places[i], QStringLiteral("p_t"));
        }
        if (walk[i].best) {
            say(plot.places[i], SearchText::tr("best"));
        }
    }
    if (plot.hasPlan) {
        say(plot.plan, SearchText::tr("this plan"));
    }
    return labels;
}

void paintStepLabels(QPainter& painter, const Theme& theme, const SearchFigures& figures, const WalkPlot& plot,
                     LabelPlacer& labels)
{
    for (const QPointF& place : plot.places) {
        labels.occupy(QRectF(place.x() - dotRadius, place.y() - dotRadius, 2 * dotRadius, 2 * dotRadius));
    }
    for (const auto& [place, texts] : stepLabels(figures.walk(), plot)) {
        labels.paint(painter, place, dotRadius + 6, theme.boldFont, theme.text, texts.join(QStringLiteral(", ")));
    }
}

/// A square around the place of the plan as it is now.
void paintPlan(QPainter& painter, const Theme& theme, const WalkPlot& plot)
{
    if (!plot.hasPlan) {
        return;
    }
    const double half = dotRadius + 4;
    painter.setPen(QPen(theme.text, 1.8));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(plot.plan.x() - half, plot.plan.y() - half, 2 * half, 2 * half));
}

void paintColors(QPainter& painter, const Theme& theme, const WalkPlot& plot)
{
    const int steps = std::max(1, static_cast<int>(plot.colors.height()));
    for (int i = 0; i < steps; ++i) {
        const QRectF line(plot.colors.left(), plot.colors.top() + i, plot.colors.width(), 1.2);
        painter.fillRect(line, theme.heat(isColored(plot) ? 1 - static_cast<double>(i) / steps : 0));
    }
    const double left = plot.colors.right() + theme.gap;
    painter.setFont(theme.smallFont);
    painter.setPen(theme.mutedText);
    const QRectF line(left, plot.colors.top() - theme.lineHeight * 0.25, plot.frame.panel.right() - left,
                      theme.lineHeight);
    painter.drawText(line, Qt::AlignVCenter | Qt::TextDontClip, secondsText(plot.slowest));
    if (isColored(plot)) {
        painter.drawText(line.translated(0, plot.colors.height() - theme.lineHeight * 0.5),
                         Qt::AlignVCenter | Qt::TextDontClip, secondsText(plot.fastest));
    }
}

/// The schedule that the walk's partitions are of.
const Schedule& walkSchedule(const SearchFigures& figures)
{
    const SearchResult& source = figures.walkSource();
    return source.plan ? source.plan->schedule : figures.request.schedule;
}

/// A partition, and the stage that has each of its chunks.
struct Partition {
    std::vector<int> sizes;
    std::vector<int> stages;
};

Partition partitionOf(const Plan& plan)
{
    Partition partition{sizesOf(plan), {}};
    for (int chunk = 0; chunk < static_cast<int>(plan.chunks.size()); ++chunk) {
        partition.stages.push_back(plan.stageOfChunk(chunk));
    }
    return partition;
}

Partition partitionOf(const BalanceStep& step, const Schedule& schedule)
{
    Partition partition{step.sizes, {}};
    for (int chunk = 0; chunk < static_cast<int>(step.sizes.size()); ++chunk) {
        partition.stages.push_back(stageOfChunk(schedule, step.pipeline, chunk));
    }
    return partition;
}

void paintStrip(QPainter& painter, const Theme& theme, const QRectF& panel, const QRectF& strip, const QString& name,
                const Partition& partition, int stage)
{
    painter.setFont(theme.smallFont);
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(panel.left(), strip.top(), strip.left() - panel.left(), strip.height()),
                     Qt::AlignVCenter | Qt::TextDontClip, name);
    const std::vector<QRectF> areas = WalkPlot::chunksIn(strip, partition.sizes);
    for (std::size_t i = 0; i < areas.size(); ++i) {
        const QColor ground = mixed(theme.surface, theme.text, i % 2 == 0 ? 0.14 : 0.22);
        painter.fillRect(areas[i], ground);
        const QString text = QString::number(partition.sizes[i]);
        if (textWidth(theme.smallFont, text) <= areas[i].width()) {
            painter.setPen(theme.text);
            painter.drawText(areas[i], Qt::AlignCenter, text);
        }
        if (partition.stages[i] == stage) {
            painter.setPen(QPen(theme.accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(areas[i].adjusted(1, 1, -1, -1));
        }
    }
}

/// The plan's partition, and the walk's that is shown.
void paintStrips(QPainter& painter, const Theme& theme, const SearchFigures& figures, const WalkPlot& plot, int shown,
                 int stage)
{
    const std::vector<BalanceStep>& walk = figures.walk();
    const QRectF& panel = plot.frame.panel;
    const auto fastest = static_cast<int>(std::ranges::find_if(walk, &BalanceStep::best) - walk.begin());
    const int step = shown >= 0 ? shown : std::min(fastest, static_cast<int>(walk.size()) - 1);
    const QString name = shown >= 0 ? SearchText::tr("step %1").arg(shown + 1) : SearchText::tr("best of the walk");
    paintStrip(painter, theme, panel, plot.planStrip, SearchText::tr("this plan"), partitionOf(*figures.plan), stage);
    paintStrip(painter, theme, panel, plot.stepStrip, name,
               partitionOf(walk[static_cast<std::size_t>(step)], walkSchedule(figures)), stage);
}

}  // namespace

std::vector<QRectF> WalkPlot::chunksIn(const QRectF& strip, const std::vector<int>& sizes)
{
    const double layers = std::max(1, std::accumulate(sizes.begin(), sizes.end(), 0));
    std::vector<QRectF> areas;
    double left = strip.left();
    for (const int size : sizes) {
        const double width = strip.width() * size / layers;
        areas.emplace_back(left, strip.top(), width, strip.height());
        left += width;
    }
    return areas;
}

QString walkNote(const SearchFigures& figures)
{
    if (!figures.walk().empty()) {
        return {};
    }
    if (!figures.problem.isEmpty()) {
        return figures.problem;
    }
    if (!figures.methods->complete) {
        return figures.running ? SearchText::tr("BMW is being asked for its walk…")
                               : SearchText::tr("BMW's walk comes with the methods: they are not compared yet");
    }
    const MethodRow* bmw = figures.row(Method::Bmw);
    return bmw != nullptr && bmw->result.plan
               ? SearchText::tr("BMW has nothing to walk: no plan of two or more stages fits")
               : SearchText::tr("BMW finds no plan for this scenario");
}

WalkPlot layoutWalk(const Theme& theme, const SearchFigures& figures, const QRectF& panel)
{
    WalkPlot plot;
    plot.frame.panel = panel;
    const std::vector<BalanceStep>& walk = figures.walk();
    if (walk.empty()) {
        return plot;
    }
    const auto [leastTime, mostTime] = std::ranges::minmax(walk, {}, &BalanceStep::alphaTime);
    const auto [leastMemory, mostMemory] = std::ranges::minmax(walk, {}, &BalanceStep::alphaMemory);
    BalanceDegrees now = degreesOf(*figures.estimate);
    plot.hasPlan = figures.plan->pipeline() == walk.front().pipeline;
    if (!plot.hasPlan) {
        now = {leastTime.alphaTime, leastMemory.alphaMemory};
    }
    plot.limit = 1 - 1.0 / walk.front().pipeline;
    placeStrips(plot, theme, panel);
    plot.fastest = std::numeric_limits<double>::infinity();
    for (const BalanceStep& step : walk) {
        if (std::isfinite(step.stepTime)) {
            plot.fastest = std::min(plot.fastest, step.stepTime);
            plot.slowest = std::max(plot.slowest, step.stepTime);
        }
    }
    const double scaleWidth = theme.lineHeight * 0.7;
    const double right = scaleWidth + 2 * theme.gap +
                         std::max(textWidth(theme.smallFont, secondsText(plot.slowest)),
                                  textWidth(theme.smallFont, secondsText(plot.fastest))) +
                         theme.gap;
    const QMarginsF margins(0, theme.lineHeight * 1.3, right,
                            panel.bottom() - plot.planStrip.top() + theme.lineHeight * 1.1);
    plot.frame = framePlot(
        theme, panel,
        degreeAxis(std::min(leastTime.alphaTime, now.time), std::max(mostTime.alphaTime, now.time), plot.limit),
        degreeAxis(std::min(leastMemory.alphaMemory, now.memory), std::max(mostMemory.alphaMemory, now.memory),
                   plot.limit),
        margins);
    plot.colors = QRectF(plot.frame.plot.right() + 2 * theme.gap, plot.frame.plot.top() + theme.lineHeight * 1.2,
                         scaleWidth, std::max(4.0, plot.frame.plot.height() - theme.lineHeight * 1.2));
    plot.plan = plot.frame.at({now.time, now.memory});
    placeSteps(plot, walk);
    return plot;
}

void paintWalk(QPainter& painter, const Theme& theme, const SearchFigures& figures, const WalkPlot& plot, int shown,
               int stage)
{
    const std::vector<BalanceStep>& walk = figures.walk();
    const QRectF& panel = plot.frame.panel;
    const QString title = SearchText::tr("BMW's walk");
    if (walk.empty()) {
        paintPanelTitle(painter, theme, panel, title, {});
        paintNote(painter, theme, belowTitle(theme, panel), walkNote(figures));
        return;
    }
    const QString shape =
        SearchText::tr("%1 stages, %2 micro-batches").arg(walk.front().pipeline).arg(walk.front().microbatches);
    const QString best = SearchText::tr("the best of several stages: %1").arg(shape);
    const QString full = SearchText::tr("balance of time and memory: %1").arg(shape);
    const bool aside = figures.methods->pipelined && &figures.walkSource() == &*figures.methods->pipelined;
    paintPanelTitle(painter, theme, panel, title, {aside ? best : full, shape});
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter, theme, plot.frame);
    const QRectF& area = plot.frame.plot;
    painter.setFont(theme.font);
    painter.setPen(theme.text);
    painter.drawText(QRectF(panel.left(), area.top() - theme.lineHeight * 1.4, theme.lineHeight * 2, theme.lineHeight),
                     Qt::AlignVCenter | Qt::TextDontClip, QStringLiteral("α_m"));
    painter.drawText(QRectF(area.left(), area.bottom() + theme.lineHeight * 1.1, area.width(), theme.lineHeight),
                     Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, QStringLiteral("α_t"));
    painter.setFont(theme.smallFont);
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(area.right() + 2 * theme.gap, area.top() - theme.lineHeight * 0.2,
                            panel.right() - area.right() - 2 * theme.gap, theme.lineHeight),
                     Qt::AlignVCenter | Qt::TextDontClip, SearchText::tr("step"));
    LabelPlacer labels(theme, area);
    paintLimits(painter, theme, plot, labels);
    paintSteps(painter, theme, walk, plot);
    paintPlan(painter, theme, plot);
    paintStepLabels(painter, theme, figures, plot, labels);
    paintColors(painter, theme, plot);
    paintStrips(painter, theme, figures, plot, shown, stage);
    painter.restore();
}

QString walkTip(const SearchFigures& figures, int step)
{
    const BalanceStep& s = figures.walk()[static_cast<std::size_t>(step)];
    Tip tip(SearchText::tr("Step %1 of the walk").arg(step + 1));
    const bool hasChunks = static_cast<int>(s.sizes.size()) > s.pipeline;
    tip.add(hasChunks ? SearchText::tr("Layers of the chunks") : SearchText::tr("Layers of the stages"),
            sizesText(s.sizes));
    tip.add(SearchText::tr("Balance of time α_t"), QString::number(s.alphaTime, 'f', 4));
    tip.add(SearchText::tr("Balance of memory α_m"), QString::number(s.alphaMemory, 'f', 4));
    tip.add(SearchText::tr("Step time"), secondsText(s.stepTime));
    if (step == 0) {
        tip.note(SearchText::tr("p_m: the partition that balances memory; the walk starts here"));
    }
    if (s.timeCut) {
        tip.note(SearchText::tr("p_t: the partition that balances the layers' least times"));
    }
    if (s.best) {
        tip.note(SearchText::tr("The fastest of the walk"));
    }
    tip.note(SearchText::tr("Click to add the best plan with this partition"));
    return tip.html();
}

}  // namespace pgram
