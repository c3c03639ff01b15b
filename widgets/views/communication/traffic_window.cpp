// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/communication/traffic_window.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr double closest = 4;  // devices a side

/// The least move of a window of `span` from `begin` that shows device … device+1.
double moveToward(double begin, double span, int device)
{
    return std::clamp(begin, std::min(device + 1 - span, static_cast<double>(device)), static_cast<double>(device)) -
           begin;
}

}  // namespace

TrafficWindow TrafficWindow::zoomed(double factor, double atColumn, double atRow, int devices) const
{
    const double all = devices;
    const double next = std::clamp(span * factor, std::min(closest, all), all);
    const double scale = next / span;
    return TrafficWindow{atColumn - (atColumn - column) * scale, atRow - (atRow - row) * scale, next}.moved(0, 0,
                                                                                                            devices);
}

TrafficWindow TrafficWindow::moved(double columns, double rows, int devices) const
{
    const double most = devices - span;
    return {std::clamp(column + columns, 0.0, most), std::clamp(row + rows, 0.0, most), span};
}

TrafficWindow TrafficWindow::revealing(int device, int devices) const
{
    return moved(moveToward(column, span, device), moveToward(row, span, device), devices);
}

}  // namespace pgram
