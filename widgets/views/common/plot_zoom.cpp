// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the user does to a plot: zoom, pan, fit, and hide.
#include "widgets/views/common/plot.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double closest = 1e-4;  // of the whole axis

/// The same in a space where equal distances are equal pixels.
double flat(double value, bool logarithmic)
{
    return logarithmic ? std::log(value) : value;
}

double unflat(double value, bool logarithmic)
{
    return logarithmic ? std::exp(value) : value;
}

}  // namespace

QString Plot::keyOf(const QCPAxis* axis) const
{
    const auto pane = std::ranges::find(m_panes, axis->axisRect()) - m_panes.begin();
    return QStringLiteral("%1/%2").arg(pane).arg(axis->axisType());
}

/// Inside of the whole axis, and not closer than rounding bears.
bool Plot::setRange(QCPAxis* axis, const QCPRange& range)
{
    Zoom& zoom = m_zooms[keyOf(axis)];
    const bool log = zoom.logarithmic;
    const double low = flat(zoom.home.lower, log);
    const double high = flat(zoom.home.upper, log);
    double from = flat(range.lower, log);
    const double size = std::clamp(flat(range.upper, log) - from, (high - low) * closest, high - low);
    if (!zoom.zooms || !std::isfinite(from) || !std::isfinite(size)) {
        return false;
    }
    from = std::clamp(from, low, std::max(low, high - size));  // of the whole axis, rounding may leave less
    const bool isWhole = size >= (high - low) * (1 - 1e-9);
    const QCPRange wanted = isWhole ? zoom.home : QCPRange(unflat(from, log), unflat(from + size, log));
    if (wanted == axis->range()) {
        return false;
    }
    axis->setRange(wanted);
    zoom.now = wanted;
    m_placed = false;
    return true;
}

std::vector<QCPAxis*> Plot::axesOf(QCPAxisRect* pane) const
{
    std::vector<QCPAxis*> axes;
    for (QCPAxis* axis : {pane->axis(QCPAxis::atBottom), pane->axis(QCPAxis::atLeft)}) {
        axes.push_back(m_leaders.value(axis, axis));
    }
    return axes;
}

bool Plot::zoom(const QPointF& at, double factor)
{
    QCPAxisRect* pane = paneAt(at);
    bool changed = false;
    for (QCPAxis* axis : pane == nullptr ? std::vector<QCPAxis*>() : axesOf(pane)) {
        const bool log = axis->scaleType() == QCPAxis::stLogarithmic;
        const QPointF own = at - m_panel.topLeft();
        const double held = flat(axis->pixelToCoord(axis->orientation() == Qt::Horizontal ? own.x() : own.y()), log);
        const auto moved = [&](double end) { return unflat(held + (flat(end, log) - held) / factor, log); };
        changed |= setRange(axis, QCPRange(moved(axis->range().lower), moved(axis->range().upper)));
    }
    return changed;
}

bool Plot::pan(const QPointF& from, const QPointF& to)
{
    QCPAxisRect* pane = paneAt(from);
    bool changed = false;
    for (QCPAxis* axis : pane == nullptr ? std::vector<QCPAxis*>() : axesOf(pane)) {
        const bool log = axis->scaleType() == QCPAxis::stLogarithmic;
        const bool across = axis->orientation() == Qt::Horizontal;
        const double by = flat(axis->pixelToCoord(across ? from.x() : from.y()), log) -
                          flat(axis->pixelToCoord(across ? to.x() : to.y()), log);
        const auto moved = [&](double end) { return unflat(flat(end, log) + by, log); };
        changed |= setRange(axis, QCPRange(moved(axis->range().lower), moved(axis->range().upper)));
    }
    return changed;
}

bool Plot::zoomInto(const QRectF& box)
{
    QCPAxisRect* pane = paneAt(box.center());
    const QRectF own = box.translated(-m_panel.topLeft());
    bool changed = false;
    for (QCPAxis* axis : pane == nullptr ? std::vector<QCPAxis*>() : axesOf(pane)) {
        const bool across = axis->orientation() == Qt::Horizontal;
        changed |= setRange(axis, QCPRange(axis->pixelToCoord(across ? own.left() : own.bottom()),
                                           axis->pixelToCoord(across ? own.right() : own.top())));
    }
    return changed;
}

bool Plot::fit()
{
    bool changed = false;
    for (QCPAxisRect* pane : m_panes) {
        for (QCPAxis* axis : axesOf(pane)) {
            changed |= setRange(axis, m_zooms[keyOf(axis)].home);
        }
    }
    return changed;
}

bool Plot::reveal(std::size_t mark)
{
    if (isHiddenMark(mark) || !areaOf(mark).isEmpty()) {
        return false;
    }
    const PlotMark& m = m_marks[mark];
    bool changed = false;
    for (QCPAxis* axis : axesOf(m.pane != nullptr ? m.pane : m_panes.front())) {
        const bool log = axis->scaleType() == QCPAxis::stLogarithmic;
        const double middle = flat(axis->orientation() == Qt::Horizontal ? m.at.x() : m.at.y(), log);
        const double half = (flat(axis->range().upper, log) - flat(axis->range().lower, log)) / 2;
        changed |= setRange(axis, QCPRange(unflat(middle - half, log), unflat(middle + half, log)));
    }
    return changed;
}

/// The view fills the plot anew: other things may follow from what is hidden.
void Plot::setHidden(const QString& series, bool hidden)
{
    const QString name = series.section(u'\n', 0, 0);
    hidden ? static_cast<void>(m_hidden.insert(name)) : static_cast<void>(m_hidden.remove(name));
}

}  // namespace pgram
