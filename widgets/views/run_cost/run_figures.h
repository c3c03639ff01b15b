// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the Run cost view asks and shows, as values: which runs are set beside each other, their figures with the range
// of their error band, their words, what they rest on, and the table.
#pragma once

#include "core/fidelity/error_band.h"
#include "core/questions/run_choice.h"
#include "widgets/views/common/figure_table.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pgram {

inline constexpr Seconds hour = 3600;

/// What is chosen from.
enum class RunPage { Plan, Clusters, Models, Sequences };

/// The controls of the view.
struct RunAsked {
    RunQuestion question;
    RunLimits limits;
    std::int64_t tokensOfBatch = 0;  ///< of the sequences; 0 = as many as the plan's
};

/// The requests of a page: lines of them, a line a kind of cluster or of model.
struct RunRequests {
    struct Line {
        QString title;
        std::vector<SearchRequest> requests;
        bool operator==(const Line&) const = default;
    };
    std::vector<Line> lines;
    bool operator==(const RunRequests&) const = default;
    [[nodiscard]] std::vector<SearchRequest> all() const;
    [[nodiscard]] std::size_t lineOf(std::size_t row) const;
};

struct ShownRun {
    RunRow row;  ///< priced
    std::optional<ErrorBand> band;
    std::optional<RunRange> range;
};

struct ShownRuns {
    RunPage page = RunPage::Plan;
    RunRequests asked;           ///< of one plan: nothing is asked
    std::vector<ShownRun> runs;  ///< as far as they are known, in the order of the requests
    bool isStopped = false;      ///< by hand
    [[nodiscard]] std::size_t all() const { return page == RunPage::Plan ? 1 : asked.all().size(); }
    [[nodiscard]] std::vector<RunRow> rows() const;
};

/// What is chosen, in words: "64 × NVIDIA H100", "Llama 2 7B", "4096 tokens".
[[nodiscard]] QString placeText(RunPage page, const RunRow& row);
/// Beside its point: "64", "Llama 2 7B", "4096".
[[nodiscard]] QString shortPlace(RunPage page, const RunRow& row);
/// "36.2 s", "5.21 h", "3.10 days".
[[nodiscard]] QString durationText(Seconds seconds);

[[nodiscard]] QString daysText(double days);
[[nodiscard]] QString dollarsText(const std::optional<double>& dollars);
/// "23.4 days (21.9 … 26.8)".
[[nodiscard]] QString daysText(const ShownRun& run);

/// Name and figure, each of one run.
[[nodiscard]] std::vector<std::pair<QString, QString>> factsOf(const ShownRun& run, const RunAsked& asked);
/// "Fewest devices: 64 devices, 21.3 days, $ 55.1 k": what the page is asked for.
[[nodiscard]] QStringList choicesOf(const ShownRuns& shown);
/// Whose tokens, prices and power, what interruptions and ranges rest on, each once.
[[nodiscard]] QString runBasis(const ShownRuns& shown, const RunAsked& asked);
/// Of a run, for a tip.
[[nodiscard]] QString runTip(const ShownRun& run, const RunAsked& asked, RunPage page);
/// A row for each run.
[[nodiscard]] FigureContent runTable(const ShownRuns& shown);

}  // namespace pgram
