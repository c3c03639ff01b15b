// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/keeping/keeping_picture.h"

#include "widgets/document/texts.h"
#include "widgets/views/common/memory_curve.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace pgram {

namespace {

constexpr int laneCount = 3;          // compute, to the host, from it
constexpr double mostOverCore = 2.5;  // of a bar, over the time in core: longer ones are broken off

QColor colorOf(const Theme& theme, SwapEventKind kind)
{
    switch (kind) {
    case SwapEventKind::Backward:
        return theme.of(TimelineKind::Backward);
    case SwapEventKind::SwapOut:
    case SwapEventKind::SwapIn:
        return theme.of(TrafficKind::HostTransfer);
    case SwapEventKind::Forward:
    case SwapEventKind::Recompute:
        break;
    }
    return theme.of(TimelineKind::Forward);
}

QColor colorOf(const Theme& theme, Keeping keeping)
{
    return keeping == Keeping::Keep   ? theme.of(MemoryKind::Transient)
           : keeping == Keeping::Swap ? theme.of(TrafficKind::HostTransfer)
                                      : theme.of(TimelineKind::Forward);
}

QColor hatchInk(const Theme& theme)
{
    QColor ink = theme.text;
    ink.setAlphaF(0.45F);
    return ink;
}

/// "+15.9 % · within 1.6 % of the optimum"
QString beside(const KeepingRow& row, Seconds inCore)
{
    if (!std::isfinite(row.seconds)) {
        return {};
    }
    QString text = row.seconds > inCore * (1 + equallyGood) ? signedPercent(row.seconds / inCore - 1) : QString();
    if (row.lowerBound > 0) {
        const double gap = row.seconds / row.lowerBound - 1;
        const QString bound = gap <= equallyGood ? KeepingText::tr("optimal")
                                                 : KeepingText::tr("within %1 of the optimum").arg(percentText(gap));
        text += (text.isEmpty() ? QString() : QStringLiteral(" · ")) + bound;
    }
    return text;
}

/// The picture of one stage.
class KeepingMarks {
public:
    KeepingMarks(Scene& scene, const ShownKeeping& shown, const QRectF& area)
        : m_scene(scene), m_theme(scene.theme()), m_shown(shown), m_area(area), m_rows(keepingRows(shown))
    {
        place();
    }
    void add();

private:
    void place();
    void placeBars();
    [[nodiscard]] double line() const { return m_theme.lineHeight; }
    void addLabel(const QFont& font, const QRectF& area, const QColor& ground, const QString& text, double hatch);
    void addLetter(std::size_t block);
    void addEvent(std::size_t index);
    void addTime();
    void addMemory();
    void addName(const QRectF& beside, const QStringList& texts, const QColor& color);
    void addNames();
    void addRow(std::size_t index);

