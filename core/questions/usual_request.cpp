// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/questions/usual_request.h"

#include "core/base/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace pgram {

namespace {

/// Tokens per step of published trainings of models up to a size. Llama 2 70B has 4M (arXiv 2307.09288), DeepSeek LLM
/// 67B 18.9M (arXiv 2401.02954): between them is the row for up to 100 B.
struct PublishedBatch {
    double parameters;      ///< size of the largest model that takes this row
    double tokens;          ///< tokens per step
    const char* trainings;  ///< trainings with about as many
};

constexpr std::array publishedBatches{
    PublishedBatch{1e9, 0x1p19, "GPT-3 760M (0.5M, arXiv 2005.14165)"},
    PublishedBatch{4e9, 0x1p20, "GPT-3 2.7B (1M, arXiv 2005.14165)"},
    PublishedBatch{1e10, 0x1p22, "Llama 2 7B (4M, arXiv 2307.09288)"},
    PublishedBatch{1e11, 0x1p23, "OLMo 2 32B (8.4M, arXiv 2501.00656)"},
    PublishedBatch{1e300, 0x1p24, "Llama 3 405B (16M, arXiv 2407.21783)"},
};

/// Sequences per step of the recipes of LoRA and QLoRA: tatsu-lab/stanford_alpaca README (128).
constexpr std::int64_t tuningSamples = 128;
/// Devices that share a sample where the published batch has fewer samples than devices: one node.
constexpr std::int64_t devicesPerSample = 8;

std::int64_t toPowerOfTwo(double value)
{
    return std::int64_t{1} << std::llround(std::max(0.0, std::log2(value)));
}

bool hasRunOf(const Architecture& model, std::initializer_list<LayerKind> kinds)
{
    return std::ranges::any_of(
        model.runs, [&kinds](const LayerSpec& run) { return std::ranges::find(kinds, run.kind) != kinds.end(); });
}

/// Samples and the reason for them.
struct Samples {
    std::int64_t count = 0;
    Text why;
};

Samples published(const SearchRequest& request)
{
    const Architecture& model = request.model;
    if (request.training.tuning.method != TuningMethod::All) {
        return {tuningSamples, Core::tr("sequences per step of a fine-tuning, as in the recipe of Alpaca")};
    }
    if (hasRunOf(model, {LayerKind::Swin})) {
        return {1024, Core::tr("images per step, as Swin (arXiv 2103.14030)")};
    }
    if (hasRunOf(model, {LayerKind::PatchEmbedding})) {
        return {4096, Core::tr("images per step, as ViT (arXiv 2010.11929)")};
    }
    if (hasRunOf(model, {LayerKind::ConvStem, LayerKind::Convolution})) {
        return {std::int64_t{32} * request.cluster.devices,
                Core::tr("32 images per device, as ResNet-50 (arXiv 1706.02677)")};
    }
    const double parameters = parameterCount(model);
    const auto row = std::ranges::find_if(
        publishedBatches, [parameters](const PublishedBatch& batch) { return parameters <= batch.parameters; });
    const std::int64_t sequence = request.training.sequence(model.sequenceLength);
    const std::int64_t samples = toPowerOfTwo(row->tokens / static_cast<double>(sequence));
    return {samples, Core::tr("about {} tokens per step, as {}", formatCount(static_cast<double>(samples * sequence)),
                              row->trainings)};
}

}  // namespace

ValueNote usualBatch(const SearchRequest& request)
{
    Samples samples = published(request);
    const std::int64_t least = (request.cluster.devices + devicesPerSample - 1) / devicesPerSample;
    if (samples.count < least) {
        samples = {toPowerOfTwo(std::exp2(std::ceil(std::log2(static_cast<double>(least))))),
                   Core::tr("one sample for each {} devices", devicesPerSample)};
    }
    return {"batch", std::to_string(samples.count), samples.why};
}

std::vector<ValueNote> chooseUsual(SearchRequest& request, const OpenParts& open)
{
    std::vector<ValueNote> chosen;
    if (open.batch) {
        chosen.push_back(usualBatch(request));
        request.batches.clear();
        request.training.globalBatch = std::stoll(chosen.back().value);
    }
    if (open.search) {
        request.method = Method::Joint;
        request.target = nullptr;
        const Space asked = std::exchange(request.space, *parseSpace("modern"));
        request.space.takeaway3 = asked.takeaway3;
        request.space.anyDivisor = asked.anyDivisor;
        request.schedules = *parseSchedules("1f1b,interleaved:2");
        request.schedule = request.schedules.front();
        chosen.push_back({"space", "modern", Core::tr("dimensions of Megatron-LM and torchtitan, mixed freely")});
        chosen.push_back({"schedule", "1f1b,interleaved:2", Core::tr("usual")});
        chosen.push_back({"method", info(request.method).name, Core::tr("exact")});
    }
    return chosen;
}

}  // namespace pgram
