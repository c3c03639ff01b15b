// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/memory/memory_picture.h"

#include "core/base/index.h"
#include "widgets/document/texts.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/memory_curve.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/ticks.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace pgram {

namespace {

constexpr double leastCurves = 6;   // line heights; narrower, the bars have all the room
constexpr double leastRow = 0.9;    // line heights; lower, equal stages share a row
constexpr float paleness = 0.55F;   // of what only the fuller stages of a row hold
constexpr double barsShare = 0.58;  // of the width without labels

struct MemoryText {
    Q_DECLARE_TR_FUNCTIONS(MemoryPicture)
};

/// The figure behind a bar: its whole, and where there is room what is over.
QString totalText(double total, double budget, bool hasRoom = true)
{
    if (total <= budget || !hasRoom) {
        return bytesText(total);
    }
    return MemoryText::tr("%1, %2 over").arg(bytesText(total), bytesText(total - budget));
}

/// Names and figure as far as they fit into a segment.
void addSegmentLabel(Scene& scene, const QRectF& segment, const QColor& ground, MemoryKind kind, double bytes)
{
    const Theme& theme = scene.theme();
    const QString name = nameOf(kind);
    const QString figure = bytesText(bytes);
    const QColor ink = labelColor(ground);
    const double space = segment.width() - theme.gap;
    const double widest = std::max(textWidth(theme.smallFont, name), textWidth(theme.smallFont, figure));
    if (segment.height() >= 2.1 * theme.lineHeight && widest <= space) {
        const QRectF upper(segment.left(), segment.center().y() - theme.lineHeight, segment.width(), theme.lineHeight);
        scene.text(upper, name, theme.smallFont, ink, Qt::AlignCenter);
        scene.text(upper.translated(0, theme.lineHeight), figure, theme.smallFont, ink, Qt::AlignCenter);
    } else if (segment.height() >= theme.lineHeight * 0.9) {
        scene.fitting(segment.adjusted(theme.gap / 2, 0, -theme.gap / 2, 0), {name + u' ' + figure, figure},
                      theme.smallFont, ink, Qt::AlignCenter);
    }
}

/// The larger of the two parts into which the budget line cuts a segment: its label stands clear of the line.
QRectF clearOfBudget(const QRectF& segment, double limit)
{
    if (limit <= segment.left() || limit >= segment.right()) {
        return segment;
    }
    const QRectF below(segment.topLeft(), QPointF(limit - 1, segment.bottom()));
    const QRectF above(QPointF(limit + 1, segment.top()), segment.bottomRight());
    return below.width() >= above.width() ? below : above;
}

/// The rows of stages of one picture.
class StageRows {
public:
    StageRows(Scene& scene, const Plan& plan, const Estimate& estimate, const QRectF& area)
        : m_scene(scene), m_theme(scene.theme()), m_plan(plan), m_estimate(estimate), m_area(area)
    {
        m_top = area.top() + line() * 2.3;
        for (int stage = 0; stage < plan.pipeline(); ++stage) {
            m_runs.push_back({stage, stage, stage});
        }
        if ((area.bottom() - m_top) / static_cast<double>(m_runs.size()) < line() * leastRow) {
            m_runs = alikeStages(estimate);
        }
        m_pitch = std::clamp((area.bottom() - m_top) / static_cast<double>(m_runs.size()), 1.0, line() * 32);
        place();
    }

    void add(Seconds begin, Seconds end);

private:
    [[nodiscard]] double line() const { return m_theme.lineHeight; }
    [[nodiscard]] double x(double bytes) const { return m_bytes.pixel(bytes); }
    [[nodiscard]] const StageEstimate& fullest(const StageRun& run) const { return m_estimate.stages[run.fullest]; }
    [[nodiscard]] double least(const StageRun& run) const;
    [[nodiscard]] QString figureOf(const StageRun& run) const;
    [[nodiscard]] QString nameOfRun(const StageRun& run) const;
    [[nodiscard]] QRectF inner(std::size_t row, const QRectF& column) const;
    [[nodiscard]] double figureLeft(const StageRun& run) const
    {
        return x(static_cast<double>(fullest(run).memory.total())) + m_theme.gap + 2;
    }
    void place();
    void addRow(std::size_t row, bool named);
    void addBudget();
    void addFigures();

