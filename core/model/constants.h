// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constants of a model that a trainer needs and that change no figure: positions, norms, dropout, initial weights. The
// readers of other programs' files fill them in, and exports write them.
#pragma once

#include "core/base/json_fwd.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Scaling of rotary positions for samples longer than those of the first training.
enum class RotaryScaling {
    None,     ///< frequencies are used as they are
    Linear,   ///< positions are divided by the factor
    Dynamic,  ///< NTK: the base grows with the sample
    Yarn,     ///< by frequency, with a ramp between two numbers of turns (arXiv 2309.00071)
    Llama3,   ///< by frequency, with the formula of Llama 3.1
};

/// Constants of one model. An empty member is not known.
struct ModelConstants {
    std::optional<double> rotaryBase;         ///< base of the frequencies of rotary positions
    std::optional<double> rotaryShare;        ///< share of a head's width that positions rotate
    std::optional<RotaryScaling> scaling;     ///< scaling of these frequencies
    std::optional<double> scalingFactor;      ///< factor of any scaling
    std::optional<double> scalingLength;      ///< tokens of a sample of the first training; Yarn and Llama3
    std::optional<double> lowFrequency;       ///< Llama3: turns in scalingLength below which frequencies are divided
    std::optional<double> highFrequency;      ///< Llama3: turns above which they are kept
    std::optional<double> betaFast;           ///< Yarn: turns above which frequencies are kept
    std::optional<double> betaSlow;           ///< Yarn: turns below which they are divided
    std::optional<double> attentionScale;     ///< Yarn: growth of attention's logits with the factor
    std::optional<double> attentionScaleAll;  ///< Yarn: the same for the dimensions that are not rotated
    std::optional<double> normEpsilon;        ///< term that norms add to the variance
    std::optional<double> initialDeviation;   ///< standard deviation of initial weights
    std::optional<double> attentionDropout;   ///< share of attention's probabilities that training drops
    std::optional<double> hiddenDropout;      ///< share of the outputs of attention and feed-forward that it drops
    std::optional<double> activationLimit;    ///< limit of the inputs of the activation

    bool operator==(const ModelConstants&) const = default;
};

/// A constant that is a number.
struct ModelConstant {
    const char* key;                               ///< name in files
    const char* title;                             ///< name in documents, in English
    std::optional<double> ModelConstants::*value;  ///< the member
    double least;
    double most;
};

/// Returns the constants that are numbers, in the order of files.
[[nodiscard]] std::span<const ModelConstant> modelConstants();
/// Returns the row of a member.
[[nodiscard]] const ModelConstant& modelConstant(std::optional<double> ModelConstants::*value);
/// Returns the names of scalings in files, in the order of RotaryScaling.
[[nodiscard]] const std::vector<std::string_view>& scalingNames();

/// Returns true if no constant that both have differs.
[[nodiscard]] bool agree(const ModelConstants& a, const ModelConstants& b);
/// Returns the shortest text of a number: "500000", "1e-06".
[[nodiscard]] std::string shortNumber(double value);
/// Returns the members that are known; an empty object where none is.
[[nodiscard]] Json toJson(const ModelConstants& constants);
/// Reads the members; errors stay with the object.
[[nodiscard]] ModelConstants constantsFromJson(JsonObject& object);
/// Returns the JSON schema of the members.
[[nodiscard]] Json constantsSchema();

}  // namespace pgram
