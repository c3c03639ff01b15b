// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How the exact search grows with layers, devices and the memory budget: GPT-3 with 10 to 1,000 layers on 64 devices,
// 96 layers on 8 to 16,384 devices, and budgets from the least that works to all that never binds. `--plot FILE.svg`
// draws it.
#include "tests/bench/log_chart.h"
#include "tests/bench/planner.h"

#include <cstring>

using namespace pgram;

namespace {

struct Growth {
    bench::ChartLine line;
    int missed = 0;
};

/// Searches once, or three times when that is short, and adds the least time to the line.
void measure(const std::string& name, double size, const SearchRequest& request, double budgetSeconds, Growth& growth)
{
    SearchResult result;
    std::vector<double> seconds;
    const double before = bench::processorSeconds();
    while (seconds.empty() || (seconds.size() < 3 && seconds.back() < 1)) {
        seconds.push_back(bench::secondsOf([&] { result = bench::loaded(search(request)); }));
    }
    const double processor = (bench::processorSeconds() - before) / static_cast<double>(seconds.size());
    std::ranges::sort(seconds);
    const bench::Timing timing{seconds.front(), seconds.back(), static_cast<int>(seconds.size()), processor};
    growth.missed |= bench::report(name, timing, budgetSeconds, bench::factsOf(request, result));
    growth.line.points.emplace_back(size, seconds.front());
}

/// `blocks` equal layers between embedding and head.
SearchRequest withBlocks(int blocks, const char* cluster)
{
    SearchRequest request = bench::requestOf("gpt3-13b", cluster, 0, Method::Joint);
    for (LayerSpec& run : request.model.runs) {
        run.count = run.count > 1 ? blocks : 1;
    }
    request.cluster = bench::loaded(bench::presets().cluster(cluster));
    request.training.globalBatch = 8 * request.cluster.devices;
    return request;
}

/// Such that memory binds: half again as much as the least that works, or what a device has.
Bytes tightBudget(SearchRequest request, double times)
{
    request.memoryBudget = 1;
    const SearchResult result = bench::loaded(search(request));
    return static_cast<Bytes>(times * static_cast<double>(result.infeasibility->smallestBudget));
}

Growth growthWithLayers()
{
    Growth growth{{"joint, 64 devices", {}}, 0};
    for (const int blocks : {10, 20, 50, 100, 200, 500, 1000}) {
        SearchRequest request = withBlocks(blocks, "dgx-h100-64");
        request.memoryBudget = tightBudget(request, 1.5);
        measure("growth-layers", blocks, request, blocks > 100 ? 20 : 2, growth);
    }
    return growth;
}

Growth growthWithDevices()
{
    Growth growth{{"joint, 96 layers", {}}, 0};
    for (int devices = 8; devices <= 16384; devices *= 2) {
        SearchRequest request = withBlocks(96, "dgx-h100-16384");
        for (LinkLevel& link : request.cluster.links) {
            link.span = std::min(link.span, devices);
        }
        request.cluster.devices = devices;
        request.training.globalBatch = 2 * devices;
        request.memoryBudget = tightBudget(request, 1.5);
        measure("growth-devices", devices, request, 5, growth);
    }
    return growth;
}

/// No table over bytes: a budget a hundred times as large costs no more.
Growth growthWithBudget()
{
    Growth growth{{"joint, 96 layers, 64 devices", {}}, 0};
    const SearchRequest any = withBlocks(96, "dgx-h100-64");
    const Bytes least = tightBudget(any, 1);
    for (const double times : {1.02, 1.1, 1.25, 1.5, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0, 1024.0}) {
        SearchRequest request = any;
        request.memoryBudget = static_cast<Bytes>(times * static_cast<double>(least));
        measure("growth-budget", static_cast<double>(request.memoryBudget) / GiB, request, 2, growth);
    }
    return growth;
}

int reportExponent(const std::string& name, const bench::ChartLine& line, double most)
{
    const double exponent = bench::exponentOf(line);
    const bool within = exponent <= most;
    fmt::print(R"({{"bench": "{}", "exponent": {:.3f}, "budget_exponent": {}, "within": {}}})"
               "\n",
               name, exponent, most, within);
    return within ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
    const bool plots = argc == 3 && std::strcmp(argv[1], "--plot") == 0;
    if (argc > 1 && !plots) {
        std::fprintf(stderr, "usage: bench_growth [--plot FILE.svg]\n");
        return 2;
    }
    const Growth layers = growthWithLayers();
    const Growth devices = growthWithDevices();
    const Growth budget = growthWithBudget();
    int missed = layers.missed | devices.missed | budget.missed;
    missed |= reportExponent("growth-layers-exponent", layers.line, 2.0);
    missed |= reportExponent("growth-devices-exponent", devices.line, 1.0);
    missed |= reportExponent("growth-budget-exponent", budget.line, 0.0);
    if (plots) {
        bench::LogChart chart(
            {{"layers", {layers.line}}, {"devices", {devices.line}}, {"memory budget, GiB a device", {budget.line}}});
        if (!chart.save(argv[2])) {
            std::fprintf(stderr, "%s cannot be written\n", argv[2]);
            return 2;
        }
    }
    return missed;
}
