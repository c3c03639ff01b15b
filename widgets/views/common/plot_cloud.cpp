// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/plot_cloud.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr std::size_t mostDiscs = 4000;  // more are a density
constexpr double discRadius = 4;
constexpr double discOpacity = 0.8;
constexpr double pointOpacity = 0.45;
constexpr int reach = 7;  // pixels between the pointer and a point

}  // namespace

void DensityRaster::spread(int radius)
{
    const auto along = [radius](std::vector<Sum>& sums, int lines, int length, std::size_t toLine, std::size_t step) {
        std::vector<Sum> before(at(length));
        for (int line = 0; line < lines; ++line) {
            Sum* first = sums.data() + at(line) * toLine;
            for (int i = 0; i < length; ++i) {
                before[at(i)] = first[at(i) * step];
            }
            for (int i = 0; i < length; ++i) {
                Sum sum{};
                for (int near = std::max(0, i - radius); near <= std::min(length - 1, i + radius); ++near) {
                    for (std::size_t part = 0; part < sum.size(); ++part) {
                        sum[part] += before[at(near)][part];
                    }
                }
                first[at(i) * step] = sum;
            }
        }
    };
    along(m_sums, m_height, m_width, at(m_width), 1);
    along(m_sums, m_width, m_height, 1, at(m_width));
}

QImage DensityRaster::image(double least) const
{
    float most = 1;
    for (const Sum& sum : m_sums) {
        most = std::max(most, sum[3]);
    }
    const double scale = most > 1 ? (1 - least) / std::log(static_cast<double>(most)) : 0;
    QImage image(m_width, m_height, QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < m_height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < m_width; ++x) {
            const Sum& sum = m_sums[at(y) * at(m_width) + at(x)];
            const auto weight = static_cast<double>(sum[3]);
            const double opacity = weight >= 1 ? least + scale * std::log(weight) : least * weight;
            const auto part = [&](float value) {
                return static_cast<int>(std::lround(255 * opacity * static_cast<double>(value) / weight));
            };
            line[x] = weight <= 0 ? 0
                                  : qRgba(part(sum[0]), part(sum[1]), part(sum[2]),
                                          static_cast<int>(std::lround(255 * opacity)));
        }
    }
    return image;
}

template <typename Use>
void PlotCloud::eachPlace(const Use& use) const
{
    const auto flat = [](const QCPAxis* axis, double value) {
        return axis->scaleType() == QCPAxis::stLogarithmic ? std::log(value) : value;
    };
    const QCPAxis* across = mKeyAxis.data();
    const QCPAxis* up = mValueAxis.data();
    const QRect area = clipRect();
    const double left = flat(across, across->range().lower);
    const double top = flat(up, up->range().upper);
    const double perX = area.width() / (flat(across, across->range().upper) - left);
    const double perY = area.height() / (top - flat(up, up->range().lower));
    for (std::size_t i = 0; i < m_points.rows.size(); ++i) {
        const double x = (static_cast<double>(m_points.x[i]) - left) * perX;
        const double y = (top - static_cast<double>(m_points.y[i])) * perY;
        if (x >= 0 && y >= 0 && x < area.width() && y < area.height()) {
            use(i, x, y);
        }
    }
}

void PlotCloud::draw(QCPPainter* painter)
{
    const QRect area = clipRect();
    if (m_points.rows.empty() || area.isEmpty()) {
        return;
    }
    if (size() <= mostDiscs) {
        painter->setAntialiasing(true);
        painter->setPen(Qt::NoPen);
        std::vector<QColor> palette = m_points.palette;
        for (QColor& color : palette) {
            color.setAlphaF(static_cast<float>(discOpacity));
        }
        eachPlace([&](std::size_t i, double x, double y) {
            painter->setBrush(palette[m_points.colors[i]]);
            painter->drawEllipse(QPointF(area.left() + x, area.top() + y), discRadius, discRadius);
        });
        return;
    }
    const double ratio = painter->device() != nullptr ? std::max(1.0, painter->device()->devicePixelRatioF()) : 1;
    const QSize pixels = (QSizeF(area.size()) * ratio).toSize();
    DensityRaster raster(pixels);
    std::vector<DensityRaster::Sum> palette;
    for (const QColor& color : m_points.palette) {
        palette.push_back(DensityRaster::sumOf(color));
    }
    eachPlace([&](std::size_t i, double x, double y) {
        raster.add(std::min(static_cast<int>(x * ratio), pixels.width() - 1),
                   std::min(static_cast<int>(y * ratio), pixels.height() - 1), palette[m_points.colors[i]]);
    });
    raster.spread(static_cast<int>(std::lround(ratio)));
    painter->drawImage(QRectF(area), raster.image(pointOpacity));
}

int PlotCloud::rowAt(const QPointF& pixel) const
{
    const Look now = look();
    const QRect area = now.area;
    if (m_rowAt.empty() || now != m_found) {
        m_found = now;
        m_rowAt.assign(at(area.width()) * at(area.height()), -1);
        eachPlace([&](std::size_t i, double x, double y) {
            m_rowAt[static_cast<std::size_t>(y) * at(area.width()) + static_cast<std::size_t>(x)] =
                static_cast<int>(m_points.rows[i]);
        });
    }
    const QPoint from = pixel.toPoint() - area.topLeft();
    int best = -1;
    int least = reach * reach + 1;
    for (int y = std::max(0, from.y() - reach); y <= std::min(area.height() - 1, from.y() + reach); ++y) {
        for (int x = std::max(0, from.x() - reach); x <= std::min(area.width() - 1, from.x() + reach); ++x) {
            const int distance = (x - from.x()) * (x - from.x()) + (y - from.y()) * (y - from.y());
            const int row = m_rowAt[at(y) * at(area.width()) + at(x)];
            if (row >= 0 && distance < least) {
                least = distance;
                best = row;
            }
        }
    }
    return best;
}

}  // namespace pgram
