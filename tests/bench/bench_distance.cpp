// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How far BMW's plans are from the joint optimum, and Base's beside them: models of every family on one node, two nodes
// and eight, with budgets from just above the least that works to all of a device. One line a case, and a summary,
// which holds the order joint <= bmw <= base.
#include "tests/bench/planner.h"

#include <cmath>
#include <limits>

using namespace pgram;

namespace {

struct Summary {
    int cases = 0;
    int aboveZero = 0;
    double most = 0;
    double sum = 0;
    bool ordered = true;
};

Seconds stepTime(SearchRequest request, Method method)
{
    request.method = method;
    const SearchResult result = bench::loaded(search(request));
    return result.plan ? result.estimate->stepTime : std::numeric_limits<double>::infinity();
}

void compare(const SearchRequest& request, Summary& summary)
{
    // Sums of the same figures in another order.
    constexpr double tolerance = 1e-9;
    const Seconds joint = stepTime(request, Method::Joint);
    const Seconds bmw = stepTime(request, Method::Bmw);
    const Seconds base = stepTime(request, Method::Base);
    const double distance = std::max(0.0, bmw / joint - 1);
    const bool ordered = joint <= bmw * (1 + tolerance) && bmw <= base * (1 + tolerance);
    ++summary.cases;
    summary.aboveZero += distance > tolerance ? 1 : 0;
    summary.most = std::max(summary.most, distance);
    summary.sum += distance;
    summary.ordered = summary.ordered && ordered;
    fmt::print(R"({{"bench": "distance", "model": "{}", "cluster": "{}", "batch": {}, "memory_bytes": {}, )"
               R"("joint_s": {:.6g}, "bmw_s": {:.6g}, "base_s": {:.6g}, "distance": {:.4g}, "ordered": {}}})"
               "\n",
               request.model.name, request.cluster.name, request.training.globalBatch, request.memoryBudget, joint, bmw,
               base, distance, ordered);
}

/// Budgets in equal ratios from a little above the least to what a device has; one where even that is too little room.
std::vector<Bytes> budgets(SearchRequest request)
{
    const auto all = static_cast<double>(request.cluster.device.memory);
    request.memoryBudget = 1;
    const SearchResult result = bench::loaded(search(request));
    if (!result.infeasibility || result.infeasibility->smallestBudget == 0) {
        return {};
    }
    const double least = 1.02 * static_cast<double>(result.infeasibility->smallestBudget);
    if (least > all) {
        return {};
    }
    std::vector<Bytes> budgets;
    for (const double share : {0.0, 0.15, 0.3, 0.6, 1.0}) {
        budgets.push_back(static_cast<Bytes>(least * std::pow(all / least, share)));
    }
    return budgets;
}

}  // namespace

int main()
{
    Summary summary;
    for (const char* cluster : {"rtx-titan-8", "rtx-titan-16", "a100-64"}) {
        for (const char* model :
             {"bert-huge-32", "bert-huge-48", "vit-huge-32", "t5-512-4-32", "t5-large-32", "swin-huge-32", "gpt2-xl",
              "gpt3-6.7b", "llama2-7b", "gemma2-9b", "mixtral-8x7b", "resnet-50"}) {
            SearchRequest request = bench::requestOf(model, cluster, 0, Method::Joint);
            request.training.globalBatch = 8 * request.cluster.devices;
            for (const Bytes budget : budgets(request)) {
                request.memoryBudget = budget;
                compare(request, summary);
            }
        }
    }
    fmt::print(R"({{"bench": "distance-summary", "cases": {}, "above_zero": {}, "most": {:.4g}, "mean": {:.4g}, )"
               R"("within": {}}})"
               "\n",
               summary.cases, summary.aboveZero, summary.most, summary.sum / std::max(1, summary.cases),
               summary.ordered);
    return summary.ordered && summary.cases > 0 ? 0 : 1;
}
