// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Search view's mouse and keys.
#include "core/search/questions/cut_plan.h"
#include "widgets/views/search/search_plans.h"
#include "widgets/views/search/search_view.h"

#include <QAccessible>
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTextDocumentFragment>
#include <QToolTip>

#include <algorithm>

namespace pgram {

namespace {

/// The mark that a key goes to from `mark` of `count`, which is at least one; nothing for another key. A smaller plot
/// can have fewer marks than when `mark` was chosen.
std::optional<int> markByKey(int key, int mark, int count)
{
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Up:
        return mark < 0 ? count - 1 : std::clamp(mark - 1, 0, count - 1);
    case Qt::Key_Right:
    case Qt::Key_Down:
        return std::min(count - 1, mark + 1);
    case Qt::Key_Home:
        return 0;
    case Qt::Key_End:
        return count - 1;
    default:
        return std::nullopt;
    }
}

void paintRing(QPainter& painter, const Theme& theme, const PlotMark& mark, bool strong)
{
    painter.setPen(QPen(strong ? theme.accent : theme.mutedText, strong ? 2.5 : 1.2));
    painter.setBrush(Qt::NoBrush);
    const bool isRow = mark.area.width() > 3 * mark.area.height();
    if (isRow) {
        painter.drawRect(mark.area.adjusted(-theme.gap, 0.5, theme.gap, -0.5));
    } else {
        painter.drawEllipse(mark.area.adjusted(-1, -1, 1, 1));
    }
}

}  // namespace

void SearchView::paintOverlay(QPainter& painter)
{
    const Theme theme(palette(), font());
    const SearchLayout layout = currentLayout();
    painter.setRenderHint(QPainter::Antialiasing);
    // New figures can have fewer marks than those under the pointer a moment ago.
    if (m_hoverPlot && m_hoverMark >= 0 && m_hoverMark < static_cast<int>(layout.marks(*m_hoverPlot).size())) {
        paintRing(painter, theme, layout.marks(*m_hoverPlot)[static_cast<std::size_t>(m_hoverMark)], false);
    }
    if (!hasFocus() || !layout.shows(m_plot)) {
        return;
    }
    const QRectF title = titleOf(theme, layout.panel(m_plot));
    painter.fillRect(QRectF(title.left(), title.bottom() - 1, title.width(), 1.5), theme.accent);
    if (m_mark >= 0 && m_mark < static_cast<int>(layout.marks(m_plot).size())) {
        paintRing(painter, theme, layout.marks(m_plot)[static_cast<std::size_t>(m_mark)], true);
    }
}

QString SearchView::tipOf(SearchPlot plot, int mark, const SearchLayout& layout) const
{
    const int index = layout.marks(plot)[static_cast<std::size_t>(mark)].index;
    switch (plot) {
    case SearchPlot::Progress:
        return progressTip(m_figures, index);
    case SearchPlot::Walk:
        return walkTip(m_figures, index);
    case SearchPlot::Frontier:
        return frontierTip(m_figures, index);
    case SearchPlot::Methods:
        break;
    }
    return methodTip(m_figures, index);
}

QString SearchView::tipAt(const QPointF& position)
{
    const SearchLayout layout = currentLayout();
    const auto plot = layout.plotAt(position);
    if (!plot) {
        return {};
    }
    if (titleOf(Theme(palette(), font()), layout.panel(*plot)).contains(position)) {
        return m_alone ? tr("Click to see all plots") : tr("Click to see this plot alone");
    }
    const int mark = layout.markAt(*plot, position);
    return mark < 0 ? plotTip(*plot) : tipOf(*plot, mark, layout);
}

void SearchView::focusMark(SearchPlot plot, int mark)
{
    m_plot = plot;
    m_mark = mark;
    const SearchLayout layout = currentLayout();
    QString said = viewTitle();
    if (mark >= 0) {
        said = QTextDocumentFragment::fromHtml(tipOf(plot, mark, layout)).toPlainText();
    }
    placeButtons();
    setAccessibleDescription(said);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    pictureChanged();  // The walk shows the step that is chosen.
}

bool SearchView::moveMark(int key)
{
    const SearchLayout layout = currentLayout();
    const auto count = static_cast<int>(layout.marks(m_plot).size());
    const auto wanted = markByKey(key, m_mark, std::max(1, count));
    if (!wanted || count == 0) {
        return wanted.has_value();
    }
    focusMark(m_plot, *wanted);
    const QRectF& area = layout.marks(m_plot)[static_cast<std::size_t>(*wanted)].area;
    QToolTip::showText(mapToGlobal(area.bottomRight().toPoint()), tipOf(m_plot, *wanted, layout), this);
    return true;
}

