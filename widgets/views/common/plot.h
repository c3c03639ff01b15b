// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plot of the program: a QCustomPlot in the theme's colours and fonts, with axes in units, a legend that hides
// series, labels that keep out of each other's way, marks to point at, and zoom. It is no widget on the screen: a view
// fills it, places it in its picture and paints it there, so that files, print and screen show the same; PlotView
// brings it mouse and keys. GUI thread only.
//
//     plot.begin(theme);
//     plot.addPane(title, {longSubtitle, subtitle});
//     plot.setAxis(plot.xAxis, {AxisUnit::Time, 0, end});
//     plot.setAxis(plot.yAxis, {AxisUnit::Memory, 0, most});
//     plot.addSeries(name, QPen(theme.series(0), 2), QCPGraph::lsStepLeft)->setData(times, bytes, true);
//
// For what is counted in curves and points. A picture with a shape for each of 10^5 operations, cells or boxes paints
// itself (timeline, strategy map, traffic, tree): a QCPItem each is quadratic, 6.5 s for 10^5.
// QCustomPlot in pictures: painting it with any painter, and what its graphs and items lack there. An SVG file knows no
// clipping, hundreds of antialiased symbols take as long as a frame, and a brush of lines stays one in no file.
#pragma once

#include "widgets/theme/theme.h"
#include "widgets/views/common/ticks.h"

#include <QHash>
#include <QSet>
#include <qcustomplot.h>

#include <functional>
#include <optional>
#include <vector>

namespace pgram {

/// A graph that ends at its axes in every file, and whose many symbols are stamped where there are pixels.
class PlotSeries : public QCPGraph {
public:
    PlotSeries(QCPAxis* key, QCPAxis* value);

    /// Where it is at a key, as its line style says; NaN where it is not.
    [[nodiscard]] double valueAt(double key) const;

protected:
    void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;
    void drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                         const QCPScatterStyle& style) const override;
    /// To the series of setChannelFillGraph(), from where both have begun; there is no other filling.
    void drawFill(QCPPainter* painter, QVector<QPointF>* lines) const override;
};

/// Symbols of a colour each, by a value between 0 and 1.
class HeatSeries : public PlotSeries {
public:
    using PlotSeries::PlotSeries;
    struct Dot {
        QPointF at;
        QColor color;
        double radius = 5;
        double line = 1;
    };
    std::vector<Dot> dots;  ///< the last on top

protected:
    void draw(QCPPainter* painter) override;
};

/// An area between two values of one axis, over the whole of the other; hatched.
class PlotBand : public QCPItemRect {
public:
    using QCPItemRect::QCPItemRect;
    QColor hatch;  ///< invalid = plain

protected:
    void draw(QCPPainter* painter) override;
};

/// Draws a plot of the size of `panel` there: on pixels at once, elsewhere by way of a recording, so that lines and
/// text stay what they are in a file.
void paintOn(QPainter& painter, const QRectF& panel, QCustomPlot& plot, const QColor& ground);
/// By way of a recording in any case: what it leaves free stays as it is.
void playOn(QPainter& painter, const QRectF& panel, QCustomPlot& plot);

struct PlotAxis {
    AxisUnit unit = AxisUnit::Number;
    double low = 0;
    double high = 1;
    bool logarithmic = false;
    QString name = {};  ///< beside the axis
    bool zooms = true;
};

/// Something that can be pointed at, chosen by keys, and may stand for a plan.
struct PlotMark {
    QPointF at;                                    ///< data
    int index = 0;                                 ///< of what it stands for
    bool adds = true;                              ///< Enter or a click adds its plan
    const QCPAbstractPlottable* series = nullptr;  ///< hidden with it
    QCPAxisRect* pane = nullptr;                   ///< null = the first
    bool isRow = false;                            ///< over the whole width, a unit of the vertical axis high
    bool isCell = false;                           ///< a unit of both axes wide and high
    QPointF twin = {};                             ///< the same thing in another pane
    QCPAxisRect* twinPane = nullptr;               ///< null = there is none
};

