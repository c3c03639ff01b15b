// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/plot.h"

#include "widgets/views/common/painting.h"

#include <QApplication>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double veilOpacity = 0.5;

/// What a pane shows, and how to read it.
class PaneTitle : public QCPLayoutElement {
public:
    PaneTitle(QCustomPlot* plot, const Theme& theme, const QString& title, const QStringList& subtitles)
        : QCPLayoutElement(plot), m_theme(theme), m_title(title), m_subtitles(subtitles)
    {
        const int height = qCeil(theme.lineHeight * 1.4);
        setMinimumSize(0, height);
        setMaximumSize(QWIDGETSIZE_MAX, height);
    }

protected:
    void draw(QCPPainter* painter) override
    {
        const QRectF line = rect();
        painter->setFont(m_theme.boldFont);
        painter->setPen(m_theme.text);
        painter->drawText(line, Qt::AlignVCenter | Qt::TextSingleLine,
                          QFontMetricsF(m_theme.boldFont).elidedText(m_title, Qt::ElideRight, line.width()));
        const double used = textWidth(m_theme.boldFont, m_title) + 2 * m_theme.gap;
        painter->setFont(m_theme.smallFont);
        painter->setPen(m_theme.mutedText);
        painter->drawText(line.adjusted(used, 0, 0, 0), Qt::AlignVCenter | Qt::TextSingleLine,
                          firstFitting(m_theme.smallFont, line.width() - used, m_subtitles));
    }

private:
    Theme m_theme;
    QString m_title;
    QStringList m_subtitles;
};

}  // namespace

Plot::Plot() : m_theme(QApplication::palette(), QApplication::font())
{
    setAutoAddPlottableToLegend(false);
    setInteractions(QCP::iNone);
    setBackground(Qt::NoBrush);
}

void Plot::begin(const Theme& theme)
{
    m_theme = theme;
    m_panes.clear();
    m_titles.clear();
    m_labels.clear();
    m_marks.clear();
    m_named.clear();
    m_leaders.clear();
    m_note.clear();
    m_legend = nullptr;
    m_whenSized = nullptr;
    m_below = 0;
    m_placed = false;
    clearPlottables();
    clearItems();
    plotLayout()->clear();
    plotLayout()->setRowSpacing(0);
    setNotAntialiasedElements(QCP::aeAxes | QCP::aeGrid);
    setAntialiasedElements(QCP::aePlottables | QCP::aeItems | QCP::aeScatters | QCP::aeFills | QCP::aeLegendItems);
}

/// What paintReadout() draws, on a layer of its own.
void Plot::addReadout()
{
    m_tracer = new QCPItemTracer(this);
    m_tracer->setLayer(QStringLiteral("overlay"));
    m_tracer->position->setType(QCPItemPosition::ptAbsolute);
    m_tracer->position->setCoords(0, 0);
    m_tracer->setVisible(false);
    m_tracer->setStyle(QCPItemTracer::tsCircle);
    m_tracer->setSize(8);
    m_tracer->setPen(QPen(m_theme.surface, 1.5));
    m_tracer->setBrush(m_theme.text);
    m_tracer->setClipToAxisRect(false);
    m_read = new QCPItemText(this);
    m_read->setLayer(QStringLiteral("overlay"));
    m_read->position->setType(QCPItemPosition::ptAbsolute);
    m_read->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_read->setFont(m_theme.smallFont);
    m_read->setColor(m_theme.text);
    m_read->setBrush(m_theme.panel);
    m_read->setPen(QPen(m_theme.line, 1));
    m_read->setPadding({4, 2, 4, 2});
    m_read->setClipToAxisRect(false);
}

