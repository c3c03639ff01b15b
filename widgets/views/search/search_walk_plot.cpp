// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/view_input.h"
#include "widgets/views/common/words.h"
#include "widgets/views/search/search_plots.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace pgram {

namespace {

constexpr double dotRadius = 5;
constexpr double sameDegree = 1e-9;

/// From the least degree to the limit, with some air, never less than `least` wide.
PlotAxis degreeAxis(double low, double high, double limit, const QString& name)
{
    constexpr double least = 0.02;
    const double room = std::max((limit - low) * 0.14, least);
    return {AxisUnit::Number, std::max(0.0, low - room), std::max(high, limit) + room * 0.35, false, name};
}

double stripHeight(const Theme& theme)
{
    return theme.lineHeight * 1.1;
}

/// The step times at the ends of the colour scale.
struct StepTimes {
    double fastest = std::numeric_limits<double>::infinity();
    double slowest = 0;
    [[nodiscard]] bool differ() const { return slowest > fastest * (1 + 1e-9); }
    [[nodiscard]] double share(double time) const { return differ() ? (time - fastest) / (slowest - fastest) : 0; }
};

StepTimes timesOf(const std::vector<BalanceStep>& walk)
{
    StepTimes times;
    for (const BalanceStep& step : walk) {
        if (std::isfinite(step.stepTime)) {
            times.fastest = std::min(times.fastest, step.stepTime);
            times.slowest = std::max(times.slowest, step.stepTime);
        }
    }
    return times;
}

QPointF placeOf(const BalanceStep& step)
{
    return {step.alphaTime, step.alphaMemory};
}

/// Where the plan is as it is now; nothing where it has another number of stages.
std::optional<QPointF> placeOfPlan(const SearchFigures& figures)
{
    if (figures.plan->pipeline() != figures.walk().front().pipeline) {
        return std::nullopt;
    }
    const BalanceDegrees now = degreesOf(*figures.estimate);
    return QPointF(now.time, now.memory);
}

void setDegreeAxes(Plot& plot, const std::vector<BalanceStep>& walk, const std::optional<QPointF>& plan)
{
    const auto [leastTime, mostTime] = std::ranges::minmax(walk, {}, &BalanceStep::alphaTime);
    const auto [leastMemory, mostMemory] = std::ranges::minmax(walk, {}, &BalanceStep::alphaMemory);
    const QPointF low(leastTime.alphaTime, leastMemory.alphaMemory);
    const QPointF high(mostTime.alphaTime, mostMemory.alphaMemory);
    const double limit = 1 - 1.0 / walk.front().pipeline;
    plot.setAxis(plot.xAxis, degreeAxis(std::min(low.x(), plan.value_or(low).x()),
                                        std::max(high.x(), plan.value_or(high).x()), limit, QStringLiteral("α_t")));
    plot.setAxis(plot.yAxis, degreeAxis(std::min(low.y(), plan.value_or(low).y()),
                                        std::max(high.y(), plan.value_or(high).y()), limit, QStringLiteral("α_m")));
}

void addLimits(Plot& plot, const Theme& theme, double limit)
{
    const QPen pen(theme.mutedText, 1, Qt::DashLine);
    plot.addLine(plot.xAxis, limit, pen);
    plot.addLine(plot.yAxis, limit, pen,
                 {SearchText::tr("all stages alike: 1 − 1/P = %1").arg(limit, 0, 'g', 3),
                  SearchText::tr("1 − 1/P = %1").arg(limit, 0, 'g', 3)},
                 theme.smallFont, theme.mutedText);
}

/// Each partition joined to the one that it went on from, with a gap between the pairs.
void addEdges(Plot& plot, const Theme& theme, const std::vector<BalanceStep>& walk)
{
    auto* edges = new QCPCurve(plot.xAxis, plot.yAxis);
    edges->setPen(QPen(mixed(theme.surface, theme.text, 0.45), 1.2));
    for (const BalanceStep& step : walk) {
        if (step.from >= 0) {
            const QPointF from = placeOf(walk[step.from]);
            edges->addData(from.x(), from.y());
            edges->addData(step.alphaTime, step.alphaMemory);
            edges->addData(step.alphaTime, std::numeric_limits<double>::quiet_NaN());
        }
    }
}

/// Coloured by their step times, the best on top.
void addSteps(Plot& plot, const Theme& theme, const std::vector<BalanceStep>& walk)
{
    const StepTimes times = timesOf(walk);
    auto* steps = new HeatSeries(plot.xAxis, plot.yAxis);
    steps->setPen(mixed(theme.surface, theme.text, 0.75));
    std::vector<PlotMark> marks;
    for (const bool best : {false, true}) {
        for (const BalanceStep& step : walk) {
            if (step.best == best && std::isfinite(step.stepTime)) {
                steps->dots.push_back({placeOf(step), theme.heat(times.share(step.stepTime)),
                                       best ? dotRadius + 1.5 : dotRadius, best ? 2.4 : 1});
            }
        }
    }
    for (std::size_t i = 0; i < walk.size(); ++i) {
        if (std::isfinite(walk[i].stepTime)) {
            marks.push_back({placeOf(walk[i]), static_cast<int>(i)});
        }
    }
    plot.setMarks(std::move(marks));
    if (times.differ()) {
        plot.addHeatScale(AxisUnit::Time, times.fastest, times.slowest, SearchText::tr("step"));
    }
}

/// What there is to say at each place; partitions of equal degrees lie on each other and share their label.
std::vector<std::pair<QPointF, QStringList>> stepLabels(const std::vector<BalanceStep>& walk,
                                                        const std::optional<QPointF>& plan)
{
    std::vector<std::pair<QPointF, QStringList>> labels;
    const auto say = [&](const QPointF& place, const QString& text) {
        const auto here = std::ranges::find_if(
            labels, [&](const auto& label) { return QLineF(label.first, place).length() < sameDegree; });
        if (here == labels.end()) {
            labels.emplace_back(place, QStringList(text));
        } else {
            here->second.append(text);
        }
    };
    say(placeOf(walk.front()), QStringLiteral("p_m"));
    for (const BalanceStep& step : walk) {
        if (step.timeCut) {
            say(placeOf(step), QStringLiteral("p_t"));
        }
        if (step.best) {
            say(placeOf(step), SearchText::tr("best"));
        }
    }
    if (plan) {
        say(*plan, SearchText::tr("this plan"));
    }
    return labels;
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

void paintStrip(QPainter& painter, const Theme& theme, double left, const QRectF& strip, const QString& name,
                const Partition& partition, int stage)
{
    paintText(painter, theme.smallFont, theme.mutedText, QRectF(left, strip.top(), strip.left() - left, strip.height()),
              Qt::AlignVCenter | Qt::TextDontClip, name);
    const std::vector<QRectF> areas = chunksIn(strip, partition.sizes);
    for (std::size_t i = 0; i < areas.size(); ++i) {
        const QColor ground = mixed(theme.surface, theme.text, i % 2 == 0 ? 0.14 : 0.22);
        painter.fillRect(areas[i], ground);
        const QString text = QString::number(partition.sizes[i]);
        if (textWidth(theme.smallFont, text) <= areas[i].width()) {
            painter.setPen(theme.text);
            painter.drawText(areas[i], Qt::AlignCenter, text);
        }
        if (partition.stages[i] == stage) {
            paintOutline(painter, areas[i].adjusted(1, 1, -1, -1), theme.accent, 2);
        }
    }
}

}  // namespace

WalkStrips walkStrips(const Theme& theme, const QRectF& below)
{
    const double names = std::max(textWidth(theme.smallFont, SearchText::tr("this plan")),
                                  textWidth(theme.smallFont, SearchText::tr("best of the walk")));
    const double left = below.left() + names + 2 * theme.gap;
    const double height = stripHeight(theme);
    const QRectF step(left, below.bottom() - height, below.right() - left, height);
    return {step.translated(0, -height - theme.gap * 0.6), step};
}

std::vector<QRectF> chunksIn(const QRectF& strip, const std::vector<int>& sizes)
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

int stageAt(const WalkStrips& strips, const Plan& plan, const QPointF& position)
{
    const int chunk = indexAt(chunksIn(strips.plan, sizesOf(plan)), position);
    return chunk < 0 ? -1 : plan.stageOfChunk(chunk);
}

void paintWalkStrips(QPainter& painter, const Theme& theme, const SearchFigures& figures, const QRectF& below,
                     int shown, int stage)
{
    const std::vector<BalanceStep>& walk = figures.walk();
    const WalkStrips strips = walkStrips(theme, below);
    const auto fastest = static_cast<int>(std::ranges::find_if(walk, &BalanceStep::best) - walk.begin());
    const int step = shown >= 0 ? shown : std::min(fastest, static_cast<int>(walk.size()) - 1);
    const QString name = shown >= 0 ? SearchText::tr("step %1").arg(shown + 1) : SearchText::tr("best of the walk");
    paintStrip(painter, theme, below.left(), strips.plan, SearchText::tr("this plan"), partitionOf(*figures.plan),
               stage);
    paintStrip(painter, theme, below.left(), strips.step, name, partitionOf(walk[step], walkSchedule(figures)), stage);
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
        return figures.running ? SearchText::tr("Computing BMW's balancing steps…")
                               : SearchText::tr("BMW's walk comes with the methods: they are not compared yet");
    }
    const MethodRow* bmw = figures.row(Method::Bmw);
    return bmw != nullptr && bmw->result.plan
               ? SearchText::tr("No balancing steps: no plan with two or more stages fits")
               : SearchText::tr("BMW finds no plan for this scenario");
}

