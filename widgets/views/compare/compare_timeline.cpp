// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/texts.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"
#include "widgets/views/compare/compare_layout.h"

#include <QPainter>

#include <algorithm>

namespace pgram {

namespace {

Heading headingOf(const Theme& theme, const BinnedTimelines& binned)
{
    TimelineKinds kinds;
    for (const auto& timeline : binned) {
        kinds |= timeline ? timeline->kinds : TimelineKinds();
    }
    return {CompareText::tr("One simulated step"), {}, timelineLegend(theme, kinds)};
}

/// "1.24 s, +3.2 % against A, 12.3 % in bubbles"
QString titleOf(const CompareSet& set, const ComparedPlan& plan)
{
    const Timeline* timeline = plan.timeline();
    if (timeline == nullptr) {
        return CompareText::tr("this schedule cannot be run on this plan");
    }
    const QString bubbles = percentText(timeline->bubbleFraction());
    const Timeline* first = set.plans.front().timeline();
    if (&plan == &set.plans.front() || first == nullptr || !plan.sameModel) {
        return CompareText::tr("%1, %2 in bubbles").arg(secondsText(timeline->makespan), bubbles);
    }
    return CompareText::tr("%1, %2 against %3, %4 in bubbles")
        .arg(secondsText(timeline->makespan), signedPercent(timeline->makespan / first->makespan - 1),
             set.plans.front().letter, bubbles);
}

double titleHeight(const Theme& theme)
{
    return theme.lineHeight * 1.5;  // as high as the axis of a timeline, in whose place it stands
}

}  // namespace

BinnedTimelines binned(const CompareSet& set, const BinnedTimelines& before)
{
    BinnedTimelines made;
    for (const ComparedPlan& plan : set.plans) {
        const auto kept = std::ranges::find_if(
            before, [&](const auto& old) { return old && old->timeline == plan.estimate->timeline; });
        if (kept != before.end()) {
            made.push_back(*kept);
        } else if (plan.timeline() != nullptr) {
            made.push_back(std::make_shared<const BinnedTimeline>(*plan.estimate));
        } else {
            made.push_back(nullptr);
        }
    }
    return made;
}

int TimelinesPanel::planAt(const QPointF& position) const
{
    for (std::size_t plan = 0; plan < tracks.size(); ++plan) {
        const QRectF whole = titles[plan].united(
            QRectF(titles[plan].left(), titles[plan].bottom(), titles[plan].width(), tracks[plan].tracks.height()));
        if (whole.contains(position)) {
            return static_cast<int>(plan);
        }
    }
    return -1;
}

QRectF TimelinesPanel::tracksArea() const
{
    QRectF area;
    for (const TimelineLayout& each : tracks) {
        area = area.united(each.tracks);
    }
    return area;
}

TimelinesPanel layoutTimelines(const Theme& theme, const CompareSet& set, const BinnedTimelines& binned,
                               const QRectF& panel, Seconds begin, Seconds end)
{
    TimelinesPanel layout;
    layout.panel = panel;
    layout.begin = begin;
    layout.end = end;
    const QRectF area = belowHeading(theme, panel, headingOf(theme, binned));
    const double axis = theme.lineHeight * 1.3;
    const double titles = titleHeight(theme) * static_cast<double>(set.plans.size());
    int rows = 0;
    for (const ComparedPlan& plan : set.plans) {
        rows += plan.timeline() != nullptr ? plan.plan->pipeline() : 0;
    }
    const double free = std::max(1.0, area.height() - axis - titles);
    const double pitch = std::min(free / std::max(1, rows), theme.lineHeight * 6);
    QString widest;
    for (const ComparedPlan& plan : set.plans) {
        const QString own = widestStageTitle(*plan.plan, theme.boldFont);
        widest = textWidth(theme.boldFont, own) > textWidth(theme.boldFont, widest) ? own : widest;
    }
    double top = area.top() + axis;
    for (const ComparedPlan& plan : set.plans) {
        const int stages = plan.timeline() != nullptr ? plan.plan->pipeline() : 0;
        const QRectF block(area.left(), top, area.width(), titleHeight(theme) + stages * pitch);
        layout.tracks.push_back(layoutTimeline(theme, stages, block, begin, end, widest));
        layout.titles.emplace_back(area.left(), top, area.width(), titleHeight(theme));
        top = block.bottom();
    }
    const TimelineLayout& first = layout.tracks.front();
    layout.axis = QRectF(first.axis.left(), area.top(), first.axis.width(), axis);
    return layout;
}

void paintTimelines(QPainter& painter, const Theme& theme, const CompareSet& set, const BinnedTimelines& binned,
                    const TimelinesPanel& layout)
{
    paintHeading(painter, theme, layout.panel, headingOf(theme, binned));
    TimelineLayout axis = layout.tracks.front();
    axis.axis = layout.axis;
    axis.tracks = QRectF(QPointF(layout.axis.left(), layout.axis.bottom()), layout.tracksArea().bottomRight());
    paintTimelineAxis(painter, theme, axis);
    for (std::size_t index = 0; index < set.plans.size(); ++index) {
        const ComparedPlan& plan = set.plans[index];
        const QRectF& title = layout.titles[index];
        const QString text = titleOf(set, plan);
        const double figures = textWidth(theme.smallFont, text);
        const double space = std::max(badgeWidth(theme), title.width() - figures - theme.margin);
        const double name = badgeWidth(theme) + 2 * theme.gap + textWidth(theme.font, plan.name) + theme.margin;
        const QRectF place(title.left(), title.top(), std::min(space, name), theme.lineHeight * 1.2);
        painter.fillRect(place.adjusted(0, 0, theme.gap + figures + theme.gap, 0), theme.surface);
        paintPlanName(painter, theme, place, plan, index == 0);
        paintText(painter, theme.smallFont, theme.mutedText,
                  QRectF(place.right() + theme.gap, place.top(), figures + 2, place.height()),
                  Qt::AlignVCenter | Qt::TextDontClip, text);
        if (binned[index]) {
            const TimelinePicture picture =
                timelinePicture(*plan.plan, *plan.estimate, binned[index]->bins, theme, layout.tracks[index]);
            paintTimelineRows(painter, picture);
            paintTimelineNames(painter, picture);
        }
    }
}

}  // namespace pgram
