// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paints what travels in a step: a row for each kind, group and link with its bytes and its hidden and exposed
// seconds, the load of each link class, and the traffic between devices. Geometry first (pure), then painting.
#pragma once

#include "core/plan/estimate.h"
#include "widgets/theme/theme.h"
#include "widgets/views/heading.h"
#include "widgets/views/traffic_map.h"

#include <QRectF>

#include <vector>

class QPainter;

namespace pgram {

struct CommunicationLayout {
    QRectF volumes;             ///< of the bars of bytes
    QRectF times;               ///< of the bars of seconds
    double rowsTop = 0;         ///< of the column titles above the rows
    std::vector<QRectF> rows;   ///< one a volume row, over names, volumes and times
    double linksTop = 0;        ///< of the title above the links
    std::vector<QRectF> links;  ///< one a link class
    QRectF map;                 ///< square: senders down, receivers across
    QRectF scale;               ///< the colour bar below the map
    double mostBytes = 1;       ///< at the right end of the bars of bytes of the rows
    double mostLinkBytes = 1;   ///< … of the links
    double mostSeconds = 1;

    [[nodiscard]] int rowAt(const QPointF& position) const;   ///< -1 = none
    [[nodiscard]] int linkAt(const QPointF& position) const;  ///< -1 = none
    /// The device at a place along the map's side, of `devices`.
    [[nodiscard]] int deviceAcross(double x, int devices) const;
    [[nodiscard]] int deviceDown(double y, int devices) const;
    /// The square of devices first … first+count-1 with themselves.
    [[nodiscard]] QRectF block(int first, int count, int devices) const;
};

struct CommunicationPicture {
    const Plan& plan;
    const Estimate& estimate;
    const TrafficMap& traffic;
    const QImage& heat;  ///< of the traffic map
    const Theme& theme;
    const CommunicationLayout& layout;
};

[[nodiscard]] Heading communicationHeading(const Theme& theme, const Estimate& estimate);
[[nodiscard]] CommunicationLayout layoutCommunication(const Theme& theme, const Plan& plan, const Estimate& estimate,
                                                      const QRectF& area);

/// "4 ranks", "4 ranks, every 2nd".
[[nodiscard]] QString groupText(const Group& group);
[[nodiscard]] QString linkName(const Plan& plan, int link);
/// Bytes of each traffic kind over one link class, in the order of the kinds.
struct KindBytes {
    TrafficKind kind = TrafficKind::TensorParallel;
    Volume bytes = 0;
};
[[nodiscard]] std::vector<KindBytes> bytesOver(const Estimate& estimate, int link);

void paintVolumeRows(QPainter& painter, const CommunicationPicture& picture);
void paintLinks(QPainter& painter, const CommunicationPicture& picture);
void paintTrafficMap(QPainter& painter, const CommunicationPicture& picture);

}  // namespace pgram
