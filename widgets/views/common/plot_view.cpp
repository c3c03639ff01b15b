// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/plot_view.h"

#include "widgets/views/common/view_input.h"

#include <QAccessible>
#include <QApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QTextDocumentFragment>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

void paintRing(QPainter& painter, const Theme& theme, const QRectF& area, bool strong, bool isCell)
{
    painter.setPen(QPen(strong ? theme.accent : theme.mutedText, strong ? 2.5 : 1.2));
    painter.setBrush(Qt::NoBrush);
    const bool isRow = isCell || area.width() > 3 * area.height();
    isRow ? painter.drawRect(area.adjusted(1, 0.5, -1, -0.5)) : painter.drawEllipse(area.adjusted(0, 0, -1, -1));
}

void paintRings(QPainter& painter, const Theme& theme, const Plot& plot, int mark, bool strong)
{
    if (mark < 0 || mark >= static_cast<int>(plot.marks().size())) {
        return;
    }
    const auto index = static_cast<std::size_t>(mark);
    for (const QRectF& area : {plot.areaOf(index), plot.twinOf(index)}) {
        if (!area.isEmpty()) {
            paintRing(painter, theme, area, strong, plot.marks()[index].isCell);
        }
    }
}

}  // namespace

PlotView::PlotView(Document* document, SelectionModel* selection, int plots, QWidget* parent)
    : View(document, selection, parent)
{
    for (int i = 0; i < plots; ++i) {
        m_plots.push_back(std::make_unique<Plot>());
    }
}

const Plot& PlotView::plotNow(int index) const
{
    placePlots(pictureArea());
    return plot(index);
}

void PlotView::plotsChanged()
{
    m_filled = false;
    m_hoverMark = -1;
    m_readout.reset();
    pictureChanged();
}

void PlotView::placePlots(const QRectF& rect) const
{
    const Look look{palette().cacheKey(), font(), variantIn(rect)};
    if (!m_filled || look != m_filledFor) {
        m_filled = true;
        m_filledFor = look;
        const_cast<PlotView*>(this)->fillPlots(Theme(palette(), font()));
    }
    const std::vector<QRectF> panels = panelsIn(rect);
    for (std::size_t i = 0; i < panels.size(); ++i) {
        m_plots[i]->place(panels[i]);
    }
}

double PlotView::missingHeight(const QRectF& area) const
{
    constexpr int leastLines = 9;  // height between the axes of a readable plot
    const double least = leastLines * Theme(palette(), font()).lineHeight;
    placePlots(area);
    const std::vector<QRectF> panels = panelsIn(area);
    double missing = 0;
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const Plot& each = *m_plots[i];
        if (panels[i].width() > 0) {
            missing = std::max(missing, least - (each.isShown() ? each.dataArea().height() : panels[i].height()));
        }
    }
    return missing;
}

int PlotView::plotAt(const QPointF& position) const
{
    placePlots(pictureArea());
    const auto found = std::ranges::find_if(m_plots, [&](const auto& each) {
        return each->panel().contains(position) || each->areaBelow().contains(position);
    });
    return found == m_plots.end() ? -1 : static_cast<int>(found - m_plots.begin());
}

int PlotView::shownMark(int index) const
{
    const int mark = m_hoverPlot == index && m_hoverMark >= 0 ? m_hoverMark : m_plot == index ? m_mark : -1;
    return mark < static_cast<int>(plot(index).marks().size()) ? mark : -1;
}

void PlotView::forgetMarks(int index)
{
    m_mark = index == m_plot ? m_mark : -1;
    m_plot = index;
    m_hoverPlot = -1;
    m_hoverMark = -1;
    m_readout.reset();
}

void PlotView::focusMark(int index, int mark)
{
    m_plot = index;
    m_mark = mark;
    const QString said = mark < 0 ? viewTitle() : QTextDocumentFragment::fromHtml(markTip(index, mark)).toPlainText();
    setAccessibleDescription(said);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    markMoved(index);
}

