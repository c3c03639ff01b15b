// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The exact search at size: GPT-3 175B (96 layers between its ends) on 1024 devices, and Llama 3.1 405B (126 layers
// between its ends) on 16,384, over all divisors of the batch; with a budget on memory, too.
#include "tests/bench/planner.h"

using namespace pgram;

namespace {

int ninetySixLayers(std::int64_t batch, Bytes memory)
{
    SearchRequest request = bench::requestOf("gpt3-175b", "dgx-h100-1024", batch, Method::Joint);
    request.schedules = bench::allSchedules();
    request.memoryBudget = memory;
    const std::string name = fmt::format("joint-96-layers-1024-devices-batch-{}-{}", batch,
                                         memory > 0 ? fmt::format("{}gib", memory / GiB) : "all-memory");
    return bench::reportSearch(name, request, 2.0);
}

int largest(const char* name, const Space& space, Bytes memory)
{
    SearchRequest request = bench::requestOf("llama3.1-405b", "dgx-h100-16384", 2048, Method::Joint);
    request.schedules = bench::allSchedules();
    request.space = space;
    request.memoryBudget = memory;
    return bench::reportSearch(std::string("joint-126-layers-16384-devices-") + name, request, 10.0);
}

}  // namespace

int main()
{
    int missed = 0;
    for (const Bytes memory : {Bytes{0}, 40 * GiB, 16 * GiB}) {
        missed |= ninetySixLayers(2048, memory);
        missed |= ninetySixLayers(1536, memory);
    }
    missed |= largest("paper-space", {}, 0);
    missed |= largest("wide-space", bench::wideSpace(), 0);
    missed |= largest("wide-space-40gib", bench::wideSpace(), 40 * GiB);
    const double peak = bench::peakBytes();
    const bool within = peak < static_cast<double>(1 * GiB);
    fmt::print(R"({{"bench": "joint-memory", "peak_bytes": {:.0f}, "budget_bytes": {}, "within": {}}})"
               "\n",
               peak, 1 * GiB, within);
    return missed | (within ? 0 : 1);
}
