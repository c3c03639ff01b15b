// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task/layer_types.h"

#include "core/base/index.h"

#include <algorithm>

namespace pgram {

LayerTypes::LayerTypes(const Architecture& model, std::span<const std::optional<Allowed>> pinned)
{
    std::vector<LayerSpec> specs;  // without what differs within a type
    for (std::size_t run = 0; run < model.runs.size(); ++run) {
        const int count = model.runs[run].count;
        LayerSpec spec = model.runs[run];
        spec.name.clear();
        spec.count = 0;
        const bool isLastLayer = run + 1 == model.runs.size() && count == 1;
        std::size_t type = isLastLayer ? specs.size() : 0;
        for (; type < specs.size(); ++type) {
            const std::size_t other = at(runs[type]);
            if (specs[type] == spec && (pinned.empty() || pinned[run] == pinned[other])) {
                break;
            }
        }
        if (type == specs.size()) {
            specs.push_back(std::move(spec));
            runs.push_back(static_cast<int>(run));
            counts.push_back(0);
        }
        counts[type] += count;
        ofRun.push_back(static_cast<int>(type));
        ofLayer.insert(ofLayer.end(), static_cast<std::size_t>(count), static_cast<int>(type));
    }
}

std::size_t LayerTypes::usual() const
{
    return static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin());
}

int AlikeRanges::lastLike(int first, int end)
{
    std::vector<int>& starts = m_starts[at(first)];
    if (starts.empty()) {
        // The Z function: how many layers from `first + i` on have the types of those from `first` on.
        const int size = static_cast<int>(m_types.size()) - first;
        const auto type = [&](int i) { return m_types[at(first + i)]; };
        std::vector<int> same(at(size), size);
        starts.assign(at(size), first);
        int left = 0;
        int right = 0;  // end of the known range alike that reaches furthest, which begins at `left`
        for (int i = 1; i < size; ++i) {
            int& own = same[at(i)];
            own = i < right ? std::min(right - i, same[at(i - left)]) : 0;
            while (i + own < size && type(own) == type(i + own)) {
                ++own;
            }
            if (i + own > right) {
                left = i;
                right = i + own;
            }
        }
        for (int i = size - 1, known = 0; i > 0; --i) {
            for (; known < same[at(i)]; ++known) {
                starts[at(known)] = first + i;
            }
        }
    }
    return starts[at(end - first - 1)];
}

}  // namespace pgram
