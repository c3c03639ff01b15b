// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A training run as values: its figures with the range of its error band, its words, and its sources.
#pragma once

#include "core/fidelity/error_band.h"
#include "widgets/document/run_terms.h"
#include "widgets/views/common/figure_table.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace pgram {

inline constexpr Seconds hour = 3600;

struct ShownRun {
    RunRow row;  ///< priced
    std::optional<ErrorBand> band;
    std::optional<RunRange> range;
};
/// Returns the run of a plan; one without a cost where it has none.
[[nodiscard]] ShownRun shownRun(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> figures,
                                const RunAsked& asked, const ErrorBands& bands);

/// "36.2 s", "5.21 h", "3.10 days".
[[nodiscard]] QString durationText(Seconds seconds);
[[nodiscard]] QString daysText(double days);
[[nodiscard]] QString dollarsText(const std::optional<double>& dollars);

/// Names and figures of a run that has a cost.
using RunFacts = std::vector<std::pair<QString, QString>>;
[[nodiscard]] RunFacts factsOf(const ShownRun& run, const RunAsked& asked);
/// Sources of the tokens, prices, power, interruptions and the range of a run that has a cost.
[[nodiscard]] QString runBasis(const ShownRun& run, const RunAsked& asked);
/// The same as factsOf() and more, for a tip.
[[nodiscard]] QString runTip(const ShownRun& run, const RunAsked& asked);
/// One row, none without a run.
[[nodiscard]] FigureContent runTable(const std::optional<ShownRun>& run);

}  // namespace pgram
