// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A change that is weighed, in words: the present figures and, behind an arrow, those that it would give.
#pragma once

#include "core/plan/compare.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace pgram {

/// Of two estimates with as many stages: those whose memory at its peak or whose time differs.
[[nodiscard]] std::vector<int> changedStages(const Estimate& now, const Estimate& ghost);

/// "step 1.24 s → 1.31 s (+5.6 %)", or "step 1.24 s (±0 %)".
[[nodiscard]] QString ghostStep(const Estimate& now, const Estimate& ghost);
/// "memory 7.31 GiB → 8.10 GiB of 22 GiB".
[[nodiscard]] QString ghostMemory(const Estimate& now, const Estimate& ghost);
/// "fits", "does not fit: 1.10 GiB over", "not legal: …" of the change.
[[nodiscard]] QString ghostVerdict(const Plan& plan, const Estimate& ghost);
/// "stage 2: 7.31 GiB → 8.10 GiB", those that change, the fullest first, at most `most`.
[[nodiscard]] QStringList ghostStages(const Estimate& now, const Estimate& ghost, int most);
/// "TP2·CP16 → TP8·CP4" of the layers that change, where they agree before and after; empty otherwise.
[[nodiscard]] QString ghostStrategy(const Plan& now, const Plan& ghost);
/// All but the stages in one line.
[[nodiscard]] QString ghostHeadline(const Estimate& now, const Plan& plan, const Estimate& ghost);

/// The change can be run as it is.
[[nodiscard]] inline bool isSound(const Estimate& estimate)
{
    return estimate.fits && estimate.legal;
}

}  // namespace pgram
