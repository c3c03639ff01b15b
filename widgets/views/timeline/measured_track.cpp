// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/measured_track.h"

#include "core/base/index.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pgram {

namespace {

constexpr std::size_t spansPerSum = 64;
constexpr double pixelsPerSpan = 2;      // fewer: columns
constexpr double transferShare = 0.24;   // height of the lane of transfers
constexpr double leastLanes = 1.6;       // line heights of a track with two lanes
constexpr double leastInLegend = 0.002;  // share of a step
constexpr double recomputeInk = 0.3;     // share of the text's colour

struct MeasuredText {
    Q_DECLARE_TR_FUNCTIONS(MeasuredTrack)
};

bool isTransfer(std::size_t use)
{
    return use >= MeasuredUse::transfers;
}

QRectF laneOf(const QRectF& track, const Theme& theme, bool ofTransfers)
{
    if (track.height() < theme.lineHeight * leastLanes) {
        return track;
    }
    const double split = std::round(track.bottom() - track.height() * transferShare);
    return ofTransfers ? QRectF(QPointF(track.left(), split + 1), track.bottomRight())
                       : QRectF(track.topLeft(), QPointF(track.right(), split));
}

/// Returns the visible part of a lane between two moments of the step.
QRectF between(const QRectF& lane, const TimelineLayout& axis, Seconds start, Seconds end)
{
    const double left = std::max(lane.left(), axis.x(start));
    const double right = std::min(lane.right(), axis.x(end));
    return {left, lane.top(), std::max(0.0, right - left), lane.height()};
}

std::span<const StepSpan> spansIn(const std::vector<StepSpan>& spans, Seconds begin, Seconds end)
{
    const auto first = std::ranges::partition_point(spans, [&](const StepSpan& own) { return own.end <= begin; });
    const auto last = std::partition_point(first, spans.end(), [&](const StepSpan& own) { return own.start < end; });
    return {first, last};
}

void paintIdle(QPainter& painter, const Theme& theme, const QRectF& area)
{
    painter.fillRect(area, theme.bubble());
    if (area.width() >= thinnestHatched && area.height() >= thinnestHatched) {
        paintHatch(painter, area, hatchInk(theme), bubbleHatch);
    }
}

void paintSpans(QPainter& painter, const Theme& theme, const MeasuredTrack& track, const MeasuredPlace& row,
                const TimelineLayout& axis)
{
    const MeasuredRank& rank = track.rank();
    const QRectF compute = laneOf(row.track, theme, false);
    const QRectF transfers = laneOf(row.track, theme, true);
    Seconds free = std::max(0.0, axis.begin);
    const auto idleUntil = [&](Seconds moment) {
        const QRectF idle = between(row.track, axis, free, moment);
        if (idle.width() >= thinnestBubble) {
            paintIdle(painter, theme, QRectF(idle.topLeft(), QSizeF(std::max(1.0, idle.width()), idle.height())));
        }
    };
    for (const StepSpan& span : spansIn(rank.spans, axis.begin, axis.end)) {
        idleUntil(span.start);
        free = span.end;
    }
    idleUntil(std::min(axis.end, rank.step.length));
    // All transfers hatched, and above them the parts that nothing hides.
    for (const StepSpan& span : rank.transferSpans) {
        const QRectF whole = between(transfers, axis, span.start, span.end);
        if (whole.width() >= 1) {
            paintExposure(painter, theme, colorOf(theme, track.useOf(span)),
                          QRectF(whole.topLeft(), QSizeF(0, whole.height())), whole);
        }
    }
    for (const StepSpan& span : spansIn(rank.spans, axis.begin, axis.end)) {
        const std::size_t use = track.useOf(span);
        QRectF place = between(isTransfer(use) ? transfers : compute, axis, span.start, span.end);
        QColor color = colorOf(theme, use);
        if (place.width() < 1) {
            color.setAlphaF(static_cast<float>(std::clamp(place.width(), 0.15, 1.0)));
            place.setWidth(1);
        }
        painter.fillRect(place, color);
        if (use == at(KernelPhase::Recompute) && place.width() >= thinnestHatched) {
            paintHatch(painter, place, labelColor(color), recomputeHatch);
        }
    }
}

void paintColumns(QPainter& painter, const Theme& theme, const MeasuredTrack& track, const MeasuredPlace& row,
                  const TimelineLayout& axis)
{
    const double ratio = painter.device() != nullptr ? painter.device()->devicePixelRatioF() : 1;
    const QRectF area = between(row.track, axis, 0, track.rank().step.length);
    const QSize size = (area.size() * ratio).toSize().expandedTo({1, 1});
    QImage image(size, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(theme.bubble());
    std::array<QRgb, MeasuredUse::count> colors{};
    for (std::size_t use = 0; use < colors.size(); ++use) {
        colors[use] = colorOf(theme, use).rgb();
    }
    const Seconds begin = std::max(0.0, axis.begin);
    const Seconds column = (std::min(axis.end, track.rank().step.length) - begin) / size.width();
    std::vector<QRectF> idle;
    for (int x = 0; x < size.width(); ++x) {
        const MeasuredTrack::Sums sums = track.between(begin + x * column, begin + (x + 1) * column);
        double top = size.height();
        for (std::size_t use = 0; use < sums.size(); ++use) {
            const auto bottom = static_cast<int>(std::lround(top));
            top -= size.height() * sums[use] / column;
            for (auto y = std::max(0, static_cast<int>(std::lround(top))); y < bottom; ++y) {
                image.setPixel(x, y, colors[use]);
            }
        }
        if (std::accumulate(sums.begin(), sums.end(), 0.0) <= 0) {
            const QRectF place(area.left() + x / ratio, area.top(), 1 / ratio, area.height());
            if (idle.empty() || idle.back().right() < place.left() - 0.01) {
                idle.push_back(place);
            } else {
                idle.back().setRight(place.right());
            }
        }
    }
    painter.drawImage(area, image);
    for (const QRectF& place : idle) {
        if (place.width() >= thinnestHatched) {
            paintHatch(painter, place, hatchInk(theme), bubbleHatch);
        }
    }
}

}  // namespace

QColor colorOf(const Theme& theme, std::size_t measuredUse)
{
    if (isTransfer(measuredUse) && measuredUse < MeasuredUse::unknownTransfer) {
        return theme.of(static_cast<TrafficKind>(measuredUse - MeasuredUse::transfers));
    }
    if (measuredUse == at(KernelPhase::Forward)) {
        return theme.of(TimelineKind::Forward);
    }
    if (measuredUse == at(KernelPhase::Backward)) {
        return theme.of(TimelineKind::Backward);
    }
    if (measuredUse == at(KernelPhase::Recompute)) {
        return mixed(theme.of(TimelineKind::Backward), theme.text, recomputeInk);
    }
    if (measuredUse == at(KernelPhase::Optimizer)) {
        return theme.of(TimelineKind::Optimizer);
    }
    constexpr double quiet = 0.35;
    return mixed(theme.surface, theme.text, quiet);
}

QString nameOfUse(std::size_t measuredUse)
{
    if (isTransfer(measuredUse)) {
        return measuredUse == MeasuredUse::unknownTransfer
                   ? MeasuredText::tr("Transfer that the plan does not have")
                   : nameOf(static_cast<TrafficKind>(measuredUse - MeasuredUse::transfers));
    }
    if (measuredUse == MeasuredUse::copies) {
        return MeasuredText::tr("Copy");
    }
    switch (static_cast<KernelPhase>(measuredUse)) {
    case KernelPhase::Forward:
        return nameOf(TimelineKind::Forward);
    case KernelPhase::Backward:
        return nameOf(TimelineKind::Backward);
    case KernelPhase::Recompute:
        return MeasuredText::tr("Recomputation");
    case KernelPhase::Optimizer:
        return nameOf(TimelineKind::Optimizer);
    case KernelPhase::Unknown:
        break;
    }
    return MeasuredText::tr("Compute of an unknown phase");
}

MeasuredTrack::MeasuredTrack(std::shared_ptr<const MeasuredRank> rank,
                             const std::vector<std::optional<TrafficKind>>& purposes)
    : m_rank(std::move(rank)), m_transferUses(m_rank->transfers.size(), MeasuredUse::unknownTransfer)
{
    for (std::size_t i = 0; i < std::min(purposes.size(), m_transferUses.size()); ++i) {
        if (purposes[i]) {
            m_transferUses[i] = MeasuredUse::transfers + pgram::at(*purposes[i]);
        }
    }
    Sums sums{};
    for (std::size_t i = 0; i < m_rank->spans.size(); ++i) {
        if (i % spansPerSum == 0) {
            m_until.push_back(sums);
        }
        const StepSpan& span = m_rank->spans[i];
        sums[useOf(span)] += span.end - span.start;
    }
}

std::size_t MeasuredTrack::useOf(const StepSpan& span) const
{
    return span.transfer >= 0              ? m_transferUses[pgram::at(span.transfer)]
           : span.kind == KernelKind::Copy ? MeasuredUse::copies
                                           : pgram::at(span.phase);
}

MeasuredTrack::Sums MeasuredTrack::until(Seconds moment) const
{
    const std::vector<StepSpan>& spans = m_rank->spans;
    const auto after =
        std::ranges::partition_point(spans, [moment](const StepSpan& span) { return span.start < moment; });
    const auto last = static_cast<std::size_t>(after - spans.begin());
    if (last == 0) {
        return {};
    }
    const std::size_t block = (last - 1) / spansPerSum;
    Sums sums = m_until[block];
    for (std::size_t i = block * spansPerSum; i < last; ++i) {
        sums[useOf(spans[i])] += std::min(moment, spans[i].end) - spans[i].start;
    }
    return sums;
}

MeasuredTrack::Sums MeasuredTrack::between(Seconds begin, Seconds end) const
{
    Sums sums = until(end);
    const Sums before = until(begin);
    for (std::size_t use = 0; use < sums.size(); ++use) {
        sums[use] -= before[use];
    }
    return sums;
}

const StepSpan* MeasuredTrack::at(Seconds moment) const
{
    const auto found =
        std::ranges::partition_point(m_rank->spans, [moment](const StepSpan& span) { return span.end <= moment; });
    return found != m_rank->spans.end() && found->start <= moment ? &*found : nullptr;
}

double MeasuredTrack::idleShare() const
{
    return m_rank->step.length > 0 ? m_rank->step.idle / m_rank->step.length : 0;
}

std::vector<MeasuredPlace> measuredPlaces(const Theme& theme, const QRectF& area, int stages, std::size_t ranks)
{
    constexpr double lowest = 1.6;  // line heights of a track
    constexpr double highest = 7;
    constexpr double mostArea = 0.5;
    const double line = theme.lineHeight;
    const double caption = line * 1.2;
    const double room = area.height() * mostArea;
    const auto most = static_cast<std::size_t>(std::max(1.0, room / (caption + line * lowest)));
    const std::size_t shown = std::min(ranks, most);
    if (shown == 0) {
        return {};
    }
    const double pitch = area.height() / (stages + static_cast<double>(shown));
    const double height = std::round(std::clamp(pitch - caption, line * lowest, line * highest));
    std::vector<MeasuredPlace> rows;
    double top = theme.gap;
    for (std::size_t i = 0; i < shown; ++i) {
        rows.push_back({QRectF(0, top, 1, caption), QRectF(0, top + caption, 1, height)});
        top += caption + height + theme.gap;
    }
    return rows;
}

TimelineLayout withMeasured(TimelineLayout layout, const std::vector<MeasuredPlace>& rows)
{
    if (!rows.empty()) {
        layout.tracks.setBottom(rows.back().track.bottom());
    }
    return layout;
}

void paintMeasuredTrack(QPainter& painter, const Theme& theme, const MeasuredTrack& track, const MeasuredPlace& row,
                        const TimelineLayout& axis)
{
    painter.fillRect(row.track, theme.panel);
    if (between(row.track, axis, 0, track.rank().step.length).width() <= 0) {
        return;
    }
    const std::size_t shown = spansIn(track.rank().spans, axis.begin, axis.end).size();
    if (static_cast<double>(shown) * pixelsPerSpan <= row.track.width()) {
        paintSpans(painter, theme, track, row, axis);
    } else {
        paintColumns(painter, theme, track, row, axis);
    }
}

std::vector<std::size_t> usesBesidePlan(const std::vector<std::shared_ptr<const MeasuredTrack>>& tracks)
{
    std::array<double, MeasuredUse::count> most{};
    for (const auto& track : tracks) {
        const Seconds length = track->rank().step.length;
        const MeasuredTrack::Sums sums = track->between(0, length);
        for (std::size_t use = 0; use < sums.size() && length > 0; ++use) {
            most[use] = std::max(most[use], sums[use] / length);
        }
    }
    for (const std::size_t ofPlan :
         {at(KernelPhase::Forward), at(KernelPhase::Backward), at(KernelPhase::Optimizer),
          MeasuredUse::transfers + at(TrafficKind::GradientSync), MeasuredUse::transfers + at(TrafficKind::Pipeline)}) {
        most[ofPlan] = 0;
    }
    std::vector<std::size_t> uses;
    for (std::size_t use = 0; use < most.size(); ++use) {
        if (most[use] >= leastInLegend) {
            uses.push_back(use);
        }
    }
    return uses;
}

}  // namespace pgram
