// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// QCustomPlot in pictures: painting it with any painter, and what its graphs and items lack there. An SVG file knows no
// clipping, hundreds of antialiased symbols take as long as a frame, and a brush of lines stays one in no file.
#pragma once

#include <qcustomplot.h>

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

}  // namespace pgram