bool SearchView::focusNextPrevChild(bool next)
{
    const int plot = static_cast<int>(m_plot) + (next ? 1 : -1);
    if (QApplication::focusWidget() != this || m_alone || !m_figures.plan || plot < 0 || plot >= searchPlots) {
        return View::focusNextPrevChild(next);
    }
    QToolTip::hideText();
    focusMark(static_cast<SearchPlot>(plot), -1);
    return true;
}

void SearchView::focusInEvent(QFocusEvent* event)
{
    if (!m_alone && event->reason() == Qt::TabFocusReason) {
        focusMark(SearchPlot::Progress, -1);
    } else if (!m_alone && event->reason() == Qt::BacktabFocusReason) {
        focusMark(SearchPlot::Methods, -1);
    }
    View::focusInEvent(event);
}

void SearchView::keyPressEvent(QKeyEvent* event)
{
    if (!m_figures.plan) {
        return View::keyPressEvent(event);
    }
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_mark >= 0) {
            activate(m_plot, m_mark);
        } else {
            showAlone(m_alone ? std::nullopt : std::optional(m_plot));
        }
        break;
    case Qt::Key_Escape:
        QToolTip::hideText();
        if (m_mark >= 0) {
            focusMark(m_plot, -1);
        } else {
            showAlone(std::nullopt);
        }
        break;
    default:
        if (!moveMark(event->key())) {
            View::keyPressEvent(event);
        }
    }
}

void SearchView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_figures.plan) {
        return View::mousePressEvent(event);
    }
    const SearchLayout layout = currentLayout();
    const auto plot = layout.plotAt(event->position());
    if (!plot) {
        return;
    }
    if (titleOf(Theme(palette(), font()), layout.panel(*plot)).contains(event->position())) {
        if (aloneIn(areaIn(rect())) == m_alone) {
            showAlone(m_alone ? std::nullopt : plot);
        } else {  // no room for four: the next one
            focusMark(static_cast<SearchPlot>((static_cast<int>(*plot) + 1) % searchPlots), -1);
        }
        return;
    }
    const int stage = layout.stageAt(m_figures, event->position());
    if (stage >= 0) {
        selection()->select({.stage = stage});
    }
    const int mark = layout.markAt(*plot, event->position());
    focusMark(*plot, mark);
    if (mark >= 0) {
        activate(*plot, mark);
    }
}

void SearchView::mouseMoveEvent(QMouseEvent* event)
{
    const SearchLayout layout = currentLayout();
    const auto plot = layout.plotAt(event->position());
    hover(plot, plot ? layout.markAt(*plot, event->position()) : -1);
    const bool onTitle =
        m_hoverPlot && titleOf(Theme(palette(), font()), layout.panel(*m_hoverPlot)).contains(event->position());
    const bool adds = m_hoverMark >= 0 && layout.marks(*m_hoverPlot)[static_cast<std::size_t>(m_hoverMark)].adds;
    setCursor(onTitle || adds ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void SearchView::hover(std::optional<SearchPlot> plot, int mark)
{
    if (plot == m_hoverPlot && mark == m_hoverMark) {
        return;
    }
    const bool walks = (plot == SearchPlot::Walk && mark >= 0) || (m_hoverPlot == SearchPlot::Walk && m_hoverMark >= 0);
    m_hoverPlot = plot;
    m_hoverMark = mark;
    walks ? pictureChanged() : update();  // The walk shows the step under the pointer.
}

void SearchView::leaveEvent(QEvent*)
{
    hover({}, -1);
}

void SearchView::activate(SearchPlot plot, int mark)
{
    const std::vector<PlotMark> marks = currentLayout().marks(plot);
    if (mark >= static_cast<int>(marks.size()) || !marks[static_cast<std::size_t>(mark)].adds) {
        return;
    }
    const PlotMark& chosen = marks[static_cast<std::size_t>(mark)];
    const auto index = static_cast<std::size_t>(chosen.index);
    QToolTip::hideText();
    switch (plot) {
    case SearchPlot::Progress:
        return;
    case SearchPlot::Walk:
        return addStep(m_figures.walk()[index]);
    case SearchPlot::Frontier:
        return showOrAdd(*m_session, foundPlan(m_figures, m_figures.frontier->frontier.points[index]));
    case SearchPlot::Methods: {
        const auto row = static_cast<std::size_t>(methodOrder(m_figures)[index]);
        return showOrAdd(*m_session, foundPlan(m_figures, m_figures.methods->rows[row]));
    }
    }
}

void SearchView::addStep(const BalanceStep& step)
{
    m_adding.start([this, step, figures = m_figures](const std::stop_token& stop,
                                                     const BackgroundRunner::Post& post) -> Result<void> {
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