class Plot : public QCustomPlot {
    Q_OBJECT
public:
    Plot();

    // Filling: from the beginning each time. What the user zoomed and hid stays while the axes are those before.
    void begin(const Theme& theme);
    /// Below those before, `stretch` times as high as the first. The first of the subtitles that fits is shown.
    QCPAxisRect* addPane(const QString& title, const QStringList& subtitles = {}, double stretch = 1);
    void setAxis(QCPAxis* axis, const PlotAxis& spec);
    PlotSeries* addSeries(const QString& name, const QPen& pen, QCPGraph::LineStyle style, QCPAxisRect* pane = nullptr);
    /// A click on an entry hides its series, which is known by the first line of its name.
    enum class LegendPlace { Right, TopLeft, Below };
    void addLegend(LegendPlace place, const std::vector<QCPAbstractPlottable*>& series);
    /// Beside a point, where it stands on nothing.
    void addLabel(const QPointF& at, const QString& text, const QFont& font, const QColor& color);
    /// A line across the pane at a value of the axis; the first of the texts that fits stands at its end.
    QCPItemStraightLine* addLine(QCPAxis* axis, double value, const QPen& pen, const QStringList& texts = {},
                                 const QFont& font = {}, const QColor& color = {});
    PlotBand* addBand(QCPAxis* axis, double from, double to, const QColor& color, const QColor& hatch = {});
    /// The scale of theme.heat(), in a column at the right.
    void addHeatScale(AxisUnit unit, double low, double high, const QString& name);
    void setMarks(std::vector<PlotMark> marks) { m_marks = std::move(marks); }
    /// A horizontal axis that always shows what another one does.
    void link(QCPAxis* follower, QCPAxis* leader);
    /// Words in the place of the data.
    void setNote(const QString& text) { m_note = text; }
    /// What follows from the room: asked whenever the plot is placed in another size.
    void whenSized(std::function<void(const QSizeF& size)> fill) { m_whenSized = std::move(fill); }
    /// Room below the panes that the view paints into.
    void reserveBelow(double height) { m_below = height; }

    // Placing: in a part of the view's picture; empty = not shown.
    void place(const QRectF& panel);
    [[nodiscard]] QRectF panel() const { return m_panel; }
    [[nodiscard]] bool isShown() const { return !m_panel.isEmpty() && !m_panes.empty(); }
    [[nodiscard]] QRectF titleArea(int pane = 0) const
    {
        return isShown() ? QRectF(m_titles[pane]->outerRect()).translated(m_panel.topLeft()) : QRectF();
    }
    [[nodiscard]] QRectF dataArea(int pane = 0) const
    {
        return isShown() ? QRectF(m_panes[pane]->rect()).translated(m_panel.topLeft()) : QRectF();
    }
    [[nodiscard]] QRectF areaBelow() const
    {
        return isShown() ? QRectF(m_panel.left(), m_panel.bottom(), m_panel.width(), m_below) : QRectF();
    }  ///< of reserveBelow()
    [[nodiscard]] const std::vector<PlotMark>& marks() const { return m_marks; }
    /// What a click on a mark hits, in the picture; empty while it is hidden or zoomed out of sight.
    [[nodiscard]] QRectF areaOf(std::size_t mark) const;
    [[nodiscard]] QRectF twinOf(std::size_t mark) const;      ///< the same of its twin
    [[nodiscard]] int markAt(const QPointF& position) const;  ///< the nearest; -1 = none
    [[nodiscard]] QPointF pixelOf(const QPointF& place, QCPAxisRect* pane = nullptr) const;
    [[nodiscard]] QCPAbstractPlottable* legendAt(const QPointF& position) const;
    [[nodiscard]] QRectF legendAreaOf(const QCPAbstractPlottable* series) const;
    [[nodiscard]] std::vector<QCPAbstractPlottable*> namedSeries() const { return m_named; }

