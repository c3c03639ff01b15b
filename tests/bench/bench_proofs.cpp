// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How tight certificates are where they are hard: 200 requests with few stages, slow links and every schedule of one
// micro-batch at a time. One line per request, and one line with the median gap of those that are open. Arguments: the
// number of requests, from the first on.
#include "tests/bench/planner.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <random>

using namespace pgram;

namespace {

/// Returns the i-th request. The models are small enough for their clusters.
SearchRequest drawn(std::mt19937& random)
{
    constexpr std::array models{"bert-huge-32", "bert-huge-48", "vit-huge-32",
                                "gpt3-1.3b",    "t5-large-32",  "swin-huge-32"};
    constexpr std::array clusters{"rtx-titan-8", "ethernet-4", "rtx-titan-16", "a100-8"};
    constexpr std::array schedules{"1f1b", "gpipe", "1f1b", "gpipe", "interleaved:2", "zb-h1", "zb-v"};
    const auto pick = [&random](const auto& of) { return of[random() % of.size()]; };
    const std::string cluster = pick(clusters);
    SearchRequest request =
        bench::requestOf(pick(models), cluster.c_str(), pick(std::array{16, 32, 64}), Method::Joint);
    request.training.precision = cluster.starts_with("rtx-titan") ? Precision::Fp32 : Precision::Bf16;
    request.schedules = *parseSchedules(pick(schedules));
    if (random() % 4 != 0) {
        request.pipelines = {pick(std::array{2, 4})};
    }
    if (random() % 2 != 0) {
        request.microbatches = {pick(std::array{2, 4, 8, 16})};
    }
    return request;
}

std::string nameOf(const SearchResult& result)
{
    return result.plan ? fmt::format("P{} m{}", result.plan->pipeline(), result.plan->schedule.microbatches) : "none";
}

double processorSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace

int main(int count, char** arguments)
{
    std::mt19937 random(1);
    const int requests = count > 1 ? std::atoi(arguments[1]) : 200;
    std::vector<double> open;
    const double start = processorSeconds();
    for (int i = 0; i < requests; ++i) {
        const SearchRequest request = drawn(random);
        const double before = processorSeconds();
        const SearchResult result = bench::loaded(search(request));
        const double used = processorSeconds() - before;
        const Certificate& certificate = result.certificate;
        const double step = result.plan ? result.estimate->stepTime : 0;
        if (certificate.status == Certificate::Status::Gap) {
            open.push_back(certificate.gap);
        }
        fmt::print(R"({{"bench": "proof {}", "model": "{}", "cluster": "{}", "schedule": "{}", "step_s": {:.9g}, )"
                   R"("bound_s": {:.9g}, "gap": {:.4g}, "plan": "{}", "processor_s": {:.3f}, "within": true}})"
                   "\n",
                   i, request.model.name, request.cluster.name, toString(request.schedules.front()), step,
                   certificate.lowerBound, result.plan ? certificate.gap : 0, nameOf(result), used);
        std::fflush(stdout);
    }
    std::ranges::sort(open);
    fmt::print(R"({{"bench": "proofs", "requests": {}, "open": {}, "median_gap": {:.4g}, "processor_s": {:.3f}, )"
               R"("within": true}})"
               "\n",
               requests, open.size(), open.empty() ? 0 : open[open.size() / 2], processorSeconds() - start);
    return 0;
}
