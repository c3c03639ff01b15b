// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/questions/kept_layers.h"

#include "core/base/index.h"

#include <algorithm>
#include <array>

namespace pgram {

SearchRequest keepingLayers(SearchRequest question, const Plan& plan, int first, int count)
{
    SearchRequest request = keepingStages(std::move(question), plan);
    const int layers = static_cast<int>(plan.strategies.size());
    const int begin = std::clamp(first, 0, layers);
    const int end = std::clamp(first + count, begin, layers);
    for (int layer = begin; layer < end; ++layer) {
        const LayerStrategy& strategy = plan.strategies[at(layer)];
        if (layer > begin && request.pins.back().strategy == strategy) {
            ++request.pins.back().layerCount;
        } else {
            request.pins.push_back({layer, 1, strategy});
        }
    }
    return request;
}

SearchRequest keepingStages(SearchRequest question, const Plan& plan)
{
    question.training.globalBatch = plan.training.globalBatch;
    question.batches.clear();
    question.pipelines = {plan.pipeline()};
    if (!isFree(question.method)) {
        question.method = Method::Base;
    }
    return question;
}

bool isFree(Method method)
{
    static constexpr std::array free{Method::Joint,   Method::Bmw,  Method::BmwMemory,
                                     Method::BmwTime, Method::Base, Method::Galvatron};
    return std::ranges::find(free, method) != free.end();
}

}  // namespace pgram
