// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the core says in codes and numbers, made into sentences of the window's language.
// How far a run is expected to be from an estimate, in the window's language.
// A change that is weighed, in words: the present figures and, behind an arrow, those that it would give.
#pragma once

#include "core/base/value_note.h"
#include "core/fidelity/error_band.h"
#include "core/plan/compare.h"
#include "core/search/search.h"
#include "core/strategy/legality.h"
#include "widgets/document/core_text.h"
#include "widgets/document/strategy_choices.h"

#include <QString>
#include <QStringList>

#include <string_view>
#include <vector>

namespace pgram {

[[nodiscard]] QString verdictText(const Verdict& verdict);
/// "measured", "measured here", "fitted", "guessed", "yours" or "vendor".
[[nodiscard]] QString provenanceText(const Provenance& from);
/// The first layer of a plan is layer 1 on the screen.
[[nodiscard]] QString issueText(const Plan& plan, const Estimate& estimate, const Issue& issue);
/// "stage 2 · encoder 7", or "plan".
[[nodiscard]] QString issuePlace(const Plan& plan, const Issue& issue);

/// "encoder 7", or "encoder 3 – encoder 7".
[[nodiscard]] QString rangeName(const Architecture& model, LayerRange range);
[[nodiscard]] QString chunkLayers(const Plan& plan, int chunk);
/// Of all of its chunks: "encoder 1 – encoder 4, encoder 9 – encoder 12".
[[nodiscard]] QString stageLayers(const Plan& plan, int stage);

[[nodiscard]] QString figureTitle(const Figure& figure);
/// "51.6 samples/s": the value with its unit, as formatFigure() but for the language.
[[nodiscard]] QString figureText(const Figure& figure, double value);
[[nodiscard]] QString methodTitle(Method method);
[[nodiscard]] QString methodSentence(Method method);
[[nodiscard]] QString scheduleTitle(ScheduleKind kind);
[[nodiscard]] QString precisionTitle(Precision precision);
/// "BF16"; "BF16, framework nemo" where figures count what one adds.
[[nodiscard]] QString numbersText(const Training& training);
/// "in 16 bit, no master weights": of the optimizer's states.
[[nodiscard]] QString statesTitle(int bytes, bool masterWeights);
[[nodiscard]] QString tuningTitle(TuningMethod method);
[[nodiscard]] QString preferenceTitle(Preference preference);
[[nodiscard]] QString adaptersTitle(AdapterTargets targets);
[[nodiscard]] QString lossTitle(LossKind loss);

/// Returns the dimensions of a space in one line: "DP, SDP, TP, PP, ckpt", or "all dimensions but OFF-ACT, OFF-OPT".
[[nodiscard]] QString spaceText(const Space& space);
/// Returns how a search ended in one line: "Best of DP, SDP, TP, PP, ckpt: 122 tasks, 80 skipped by bounds, 0.12 s".
/// `request`: the question, where it is at hand.
[[nodiscard]] QString certificateText(const Certificate& certificate, const SearchRequest* request = nullptr);
/// Returns the values that were chosen for a question in one line.
[[nodiscard]] QString chosenText(const std::vector<ValueNote>& values);
[[nodiscard]] QString infeasibilityText(const Infeasibility& why);

/// What a plan may use of a device, and why it is less than the budget: "76.0 GiB = 80.0 GiB − 4.00 GiB reserve".
[[nodiscard]] QString budgetText(const Plan& plan);
[[nodiscard]] QString budgetText(Bytes budget, const Cluster& cluster);

/// "64 × NVIDIA H100 SXM5 80GB"; of a mixed cluster "32 × NVIDIA A100 SXM4 40GB + 32 × NVIDIA V100 SXM2 32GB".
[[nodiscard]] QString devicesText(const Cluster& cluster);

/// "Stage 1 uses 7.31 GiB of 16 GiB, the largest part activations (4.02 GiB)."
[[nodiscard]] QString fillText(const Plan& plan, const Estimate& estimate, int stage);

/// "51.6 samples/s · 1.24 s a step · 7.31 of 16 GiB · bubbles 12.3 %".
[[nodiscard]] QString headline(const Estimate& estimate);

/// "+3.2 %", "−1.0 %", "±0 %": with a true minus sign.
[[nodiscard]] QString signedPercent(double share);

/// "−8.0 % … +11.2 %".
[[nodiscard]] QString bandRange(const ErrorBand& band);
/// "80 % of the 32 nearest measured runs: vtrain-multi, korthikanti-tab5", or that no run is near.
[[nodiscard]] QString bandEvidence(const ErrorBand& band);
/// A line each for step time and peak memory: the range and its evidence.
[[nodiscard]] QStringList bandLines(const ErrorBands& bands);

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
