// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the Fidelity view draws: the measured runs that its filters leave, and the error of each suite of them. Pure.
#pragma once

#include "widgets/work/fidelity_library.h"

#include <QCoreApplication>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace pgram {

/// The words of this view.
struct FidelityText {
    Q_DECLARE_TR_FUNCTIONS(FidelityText)
};

/// Devices of one generation share a colour and a shape.
enum class Generation { Ampere, Hopper, Blackwell, Other };
inline constexpr std::array allGenerations{Generation::Ampere, Generation::Hopper, Generation::Blackwell,
                                           Generation::Other};
[[nodiscard]] Generation generationOf(const std::string& gpu);

struct FidelityFilter {
    bool memory = false;  ///< peaks instead of step times
    std::string suite;    ///< empty = all
    std::optional<Generation> generation;
    bool operator==(const FidelityFilter&) const = default;
};

struct FidelityPoint {
    std::size_t row = 0;   ///< of the record
    double predicted = 0;  ///< s, or bytes
    double measured = 0;
    Generation generation = Generation::Other;
    [[nodiscard]] double error() const { return predicted / measured - 1; }
};

/// A suite, or all of them under an empty name.
struct SuiteLine {
    std::string suite;
    ErrorStatistics errors;
    int skipped = 0;  ///< measured, and not expressed
};

struct FidelityFigures {
    std::shared_ptr<const FidelityData> data;
    FidelityFilter filter;
    std::vector<FidelityPoint> points;  ///< by measured value
    std::vector<SuiteLine> suites;      ///< of the generation, the largest first; all together at the end
    std::vector<std::size_t> rows;      ///< all that the filter leaves, expressed or not
};

[[nodiscard]] FidelityFigures fidelityFigures(std::shared_ptr<const FidelityData> data, const FidelityFilter& filter);

/// "A100", "H100, H200", …
[[nodiscard]] QString nameOf(Generation generation);

}  // namespace pgram
