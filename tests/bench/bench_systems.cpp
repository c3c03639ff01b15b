// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The optimisers of other systems: the slicing of a sequence on 48 stages, what 96 layers keep, swap or recompute, and
// 96 layers in segments.
#include "core/slicing/token_slicing.h"
#include "core/swapping/swap_search.h"
#include "tests/bench/bench.h"
#include "validation/hosted/segments.h"

#include <random>

using namespace pgram;

namespace {

/// Of one sequence on a grid of 8 tokens, times included.
int slicing(int tokens, const SliceLaw& law, const char* name, double budget)
{
    TokenSlicing best;
    const auto timing = bench::measure([&] {
        best = bestSlicing(SliceTimes(1, tokens / 8, 8, law), 48);
        bench::keep(best);
    });
    return bench::report("slicing-" + std::to_string(tokens) + "-" + name, timing, budget,
                         R"("caps": )" + std::to_string(best.caps) + R"(, "seconds": )" + std::to_string(best.seconds) +
                             R"(, "slices": )" + std::to_string(best.pieces.front().tokens.size()));
}

int keeping(const std::vector<SwapBlock>& layers, const SwapDevice& device, const char* name)
{
    KeepingAnswer answer;
    const auto timing = bench::measure([&] {
        answer = bestKeeping(layers, device);
        bench::keep(answer);
    });
    return bench::report(std::string("keeping-96-") + name, timing, 1.0,
                         R"("gap": )" + std::to_string(answer.gap()) + R"(, "steps": )" + std::to_string(answer.tried));
}

/// 96 layers, none like another.
std::vector<HostedLayer> unevenLayers()
{
    std::mt19937 random(1);
    std::uniform_real_distribution<double> around(0.8, 1.25);
    std::vector<HostedLayer> layers;
    for (int i = 0; i < 96; ++i) {
        layers.push_back(
            {0.035 * around(random), 0.105 * around(random), 400e6 * around(random), 1e9 * around(random)});
    }
    return layers;
}

int segments(double bytes, const char* name)
{
    const std::vector<HostedLayer> layers = unevenLayers();
    SegmentAnswer answer;
    const auto timing = bench::measure([&] {
        answer = bestSegments(layers, {bytes, 12e9, 4});
        bench::keep(answer);
    });
    return bench::report(std::string("segments-96-") + name, timing, 0.050,
                         R"("segments": )" + std::to_string(answer.segments.size()));
}

int hiding(double bytes, const char* name)
{
    const std::vector<HostedLayer> layers = unevenLayers();
    HidingAnswer answer;
    const auto timing = bench::measure([&] {
        answer = fewestHidingMicrobatches(layers, {bytes, 12e9, 1});
        bench::keep(answer);
    });
    return bench::report(std::string("hiding-96-") + name, timing, 0.050,
                         R"("microbatches": )" + std::to_string(answer.microbatches));
}

}  // namespace

int main()
{
    const SliceLaw flat{.fixed = 0.004, .floor = 0.003, .perToken = 2.1e-5, .perPair = 1e-9};
    const SliceLaw steep{.fixed = 0.0005, .perToken = 1.2e-5, .perPair = 3e-9};
    int missed = 0;
    for (const auto& [law, name] : {std::pair(flat, "floor"), std::pair(steep, "context")}) {
        missed |= slicing(2048, law, name, 0.100);
        missed |= slicing(4096, law, name, 0.500);
    }
    const std::vector<SwapBlock> alike(96, {0.01, 0.02, 400e6, 20e6});
    std::vector<SwapBlock> uneven = alike;
    for (std::size_t i = 0; i < uneven.size(); ++i) {
        uneven[i].kept *= 1 + 0.02 * static_cast<double>(i * 7 % 11);
    }
    missed |= keeping(alike, {12e9, 12e9, 0}, "alike");
    missed |= keeping(uneven, {12e9, 12e9, 1e-5}, "uneven");
    missed |= keeping(alike, {6e9, 50e9, 1e-5}, "fast-link");
    missed |= segments(1e12, "any");
    missed |= segments(8e9, "tight");
    missed |= hiding(1e12, "any");
    missed |= hiding(8e9, "tight");
    return missed;
}
