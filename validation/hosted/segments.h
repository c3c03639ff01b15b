// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model in host memory whose segments go through one device in turn (ATOM, arXiv 2403.10504), by our rule
// (docs/method/other-systems.md, A model in host memory).
#pragma once

#include "core/base/units.h"

#include <functional>
#include <span>
#include <vector>

namespace pgram {

struct HostedLayer {
    Seconds forward = 0;  ///< per micro-batch
    Seconds backward = 0;
    double weights = 0;  ///< bytes; its gradient has as many
    double working = 0;  ///< bytes that the device holds beside while a layer runs
};

struct HostedDevice {
    double bytes = 0;
    Bandwidth link = 1;    ///< from the host
    int microbatches = 1;  ///< C, run through a segment before the next one comes
};

/// Layers of each segment, front to back.
using Segments = std::vector<int>;

/// One accumulated step: with L = weights/link, segments 1..n,
///     L₁ + Σ_{i<n} max(C·f_i, L_{i+1}) + C·f_n + Σ_{i=n..2} max(C·b_i, L_{i-1}, [i<n] L_{i+1}) + max(C·b₁, [n>1] L₂)
///     + L₁:
/// the next segment loads beside the forward, the one before and the last gradient's way out beside the backward; the
/// last segment stays over the turn. Infinity, where a segment needs more than the device has: its weights and
/// gradient, the larger neighbour's weights and its largest working set.
[[nodiscard]] Seconds segmentSeconds(std::span<const HostedLayer> layers, const HostedDevice& device,
                                     const Segments& segments);

/// The smallest whole C under which no load of these segments is waited for: of max(L_{i+1}/f_i, L_{i-1}/b_i,
/// [i<n] L_{i+1}/b_i). 1 of one segment; infinity behind a segment that computes nothing.
[[nodiscard]] double hidingMicrobatches(std::span<const HostedLayer> layers, const HostedDevice& device,
                                        const Segments& segments);

struct SegmentAnswer {
    Segments segments;    ///< empty: none fits
    Seconds seconds = 0;  ///< infinity: none fits
    double feasible = 0;  ///< number of feasible divisions of the layers; exact up to 2⁵³
};

/// The fastest way to part the layers, of equals the first in lexicographic order. Exact: a dynamic programme over the
/// last two segments, which are all that the cost of the next depends on. O(L⁴/24) steps, L³/6 numbers.
[[nodiscard]] SegmentAnswer bestSegments(std::span<const HostedLayer> layers, const HostedDevice& device);

struct HidingAnswer {
    Segments segments;        ///< empty: no way to part the layers fits, or none hides its loads
    double microbatches = 0;  ///< whole; infinity: none
};

/// Returns the smallest C for which some feasible division of the layers waits for no load, and the fastest such
/// division for that C; of equally fast ones the first in lexicographic order. Exact: the same dynamic programme over
/// the largest C that a segment requires. Ignores device.microbatches.
[[nodiscard]] HidingAnswer fewestHidingMicrobatches(std::span<const HostedLayer> layers, const HostedDevice& device);

}  // namespace pgram