QCPAxisRect* Plot::addPane(const QString& title, const QStringList& subtitles, double stretch)
{
    auto* head = new PaneTitle(this, m_theme, title, subtitles);
    auto* row = new QCPLayoutGrid;
    auto* pane = new QCPAxisRect(this);
    const int rows = plotLayout()->rowCount();
    plotLayout()->addElement(rows, 0, head);
    plotLayout()->addElement(rows + 1, 0, row);
    plotLayout()->setRowStretchFactor(rows + 1, stretch);
    row->addElement(0, 0, pane);
    row->setColumnSpacing(0);
    pane->setMinimumMargins({0, qCeil(m_theme.lineHeight * 0.5), qCeil(m_theme.lineHeight * 1.2), 0});
    for (QCPAxis* axis : {pane->axis(QCPAxis::atLeft), pane->axis(QCPAxis::atBottom)}) {
        themeAxis(axis);
    }
    if (m_panes.empty()) {
        xAxis = pane->axis(QCPAxis::atBottom);
        yAxis = pane->axis(QCPAxis::atLeft);
        addReadout();
    } else {
        auto* sides = new QCPMarginGroup(this);
        for (QCPAxisRect* each : {m_panes.front(), pane}) {
            each->setMarginGroup(QCP::msLeft | QCP::msRight, sides);
        }
    }
    m_panes.push_back(pane);
    m_titles.push_back(head);
    return pane;
}

void Plot::themeAxis(QCPAxis* axis) const
{
    axis->setLayer(QStringLiteral("axes"));
    axis->setBasePen(QPen(m_theme.line, 1));
    axis->setTickPen(QPen(m_theme.line, 1));  // of no length: a point on the axis, where files draw one
    axis->setTickLength(0);
    axis->setSubTicks(false);
    axis->setTickLabelFont(m_theme.smallFont);
    axis->setTickLabelColor(m_theme.mutedText);
    axis->setTickLabelPadding(qCeil(m_theme.gap * 0.8));
    axis->setLabelFont(m_theme.smallFont);
    axis->setLabelColor(m_theme.mutedText);
    axis->setLabelPadding(1);
    axis->grid()->setPen(QPen(m_theme.grid, 1));
    axis->grid()->setZeroLinePen(Qt::NoPen);
    axis->grid()->setLayer(QStringLiteral("grid"));
}

void Plot::setAxis(QCPAxis* axis, const PlotAxis& spec)
{
    axis->setScaleType(spec.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis->setTicker(QSharedPointer<UnitTicker>::create(spec.unit, spec.logarithmic));
    axis->setLabel(spec.name);
    const QCPRange home(spec.low, spec.high);
    Zoom& kept = m_zooms[keyOf(axis)];
    if (kept.home != home || kept.logarithmic != spec.logarithmic) {
        kept = {home, home, spec.logarithmic, spec.zooms};
    }
    axis->setRange(kept.now);
}

void Plot::link(QCPAxis* follower, QCPAxis* leader)
{
    m_leaders[follower] = leader;
    follower->setScaleType(leader->scaleType());
    follower->setTicker(leader->ticker());
    follower->setRange(leader->range());
    connect(leader, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), follower,
            [follower](const QCPRange& range) { follower->setRange(range); });
}

PlotSeries* Plot::addSeries(const QString& name, const QPen& pen, QCPGraph::LineStyle style, QCPAxisRect* pane)
{
    QCPAxisRect* in = pane != nullptr ? pane : m_panes.front();
    auto* series = new PlotSeries(in->axis(QCPAxis::atBottom), in->axis(QCPAxis::atLeft));
    series->setName(name);
    series->setPen(pen);
    series->setLineStyle(style);
    return series;
}

