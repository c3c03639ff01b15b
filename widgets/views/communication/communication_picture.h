// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paints what travels in a step: rows of its bytes and its hidden and exposed seconds, by kind, link or group, the load
// of each link class, and the traffic between devices.
#pragma once

#include "widgets/views/common/heading.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/communication/communication_layout.h"
#include "widgets/views/communication/traffic_map.h"

class QPainter;

namespace pgram {

struct CommunicationPicture {
    const Plan& plan;
    const Estimate& estimate;
    const std::vector<VolumeSum>& sums;  ///< the rows
    const TrafficMap* traffic;           ///< null = it is not there, or not yet
    const QString& instead;              ///< of it, in words
    const Theme& theme;
    const CommunicationLayout& layout;
};

[[nodiscard]] Heading communicationHeading(const Theme& theme, const Estimate& estimate);
[[nodiscard]] std::vector<LegendItem> exposureLegend(const Theme& theme);
void paintVolumeRows(QPainter& painter, const CommunicationPicture& picture);
void paintLinks(QPainter& painter, const CommunicationPicture& picture);
void paintTrafficMap(QPainter& painter, const CommunicationPicture& picture);

}  // namespace pgram
