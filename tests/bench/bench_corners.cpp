// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every limit of the readers at its end, alone and two at a time (test_corners checks the answers): no question that
// may be asked takes more than 5 s or 1 GiB. Thousands of layers beside another end are asked of a baseline alone.
#include "core/base/json.h"
#include "core/plan/estimate_json.h"
#include "tests/bench/planner.h"
#include "tests/core/extremes.h"

using namespace pgram;

namespace {

struct Slowest {
    std::string name;
    double seconds = 0;
};

void answer(const test::Extreme* a, const test::Extreme* b, Slowest& slowest)
{
    SearchRequest request = test::middlingRequest();
    a->apply(request);
    if (b != nullptr) {
        b->apply(request);
        request.method = a->isSlow || b->isSlow ? Method::Sdp : Method::Joint;
    }
    if (test::refusalByFile(request)) {
        return;
    }
    const double seconds = bench::secondsOf([&] {
        const Result<SearchResult> result = search(request);
        if (result && result->plan) {
            bench::keep(estimateToJson(*result->plan, *result->estimate));
        }
    });
    if (seconds > slowest.seconds) {
        slowest = {b != nullptr ? a->name + " and " + b->name : a->name, seconds};
    }
}

}  // namespace

int main()
{
    constexpr double budgetSeconds = 5;
    constexpr double budgetBytes = GiB;
    const std::vector<test::Extreme> all = test::extremes();
    Slowest slowest;
    for (std::size_t i = 0; i < all.size(); ++i) {
        answer(&all[i], nullptr, slowest);
        for (std::size_t j = i + 1; j < all.size(); ++j) {
            answer(&all[i], &all[j], slowest);
        }
    }
    const double peak = bench::peakBytes();
    const bool within = slowest.seconds <= budgetSeconds && peak <= budgetBytes;
    fmt::print(R"({{"bench": "corners", "worst_s": {:.3g}, "worst_case": "{}", "budget_s": {}, "peak_bytes": {:.0f}, )"
               R"("budget_bytes": {:.0f}, "within": {}}})"
               "\n",
               slowest.seconds, slowest.name, budgetSeconds, peak, budgetBytes, within);
    return within ? 0 : 1;
}
