// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measured figures beside their predictions: the parts of a step, the memory of a rank, or the steps of a log. Plain
// functions.
#pragma once

#include "traces/difference.h"
#include "traces/memory_difference.h"
#include "traces/step_log.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/scene.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace pgram {

/// A measured figure beside its prediction.
struct DifferenceRow {
    QString name;  ///< empty for a step of a log, which has a number
    double measured = 0;
    double predicted = 0;
    /// Seconds of transfers, with those that compute hides; nothing for other figures.
    std::optional<double> measuredAll = {};
    std::optional<double> predictedAll = {};

    [[nodiscard]] double difference() const { return measured - predicted; }
};

/// Figures that belong together.
struct DifferencePage {
    Heading heading;
    Unit unit = Unit::Time;  ///< unit of all figures: Time or Memory
    std::vector<DifferenceRow> rows;
    std::optional<Seconds> typical = {};  ///< the rows are the steps of a log, and this is the one that counts
    QStringList notes = {};               ///< below the figures
};

/// Returns a row per part, the largest difference first, and what has no part in the prediction. `file`: name of the
/// trace.
[[nodiscard]] DifferencePage pageOf(const StepDifference& step, const QString& file);
/// Returns a row per figure, then one per eighth of the step. `file`: name of the snapshot or trace. `notes`: limits of
/// the file.
[[nodiscard]] DifferencePage pageOf(const MemoryDifference& memory, const QString& file,
                                    const std::vector<Text>& notes);
/// Returns a row per step. `file`: name of the log.
[[nodiscard]] DifferencePage pageOf(const LogDifference& log, const QString& file);

/// Adds the figures to a scene: bars, or a chart of the steps of a log. Each row has the reference {"part", index}.
void addDifference(Scene& scene, const std::shared_ptr<const DifferencePage>& page);

/// Returns the rows of a page; none for null.
[[nodiscard]] FigureContent differenceFigures(const std::shared_ptr<const DifferencePage>& page);

/// Returns the tip of a row, as HTML.
[[nodiscard]] QString rowTip(const DifferencePage& page, std::size_t row);

/// "16.0 % longer than predicted"; "as long as predicted". Both in seconds.
[[nodiscard]] QString againstPrediction(Seconds measured, Seconds predicted);

}  // namespace pgram
