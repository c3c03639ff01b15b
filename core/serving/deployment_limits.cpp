// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/format.h"
#include "core/serving/deployment.h"

#include <algorithm>

namespace pgram {

namespace {

/// "1.43"
std::string times(double ratio)
{
    return formatNumber(ratio);
}

void addPruning(std::vector<Text>& limits, const WeightFormat& format)
{
    switch (format.pruning.kind) {
    case Pruning::Kind::None:
        return;
    case Pruning::Kind::Structured:
        limits.push_back(
            Core::tr("Structured pruning of {} makes nothing more than {}× as fast: launches and the latency "
                     "of exchanges stay",
                     formatPercent(format.pruning.share), times(1 / (1 - format.pruning.share))));
        return;
    case Pruning::Kind::Unstructured:
        limits.emplace_back(Core::tr("Unstructured pruning gains no time: dense kernels read and multiply the zeros"));
        limits.push_back(
            storedBytes(format) < denseBytes(format)
                ? Core::tr("Its memory is {}× smaller only where the weights are kept behind a bitmap",
                           times(denseBytes(format) / storedBytes(format)))
                : Core::tr("It gains no memory either: a bitmap takes more than the weights that are gone"));
        return;
    case Pruning::Kind::TwoOfFour:
        limits.push_back(Core::tr("2:4 sparsity speeds up what is bound by bandwidth by its bytes, {}×; where products "
                                  "bound, {}× is charged, as measured end to end (ViT-h), of at most {}×",
                                  times(denseBytes(format) / storedBytes(format)), times(serving::sparseProducts),
                                  times(serving::sparseProductsAtMost)));
        limits.emplace_back(Core::tr("It shrinks neither the cache nor what devices exchange"));
        return;
    }
}

}  // namespace

std::vector<Text> limitsOf(const DeploymentQuestion& question, const Deployment& row)
{
    std::vector<Text> limits;
    const Result<ServedModel> model = servedModel(question.model);
    const WeightFormat plain;
    if (!model || row.format == plain) {
        return limits;
    }
    DeploymentQuestion other = question;
    other.formats = {plain};
    other.tensor = row.tensor;
    other.pipeline = row.pipeline;
    if (const auto dense = deploy(other); dense && !dense->front().degrees.empty()) {
        const Deployment& bf16 = dense->front().degrees.front();
        limits.push_back(Core::tr("Beside bf16 on as many devices: first token {}×, token {}×, tokens per second {}× "
                                  "as fast, weights {}× smaller",
                                  times(bf16.firstToken / row.firstToken), times(bf16.perToken / row.perToken),
                                  times(row.throughput / bf16.throughput),
                                  times(bf16.memory.weights / row.memory.weights)));
    }
    addPruning(limits, row.format);
    const Server server = serverOf(question, *model, row.format, row.tensor, row.pipeline);
    const bool expands = row.format.kind != WeightKind::Bf16 && peakOf(server) == server.peak16;
    if (row.format.kind == WeightKind::Fp8 && expands) {
        limits.emplace_back(
            Core::tr("The device has no 8-bit products: FP8 weights are expanded and computed in 16 bits"));
    } else if (expands) {
        limits.push_back(
            Core::tr("Weights of {} bits are expanded and computed in 16 bits: where products bound, as in "
                     "long prompts and large batches, they gain nothing",
                     row.format.kind == WeightKind::Int8 ? 8 : 4));
    }
    return limits;
}

Text qualityNote()
{
    return Core::tr("What lower precision and pruning cost in quality is not predicted");
}

const std::array<ServingBand, 4>& servingBands()
{
    using Figure = ServingBand::Figure;
    static constexpr std::array<ServingBand, 4> bands{{{Figure::Decode, 16, 0.035, 0.024, -0.10, 0.08},
                                                       {Figure::FirstToken, 7, 0.074, 0.069, -0.16, 0.12},
                                                       {Figure::Throughput, 11, 0.392, 0.069, -0.07, 1.67},
                                                       {Figure::Served, 2, 0.070, 0.070, -0.05, 0.09}}};
    return bands;
}

}  // namespace pgram
