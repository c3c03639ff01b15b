// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What travels in a step, summed one way or another: by kind of transfer, by class of link, by the group of ranks that
// it belongs to, or as the estimate lists it. Pure; nothing is lost or counted twice.
#pragma once

#include "core/plan/estimate.h"

#include <QString>

#include <array>
#include <vector>

namespace pgram {

enum class VolumeGrouping { Each, Kind, Link, Group };
inline constexpr std::array allVolumeGroupings{VolumeGrouping::Each, VolumeGrouping::Kind, VolumeGrouping::Link,
                                               VolumeGrouping::Group};

/// The groups of ranks that training is spread over.
enum class RankGroup { Tensor, Context, Expert, Data, Stage, Pipeline, Host };
[[nodiscard]] RankGroup groupOf(TrafficKind kind);
[[nodiscard]] QString nameOf(RankGroup group);

struct VolumePart {
    TrafficKind kind = TrafficKind::TensorParallel;
    Volume bytes = 0;
    Seconds exposed = 0;
    Seconds hidden = 0;
};

/// One row: its parts by kind, in the order of the kinds.
struct VolumeSum {
    QString name;
    QString detail;   ///< between whom and over what, as far as it is one thing or two
    QString between;  ///< the ranks alone; over a link, whose ranks
    std::vector<VolumePart> parts;
    int link = -1;  ///< of all its parts; -1 = several

    [[nodiscard]] Volume bytes() const;
    [[nodiscard]] Seconds exposed() const;
    [[nodiscard]] Seconds hidden() const;
    [[nodiscard]] Seconds seconds() const { return exposed() + hidden(); }
};

/// In the order of the estimate's rows for Each, else in that of the kinds, links or groups; what carries nothing is
/// left out.
[[nodiscard]] std::vector<VolumeSum> sumVolumes(const Plan& plan, const Estimate& estimate, VolumeGrouping grouping);

/// "each", "kind", "link", "group".
[[nodiscard]] const char* keyOf(VolumeGrouping grouping);

}  // namespace pgram