/// The next mark in a direction that is not hidden; one that is zoomed out of sight is panned to.
void PlotView::moveMark(bool back, bool toEnd)
{
    placePlots(pictureArea());
    const auto& marks = plot(m_plot).marks();
    const auto count = static_cast<int>(marks.size());
    int wanted = toEnd        ? (back ? count - 1 : 0)
                 : m_mark < 0 ? (back ? count - 1 : 0)
                              : std::clamp(m_mark + (back ? -1 : 1), 0, count - 1);
    while (wanted >= 0 && wanted < count && plot(m_plot).isHiddenMark(static_cast<std::size_t>(wanted))) {
        wanted += back ? -1 : 1;
    }
    if (wanted < 0 || wanted >= count) {
        return;
    }
    if (plot(m_plot).reveal(static_cast<std::size_t>(wanted))) {
        pictureChanged();
    }
    focusMark(m_plot, wanted);
    placePlots(pictureArea());
    const QRectF area = plot(m_plot).areaOf(static_cast<std::size_t>(wanted));
    m_readout = plot(m_plot).readoutAt(area.center());
    QToolTip::showText(mapToGlobal(area.bottomRight().toPoint()), markTip(m_plot, wanted), this);
}

void PlotView::zoomed(bool changed)
{
    if (changed) {
        m_readout.reset();
        pictureChanged();
    }
}

std::vector<ViewKey> PlotView::plotKeys(const QString& beside, const QString& ends, const QString& open,
                                        const std::function<void()>& without)
{
    const std::vector<ViewKey> marks{
        {{Qt::Key_Left, Qt::Key_Up, Qt::Key_Right, Qt::Key_Down},
         beside,
         [this](auto& key) { moveMark(key.index < 2, false); }},
        {{Qt::Key_Home, Qt::Key_End}, ends, [this](auto& key) { moveMark(key.index == 1, true); }},
        {{Qt::Key_Return, Qt::Key_Enter}, open, [this, without](auto&) {
             placePlots(pictureArea());
             const bool chosen = m_mark >= 0 && m_mark < static_cast<int>(plot(m_plot).marks().size());
             chosen ? openMark(m_plot, m_mark) : without();
         }}};
    return marks + zoomKeys();
}

std::vector<ViewKey> PlotView::zoomKeys()
{
    return {{{Qt::Key_Plus, Qt::Key_Equal, Qt::Key_Minus},
             ViewKeys::tr("Zoom in or out"),
             [this](auto& key) {
                 placePlots(pictureArea());
                 zoomed(plot(m_plot).zoom(key.index < 2 ? keyZoom : 1 / keyZoom));
             }},
            {{Qt::Key_0}, ViewKeys::tr("All data"), [this](auto&) {
                 placePlots(pictureArea());
                 zoomed(plot(m_plot).fit());
             }}};
}

bool PlotView::focusNextPrevChild(bool next)
{
    const int wanted = m_plot + (next ? 1 : -1);
    if (QApplication::focusWidget() != this || !hasPicture() || wanted < 0 || wanted >= tabStops()) {
        return View::focusNextPrevChild(next);
    }
    QToolTip::hideText();
    m_readout.reset();
    focusMark(wanted, -1);
    return true;
}

void PlotView::paintOverlay(QPainter& painter)
{
    placePlots(pictureArea());
    const Theme theme(palette(), font());
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_hoverPlot >= 0 && plot(m_hoverPlot).isShown()) {
        paintRings(painter, theme, plot(m_hoverPlot), m_hoverMark, false);
    }
    if (plot(m_plot).isShown()) {
        if (hasFocus() && tabStops() > 1) {
            const QRectF title = plot(m_plot).titleArea();
            painter.fillRect(QRectF(title.left(), title.bottom() - 1, title.width(), 1.5), theme.accent);
        }
        paintRings(painter, theme, plot(m_plot), m_mark, true);
    }
    if (m_box && !m_box->isNull()) {
        QColor fill = theme.accent;
        fill.setAlphaF(0.15F);
        painter.setPen(QPen(theme.accent, 1));
        painter.setBrush(fill);
        painter.drawRect(m_box->normalized());
    }
    if (m_readout) {
        const int of = m_hoverPlot >= 0 ? m_hoverPlot : m_plot;
        plot(of).paintReadout(painter, *m_readout);
    }
}

QString PlotView::tipAt(const QPointF& position)
{
    const int index = plotAt(position);
    if (index < 0) {
        return {};
    }
    if (plot(index).titleArea().contains(position)) {
        const QString tip = titleTip(index);
        return tip.isEmpty() ? markTip(index, -1) : tip;
    }
    if (plot(index).legendAt(position) != nullptr) {
        return tr("Click to hide or show this series");
    }
    return markTip(index, plot(index).markAt(position));
}

QRectF PlotView::menuAnchor()
{
    const Plot& current = plotNow(m_plot);
    const bool isChosen = m_mark >= 0 && m_mark < static_cast<int>(current.marks().size());
    return isChosen ? current.areaOf(static_cast<std::size_t>(m_mark)) : QRectF();
}

