// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/slicing/equal_work.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

/// sliceWork() = perToken·l + perPair·(l·e - l²/2).
struct WorkLaw {
    double perToken;
    double perPair;

    explicit WorkLaw(const SequenceWork& work)
    {
        const auto layers = static_cast<double>(work.layers);
        const auto hidden = static_cast<double>(work.hidden);
        perToken = layers * (8 * hidden * hidden + 4 * hidden * static_cast<double>(work.feedForward)) +
                   4 * hidden * static_cast<double>(work.vocabulary);
        perPair = layers * (4 * static_cast<double>(work.headSize) + 3) * static_cast<double>(work.heads);
    }
    [[nodiscard]] double of(double length, double end) const
    {
        return perToken * length + perPair * (length * end - length * length / 2);
    }
    /// The smaller root of of(l, end) = flops, without the difference of two large numbers.
    [[nodiscard]] double lengthOf(double flops, double end) const
    {
        const double linear = perToken + perPair * end;
        return 2 * flops / (linear + std::sqrt(std::max(0.0, linear * linear - 2 * perPair * flops)));
    }
};

}  // namespace

Flops sliceWork(const SequenceWork& work, double length, double end)
{
    return WorkLaw(work).of(length, end);
}

std::vector<std::int64_t> equalWorkSlices(const SequenceWork& work, std::int64_t tokens, int slices,
                                          std::int64_t multiple)
{
    const WorkLaw law(work);
    const auto all = static_cast<double>(tokens);
    const double share = law.of(all, all) / slices;
    if (!(share > 0)) {
        return {};
    }
    std::vector<std::int64_t> lengths;
    std::int64_t end = tokens;
    for (int slice = 1; slice < slices; ++slice) {
        const auto exact = static_cast<std::int64_t>(law.lengthOf(share, static_cast<double>(end)));
        lengths.push_back(exact / multiple * multiple);
        end -= lengths.back();
    }
    lengths.push_back(end);
    std::ranges::reverse(lengths);
    return std::ranges::min(lengths) > 0 ? lengths : std::vector<std::int64_t>();
}

}  // namespace pgram
