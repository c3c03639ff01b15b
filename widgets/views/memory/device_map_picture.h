// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paints the map of a cluster's devices: how full each is at its peak, as a share of the budget.
#pragma once

#include "core/plan/estimate.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/heading.h"
#include "widgets/views/memory/device_map_layout.h"

class QPainter;

namespace pgram {

struct DeviceMapPicture {
    const Plan& plan;
    const Estimate& estimate;
    const Theme& theme;
    const DeviceMapLayout& layout;
};

[[nodiscard]] DeviceMapMetrics deviceMapMetrics(const Theme& theme);
[[nodiscard]] Heading deviceMapHeading(const Theme& theme, const Plan& plan, const Estimate& estimate);
/// "node 3", "nodes 4–130, 127 alike", with the stages that its devices run.
[[nodiscard]] QString blockTitle(const Plan& plan, const DeviceMapLayout& layout, const NodeRun& nodes);
/// Peak of the device as a share of the budget; above one it does not fit.
[[nodiscard]] double fullness(const Plan& plan, const Estimate& estimate, int device);

void paintDeviceMap(QPainter& painter, const DeviceMapPicture& picture);

}  // namespace pgram
