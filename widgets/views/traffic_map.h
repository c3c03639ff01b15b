// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Device × device traffic as a picture: a cell a pair of devices, or of blocks of devices on large clusters, coloured
// by the logarithm of its bytes. Plain values; made once for an estimate.
#pragma once

#include "core/plan/estimate.h"
#include "widgets/theme/theme.h"

#include <QImage>

#include <vector>

namespace pgram {

class TrafficMap {
public:
    static constexpr int mostCells = 512;  ///< a side; more devices share cells

    TrafficMap(const Plan& plan, const Estimate& estimate);

    [[nodiscard]] int devices() const { return m_devices; }
    [[nodiscard]] int cells() const { return m_cells; }     ///< a side of the picture
    [[nodiscard]] Volume bytes(int from, int to) const;     ///< a step
    [[nodiscard]] Volume least() const { return m_least; }  ///< of the cells that carry something; 0 without any
    [[nodiscard]] Volume most() const { return m_most; }
    /// Place of a volume on the scale from least to most, by its logarithm: 0 … 1.
    [[nodiscard]] double share(Volume bytes) const;
    /// Rows are senders, columns receivers; a cell that carries nothing has the panel's colour.
    [[nodiscard]] QImage image(const Theme& theme) const;

private:
    int m_devices = 0;
    int m_cells = 0;
    std::vector<TrafficFlow> m_flows;  ///< by sender, then receiver
    std::vector<Volume> m_cellBytes;   ///< m_cells², the heaviest pair of each cell
    Volume m_least = 0;
    Volume m_most = 0;
};

}  // namespace pgram
