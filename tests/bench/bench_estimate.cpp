// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan's estimate, whole and after the edit of one layer: GPT-3 175B (96 layers between its ends) on 64 stages.
#include "core/plan/estimate.h"
#include "core/presets/preset_store.h"
#include "tests/bench/bench.h"
#include "tests/places.h"

#include <cstdio>
#include <filesystem>

using namespace pgram;

namespace {

Cluster nodesOfEight(int devices)
{
    Cluster cluster;
    cluster.devices = devices;
    cluster.device.memory = 80 * GiB;
    cluster.device.peakFp32 = 19.5e12;
    cluster.device.peakBf16 = 312e12;
    cluster.device.memoryBandwidth = 2.0e12;
    cluster.links = {{.name = "inside", .span = 8, .bandwidth = 300e9, .latency = 3e-6},
                     {.name = "between", .span = devices, .bandwidth = 25e9, .latency = 8e-6}};
    return cluster;
}

/// Every other layer recomputes, so that neighbours differ.
Plan planOf(const Architecture& model)
{
    Plan plan;
    plan.model = model;
    plan.cluster = nodesOfEight(512);
    plan.training.globalBatch = 1024;
    plan.schedule.microbatches = 256;
    std::vector<int> sizes(64, 1);
    for (int rest = model.layerCount() - 64, i = 0; rest > 0; --rest, ++i) {
        ++sizes[static_cast<std::size_t>(i)];
    }
    plan.chunks = chunksFromSizes(sizes);
    for (int layer = 0; layer < model.layerCount(); ++layer) {
        plan.strategies.push_back(
            {.tensor = 4, .data = 2, .zero = 1, .kept = {layer % 2 == 0 ? KeptPart::All : KeptPart::Input}});
    }
    return plan;
}

}  // namespace

int main()
{
    const PresetStore presets(presetsFolder());
    const Result<Architecture> model = presets.model("gpt3-175b");
    if (!model) {
        std::fprintf(stderr, "%s\n", model.error().text().c_str());
        return 2;
    }
    const Plan before = planOf(*model);
    const Estimate known = estimate(before);
    Plan after = before;
    after.strategies[40] = {.tensor = 8, .zero = 0};
    const auto whole = bench::measure([&] { bench::keep(estimate(after)); });
    const auto edited = bench::measure([&] { bench::keep(estimate(after, before, known)); });
    const std::string facts = R"("layers": )" + std::to_string(before.strategies.size()) + R"(, "operations": )" +
                              std::to_string(known.timeline->operations.size());
    const int missed = bench::report("estimate-whole-64-stages", whole, 0.016, facts);
    return missed | bench::report("estimate-edited-64-stages", edited, 0.001, facts);
}