    Scene& m_scene;
    const Theme& m_theme;
    const Plan& m_plan;
    const Estimate& m_estimate;
    QRectF m_area;
    std::vector<StageRun> m_runs;  ///< one a row
    double m_top = 0;
    double m_pitch = 0;
    QRectF m_bars;
    QRectF m_curves;  ///< empty where there is no room
    Ruler m_bytes;
};

void StageRows::place()
{
    double names = 0;
    for (const StageRun& run : m_runs) {
        names = std::max(names, textWidth(m_theme.boldFont, nameOfRun(run)));
    }
    const double left = m_area.left() + names + 2 * m_theme.gap;
    const auto widest = [&] {
        double found = 0;
        for (const StageRun& run : m_runs) {
            found = std::max(found, textWidth(m_theme.boldFont, figureOf(run)));
        }
        return found + 2 * m_theme.gap;
    };
    m_curves = m_area;  // there is room for them, until the figures are known
    double figures = widest();
    double width = std::max(10.0, m_area.right() - left - figures - m_theme.margin);
    const double height = m_pitch * static_cast<double>(m_runs.size());
    if (width * (1 - barsShare) < line() * leastCurves) {
        m_curves = QRectF();
        figures = widest();
        width = std::max(10.0, m_area.right() - left - figures);
        m_bars = QRectF(left, m_top, width, height);
    } else {
        m_bars = QRectF(left, m_top, width * barsShare, height);
        m_curves =
            QRectF(QPointF(m_bars.right() + figures + m_theme.margin, m_top), QPointF(m_area.right(), m_bars.bottom()));
    }
    m_bytes = {left, m_bars.width(), 0, memoryScale(m_estimate)};
}

double StageRows::least(const StageRun& run) const
{
    double found = static_cast<double>(fullest(run).memory.total());
    for (int stage = run.first; stage <= run.last; ++stage) {
        found = std::min(found, static_cast<double>(m_estimate.stages[stage].memory.total()));
    }
    return found;
}

/// Behind a bar: its whole, and where there is room what is over; of several stages from the least to the most.
QString StageRows::figureOf(const StageRun& run) const
{
    const double total = fullest(run).memory.total();
    const QString whole = totalText(total, static_cast<double>(fullest(run).usable), !m_curves.isEmpty());
    return least(run) < total ? QStringLiteral("%1 – %2").arg(bytesText(least(run)), whole) : whole;
}

QString StageRows::nameOfRun(const StageRun& run) const
{
    return run.first == run.last ? stageTitle(m_plan, run.first)
                                 : MemoryText::tr("Stages %1–%2").arg(run.first).arg(run.last);
}

/// Returns the area of the bar or the curve inside a row.
QRectF StageRows::inner(std::size_t row, const QRectF& column) const
{
    const double inset = m_pitch >= 12 ? std::min(m_pitch * 0.14, 12.0) : m_pitch >= 4 ? 0.5 : 0;
    return {column.left(), m_top + m_pitch * static_cast<double>(row) + inset, column.width(), m_pitch - 2 * inset};
}

void StageRows::addRow(std::size_t row, bool named)
{
    const StageRun& run = m_runs[row];
    const StageEstimate& stage = fullest(run);
    const QRectF whole(m_area.left(), m_top + m_pitch * static_cast<double>(row), m_area.width(), m_pitch);
    QRectF bar = inner(row, m_bars);
    const double height = std::min(bar.height(), line() * (m_plan.pipeline() == 1 ? 7 : 5));
    bar = QRectF(bar.left(), bar.center().y() - height / 2, bar.width(), height);
    addMemoryBar(m_scene, {stage.memory, bar, m_bytes.end, static_cast<double>(stage.usable), least(run)});
    if (named) {
        m_scene.text({whole.left(), whole.top(), m_bars.left() - whole.left(), m_pitch}, nameOfRun(run),
                     m_theme.boldFont, m_theme.text);
    }
    // The row answers for its fullest stage.
    m_scene.place(bar, {"bar", run.fullest});
    for (int each = run.first; each <= run.last; ++each) {
        m_scene.target(whole, {"stage", each});
    }
    m_scene.target(whole, {"stage", run.fullest});
}

/// A line through all bars; where the budget is off the scale, its figure alone, with an arrow.
void StageRows::addBudget()
{
    const double budget = m_estimate.usableBudget;
    const double place = std::round(x(std::min(budget, m_bytes.end)));
    const double end = m_curves.isEmpty() ? m_area.right() : m_curves.left();
    const QString words = MemoryText::tr("budget %1");
    QString label = firstFitting(m_theme.boldFont, end - m_bars.left() - 2 * m_theme.margin,
                                 {words.arg(budgetText(m_plan)), words.arg(bytesText(budget))});
    if (budget <= m_bytes.end) {
        const double top = m_area.top() + 1.25 * line();  // below the feet of Chinese letters, too
        m_scene.fill({place - 1, top, 2, m_bars.bottom() - top}, m_theme.text);
    } else {
        label += QStringLiteral(" →");
    }
    // Of stages on devices that have less.
    for (const StageRun& run : m_runs) {
        const auto usable = static_cast<double>(fullest(run).usable);
        const QRectF bar = m_scene.areaOf({"bar", run.fullest});
        if (usable < budget && usable <= m_bytes.end) {
            m_scene.fill({std::round(x(usable)) - 1, bar.top() - 2, 2, bar.height() + 4}, m_theme.text);
        }
    }
    const double width = textWidth(m_theme.boldFont, label);
    m_scene.text({std::min(place - width / 2, end - width - m_theme.margin), m_area.top(), width + 2, line()}, label,
                 m_theme.boldFont, m_theme.text);
}

/// Behind the bars; behind the budget line as well, in one column, where the line is in the way.
void StageRows::addFigures()
{
    const double budget = m_estimate.usableBudget;
    const auto meets = [&](const StageRun& run) {
        const double left = figureLeft(run) - m_theme.gap;
        const double right = figureLeft(run) + textWidth(m_theme.boldFont, figureOf(run)) + m_theme.gap;
        return budget <= m_bytes.end && left < x(budget) && x(budget) < right;
    };
    const double past = std::ranges::any_of(m_runs, meets) ? x(budget) + m_theme.gap + 2 : 0;
    for (std::size_t row = 0; row < m_runs.size(); ++row) {
        const StageEstimate& stage = fullest(m_runs[row]);
        const QString text = figureOf(m_runs[row]);
        const QRectF label(std::max(figureLeft(m_runs[row]), past), inner(row, m_bars).center().y() - line() / 2,
                           textWidth(m_theme.boldFont, text) + 2, line());
        m_scene.fill(label, m_theme.surface);  // Grid lines do not run through figures.
        m_scene.text(label, text, m_theme.boldFont, stage.memory.total() > stage.usable ? m_theme.bad : m_theme.text);
    }
}

void StageRows::add(Seconds begin, Seconds end)
{
    m_scene.keep("bytes", m_bytes);
    // The budget has its own label.
    m_scene.ticks(m_bytes, m_bars, AxisUnit::Memory, [this](const Tick& tick) {
        return std::abs(x(tick.value) - x(static_cast<double>(m_estimate.usableBudget))) <
               textWidth(m_theme.smallFont, tick.label);
    });
    if (!m_curves.isEmpty()) {
        const Ruler time{m_curves.left(), m_curves.width(), begin, end};
        m_scene.keep("time", time);
        m_scene.ticks(time, m_curves, AxisUnit::Time);
        m_scene.fitting({m_curves.left(), m_area.top(), m_curves.width(), line()},
                        {MemoryText::tr("over the step; grey: states and context"), MemoryText::tr("over the step")},
                        m_theme.font, m_theme.mutedText);
    }
    for (std::size_t row = 0; row < m_runs.size() && isSimulated(m_estimate) && !m_curves.isEmpty(); ++row) {
        const QRectF area = inner(row, m_curves);
        const auto stage = static_cast<std::size_t>(m_runs[row].fullest);
        m_scene.drawing(area, [=, theme = m_theme, curve = memoryCurveOf(m_estimate, stage, begin, end)](
                                  QPainter& painter) { paintMemoryCurve(painter, theme, area, curve); });
    }
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(line() * leastRow / m_pitch)));
    for (std::size_t row = 0; row < m_runs.size(); ++row) {
        addRow(row, row % every == 0);
    }
    addBudget();
    if (every == 1) {
        addFigures();
    }
}