void Plot::addLegend(LegendPlace place, const std::vector<QCPAbstractPlottable*>& series)
{
    m_legend = new QCPLegend;
    m_named = series;
    QCPAxisRect* pane = m_panes.front();
    if (place == LegendPlace::TopLeft) {
        pane->insetLayout()->addElement(m_legend, Qt::AlignTop | Qt::AlignLeft);
        pane->insetLayout()->setMargins(QMargins(6, 6, 6, 6));
    } else if (place == LegendPlace::Below) {
        m_legend->setFillOrder(QCPLegend::foColumnsFirst);
        auto* row = new QCPLayoutGrid;
        plotLayout()->addElement(plotLayout()->rowCount(), 0, row);
        plotLayout()->setRowStretchFactor(plotLayout()->rowCount() - 1, 0.001);
        row->addElement(0, 0, m_legend);
        row->addElement(0, 1, new QCPLayoutElement(this));
        row->addElement(1, 0, new QCPLayoutElement(this));
        row->setColumnStretchFactor(0, 0.001);
        row->setRowStretchFactor(0, 0.001);
    } else {
        auto* column = new QCPLayoutGrid;
        auto* row = static_cast<QCPLayoutGrid*>(pane->layout());
        row->addElement(0, 1, column);
        row->setColumnStretchFactor(1, 0.001);
        column->addElement(0, 0, m_legend);
        column->addElement(1, 0, new QCPLayoutElement(this));
        column->setRowStretchFactor(0, 0.001);
        column->setMargins(QMargins(0, pane->minimumMargins().top(), 0, 0));
        pane->setMinimumMargins({0, pane->minimumMargins().top(), 0, 0});
    }
    m_legend->setLayer(QStringLiteral("legend"));
    m_legend->setBorderPen(Qt::NoPen);
    m_legend->setBrush(m_theme.surface);
    m_legend->setIconSize(qCeil(m_theme.lineHeight), qCeil(m_theme.lineHeight * 0.8));
    m_legend->setIconTextPadding(qCeil(m_theme.gap * 0.8));
    m_legend->setRowSpacing(qCeil(m_theme.gap * 0.5));
    m_legend->setMargins(QMargins(4, 3, 4, 3));
    for (QCPAbstractPlottable* each : series) {
        const bool hidden = isHidden(each->name());
        each->setVisible(!hidden);
        auto* item = new QCPPlottableLegendItem(m_legend, each);
        QFont font = m_theme.smallFont;
        font.setStrikeOut(hidden);
        item->setFont(font);
        item->setTextColor(hidden ? m_theme.mutedText : m_theme.text);
        m_legend->addItem(item);
    }
}

void Plot::addLabel(const QPointF& at, const QString& text, const QFont& font, const QColor& color)
{
    auto* item = new QCPItemText(this);
    item->setLayer(QStringLiteral("legend"));
    item->position->setType(QCPItemPosition::ptAbsolute);
    item->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    item->setPadding({});
    item->setClipToAxisRect(false);
    item->setFont(font);
    item->setColor(color);
    item->setText(text);
    m_labels.push_back({item, at, {text}, nullptr});
}

