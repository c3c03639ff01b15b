// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Describes what travels in a step: rows of its bytes and its hidden and exposed seconds, by kind, link or group, the
// load of each link class, and the traffic between devices, nodes or stages.
#pragma once

#include "core/plan/estimate.h"
#include "widgets/views/common/scene.h"
#include "widgets/views/communication/traffic_sums.h"

#include <QString>

#include <optional>
#include <vector>

namespace pgram {

/// "4 ranks", "4 ranks, every 2nd".
[[nodiscard]] QString groupText(const Group& group);
/// Bytes of each traffic kind over one link class, in the order of the kinds.
struct KindBytes {
    TrafficKind kind = TrafficKind::TensorParallel;
    Volume bytes = 0;
};
[[nodiscard]] std::vector<KindBytes> bytesOver(const Estimate& estimate, int link);

/// "6.14 ms exposed, 34.8 ms hidden", or in short "6.14 ms + 34.8 ms"; nothing of bytes whose seconds stand with a
/// slower link.
[[nodiscard]] QString timeText(const VolumeSum& sum, bool inWords);
[[nodiscard]] std::vector<LegendItem> exposureLegend(const Theme& theme);

struct CommunicationPicture {
    const Plan& plan;
    const Estimate& estimate;
    const std::vector<VolumeSum>& sums;               ///< the rows
    bool hasLinks = true;                             ///< the links are not the rows themselves
    const std::vector<TrafficFold>* folds = nullptr;  ///< null = they are not there, or not yet
    QString instead;                                  ///< of the map, in words
    TrafficWindow window;                             ///< the devices that the map shows
};

/// Adds the rows as "transfer", the links as "link", and the map, whose cells are pairs by their unit. A wide picture
/// has the map at its right, a narrow one below the rows, a small one has none.
void addCommunication(Scene& scene, const CommunicationPicture& picture);

/// The kind of a reference to a pair of devices, nodes or stages, by their numbers in the order of devices.
[[nodiscard]] const char* pairOf(TrafficUnit unit);

/// The rulers of the map in a scene: receivers across, senders down, in devices.
struct TrafficPlace {
    Ruler across;
    Ruler down;

    [[nodiscard]] QRectF area() const { return {across.from, down.from, across.length, down.length}; }
    /// The square of devices first … first+count-1 with themselves; it may lie outside the map that is shown.
    [[nodiscard]] QRectF block(int first, int count) const
    {
        return {QPointF(across.pixel(first), down.pixel(first)),
                QPointF(across.pixel(first + count), down.pixel(first + count))};
    }
};
[[nodiscard]] std::optional<TrafficPlace> trafficPlace(const Scene& scene);

}  // namespace pgram
