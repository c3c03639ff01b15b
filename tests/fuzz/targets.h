// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The targets of the fuzzers: one per reader, and one from a request to the figures of its plan. libFuzzer drives them
// in the program `fuzz` (./dev fuzz), test_fuzz replays seeds and mutations of them.
#pragma once

#include "core/plan/plan.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgram::fuzz {

/// Result of one input.
struct Outcome {
    bool accepted = false;  ///< false: refused with an error
    std::string fault;      ///< fault of the program, in words; empty: there is none
};

/// Function that takes any bytes.
struct Target {
    std::string name;
    Outcome (*check)(const Target& target, std::string_view input);
};

/// Returns all targets: own files, arguments, each format that is read by its name, and `request`.
[[nodiscard]] const std::vector<Target>& targets();
/// Returns the target of a name; null: there is none.
[[nodiscard]] const Target* targetNamed(std::string_view name);

/// Input of several files: a line "=== NAME ===" is in front of each. A text without such a line is one file.
using Files = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] Files filesOf(std::string_view input);
[[nodiscard]] std::string joined(const Files& files);

/// Named input.
struct Seed {
    std::string name;  ///< path below the source folder, with the number of a part
    std::string input;
};
/// Returns the seeds of a target: tests/fuzz/corpus/NAME, and the presets, golden files and samples of its kind.
[[nodiscard]] std::vector<Seed> seedsOf(const Target& target);

/// Checks of the targets `arguments` and `request`.
[[nodiscard]] Outcome checkArguments(const Target& target, std::string_view input);
[[nodiscard]] Outcome checkRequest(const Target& target, std::string_view input);
/// Returns the fault of a plan that has been read or found: another plan comes back from its file, or a figure of its
/// estimate is not finite. Empty: none. Does not estimate plans that are too large for a quick simulation.
[[nodiscard]] std::string faultOfPlan(const Plan& plan);

}  // namespace pgram::fuzz
