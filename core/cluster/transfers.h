// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Who sends to whom: the pairs of ranks of a collective, and the links between them. The traffic between devices and
// the bytes over each class of links are both counted from here.
#pragma once

#include "core/cluster/collective.h"

#include <functional>

namespace pgram {

/// The innermost level with an island that holds both ranks: an index into Cluster::links.
[[nodiscard]] int linkBetween(const Cluster& cluster, int a, int b);

/// Takes sender, receiver and the share of all bytes that goes from one to the other.
using TransferSink = std::function<void(int from, int to, double share)>;

/// The transfers of all groups of one shape among `ranks` ranks from `base` on, which do one collective each; shares
/// sum to 1. Trees are binary inside each island, and between the first ranks of islands (the last ones of the second
/// tree), level by level: as few bytes leave an island as a ring sends out of it.
void eachTransfer(const Cluster& cluster, Route route, Group group, int base, int ranks, const TransferSink& sink);

}  // namespace pgram
