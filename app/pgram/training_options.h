// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Options of how a model is trained: formats, the optimizer, and what of the model trains.
#pragma once

#include "core/base/error.h"
#include "core/model/architecture.h"
#include "core/model/training.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace pgram::cli {

/// Typed values of the options; 0 or empty: not typed.
struct TrainingOptions {
    std::string precision;
    std::string gradients;
    std::string optimizer;
    std::string states;  ///< bits of the optimizer's
    std::string master;  ///< bits of the copy of the weights, or none
    std::string tune;
    int rank = 0;
    std::string adapters;
    std::string preference;
    int freeze = 0;
    bool splitBlocks = false;
    std::int64_t images = 0;
    std::string encoder;
    std::string projector;
    std::string documentTokens;
    double expertLoad = 0;
    std::string loss;
    std::vector<std::string> modules;  ///< that layers which recompute modules compute again
    double offloadShare = 0;
    std::string framework;
};

void addTrainingOptions(CLI::App& command, TrainingOptions& options);

/// Reads the typed values into the training and the layers of the model that it freezes. Errors name the option, or
/// come from the presets that `program` finds.
[[nodiscard]] Result<void> readTraining(const TrainingOptions& options, const std::filesystem::path& program,
                                        Training& training, Architecture& model);

/// The first of the options that was typed, the precision aside; null: none.
[[nodiscard]] const char* typedBesidePrecision(const TrainingOptions& options);

/// Reads lengths of documents as typed: what DocumentLengths::parse() takes, or "@FILE" with a line "LENGTH,COUNT" for
/// each length. Errors: a file that cannot be read, any other text.
[[nodiscard]] Result<DocumentLengths> readDocumentLengths(const std::string& typed);

}  // namespace pgram::cli
