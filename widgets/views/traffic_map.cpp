// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/traffic_map.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace pgram {

namespace {

bool earlier(const TrafficFlow& a, const TrafficFlow& b)
{
    return std::tie(a.from, a.to) < std::tie(b.from, b.to);
}

}  // namespace

TrafficMap::TrafficMap(const Plan& plan, const Estimate& estimate)
    : m_devices(plan.cluster.devices),
      m_cells(std::min(plan.cluster.devices, mostCells)),
      m_flows(trafficMatrix(plan, estimate))
{
    std::ranges::sort(m_flows, earlier);
    const auto side = static_cast<std::size_t>(m_cells);
    m_cellBytes.assign(side * side, 0);
    const auto cellOf = [&](int device) {
        return static_cast<std::size_t>(static_cast<std::int64_t>(device) * m_cells / m_devices);
    };
    for (const TrafficFlow& flow : m_flows) {
        Volume& cell = m_cellBytes[cellOf(flow.from) * side + cellOf(flow.to)];
        cell = std::max(cell, flow.bytes);
    }
    for (const Volume bytes : m_cellBytes) {
        if (bytes > 0) {
            m_least = m_least > 0 ? std::min(m_least, bytes) : bytes;
            m_most = std::max(m_most, bytes);
        }
    }
}

Volume TrafficMap::bytes(int from, int to) const
{
    const auto found = std::ranges::lower_bound(m_flows, TrafficFlow{from, to, 0}, earlier);
    return found != m_flows.end() && found->from == from && found->to == to ? found->bytes : 0;
}

double TrafficMap::share(Volume bytes) const
{
    if (bytes <= 0 || m_most <= m_least) {
        return bytes > 0 ? 1 : 0;
    }
    return std::log(bytes / m_least) / std::log(m_most / m_least);
}

QImage TrafficMap::image(const Theme& theme) const
{
    QImage image(std::max(1, m_cells), std::max(1, m_cells), QImage::Format_RGB32);
    image.fill(theme.panel);
    std::array<QRgb, 256> scale{};
    for (std::size_t step = 0; step < scale.size(); ++step) {
        scale[step] = theme.heat(static_cast<double>(step) / static_cast<double>(scale.size() - 1)).rgb();
    }
    for (int from = 0; from < m_cells; ++from) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(from));
        const auto* row = m_cellBytes.data() + static_cast<std::size_t>(from) * static_cast<std::size_t>(m_cells);
        for (int to = 0; to < m_cells; ++to) {
            if (row[to] > 0) {
                line[to] = scale[static_cast<std::size_t>(std::lround(share(row[to]) * 255))];
            }
        }
    }
    return image;
}

}  // namespace pgram
