// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Requests of shipped models, clusters and budgets that have no plan as they are asked, and have one with one switch or
// two.
#pragma once

#include "core/presets/preset_store.h"
#include "core/questions/what_fits.h"
#include "tests/places.h"

#include <array>
#include <optional>
#include <vector>

namespace pgram {

struct Misfit {
    const char* model;
    const char* cluster;
    std::int64_t batch;
    std::int64_t sequence;  ///< 0 = the model's
};

inline constexpr std::array misfitQuestions{
    Misfit{"bert-huge-32", "rtx-titan-8", 64, 0}, Misfit{"bert-huge-48", "rtx-titan-8", 32, 0},
    Misfit{"t5-large-32", "rtx-titan-8", 32, 0},  Misfit{"vit-huge-32", "rtx-titan-8", 64, 0},
    Misfit{"swin-huge-32", "rtx-titan-8", 32, 0}, Misfit{"gpt2-xl", "rtx-titan-8", 32, 0},
    Misfit{"gpt3-1.3b", "rtx-4090-8", 64, 0},     Misfit{"gpt3-2.7b", "rtx-4090-8", 64, 0},
    Misfit{"gpt3-6.7b", "rtx-4090-8", 64, 0},     Misfit{"llama2-7b", "rtx-4090-8", 64, 0},
    Misfit{"llama2-13b", "rtx-4090-8", 64, 0},    Misfit{"llama3-8b", "a100-8", 32, 32768},
    Misfit{"llama2-13b", "a100-8", 32, 0},        Misfit{"llama3.2-3b", "a100-8", 16, 65536},
    Misfit{"llama2-13b", "dgx-a100", 64, 16384},  Misfit{"gpt3-13b", "dgx-a100", 64, 0},
    Misfit{"llama2-70b", "dgx-h100-64", 64, 0},   Misfit{"gpt-neox-20b", "dgx-a100", 64, 0},
    Misfit{"llama3-8b", "dgx-h100", 16, 131072},  Misfit{"bert-large", "ethernet-4", 64, 0},
};

/// The least budget of a device for which the request has a plan.
inline Bytes leastBudget(SearchRequest request)
{
    request.memoryBudget = 1;
    const SearchResult result = search(request).value();
    return result.infeasibility ? result.infeasibility->smallestBudget : 0;
}

inline SearchRequest requestOf(const Misfit& misfit)
{
    SearchRequest request;
    const PresetStore presets(presetsFolder());
    request.model = presets.model(misfit.model).value();
    request.cluster = presets.cluster(misfit.cluster).value();
    request.training.globalBatch = misfit.batch;
    request.training.sequenceLength = misfit.sequence;
    return request;
}

/// Returns three requests for each question: one a little below what it needs now, and two further below.
inline std::vector<SearchRequest> misfits()
{
    std::vector<SearchRequest> requests;
    for (const Misfit& misfit : misfitQuestions) {
        SearchRequest request = requestOf(misfit);
        const Bytes needs = leastBudget(request);
        for (const double share : {0.97, 0.85, 0.7}) {
            request.memoryBudget = static_cast<Bytes>(share * static_cast<double>(needs));
            requests.push_back(request);
        }
    }
    return requests;
}

}  // namespace pgram
