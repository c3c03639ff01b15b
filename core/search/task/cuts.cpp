// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task/cuts.h"

#include "core/base/index.h"

#include <algorithm>
#include <limits>

namespace pgram {

namespace {

Seconds leastPace(const std::vector<Candidate>& candidates)
{
    Seconds least = std::numeric_limits<double>::infinity();
    for (const Candidate& candidate : candidates) {
        least = std::min(least, candidate.share.pace);
    }
    return least;
}

}  // namespace

std::vector<int> minMaxCut(int layers, int parts, const PartWeight& weight)
{
    if (layers < parts) {
        return {};
    }
    const auto width = static_cast<std::size_t>(layers) + 1;
    // best[end]: weight of the heaviest part so far when the parts hold layers [0, end). starts[part][end]: first layer
    // of the last of these parts.
    std::vector<double> best(width, infinity);
    std::vector<std::vector<int>> starts;
    best[0] = 0;
    for (int part = 0; part < parts; ++part) {
        std::vector<double> next(width, infinity);
        std::vector<int> start(width, 0);
        for (int end = part + 1; end <= layers - (parts - 1 - part); ++end) {
            for (int first = end - 1; first >= part; --first) {
                const double before = best[at(first)];
                if (before == infinity) {
                    continue;
                }
                const double own = weight(part, first, end);
                if (own >= next[at(end)]) {
                    break;  // a longer part weighs at least as much
                }
                if (std::max(before, own) < next[at(end)]) {
                    next[at(end)] = std::max(before, own);
                    start[at(end)] = first;
                }
            }
        }
        best = std::move(next);
        starts.push_back(std::move(start));
    }
    if (best[at(layers)] == infinity) {
        return {};
    }
    std::vector<int> sizes(static_cast<std::size_t>(parts));
    int end = layers;
    for (int part = parts - 1; part >= 0; --part) {
        const int first = starts[at(part)][at(end)];
        sizes[at(part)] = end - first;
        end = first;
    }
    return sizes;
}

std::vector<int> timeCut(const Task& task)
{
    std::vector<std::vector<Seconds>> ofClasses;
    for (std::size_t index = 0; index < std::max<std::size_t>(1, task.classes.size()); ++index) {
        std::vector<Seconds>& sums = ofClasses.emplace_back(1, 0);
        for (int layer = 0; layer < task.layers(); ++layer) {
            sums.push_back(sums.back() + leastPace(task.ofClass(static_cast<int>(index)).of(layer)));
        }
    }
    return minMaxCut(task.layers(), task.parts(), [&](int part, int first, int end) {
        const std::vector<Seconds>& sums = ofClasses[at(task.classAt(task.stageOf(part)))];
        return sums[at(end)] - sums[at(first)];
    });
}

}  // namespace pgram
