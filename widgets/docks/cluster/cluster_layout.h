// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the parts of a cluster stand in its picture: islands of devices inside one another, a bus of each level over
// what it joins, the link to the host below a node, the network on top. Islands that are all alike are drawn once or a
// few times and counted; of a mixed cluster those of each kind, and those that have slow devices. Plain values and
// functions.
#pragma once

#include "core/cluster/cluster.h"
#include "core/cluster/cluster_fields.h"
#include "widgets/theme/theme.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <vector>

namespace pgram {

/// A part that a click leads to.
struct ClusterPlace {
    ClusterPart part = ClusterPart::Whole;
    PartIndex index = {};
    bool operator==(const ClusterPlace&) const = default;
};

struct ClusterShape {
    enum class Kind {
        Title,    ///< of all
        Island,   ///< what a level joins
        Bus,      ///< the line of a level, below its label
        Label,    ///< of a level: name and speed
        Devices,  ///< around those of an island
        Device,
        More,  ///< "× 126": as many in place of those that are drawn
        Host,
        Network,
    };
    Kind kind = Kind::Island;
    QRectF area;
    QString text;  ///< fits into the area
    ClusterPlace place;
    int parent = -1;  ///< the shape that it lies in; -1: the picture
};

struct ClusterLayout {
    QRectF area;
    std::vector<ClusterShape> shapes;  ///< what is painted over others comes after them

    /// What is under a position; the whole cluster beside everything.
    [[nodiscard]] ClusterPlace placeAt(const QPointF& position) const;
};

/// From the top of `area`, which is as wide as the picture and as high as it likes.
[[nodiscard]] ClusterLayout layoutCluster(const Theme& theme, const Cluster& cluster, const QRectF& area);
[[nodiscard]] double clusterHeight(const Theme& theme, const Cluster& cluster, double width);

/// A level's link, of the kind's own where it has one, with the level's span.
[[nodiscard]] LinkLevel linkOf(const Cluster& cluster, const PartIndex& index);
/// "NVLink 4, 450 GB/s, 8 devices"; also for those who do not see the picture.
[[nodiscard]] QString linkText(const LinkLevel& link);
[[nodiscard]] QString hostText(const Cluster& cluster);
/// All that the picture says, in a few sentences.
[[nodiscard]] QString clusterText(const Cluster& cluster);

}  // namespace pgram
