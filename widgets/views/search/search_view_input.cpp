// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Search view's mouse and keys, beside what all plots have.
#include "core/search/questions/cut_plan.h"
#include "widgets/views/search/search_figures.h"
#include "widgets/views/search/search_plots.h"
#include "widgets/views/search/search_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

namespace pgram {

QString SearchView::markTip(int index, int mark) const
{
    const auto which = static_cast<SearchPlot>(index);
    if (mark < 0) {
        return plotTip(which);
    }
    const int of = plot(index).marks()[mark].index;
    switch (which) {
    case SearchPlot::Progress:
        return progressTip(m_figures, of);
    case SearchPlot::Walk:
        return walkTip(m_figures, of);
    case SearchPlot::Frontier:
        return frontierTip(m_figures, of);
    case SearchPlot::Methods:
        break;
    }
    return methodTip(m_figures, of);
}

QString SearchView::titleTip(int) const
{
    return m_alone ? tr("Click to see all plots") : tr("Click to see this plot alone");
}

/// Where there is no room for four, the next one.
void SearchView::clickTitle(int index)
{
    if (aloneIn(areaIn(rect())) != m_alone) {
        focusMark((index + 1) % searchPlots, -1);
    } else {
        showAlone(m_alone ? std::nullopt : std::optional(static_cast<SearchPlot>(index)));
    }
}

/// The strips below the walk show the step that is pointed at, and a narrow view the plot that is in hand.
void SearchView::markMoved(int index)
{
    placeButtons();
    const bool isNarrow = aloneIn(areaIn(rect())) != m_alone;
    index == static_cast<int>(SearchPlot::Walk) || isNarrow ? pictureChanged() : update();
}

void SearchView::focusInEvent(QFocusEvent* event)
{
    if (!m_alone && event->reason() == Qt::TabFocusReason) {
        focusMark(static_cast<int>(SearchPlot::Progress), -1);
    } else if (!m_alone && event->reason() == Qt::BacktabFocusReason) {
        focusMark(static_cast<int>(SearchPlot::Methods), -1);
    }
    PlotView::focusInEvent(event);
}

std::vector<ViewKey> SearchView::keys()
{
    const auto toggleAlone = [this] { showAlone(m_alone ? std::nullopt : std::optional(focusedPlot())); };
    return plotKeys(ViewKeys::tr("Mark before or after"), ViewKeys::tr("First or last mark"),
                    ViewKeys::tr("Open the plan of the mark; without one, show the plot alone"), toggleAlone) +
           std::vector<ViewKey>{{{Qt::Key_Escape}, ViewKeys::tr("Leave the mark, then show all plots"), [this](auto&) {
                                     QToolTip::hideText();
                                     focusedMark() >= 0 ? focusMark(currentPlot(), -1) : showAlone(std::nullopt);
                                 }}};
}

void SearchView::mousePressEvent(QMouseEvent* event)
{
    const Plot& walk = plotNow(SearchPlot::Walk);
    if (event->button() == Qt::LeftButton && m_figures.plan && walk.areaBelow().contains(event->position())) {
        const WalkStrips strips = walkStrips(Theme(palette(), font()), walk.areaBelow());
        if (const int stage = stageAt(strips, *m_figures.plan, event->position()); stage >= 0) {
            selection()->select({.stage = stage});
        }
    }
    PlotView::mousePressEvent(event);
}

void SearchView::openMark(int index, int mark)
{
    const PlotMark chosen = plot(index).marks()[mark];
    if (!chosen.adds) {
        return;
    }
    QToolTip::hideText();
    switch (static_cast<SearchPlot>(index)) {
    case SearchPlot::Progress:
        return;
    case SearchPlot::Walk:
        return addStep(m_figures.walk()[chosen.index]);
    case SearchPlot::Frontier:
        return showOrAdd(*m_session, foundPlan(m_figures, m_figures.frontier->frontier.points[chosen.index]));
    case SearchPlot::Methods:
        return showOrAdd(*m_session,
                         foundPlan(m_figures, m_figures.methods->rows[methodOrder(m_figures)[chosen.index]]));
    }
}

void SearchView::addStep(const BalanceStep& step)
{
    m_adding.start([this, step, figures = m_figures](const auto& stop, const auto& post) -> Result<void> {
        SearchRequest request = figures.request;
        if (figures.record && figures.record->result.plan) {
            // The walk is of the schedule that won.
            request.schedule = figures.record->result.plan->schedule;
            request.schedules.clear();
        }
        const auto plan = planOnCut(request, {step.batch, step.pipeline, step.microbatches}, step.sizes, stop);
        if (!plan) {
            return tl::unexpected(plan.error());
        }
        if (*plan) {
            post([this, found = foundPlan(figures, step, **plan)] { showOrAdd(*m_session, found); });
        }
        return {};
    });
}

}  // namespace pgram