    [[nodiscard]] QRectF bodyArea() const
    {
        return isShown() ? QRectF(QPointF(m_panel.left(), titleArea().bottom()), m_panel.bottomRight()) : QRectF();
    }  ///< all below the title
    /// Where it was placed.
    void paint(QPainter& painter);

    // What the user does. Positions are those of the picture; true where the picture changed.
    bool zoom(const QPointF& at, double factor);  ///< above 1 = closer
    /// About the middle.
    bool zoom(double factor) { return !m_panes.empty() && zoom(dataArea().center(), factor); }
    bool pan(const QPointF& from, const QPointF& to);
    bool zoomInto(const QRectF& box);
    bool fit();
    /// Pans to a mark that is zoomed out of sight.
    bool reveal(std::size_t mark);
    [[nodiscard]] bool isHiddenMark(std::size_t mark) const;
    [[nodiscard]] bool isZoomed() const
    {
        return std::ranges::any_of(m_zooms, [](const Zoom& zoom) { return zoom.now != zoom.home; });
    }
    [[nodiscard]] bool canZoom() const
    {
        return isShown() && m_note.isEmpty() && !m_panes.empty() && m_zooms.value(keyOf(xAxis)).zooms;
    }
    void setHidden(const QString& series, bool hidden);
    [[nodiscard]] bool isHidden(const QString& series) const { return m_hidden.contains(series.section(u'\n', 0, 0)); }
    /// What stands at a position: the curve beside it, or the two values. Nothing outside of the panes.
    struct Readout {
        QPointF at;  ///< in the picture
        QString text;
        bool onCurve = false;
    };
    [[nodiscard]] std::optional<Readout> readoutAt(const QPointF& position) const;
    void paintReadout(QPainter& painter, const Readout& readout);

private:
    struct Zoom {
        QCPRange home;
        QCPRange now;
        bool logarithmic = false;
        bool zooms = true;
    };
    struct Label {
        QCPItemText* item = nullptr;
        QPointF at;
        QStringList texts;        ///< of a line
        QCPAxis* line = nullptr;  ///< it names a line at at.x() of this axis
    };
    void addReadout();
    void themeAxis(QCPAxis* axis) const;
    void setTickCounts();
    void placeLabels();
    void placeLineLabel(Label& label, std::vector<QRectF>& taken);
    void placeFreeLabel(Label& label, std::vector<QRectF>& taken, const std::vector<QLineF>& lines);
    [[nodiscard]] std::vector<QLineF> drawnLines() const;
    [[nodiscard]] QRectF pointArea(const QPointF& place, QCPAxisRect* pane) const;
    [[nodiscard]] QCPAxisRect* paneAt(const QPointF& position) const;
    [[nodiscard]] QString keyOf(const QCPAxis* axis) const;
    bool setRange(QCPAxis* axis, const QCPRange& range);
    [[nodiscard]] std::vector<QCPAxis*> axesOf(QCPAxisRect* pane) const;
    [[nodiscard]] QString valueText(const QCPAxis* axis, double value) const;

    Theme m_theme;
    QRectF m_panel;
    std::vector<QCPAxisRect*> m_panes;
    std::vector<QCPLayoutElement*> m_titles;
    std::vector<Label> m_labels;
    std::vector<PlotMark> m_marks;
    std::vector<QCPAbstractPlottable*> m_named;
    QCPLegend* m_legend = nullptr;
    QCPItemTracer* m_tracer = nullptr;
    QCPItemText* m_read = nullptr;
    QString m_note;
    std::function<void(const QSizeF&)> m_whenSized;
    double m_below = 0;
    QHash<QCPAxis*, QCPAxis*> m_leaders;  ///< of linked axes
    QHash<QString, Zoom> m_zooms;
    QSet<QString> m_hidden;
    bool m_placed = false;
};

/// Over what is not final.
void paintVeil(QPainter& painter, const Theme& theme, const QRectF& area);

}  // namespace pgram
