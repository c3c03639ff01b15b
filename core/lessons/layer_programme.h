// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The dynamic programme over the layers of one stage (docs/method/search.md, One stage) as solved by hand:
//
//     C(l, s) = min over s' of C(l - 1, s') + c(l, s) + R(s', s)
//
// Here c is the time that the layer adds to a step, and R the re-layout between neighbours of different strategies. If
// memory counts, a cell holds several labels (bytes, seconds), none of which dominates another. For lessons, which show
// every step of it; the planner's own programme is stage/stage_frontier, which shares only the layer costs with this
// one.
#pragma once

#include "core/plan/plan.h"

#include <optional>
#include <vector>

namespace pgram {

/// Seconds and bytes that a layer under one strategy adds to a step, over all micro-batches.
struct LayerChoice {
    Seconds time = 0;     ///< forward, backward, sync and optimizer
    Bytes held = 0;       ///< states and what is kept
    Bytes transient = 0;  ///< while its backward runs
};

struct LayerProgramme {
    std::vector<std::string> layers;  ///< their names
    std::vector<LayerStrategy> strategies;
    std::vector<std::vector<std::optional<LayerChoice>>> choices;  ///< [layer][strategy]; none: it cannot run so
    std::vector<std::vector<std::vector<Seconds>>> relayouts;      ///< [layer][strategy before][strategy]
    Bytes budget = 0;  ///< bytes for the layers, without reserve and context
};

/// Returns the programme for the plan's model, batch and micro-batches on one stage, with the strategies of the space
/// that the plan comes from. Errors: more than 12 layers or 8 strategies, which nobody solves by hand; more than one
/// stage.
[[nodiscard]] Result<LayerProgramme> layerProgramme(const Plan& plan);

/// A way to run the layers up to one.
struct LayerLabel {
    int strategy = 0;  ///< strategy of the last of them
    int before = -1;   ///< the label of the layer before that it goes on from
    Seconds time = 0;
    Bytes held = 0;
    Bytes transient = 0;  ///< the most of any layer
    [[nodiscard]] Bytes memory() const { return held + transient; }
};
using LabelsByLayer = std::vector<std::vector<LayerLabel>>;

/// Without memory: of each layer and strategy the fastest way there.
[[nodiscard]] LabelsByLayer fastestLabels(const LayerProgramme& programme);
/// Returns, per layer and strategy, the paths within the budget that are Pareto-minimal in time, held and transient
/// bytes.
[[nodiscard]] LabelsByLayer fittingLabels(const LayerProgramme& programme);

/// The fastest of the last layer; -1: nothing fits.
[[nodiscard]] int bestLabel(const LabelsByLayer& labels);
/// Returns the strategies of the layers up to `layer`, as indices, along the path of a label.
[[nodiscard]] std::vector<int> pathTo(const LabelsByLayer& labels, int layer, int label);

}  // namespace pgram
