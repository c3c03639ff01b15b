// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/galvatron/plan_file.h"

#include "core/base/json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram::galvatron {

namespace {

/// Returns the values of all layers as "1,1,2".
template <typename Value>
std::string listOf(const Plan& plan, const Value& value)
{
    std::vector<int> numbers;
    for (const Strategy& strategy : plan.layers) {
        numbers.push_back(static_cast<int>(value(strategy)));
    }
    return fmt::format("{}", fmt::join(numbers, ","));
}

}  // namespace

Json planFile(const Plan& plan, const TaskKey& task, const Setting& setting)
{
    const int endZero3 = plan.ends.zero3 ? 1 : 0;
    return Json{{"pp_deg", task.pipeline},
                {"tp_sizes_enc", listOf(plan, [](const Strategy& strategy) { return strategy.split(); })},
                {"tp_consecutive_flags", listOf(plan, [](const Strategy&) { return 1; })},
                {"dp_types_enc", listOf(plan, [](const Strategy& strategy) { return strategy.zero3; })},
                {"use_sp", listOf(plan, [](const Strategy& strategy) { return strategy.ulysses > 1; })},
                {"checkpoint", listOf(plan, [](const Strategy& strategy) { return strategy.recompute; })},
                {"world_size", setting.devices},
                {"global_bsz", task.batch},
                {"chunks", task.microbatches},
                {"pp_division", fmt::format("{}", fmt::join(plan.stages, ","))},
                {"pipeline_type", setting.gpipe ? "gpipe" : "pipedream_flush"},
                {"default_dp_type", setting.defaultData == DataParallel::Ddp ? "ddp" : "zero2"},
                {"vtp", plan.ends.split()},
                {"vsp", plan.ends.ulysses > 1 ? 1 : 0},
                {"embed_sdp", endZero3},
                // The name that the runtime reads; the search engine writes the other.
                {"vocab_sdp", endZero3}};
}

}  // namespace pgram::galvatron
