// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/encoder.h"

#include "core/model/layer_role.h"
#include "core/model/run_fields.h"
#include "core/model/tuning.h"

#include <algorithm>

namespace pgram {

namespace {

std::span<LayerSpec> encoderOf(Architecture& model)
{
    return std::span(model.runs).first(encoderRuns(model) - projectorRuns(model));
}

std::span<LayerSpec> projectorOf(Architecture& model)
{
    const std::size_t runs = projectorRuns(model);
    return std::span(model.runs).subspan(encoderRuns(model) - runs, runs);
}

Architecture withFrozenRuns(Architecture model, std::span<LayerSpec> (*part)(Architecture&), bool isFrozen)
{
    for (LayerSpec& run : part(model)) {
        run.frozen = isFrozen;
    }
    resolveFrozen(model);
    return model;
}

bool areFrozen(const Architecture& model, std::span<LayerSpec> (*part)(Architecture&))
{
    Architecture copy = model;
    const std::span<LayerSpec> runs = part(copy);
    return !runs.empty() && std::ranges::all_of(runs, &LayerSpec::frozen);
}

}  // namespace

const LayerSpec* embeddingOf(std::span<const LayerSpec> runs)
{
    const auto found = std::ranges::find(runs, LayerKind::Embedding, &LayerSpec::kind);
    return found == runs.end() ? nullptr : &*found;
}

std::size_t encoderRuns(const Architecture& model)
{
    const LayerSpec* embedding = embeddingOf(model.runs);
    return embedding == nullptr ? 0 : static_cast<std::size_t>(embedding - model.runs.data());
}

std::size_t projectorRuns(const Architecture& model)
{
    const std::size_t end = encoderRuns(model);
    std::size_t runs = 0;
    while (runs < end && model.runs[end - 1 - runs].kind == LayerKind::PatchMerging) {
        ++runs;
    }
    return runs;
}

std::int64_t imagesOf(const Architecture& model)
{
    const auto runs = std::span(model.runs).first(encoderRuns(model));
    const auto found = std::ranges::find(runs, LayerKind::Encoder, &LayerSpec::kind);
    return runs.empty() ? 0 : found == runs.end() ? 1 : found->images;
}

std::int64_t imageTokensOf(const Architecture& model)
{
    const std::size_t runs = encoderRuns(model);
    return runs > 0 ? model.runs[runs - 1].tokens : 0;
}

Result<Architecture> withImages(const Architecture& model, std::int64_t images)
{
    const std::size_t runs = encoderRuns(model);
    if (runs == 0) {
        return badInput(Core::tr("{} has no encoder of images or sound", model.title), "images");
    }
    const std::int64_t before = imagesOf(model);
    Architecture made = model;
    for (LayerSpec& run : std::span(made.runs).first(runs)) {
        const std::int64_t each = std::max<std::int64_t>(1, run.tokens / before);
        if (images < 1 || images > longestSequence / each) {
            return badInput(Core::tr("{} images of {} tokens each", images, each), "images",
                            Core::tr("Give a number from 1 to {}", longestSequence / each));
        }
        run.tokens = run.tokens / before * images;
        run.images = run.kind == LayerKind::Encoder ? images : run.images;
    }
    return made;
}

Architecture withEncoderFrozen(Architecture model, bool isFrozen)
{
    return withFrozenRuns(std::move(model), encoderOf, isFrozen);
}

Architecture withProjectorFrozen(Architecture model, bool isFrozen)
{
    return withFrozenRuns(std::move(model), projectorOf, isFrozen);
}

bool isEncoderFrozen(const Architecture& model)
{
    return areFrozen(model, encoderOf);
}

bool isProjectorFrozen(const Architecture& model)
{
    return areFrozen(model, projectorOf);
}

Architecture withoutEncoder(Architecture model)
{
    const auto runs = static_cast<std::ptrdiff_t>(encoderRuns(model));
    model.runs.erase(model.runs.begin(), model.runs.begin() + runs);
    resolveFrozen(model);
    return model;
}

Result<void> checkImages(const Architecture& model, std::int64_t sequence)
{
    const std::int64_t tokens = imageTokensOf(model);
    if (tokens > sequence) {
        return badInput(
            Core::tr("{} image(s) of a sample take {} tokens, and a sample has {}", imagesOf(model), tokens, sequence),
            "sequence", Core::tr("Give a longer sequence, or fewer images"));
    }
    return {};
}

}  // namespace pgram
