// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/open_constants.h"

#include "core/model/layer_role.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

using Member = std::optional<double> ModelConstants::*;

constexpr std::array membersOfScaling{&ModelConstants::scalingFactor,  &ModelConstants::scalingLength,
                                      &ModelConstants::lowFrequency,   &ModelConstants::highFrequency,
                                      &ModelConstants::betaFast,       &ModelConstants::betaSlow,
                                      &ModelConstants::attentionScale, &ModelConstants::attentionScaleAll};

bool isOfScaling(Member value)
{
    return std::ranges::find(membersOfScaling, value) != membersOfScaling.end();
}

/// Positions of a model.
struct Positions {
    bool rotates = false;   ///< no table of positions
    bool isLatent = false;  ///< latent attention, which rotates a part of its own width
    bool drops = false;     ///< some layer has dropout
};

Positions positionsOf(const Architecture& model)
{
    Positions found{.rotates = true};
    for (const LayerSpec& run : model.runs) {
        found.rotates = found.rotates && run.learnedPositions == 0;
        found.isLatent = found.isLatent || run.keyValueRank > 0;
        found.drops = found.drops || (run.heads > 0 && run.dropout);
    }
    return found;
}

/// Returns true if a trainer of the model needs the constant.
bool isNeeded(const Positions& positions, Member value)
{
    if (value == &ModelConstants::rotaryBase) {
        return positions.rotates;
    }
    if (value == &ModelConstants::rotaryShare) {
        return positions.rotates && !positions.isLatent;
    }
    if (value == &ModelConstants::attentionDropout || value == &ModelConstants::hiddenDropout) {
        return positions.drops;
    }
    return true;
}

/// "rotary scaling llama3 (scaling_factor 8, …)".
std::string scalingText(const ModelConstants& constants)
{
    std::vector<std::string> parts;
    for (const Member value : membersOfScaling) {
        if (constants.*value) {
            parts.push_back(fmt::format("{} {}", modelConstant(value).key, shortNumber(*(constants.*value))));
        }
    }
    return fmt::format("rotary scaling {} ({})", scalingNames()[static_cast<std::size_t>(*constants.scaling)],
                       fmt::join(parts, ", "));
}

/// Returns the constants that the model has and the files do not give.
std::vector<std::string> leftOut(const ModelConstants& constants, const Positions& positions,
                                 const WrittenConstants& written)
{
    std::vector<std::string> texts;
    for (const ModelConstant& field : modelConstants()) {
        const bool isTaken = std::ranges::find(written.taken, field.value) != written.taken.end();
        if (constants.*field.value && !isTaken && !isOfScaling(field.value) && isNeeded(positions, field.value)) {
            texts.push_back(fmt::format("{} {}", field.title, shortNumber(*(constants.*field.value))));
        }
    }
    const bool isScaled = constants.scaling.value_or(RotaryScaling::None) != RotaryScaling::None;
    if (isScaled && positions.rotates && !written.takesScaling) {
        texts.push_back(scalingText(constants));
    }
    return texts;
}

}  // namespace

std::vector<std::string> openConstants(const Architecture& model, const WrittenConstants& written)
{
    const Positions positions = positionsOf(model);
    std::vector<std::string> unknown;
    for (const ConstantSetting& setting : written.settings) {
        const bool isLimit = setting.value == &ModelConstants::activationLimit;
        if (!(model.constants.*setting.value) && isNeeded(positions, setting.value) && !isLimit) {
            unknown.push_back(fmt::format("`{}` ({}; {} takes {})", setting.name, modelConstant(setting.value).title,
                                          written.framework, setting.usual));
        }
    }
    std::vector<std::string> lines;
    if (!unknown.empty()) {
        lines.push_back(fmt::format("Constants that the model does not give: {}.", fmt::join(unknown, ", ")));
    }
    if (const std::vector<std::string> texts = leftOut(model.constants, positions, written); !texts.empty()) {
        lines.push_back(fmt::format("Constants of the plan's model that these files do not set: {}. {}",
                                    fmt::join(texts, ", "), written.others));
    }
    return lines;
}

}  // namespace pgram
