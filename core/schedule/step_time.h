// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The search objective: the seconds of a step under a schedule, from figures that add up over layers (METHOD §5, which
// gives it for GPipe and 1F1B; for the other schedules it is our definition).
//
// Stage i works t_i on a micro-batch (forward, backward and what it receives) and once_i once a step (sync, optimizer).
// While stage s works its m micro-batches without a pause, every other stage i adds what one micro-batch costs it on
// the way in and out, before s can begin and after s has ended: c_i. The stage for which this is most decides:
//
//     T = Σ once_i + max_s (m·t_s + Σ_{i≠s} c_i) = Σ (once_i + c_i) + max_i (m·t_i - c_i)
//
// GPipe, 1F1B      c = t      the whole forward on the way in, the whole backward on the way out
// interleaved      c = t/v    one of v chunks
// ZB-H1            c = t - w - μ·min(w, F, B - w), μ = min(1, (m - 1)/(P - 1))
//                             weight gradients (w) are not on the way out, and those put off fill the gap before the
//                             next gradient comes, at most as long as a forward or an input gradient; the first takes
//                             P - 1 more micro-batches to do so everywhere
//
// ZB-V                c = (1 - λ)·(g - min(w, g/2)) + λ·(F + B - w), g = max(F, B - w)
//                             the way in is half a forward, the way out hides behind weight gradients as far as they
//                             reach; λ = max(0, 1 - 2(m - 1)/(3(P - 1))) is what micro-batches lack to fill the V
//
// On equal stages without receives this is the simulator's time: bubbles of (P-1)·t, (P-1)·t/v, and (P-1)(F+B-2w) where
// w is the least of the three and m >= P. Under ZB-V it is where B - w is the longest of the three and m >= 2P - 1,
// with bubbles of (P-1)·max(g/2, g - w), and for any m where the three are equal. The simulator stays the referee on
// all others.
#pragma once

#include "core/base/units.h"
#include "core/schedule/schedule.h"

namespace pgram {

/// A stage or a layer in the objective T = Σ trip + repeats·max pace. Both add up over layers and grow with each.
struct StepShare {
    Seconds trip = 0;  ///< once + c: what the step pays for it however many micro-batches there are
    Seconds pace = 0;  ///< (m·t - c)/repeats: what each further micro-batch costs when this stage is the slowest
};

/// The objective of one schedule on so many stages. With one stage all schedules are alike.
class StepFormula {
public:
    StepFormula() = default;
    StepFormula(const Schedule& schedule, int stages);

    /// m - 1 of GPipe and 1F1B, m - 1/v interleaved: pace is t then; m of ZB-H1 and ZB-V.
    [[nodiscard]] double repeats() const { return m_repeats; }
    /// Of a layer: the seconds that fill and drain do not wait for, weight gradients above all (backward is the whole
    /// one). Under ZB-V beyond the share that they do not wait for of any work; less than 0 where g is most of it.
    [[nodiscard]] Seconds postponed(Seconds forward, Seconds backward, Seconds weightGradient) const;
    /// c of work of `time` seconds a micro-batch.
    [[nodiscard]] Seconds fill(Seconds time, Seconds postponed = 0) const { return m_fill * time - postponed; }
    [[nodiscard]] Seconds pace(Seconds time, Seconds postponed = 0) const
    {
        return m_pace * time + m_paceOfPostponed * postponed;
    }
    /// A receive or a re-layout: nothing of it is put off.
    [[nodiscard]] StepShare ofTransfer(Seconds time) const { return {fill(time), pace(time)}; }

private:
    double m_repeats = 0;
    double m_fill = 1;  ///< c of a second
    double m_pace = 1;  ///< pace of a second
    double m_paceOfPostponed = 0;
    bool m_postpones = false;
    bool m_turns = false;    ///< ZB-V
    double m_fillsGaps = 0;  ///< μ
    double m_lacks = 0;      ///< λ
};

/// Transfers of one micro-batch over the boundary in front of `stage` that the stage waits for, and over the one behind
/// it: one a chunk. Interleaved chunks go around from the last stage to the first; what comes that way is charged as
/// the boundary that the stage has. Those of ZB-V turn at the last stage and cross each boundary twice each way.
[[nodiscard]] int receivesInFront(const Schedule& schedule, int stages, int stage);
[[nodiscard]] int receivesBehind(const Schedule& schedule, int stages, int stage);

}  // namespace pgram
