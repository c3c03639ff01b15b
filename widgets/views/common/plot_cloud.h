// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures of many things by density: sums of colours per pixel, and points of a plot, of which a million are painted
// within a few frames and found by the pointer at once.
#pragma once

#include "core/base/index.h"
#include "widgets/views/common/plot.h"

#include <QImage>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace pgram {

/// Sums of colours per pixel. Any thread.
class DensityRaster {
public:
    explicit DensityRaster(QSize size)
        : m_width(size.width()), m_height(size.height()), m_sums(at(size.width()) * at(size.height()))
    {}

    using Sum = std::array<float, 4>;  ///< red, green, blue and weight
    [[nodiscard]] static Sum sumOf(const QColor& color) { return {color.redF(), color.greenF(), color.blueF(), 1}; }
    /// Adds a colour; the pixel is within the raster.
    void add(int x, int y, const Sum& color, float weight = 1)
    {
        Sum& sum = m_sums[at(y) * at(m_width) + at(x)];
        for (std::size_t i = 0; i < sum.size(); ++i) {
            sum[i] += weight * color[i];
        }
    }
    /// Replaces each pixel by the sum of those that are at most `radius` away, in a square.
    void spread(int radius);
    /// Returns the mean colours. Opacity rises with the logarithm of the weight, from `least` for a weight of 1.
    [[nodiscard]] QImage image(double least) const;

private:
    int m_width;
    int m_height;
    std::vector<Sum> m_sums;
};

/// Points of a PlotCloud. A coordinate is a value of the axis, on a logarithmic axis its natural logarithm.
struct CloudPoints {
    std::vector<float> x;
    std::vector<float> y;
    std::vector<std::uint8_t> colors;  ///< index in `palette`
    std::vector<std::uint32_t> rows;   ///< thing that the point shows
    std::vector<QColor> palette;
};

class PlotCloud : public PlotSeries {
public:
    using PlotSeries::PlotSeries;

    void setPoints(CloudPoints points) { m_points = std::move(points); }
    [[nodiscard]] std::size_t size() const { return m_points.rows.size(); }
    /// Returns the row of the point that is nearest to a pixel of the plot, at most a few pixels away; -1 if there is
    /// none.
    [[nodiscard]] int rowAt(const QPointF& pixel) const;

protected:
    void draw(QCPPainter* painter) override;

private:
    struct Look {
        QRect area;
        QCPRange across;
        QCPRange up;
        bool operator==(const Look&) const = default;
    };
    [[nodiscard]] Look look() const { return {clipRect(), mKeyAxis->range(), mValueAxis->range()}; }
    /// Calls `use` with the place of each point within the area, in pixels from its corner.
    template <typename Use>
    void eachPlace(const Use& use) const;

    CloudPoints m_points;
    mutable Look m_found;              ///< key of m_rowAt
    mutable std::vector<int> m_rowAt;  ///< row of the last point in each pixel of the area; -1: none
};

}  // namespace pgram