void fillWalk(Plot& plot, const Theme& theme, const SearchFigures& figures)
{
    const QString title = SearchText::tr("BMW's walk");
    const std::vector<BalanceStep>& walk = figures.walk();
    if (walk.empty()) {
        plot.addPane(title);
        return plot.setNote(walkNote(figures));
    }
    const QString shape =
        QStringLiteral("%1, %2").arg(stageCount(walk.front().pipeline), microbatchCount(walk.front().microbatches));
    const bool aside = figures.methods->pipelined && &figures.walkSource() == &*figures.methods->pipelined;
    plot.addPane(title, {aside ? SearchText::tr("the best of several stages: %1").arg(shape)
                               : SearchText::tr("balance of time and memory: %1").arg(shape),
                         shape});
    plot.reserveBelow(2 * stripHeight(theme) + 2 * theme.gap);
    const std::optional<QPointF> plan = placeOfPlan(figures);
    setDegreeAxes(plot, walk, plan);
    addLimits(plot, theme, 1 - 1.0 / walk.front().pipeline);
    addEdges(plot, theme, walk);
    addSteps(plot, theme, walk);
    if (plan) {
        PlotSeries* here = plot.addSeries({}, QPen(theme.text, 1.8), QCPGraph::lsNone);
        here->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssSquare, QPen(theme.text, 1.8), QBrush(Qt::NoBrush),
                                              2 * (dotRadius + 4)));
        here->addData(plan->x(), plan->y());
    }
    for (const auto& [place, texts] : stepLabels(walk, plan)) {
        plot.addLabel(place, texts.join(QStringLiteral(", ")), theme.boldFont, theme.text);
    }
}

QString walkTip(const SearchFigures& figures, int step)
{
    const BalanceStep& s = figures.walk()[step];
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
