// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What pgram deploy works out, presets read from their files: a model of experts on 16,384 devices in all formats, and
// the memories of an edge device for 4,096 tasks.
#include "core/presets/preset_store.h"
#include "core/serving/deployment.h"
#include "core/serving/edge.h"
#include "tests/bench/bench.h"
#include "tests/places.h"

using namespace pgram;

namespace {

constexpr double budget = 0.050;

int formatsByDegrees()
{
    std::size_t rows = 0;
    const auto timing = bench::measure([&rows] {
        const PresetStore store(presetsFolder());
        DeploymentQuestion question;
        question.model = *store.model("deepseek-v3");
        question.cluster = *store.cluster("dgx-h100-16384");
        for (const char* format : {"bf16", "fp8", "int8", "int4:128", "int4:128-2:4"}) {
            question.formats.push_back(*parseWeightFormat(format, "--weights"));
        }
        const auto answers = deploy(question);
        rows = answers->front().degrees.size() * answers->size();
        bench::keep(answers);
    });
    return bench::report("deploy-deepseek-v3-16384", timing, budget, R"("rows": )" + std::to_string(rows));
}

int placing()
{
    EdgeQuestion question;
    question.model = *PresetStore(presetsFolder()).model("bert-base");
    question.tiers = *loadTiers(presetsFolder() / "tiers" / "rram-sram.json");
    question.tasks = 4096;
    const auto timing = bench::measure([&question] { bench::keep(edgePlacement(question)); });
    return bench::report("deploy-tiers-4096", timing, budget);
}

}  // namespace

int main()
{
    return formatsByDegrees() | placing();
}
