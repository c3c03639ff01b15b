// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How long it takes until the first answer to what would make a request fit, and until all of them. With --all, how
// often the first offer is the best of all single switches and pairs; that takes many minutes.
#include "tests/bench/bench.h"
#include "tests/core/misfits.h"

#include <fmt/format.h>

using namespace pgram;

int main(int argc, char** argv)
{
    const bool holdsAgainstAll = argc > 1 && std::string(argv[1]) == "--all";
    int best = 0;
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
        if (holdsAgainstAll) {
            const Offers all = whatFits(request, {.most = 1, .plannings = 0}).value();
            const bool isBest = !offers.here.empty() && offers.here.front().rate() <= 1.001 * all.here.front().rate();
            best += isBest ? 1 : 0;
            fmt::print(R"({{"bench": "best offer", "is_best": {}, "best_so_far": {}, "of": {}}})"
                       "\n",
                       isBest, best, firsts.size());
        }
        std::fflush(stdout);
    }
    std::ranges::sort(firsts);
    const bench::Timing timing{firsts[firsts.size() / 2], firsts.back(), static_cast<int>(firsts.size())};
    missed |= bench::report("first offer", timing, 1.0);
    return missed;
}