Heading headingOf(const Theme& theme, const Estimate& estimate)
{
    const auto fullest =
        std::ranges::max_element(estimate.stages, {}, [](const StageEstimate& stage) { return stage.memory.total(); });
    Heading heading{
        MemoryText::tr("Peak memory per device"),
        MemoryText::tr("fullest in stage %1: %2 of %3; the driver would show %4")
            .arg(fullest - estimate.stages.begin())
            .arg(bytesText(estimate.peakMemory), bytesText(estimate.usableBudget), bytesText(estimate.driverMemory)),
        {}};
    for (const MemoryKind kind : allMemoryKinds) {
        heading.legend.push_back({nameOf(kind), theme.of(kind)});
    }
    return heading;
}

}  // namespace

Bytes bytesOf(const MemoryBreakdown& memory, MemoryKind kind)
{
    static constexpr std::array parts{&MemoryBreakdown::context,     &MemoryBreakdown::weights,
                                      &MemoryBreakdown::gradients,   &MemoryBreakdown::optimizer,
                                      &MemoryBreakdown::activations, &MemoryBreakdown::transient};
    return memory.*parts[at(kind)];
}

std::vector<StageRun> alikeStages(const Estimate& estimate)
{
    const auto states = [](const StageEstimate& stage) {
        return std::array{stage.memory.weights, stage.memory.gradients, stage.memory.optimizer, stage.usable};
    };
    std::vector<StageRun> runs;
    for (int stage = 0; stage < static_cast<int>(estimate.stages.size()); ++stage) {
        if (runs.empty() || states(estimate.stages[runs.back().first]) != states(estimate.stages[stage])) {
            runs.push_back({stage, stage, stage});
            continue;
        }
        StageRun& run = runs.back();
        run.last = stage;
        const bool fuller = estimate.stages[stage].memory.total() > estimate.stages[run.fullest].memory.total();
        run.fullest = fuller ? stage : run.fullest;
    }
    return runs;
}