QCPItemStraightLine* Plot::addLine(QCPAxis* axis, double value, const QPen& pen, const QStringList& texts,
                                   const QFont& font, const QColor& color)
{
    QCPAxisRect* pane = axis->axisRect();
    const bool isUpright = axis->orientation() == Qt::Horizontal;
    auto* line = new QCPItemStraightLine(this);
    for (QCPItemPosition* end : {line->point1, line->point2}) {
        end->setAxisRect(pane);
        end->setAxes(pane->axis(QCPAxis::atBottom), pane->axis(QCPAxis::atLeft));
        end->setTypeX(isUpright ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
        end->setTypeY(isUpright ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
    }
    line->setClipAxisRect(pane);
    line->point1->setCoords(isUpright ? QPointF(value, 0) : QPointF(0, value));
    line->point2->setCoords(isUpright ? QPointF(value, 1) : QPointF(1, value));
    line->setPen(pen);
    if (!texts.isEmpty()) {
        addLabel({value, value}, texts.front(), font, color);
        m_labels.back().texts = texts;
        m_labels.back().line = axis;
        QMargins margins = pane->minimumMargins();
        margins.setTop(std::max(margins.top(), isUpright ? qCeil(m_theme.lineHeight * 1.3) : 0));
        pane->setMinimumMargins(margins);
    }
    return line;
}

PlotBand* Plot::addBand(QCPAxis* axis, double from, double to, const QColor& color, const QColor& hatch)
{
    auto* band = new PlotBand(this);
    QCPAxisRect* pane = axis->axisRect();
    const bool isUpright = axis->orientation() == Qt::Horizontal;
    band->setLayer(QStringLiteral("background"));
    band->setClipAxisRect(pane);
    for (QCPItemPosition* corner : {band->topLeft, band->bottomRight}) {
        corner->setAxisRect(pane);
        corner->setAxes(pane->axis(QCPAxis::atBottom), pane->axis(QCPAxis::atLeft));
        corner->setTypeX(isUpright ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
        corner->setTypeY(isUpright ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
    }
    band->topLeft->setCoords(isUpright ? QPointF(from, 0) : QPointF(0, to));
    band->bottomRight->setCoords(isUpright ? QPointF(to, 1) : QPointF(1, from));
    band->setPen(Qt::NoPen);
    band->setBrush(color);
    band->hatch = hatch;
    return band;
}

void Plot::addHeatScale(AxisUnit unit, double low, double high, const QString& name)
{
    QCPColorGradient heat;
    heat.clearColorStops();
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        heat.setColorStopAt(share, m_theme.heat(share));
    }
    auto* scale = new QCPColorScale(this);
    QCPAxisRect* pane = m_panes.front();
    static_cast<QCPLayoutGrid*>(pane->layout())->addElement(0, 1, scale);
    scale->setType(QCPAxis::atRight);
    scale->setBarWidth(qCeil(m_theme.lineHeight * 0.7));
    scale->setRangeDrag(false);
    scale->setRangeZoom(false);
    themeAxis(scale->axis());
    scale->axis()->setTicker(QSharedPointer<UnitTicker>::create(unit));
    scale->axis()->setLabel(name);
    scale->setGradient(heat);
    scale->setDataRange(QCPRange(low, high));
    auto* sides = new QCPMarginGroup(this);
    for (QCPLayoutElement* each : {static_cast<QCPLayoutElement*>(pane), static_cast<QCPLayoutElement*>(scale)}) {
        each->setMarginGroup(QCP::msTop | QCP::msBottom, sides);
    }
}

void Plot::paint(QPainter& painter)
{
    if (!isShown()) {
        return;
    }
    layer(QStringLiteral("overlay"))->setVisible(false);
    for (QCPAxisRect* pane : m_panes) {
        pane->setVisible(m_note.isEmpty());
        for (QCPAxis* axis : {pane->axis(QCPAxis::atLeft), pane->axis(QCPAxis::atBottom)}) {
            axis->setVisible(m_note.isEmpty());
        }
    }
    paintOn(painter, m_panel, *this, m_theme.surface);
    if (!m_note.isEmpty()) {
        paintNote(painter, m_theme, bodyArea(), m_note);
    }
}

void Plot::paintReadout(QPainter& painter, const Readout& readout)
{
    m_tracer->setVisible(readout.onCurve);
    m_tracer->position->setPixelPosition(readout.at - m_panel.topLeft());
    m_read->setText(readout.text);
    const QSizeF size(textWidth(m_theme.smallFont, readout.text) + 10, m_theme.lineHeight + 4);
    QPointF corner = readout.at - m_panel.topLeft() + QPointF(10, -10 - size.height());
    corner.setX(std::clamp(corner.x(), 0.0, std::max(0.0, m_panel.width() - size.width())));
    corner.setY(std::max(corner.y(), 0.0));
    m_read->position->setPixelPosition(corner);
    std::vector<QCPLayer*> others;
    for (int i = 0; i < layerCount(); ++i) {
        if (layer(i)->name() != QLatin1String("overlay") && layer(i)->visible()) {
            others.push_back(layer(i));
        }
    }
    std::ranges::for_each(others, [](QCPLayer* each) { each->setVisible(false); });
    layer(QStringLiteral("overlay"))->setVisible(true);
    playOn(painter, m_panel, *this);
    std::ranges::for_each(others, [](QCPLayer* each) { each->setVisible(true); });
    layer(QStringLiteral("overlay"))->setVisible(false);
}

void paintVeil(QPainter& painter, const Theme& theme, const QRectF& area)
{
    QColor color = theme.surface;
    color.setAlphaF(veilOpacity);
    painter.fillRect(area, color);
}

}  // namespace pgram
