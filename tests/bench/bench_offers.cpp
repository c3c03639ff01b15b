// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How long it takes until the first answer to what would make a request fit, and until all of them.
#include "tests/bench/bench.h"
#include "tests/core/misfits.h"

#include <fmt/format.h>

using namespace pgram;

int main()
{
    int missed = 0;
    std::vector<double> firsts;
    for (const SearchRequest& request : misfits()) {
        const Offers offers = whatFits(request).value();
        firsts.push_back(offers.here.empty() ? 0 : offers.firstSeconds);
        fmt::print(R"({{"bench": "offers", "model": "{}", "cluster": "{}", "budget_gib": {:.3g}, "offers": {}, )"
                   R"("first_s": {:.4g}, "all_s": {:.4g}, "plannings": {}, "tried": {}, "complete": {}}})"
                   "\n",
                   request.model.name, request.cluster.name, static_cast<double>(request.memoryBudget) / GiB,
                   offers.here.size(), offers.firstSeconds, offers.seconds, offers.plannings, offers.tried,
                   offers.complete);
        std::fflush(stdout);
    }
    std::ranges::sort(firsts);
    const bench::Timing timing{firsts[firsts.size() / 2], firsts.back(), static_cast<int>(firsts.size())};
    missed |= bench::report("first offer", timing, 1.0);
    return missed;
}
