// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/cuts.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace pgram {

namespace {

bool isBlock(const LayerSpec& layer)
{
    return layer.heads > 0 || layer.kind == LayerKind::Bottleneck;
}

/// Blocks of each stage: the remainder goes to stages near the middle, since the ends also hold embedding and head.
std::vector<int> blocksOfStages(int blocks, int stages)
{
    std::vector<int> counts(static_cast<std::size_t>(stages), blocks / stages);
    std::vector<int> order(counts.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [stages](int a, int b) {
        return std::abs(2 * a - (stages - 1)) < std::abs(2 * b - (stages - 1));
    });
    for (int i = 0; i < blocks % stages; ++i) {
        ++counts[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
    }
    return counts;
}

Seconds leastPace(const std::vector<Candidate>& candidates)
{
    Seconds least = std::numeric_limits<double>::infinity();
    for (const Candidate& candidate : candidates) {
        least = std::min(least, candidate.share.pace);
    }
    return least;
}

}  // namespace

std::vector<int> minMaxCut(int layers, int stages, const StageWeight& weight, int least)
{
    if (layers < stages * least) {
        return {};
    }
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto width = static_cast<std::size_t>(layers) + 1;
    // best[end]: the heaviest of the stages so far when they hold layers [0, end); starts[stage][end]: the last's
    // first.
    std::vector<double> best(width, infinity);
    std::vector<std::vector<int>> starts;
    best[0] = 0;
    for (int stage = 0; stage < stages; ++stage) {
        std::vector<double> next(width, infinity);
        std::vector<int> start(width, 0);
        for (int end = (stage + 1) * least; end <= layers - (stages - 1 - stage) * least; ++end) {
            for (int first = end - least; first >= stage * least; --first) {
                const double before = best[static_cast<std::size_t>(first)];
                if (before == infinity) {
                    continue;
                }
                const double own = weight(stage, first, end);
                if (own >= next[static_cast<std::size_t>(end)]) {
                    break;  // and a longer stage weighs no less
                }
                if (std::max(before, own) < next[static_cast<std::size_t>(end)]) {
                    next[static_cast<std::size_t>(end)] = std::max(before, own);
                    start[static_cast<std::size_t>(end)] = first;
                }
            }
        }
        best = std::move(next);
        starts.push_back(std::move(start));
    }
    if (best[static_cast<std::size_t>(layers)] == infinity) {
        return {};
    }
    std::vector<int> sizes(static_cast<std::size_t>(stages));
    int end = layers;
    for (int stage = stages - 1; stage >= 0; --stage) {
        const int first = starts[static_cast<std::size_t>(stage)][static_cast<std::size_t>(end)];
        sizes[static_cast<std::size_t>(stage)] = end - first;
        end = first;
    }
    return sizes;
}

std::vector<int> evenCut(const Architecture& model, int stages)
{
    const int layers = model.layerCount();
    if (layers < stages) {
        return {};
    }
    std::vector<int> blocks;
    for (int layer = 0; layer < layers; ++layer) {
        if (isBlock(model.layer(layer))) {
            blocks.push_back(layer);
        }
    }
    if (static_cast<int>(blocks.size()) < stages) {
        blocks.resize(static_cast<std::size_t>(layers));
        std::iota(blocks.begin(), blocks.end(), 0);
    }
    std::vector<int> sizes;
    int first = 0;
    std::size_t block = 0;
    for (const int count : blocksOfStages(static_cast<int>(blocks.size()), stages)) {
        block += static_cast<std::size_t>(count);
        const int end = block < blocks.size() ? blocks[block] : layers;
        sizes.push_back(end - first);
        first = end;
    }
    return sizes;
}

std::vector<int> timeCut(const Task& task)
{
    std::vector<Seconds> sums{0};
    for (int layer = 0; layer < task.layers(); ++layer) {
        sums.push_back(sums.back() + leastPace(task.of(layer)));
    }
    return minMaxCut(
        task.layers(), task.key.pipeline,
        [&sums](int, int first, int end) {
            return sums[static_cast<std::size_t>(end)] - sums[static_cast<std::size_t>(first)];
        },
        task.leastLayers());
}

}  // namespace pgram
