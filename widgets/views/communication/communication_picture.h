// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paints what travels in a step: rows of its bytes and its hidden and exposed seconds, by kind, link or group, the load
// of each link class, and the traffic between devices.
// Where the parts of the communication picture stand, and what they say: pure, no painting. A wide picture has the
// traffic map at its right, a narrow one below the rows, a small one has none.
#pragma once

#include "core/plan/estimate.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/view_input.h"
#include "widgets/views/communication/traffic_sums.h"

#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace pgram {

struct CommunicationLayout {
    QRectF area;
    QRectF volumes;             ///< of the bars of bytes
    QRectF times;               ///< of the bars of seconds
    bool timesInWords = true;   ///< there is room for "exposed" and "hidden"
    bool detailed = true;       ///< there is room for group and link below a row's kind
    std::vector<QRectF> rows;   ///< one a sum, over names, volumes and times; empty where it is left out
    int leftOut = 0;            ///< smaller sums that have no room for their words
    QRectF leftOutNote;         ///< says how many
    double linksTop = 0;        ///< of the title above the links
    QRectF linkBars;            ///< of the bars of the links
    std::vector<QRectF> links;  ///< one a link class; empty where there is no room
    QRectF map;                 ///< square: senders down, receivers across; empty where there is no room
    TrafficWindow window;       ///< the pairs that the map shows: all of them, unless it is zoomed
    QRectF scale;               ///< the colour bar below the map
    double mostBytes = 1;       ///< at the right end of the bars of bytes of the rows
    double mostLinkBytes = 1;   ///< … of the links
    double mostSeconds = 1e-12;

    [[nodiscard]] int rowAt(const QPointF& position) const { return indexAt(rows, position); }    ///< -1 = none
    [[nodiscard]] int linkAt(const QPointF& position) const { return indexAt(links, position); }  ///< -1 = none
    /// The device at a place along the map's side, of `devices`.
    [[nodiscard]] int deviceAcross(double x, int devices) const
    {
        return std::clamp(static_cast<int>(window.column + (x - map.left()) / deviceSide()), 0, devices - 1);
    }
    [[nodiscard]] int deviceDown(double y, int devices) const
    {
        return std::clamp(static_cast<int>(window.row + (y - map.top()) / deviceSide()), 0, devices - 1);
    }
    /// Pixels of a device in the map.
    [[nodiscard]] double deviceSide() const { return map.width() / window.span; }
    /// The square of devices first … first+count-1 with themselves; it may lie outside the map that is shown.
    [[nodiscard]] QRectF block(int first, int count) const;
};

/// `sums` are the rows. Where they are the links themselves, these have no bars of their own.
[[nodiscard]] CommunicationLayout layoutCommunication(const Theme& theme, const Plan& plan, const Estimate& estimate,
                                                      const std::vector<VolumeSum>& sums, VolumeGrouping grouping,
                                                      const QRectF& area);

inline constexpr double leastLabelled = 0.85;  ///< lines of text, of a row with words

/// "4 ranks", "4 ranks, every 2nd".
[[nodiscard]] QString groupText(const Group& group);
[[nodiscard]] QString linkName(const Plan& plan, int link);
/// Bytes of each traffic kind over one link class, in the order of the kinds.
struct KindBytes {
    TrafficKind kind = TrafficKind::TensorParallel;
    Volume bytes = 0;
};
[[nodiscard]] std::vector<KindBytes> bytesOver(const Estimate& estimate, int link);

/// "6.14 ms exposed, 34.8 ms hidden", or in short "6.14 ms + 34.8 ms"; nothing of bytes whose seconds stand with a
/// slower link.
[[nodiscard]] QString timeText(const VolumeSum& sum, bool inWords);

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