void addMemoryBar(Scene& scene, const MemoryBar& bar)
{
    const Theme& theme = scene.theme();
    const double limit = bar.x(bar.budget);
    std::array<QRectF, allMemoryKinds.size()> areas;
    double sum = 0;
    for (const MemoryKind kind : allMemoryKinds) {
        const double left = bar.x(sum);
        sum += static_cast<double>(bytesOf(bar.memory, kind));
        const QRectF& area = areas[at(kind)] = {left, bar.area.top(), bar.x(sum) - left, bar.area.height()};
        scene.fill(area, theme.of(kind));
        if (kind == MemoryKind::Transient) {
            scene.hatch(area, mixed(theme.of(kind), theme.text, 0.45), hiddenHatch);
        }
        if (area.width() > 3) {
            scene.fill({area.right() - 1, area.top(), 1, area.height()}, theme.surface);
        }
    }
    QColor pale = theme.surface;
    const double paleFrom = bar.least > 0 ? bar.x(bar.least) : bar.x(sum);
    if (paleFrom < bar.x(sum)) {
        pale.setAlphaF(paleness);
        scene.fill({QPointF(paleFrom, bar.area.top()), QPointF(bar.x(sum), bar.area.bottom())}, pale);
    }
    if (sum > bar.budget) {
        const QRectF over(QPointF(limit, bar.area.top()), QPointF(bar.x(sum), bar.area.bottom()));
        pale.setAlphaF(0.28F);
        scene.hatch(over, pale, 2 * hiddenHatch, 4);
        scene.frame(over, theme.bad, over.height() >= 12 ? 3 : 1);
    }
    for (const MemoryKind kind : allMemoryKinds) {
        const QRectF place = clearOfBudget(areas[at(kind)], limit);
        const bool isPale = place.center().x() > paleFrom;
        const QColor ground = isPale ? mixed(theme.of(kind), theme.surface, paleness) : theme.of(kind);
        addSegmentLabel(scene, place, ground, kind, static_cast<double>(bytesOf(bar.memory, kind)));
    }
}

void addMemory(Scene& scene, const Plan& plan, const Estimate& estimate, Seconds begin, Seconds end)
{
    StageRows(scene, plan, estimate, scene.heading(headingOf(scene.theme(), estimate))).add(begin, end);
}

void addMemoryGhost(Scene& marks, const Scene& picture, const Estimate& now, const Estimate& ghost)
{
    const Theme& theme = marks.theme();
    const auto time = picture.ruler("time");
    for (const int stage : changedStages(now, ghost)) {
        const QRectF bar = picture.areaOf({"bar", stage});
        if (bar.isEmpty()) {
            continue;  // folded into the row of a fuller stage
        }
        const double total = ghost.stages[stage].memory.total();
        const auto usable = static_cast<double>(ghost.stages[stage].usable);
        const QColor color = total > usable ? theme.bad : theme.accent;
        const double end = std::min(picture.ruler("bytes")->pixel(total), bar.right());
        marks.frame(QRectF(bar.topLeft(), QPointF(end, bar.bottom())).adjusted(0, -2, 0, 2), color, 2, Qt::DashLine);
        if (bar.height() < theme.lineHeight) {
            continue;
        }
        const QString text = QStringLiteral("→ %1").arg(totalText(total, usable));
        const double width = textWidth(theme.boldFont, text) + 2 * theme.gap;
        const double limit = time ? time->from : picture.area().right();
        const QRectF label(std::min(end + theme.gap, limit - width), bar.top() - 2, width, theme.lineHeight);
        marks.fill(label, color);
        marks.text(label, text, theme.boldFont, labelColor(color), Qt::AlignCenter);
    }
}

}  // namespace pgram