    Scene& m_scene;
    const Theme& m_theme;
    const ShownKeeping& m_shown;
    QRectF m_area;
    std::vector<KeepingRow> m_rows;
    QRectF m_letters;
    QRectF m_axis;  ///< labels of time
    std::array<QRectF, laneCount> m_lanes;
    QRectF m_memory;     ///< empty: no room
    double m_pitch = 0;  ///< height of a row; 0: no room
    QRectF m_bars;       ///< of the rows
    Ruler m_time;
};

void KeepingMarks::place()
{
    double label = 0;
    for (const QString& text : {KeepingText::tr("Kept tensors"), KeepingText::tr("From host"),
                                KeepingText::tr("at most %1").arg(bytesText(m_shown.answer.device.bytes))}) {
        label = std::max(label, textWidth(m_theme.smallFont, text));
    }
    const double left = std::ceil(m_area.left() + label + 2 * m_theme.gap);
    const double width = std::max(1.0, std::floor(m_area.right() - left));
    m_letters = QRectF(left, m_area.top(), width, std::round(line() * 1.7));
    m_axis = QRectF(left, m_letters.bottom() + m_theme.gap, width, std::round(line() * 1.4));
    m_time = {left, width, 0, m_shown.runs() ? m_shown.timeline.seconds : m_shown.answer.inCore};
    const auto rows = static_cast<double>(m_rows.size());
    const double least = 10 * line();  // for lanes and memory, before the comparison has any of it
    const double free = m_area.bottom() - m_axis.bottom();
    m_pitch = std::clamp((free - least) / rows, 0.0, line() * 1.7);
    m_pitch = m_pitch >= line() ? m_pitch : 0;
    const double body = std::max(line(), free - (m_pitch > 0 ? m_pitch * rows + m_theme.margin : 0));
    const bool remembers = body >= 6 * line();
    const double lane = std::floor((remembers ? body * 0.58 : body) / laneCount);
    double top = m_axis.bottom();
    for (QRectF& each : m_lanes) {
        each = QRectF(left, top, width, std::max(2.0, lane - 3));
        top += lane;
    }
    if (remembers) {
        m_memory = QRectF(left, top + m_theme.gap, width, m_axis.bottom() + body - top - m_theme.gap);
    }
    if (m_pitch > 0) {
        m_bars.setTop(m_axis.bottom() + body + m_theme.margin);
        placeBars();
    }
}

void KeepingMarks::placeBars()
{
    double names = 0;
    double figures = 0;
    for (const KeepingRow& row : m_rows) {
        names = std::max(names, textWidth(m_theme.boldFont, row.name));
        figures = std::max(figures, textWidth(m_theme.boldFont, keepingSeconds(row.seconds)) + 2 * m_theme.gap +
                                        textWidth(m_theme.smallFont, beside(row, m_shown.answer.inCore)));
    }
    const double from = std::ceil(m_area.left() + names + 2 * m_theme.gap);
    const double to = std::max(from + line(), m_area.right() - figures - 2 * m_theme.gap);
    m_bars = QRectF(from, m_bars.top(), to - from, m_pitch * static_cast<double>(m_rows.size()));
}

/// On `ground`, in the middle, where there is room; a hatch stays to be seen on both sides.
void KeepingMarks::addLabel(const QFont& font, const QRectF& area, const QColor& ground, const QString& text,
                            double hatch)
{
    const double width = textWidth(font, text);
    if (width + 3 + 2 * hatch > area.width() || QFontMetricsF(font).ascent() > area.height()) {
        return;
    }
    if (hatch > 0) {
        m_scene.fill({area.center().x() - width / 2 - 2, area.top(), width + 4, area.height()}, ground);
    }
    m_scene.text(area, text, font, labelColor(ground), Qt::AlignCenter);
}

void KeepingMarks::addLetter(std::size_t block)
{
    const auto count = static_cast<double>(m_shown.mix.size());
    const double from = m_letters.left() + std::round(m_letters.width() * static_cast<double>(block) / count);
    const double to = m_letters.left() + std::round(m_letters.width() * static_cast<double>(block + 1) / count);
    const QRectF cell(from, m_letters.top(), std::max(1.0, to - from - (to - from >= 4 ? 1 : 0)), m_letters.height());
    const bool recomputes = m_shown.mix[block] == Keeping::Recompute;
    const QColor ground = colorOf(m_theme, m_shown.mix[block]);
    m_scene.fill(cell, ground, {"letter", static_cast<int>(block)});
    if (recomputes) {
        m_scene.hatch(cell, hatchInk(m_theme), recomputeHatch, 2);
    }
    const QString letter = QString::fromStdString(toString({m_shown.mix[block]}));
    const double width = textWidth(m_theme.boldFont, letter) + 4;
    if (recomputes && width <= cell.width()) {
        m_scene.fill({cell.center().x() - width / 2, cell.top(), width, cell.height()}, ground);
    }
    addLabel(m_theme.boldFont, cell, ground, letter, 0);
}

void KeepingMarks::addTime()
{
    m_scene.keep("time", m_time);
    const double bottom = m_memory.isEmpty() ? m_lanes.back().bottom() : m_memory.bottom();
    const int most = std::max(2, static_cast<int>(m_axis.width() / (line() * 6)));
    for (const Tick& tick : ticksOf(0, m_time.end, most, AxisUnit::Time)) {
        const double x = std::round(m_time.pixel(tick.value));
        m_scene.fill({x, m_axis.bottom() - 4, 1, bottom - m_axis.bottom() + 4}, m_theme.grid);
        const double width = textWidth(m_theme.smallFont, tick.label);
        const double place = std::clamp(x - width / 2, m_axis.left(), m_axis.right() - width);
        m_scene.text({place, m_axis.top(), width + 2, m_axis.height() - 4}, tick.label, m_theme.smallFont,
                     m_theme.mutedText);
    }
}

void KeepingMarks::addEvent(std::size_t index)
{
    const SwapEvent& event = m_shown.timeline.events[index];
    const std::size_t lane = event.kind == SwapEventKind::SwapOut ? 1 : event.kind == SwapEventKind::SwapIn ? 2 : 0;
    QRectF area(m_time.pixel(event.start), m_lanes[lane].top(), m_time.pixel(event.end) - m_time.pixel(event.start),
                m_lanes[lane].height());
    m_scene.target(area, {"event", static_cast<int>(index)});
    // A hair between neighbours, where that leaves something of them.
    area.setWidth(std::max(1.0, area.width() >= 4 ? area.width() - 1 : area.width()));
    const QColor color = colorOf(m_theme, event.kind);
    m_scene.fill(area, color);
    const bool again = event.kind == SwapEventKind::Recompute;
    if (again && area.width() >= 3) {
        m_scene.hatch(area, hatchInk(m_theme), recomputeHatch, 2);
    }
    addLabel(m_theme.smallFont, area, color, QString::number(event.block + 1), again ? recomputeHatch : 0);
}

void KeepingMarks::addMemory()
{
    const double budget = m_shown.answer.device.bytes;
    StageTrack track;
    for (const SwapMemory& point : m_shown.timeline.memory) {
        track.memory.push_back({point.start, static_cast<Bytes>(std::min(point.bytes, budget))});
    }
    constexpr double headroom = 1.12;
    m_scene.target(m_memory, {"memory", 0});
    m_scene.drawing(m_memory, [area = m_memory, theme = m_theme, track = std::move(track), budget,
                               end = m_time.end](QPainter& painter) {
        paintMemoryCurve(painter, theme, area,
                         {.track = track,
                          .fixed = 0,
                          .budget = static_cast<Bytes>(budget),
                          .scale = std::max(1.0, budget * headroom),
                          .begin = 0,
                          .end = end});
    });
}

void KeepingMarks::addName(const QRectF& beside, const QStringList& texts, const QColor& color)
{
    m_scene.fitting({m_area.left(), beside.top(), beside.left() - m_area.left() - m_theme.gap, beside.height()}, texts,
                    m_theme.smallFont, color);
}

/// Adds the names of the letters, the lanes and the curve.
void KeepingMarks::addNames()
{
    if (!m_shown.mix.empty()) {
        addName(m_letters, {KeepingText::tr("Blocks")}, m_theme.text);
    }
    const std::array names{KeepingText::tr("Compute"), KeepingText::tr("To host"), KeepingText::tr("From host")};
    for (std::size_t lane = 0; lane < names.size(); ++lane) {
        addName(m_lanes[lane], {names[lane]}, m_theme.text);
    }
    if (!m_memory.isEmpty()) {
        QRectF upper = m_memory;
        upper.setHeight(std::min(upper.height(), line() * 1.2));
        addName(upper, {KeepingText::tr("Kept tensors")}, m_theme.text);
        upper.translate(0, line() * 1.1);
        const QString most = bytesText(m_shown.answer.device.bytes);
        addName(upper,
                {upper.bottom() <= m_memory.bottom() ? KeepingText::tr("at most %1").arg(most) : QString(),
                 upper.bottom() <= m_memory.bottom() ? most : QString()},
                m_theme.mutedText);
    }
}

void KeepingMarks::addRow(std::size_t index)
{
    const KeepingRow& row = m_rows[index];
    const Seconds inCore = m_shown.answer.inCore;
    Seconds longest = inCore;
    for (const KeepingRow& each : m_rows) {
        longest = std::isfinite(each.seconds) ? std::max(longest, each.seconds) : longest;
    }
    const Seconds scale = std::min(longest, inCore * mostOverCore);
    const QRectF place(m_area.left(), m_bars.top() + m_pitch * static_cast<double>(index), m_area.width(), m_pitch);
    m_scene.target(place, {row.mix.size() == m_shown.mix.size() ? "way" : "row", static_cast<int>(index)});
    const QFont& font = row.mix == m_shown.mix ? m_theme.boldFont : m_theme.font;
    m_scene.text(place, row.name, font, m_theme.text);
    const double height = std::round(place.height() * 0.62);
    QRectF bar(m_bars.left(), std::round(place.center().y() - height / 2), m_bars.width(), height);
    if (!std::isfinite(row.seconds)) {
        m_scene.fill(bar, m_theme.bubble());
        m_scene.hatch(bar, m_theme.mutedText, bubbleHatch);
    } else {
        const double core = std::round(bar.left() + bar.width() * inCore / scale);
        bar.setWidth(bar.width() * std::min(row.seconds, scale) / scale);
        m_scene.fill(bar, m_theme.of(TimelineKind::Forward));
        m_scene.fill({QPointF(std::min(core, bar.right()), bar.top()), bar.bottomRight()}, m_theme.bad);
        if (row.seconds > scale) {  // broken off
            m_scene.fill({bar.right() - 3 * m_theme.gap, bar.top(), m_theme.gap, bar.height()}, m_theme.surface);
        }
    }
    QRectF figures(QPointF(m_bars.right() + m_theme.gap, place.top()), place.bottomRight());
    m_scene.text(figures, keepingSeconds(row.seconds), font, m_theme.text);
    figures.setLeft(figures.left() + textWidth(font, keepingSeconds(row.seconds)) + 2 * m_theme.gap);
    const QString more = beside(row, inCore);
    m_scene.fitting(figures, {more, more.section(QStringLiteral(" · "), 0, 0)}, m_theme.smallFont, m_theme.mutedText);
}

void KeepingMarks::add()
{
    addNames();
    for (std::size_t block = 0; block < m_shown.mix.size(); ++block) {
        addLetter(block);
    }
    addTime();
    for (const QRectF& lane : m_lanes) {
        m_scene.fill(lane, m_theme.panel);
    }
    for (std::size_t index = 0; index < m_shown.timeline.events.size(); ++index) {
        addEvent(index);
    }
    if (m_shown.runs()) {
        addMemory();
    } else {
        m_scene.note({m_lanes.front().topLeft(), m_lanes.back().bottomRight()},
                     m_shown.answer.best.plan.empty()
                         ? KeepingText::tr("No mix can run: what one block holds alone does not fit into %1")
                               .arg(bytesText(m_shown.answer.device.bytes))
                         : KeepingText::tr("This mix cannot run: some block never finds memory for its tensors"));
    }
    for (std::size_t index = 0; index < m_rows.size() && m_pitch > 0; ++index) {
        addRow(index);
    }
}

Heading headingOf(const Theme& theme, const ShownKeeping& shown)
{
    return {shown.runs() ? KeepingText::tr("%1 out of core: %2 per micro-batch")
                               .arg(stageTitle(shown.stage), secondsText(shown.timeline.seconds))
                         : KeepingText::tr("%1 out of core").arg(stageTitle(shown.stage)),
            {},
            {{nameOf(SwapEventKind::Forward), colorOf(theme, SwapEventKind::Forward)},
             {nameOf(SwapEventKind::Backward), colorOf(theme, SwapEventKind::Backward)},
             {nameOf(SwapEventKind::Recompute), theme.mutedText, LegendItem::Mark::Hatch},
             {KeepingText::tr("Host copy"), colorOf(theme, SwapEventKind::SwapOut)}}};
}

}  // namespace

void addKeeping(Scene& scene, const ShownKeeping& shown, const QRectF& head, double top)
{
    QRectF below = scene.heading(head, headingOf(scene.theme(), shown));
    below.setRight(scene.area().right());
    below.setTop(std::max(below.top(), top));
    KeepingMarks(scene, shown, below).add();
}

void addBlockFrame(Scene& marks, const Scene& picture, const ShownKeeping& shown, int block)
{
    marks.selected(picture.areaOf({"letter", block}));
    for (std::size_t index = 0; index < shown.timeline.events.size(); ++index) {
        if (shown.timeline.events[index].block == block) {
            marks.frame(picture.areaOf({"event", static_cast<int>(index)}).adjusted(0, 0, -1, 0), marks.theme().text,
                        2);
        }
    }
}

}  // namespace pgram