void PlotView::fillMenu(QMenu& menu, const std::optional<QPointF>& position)
{
    const int under = position ? plotAt(*position) : -1;
    const int index = under >= 0 ? under : m_plot;
    for (const QCPAbstractPlottable* each : plot(index).namedSeries()) {
        const QString name = each->name();
        QString shown = name.section(u'\n', 0, 0);
        QAction* action = menu.addAction(tr("Show %1").arg(shown.replace(u'&', QStringLiteral("&&"))));
        action->setCheckable(true);
        action->setChecked(!plot(index).isHidden(name));
        connect(action, &QAction::triggered, this, [this, index, name] { toggleSeries(index, name); });
    }
    if (plot(index).canZoom()) {
        QAction* all = menu.addAction(tr("Show All Data"));
        all->setEnabled(plot(index).isZoomed());
        connect(all, &QAction::triggered, this, [this, index] {
            plot(index).fit();
            pictureChanged();
        });
    }
    if (!menu.isEmpty()) {
        menu.addSeparator();
    }
}

void PlotView::toggleSeries(int index, const QString& series)
{
    plot(index).setHidden(series, !plot(index).isHidden(series));
    m_mark = -1;
    forgetMarks(index);
    plotsChanged();
}

void PlotView::pressed(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    const int index = plotAt(position);
    m_pressed = -1;
    if (index < 0) {
        return;
    }
    if (plot(index).titleArea().contains(position)) {
        clickTitle(index);
    } else if (const QCPAbstractPlottable* series = plot(index).legendAt(position)) {
        toggleSeries(index, series->name());
    } else {
        m_pressed = index;
        m_box = modifiers.testFlag(Qt::ShiftModifier) ? std::optional(QRectF(position, QSizeF())) : std::nullopt;
    }
}

void PlotView::dragged(const QPointF& position, const std::optional<QPointF>& moved)
{
    if (m_pressed < 0) {
        return hovered();
    }
    if (moved && m_box) {
        m_box->setBottomRight(position);
    } else if (moved && plot(m_pressed).pan(position - *moved, position)) {
        pictureChanged();
    }
    m_readout.reset();
    update();
}

void PlotView::released(const QPointF& position, bool clicked)
{
    const int index = std::exchange(m_pressed, -1);
    const std::optional<QRectF> box = std::exchange(m_box, std::nullopt);
    if (index < 0) {
        return;
    }
    placePlots(pictureArea());
    if (!clicked) {
        if (box && plot(index).zoomInto(QRectF(box->topLeft(), position).normalized())) {
            pictureChanged();
        }
        return update();
    }
    const int mark = plot(index).markAt(position);
    focusMark(index, mark);
    if (mark >= 0) {
        openMark(index, mark);
    }
}

void PlotView::hovered()
{
    const std::optional<Plot::Readout> before = std::exchange(m_readout, std::nullopt);
    const int index = pointer() ? plotAt(*pointer()) : -1;
    const int mark = index < 0 ? -1 : plot(index).markAt(*pointer());
    hover(index, mark);
    bool acts = false;
    if (index >= 0) {
        const Plot& under = plot(index);
        m_readout = mark >= 0 ? std::nullopt : under.readoutAt(*pointer());
        acts = under.legendAt(*pointer()) != nullptr || (mark >= 0 && under.marks()[mark].adds) ||
               (under.titleArea().contains(*pointer()) && !titleTip(index).isEmpty());
    }
    setCursor(acts ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (before || m_readout || !pointer()) {
        update();
    }
}

void PlotView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int index = hasPicture() ? plotAt(event->position()) : -1;
    const bool onData = index >= 0 && plot(index).markAt(event->position()) < 0;
    if (onData && !plot(index).titleArea().contains(event->position()) && plot(index).fit()) {
        pictureChanged();
    }
}

void PlotView::wheelEvent(QWheelEvent* event)
{
    const int index = hasPicture() ? plotAt(event->position()) : -1;
    const double notches = event->angleDelta().y() / 120.0;
    if (index < 0 || !plot(index).canZoom() || notches == 0) {
        return View::wheelEvent(event);
    }
    zoomed(plot(index).zoom(event->position(), std::pow(wheelZoom, notches)));
    event->accept();
}

void PlotView::hover(int index, int mark)
{
    if (index == m_hoverPlot && mark == m_hoverMark) {
        return;
    }
    const int before = m_hoverMark >= 0 ? m_hoverPlot : -1;
    m_hoverPlot = index;
    m_hoverMark = mark;
    if (before >= 0) {
        markMoved(before);
    }
    if (mark >= 0 && index != before) {
        markMoved(index);
    }
}

}  // namespace pgram
