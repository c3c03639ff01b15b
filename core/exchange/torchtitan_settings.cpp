// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/torchtitan_settings.h"

#include "core/base/json.h"
#include "core/base/quoting.h"
#include "core/exchange/deepspeed_settings.h"
#include "core/exchange/launch_folder.h"
#include "core/exchange/open_constants.h"
#include "core/exchange/uniform_plan.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

struct NamedSchedule {
    std::string_view name;
    ScheduleKind kind;
};
constexpr std::array knownSchedules{
    NamedSchedule{"1F1B", ScheduleKind::OneFOneB}, NamedSchedule{"GPipe", ScheduleKind::GPipe},
    NamedSchedule{"Interleaved1F1B", ScheduleKind::Interleaved}, NamedSchedule{"ZBVZeroBubble", ScheduleKind::ZbV},
    NamedSchedule{"DualPipeV", ScheduleKind::DualPipeV}};

/// Returns the chunks of the listed modules. Empty: a block is missing or repeated, or an end is missing.
std::vector<ChunkBlocks> cutOf(const Json& parts)
{
    std::vector<ChunkBlocks> cut;
    std::int64_t next = 0;
    for (const Json& part : parts) {
        ChunkBlocks chunk;
        for (const Json& module : part) {
            const std::string name = module.is_string() ? module.get<std::string>() : "";
            chunk.front = chunk.front || name == "tok_embeddings";
            chunk.back = chunk.back || name == "output" || name == "lm_head";
            if (name.starts_with("layers.")) {
                if (wholeNumber(std::string_view(name).substr(7)) != next) {
                    return {};
                }
                ++next;
                ++chunk.blocks;
            }
        }
        cut.push_back(chunk);
    }
    const auto is = [&cut](bool ChunkBlocks::*end) { return std::ranges::count(cut, true, end); };
    const bool whole = !cut.empty() && cut.front().front && cut.back().back && is(&ChunkBlocks::front) == 1 &&
                       is(&ChunkBlocks::back) == 1;
    return whole ? cut : std::vector<ChunkBlocks>();
}

}  // namespace

void readTorchtitanData(SettingReader& parallelism)
{
    PlanSettings& settings = parallelism.settings();
    const auto shards = parallelism.number("data_parallel_shard_degree", -1, mostDegree);
    const std::int64_t copies = parallelism.number("data_parallel_replicate_degree", -1, mostDegree).value_or(1);
    const std::int64_t shard = shards.value_or(-1);
    if (shard == 0 || copies == 0) {
        parallelism.fail(shard == 0 ? "data_parallel_shard_degree" : "data_parallel_replicate_degree",
                         Core::tr("is 0, expected -1 or a degree"));
        return;
    }
    if (shard > 0 && copies > 0) {
        settings.data = shard * copies;
    }
    if (shard > 1 && copies > 1) {
        settings.shard = shard;
    } else if (shard < 0 && copies > 1) {
        settings.assume("data_parallel_replicate_degree", "1",
                        Core::tr("the shards beside it are left to the devices"));
    }
    // The ring's ranks are shards, too.
    const bool shares = shard != 1 || settings.context.value_or(1) > 1;
    const bool never = parallelism.text("fsdp_reshard_after_forward") == "never";
    settings.zero = !shares ? 0 : never ? 2 : 3;
}

void readTorchtitanPipeline(SettingReader& parallelism)
{
    PlanSettings& settings = parallelism.settings();
    if (settings.pipeline.value_or(1) == 1) {
        return;
    }
    const std::string name = parallelism.text("pipeline_parallel_schedule");
    const auto found = std::ranges::find(knownSchedules, name.empty() ? "1F1B" : name, &NamedSchedule::name);
    if (found == knownSchedules.end()) {
        parallelism.fail("pipeline_parallel_schedule", Core::tr("is '{}', which no plan holds", name.substr(0, 40)));
        return;
    }
    settings.schedule = found->kind;
    if (usualChunks(found->kind) > 1) {
        settings.layersPerChunk = parallelism.number("pipeline_parallel_layers_per_stage", 1, 4096);
        settings.chunks = 2;
    }
    if (parallelism.has("module_fqns_per_model_part")) {
        settings.cut = cutOf(parallelism.value("module_fqns_per_model_part"));
        if (settings.cut.empty() || static_cast<std::int64_t>(settings.cut.size()) % *settings.pipeline != 0) {
            parallelism.fail(
                "module_fqns_per_model_part",
                Core::tr("does not name each block once and in order, in {} stage(s)", *settings.pipeline));
        }
    }
}

void readTorchtitanTraining(SettingReader& training)
{
    PlanSettings& settings = training.settings();
    settings.precision = training.text("mixed_precision_param") == "float32" ? Precision::Fp32 : Precision::Bf16;
    settings.gradientBytes = training.text("mixed_precision_reduce") == "bfloat16" ? 2 : 4;
    if (training.flag("enable_cpu_offload").value_or(false)) {
        readOffload(training, "cpu", "cpu");
    }
}

TorchtitanData torchtitanData(const LayerStrategy& strategy)
{
    if (strategy.zero == 0) {
        return {strategy.data, 1};
    }
    return {strategy.replicas(), strategy.data / strategy.replicas()};
}

std::string_view torchtitanPrecision(const Plan& plan)
{
    return plan.training.precision == Precision::Fp32 ? "float32" : "bfloat16";
}

std::string_view torchtitanSchedule(ScheduleKind kind)
{
    return std::ranges::find(knownSchedules, kind, &NamedSchedule::kind)->name;
}

std::string torchtitanParts(const Plan& plan, std::string_view head, std::string_view indent)
{
    int block = 0;
    std::string text = "[\n";
    for (const ChunkBlocks& chunk : uniformOf(plan).cut) {
        std::vector<std::string> names;
        if (chunk.front) {
            names.emplace_back("\"tok_embeddings\"");
        }
        for (int i = 0; i < chunk.blocks; ++i) {
            names.push_back(fmt::format("\"layers.{}\"", block++));
        }
        if (chunk.back) {
            names.emplace_back("\"norm\"");
            names.push_back(doubleQuoted(head));
        }
        text += fmt::format("{}    [{}],\n", indent, fmt::join(names, ", "));
    }
    return text + fmt::format("{}]", indent);
}

Launch torchtitanLaunch(const Plan& plan, const std::string& arguments)
{
    Launch launch;
    launch.environment = {{"PYTORCH_ALLOC_CONF", "expandable_segments:True",
                           "As torchtitan's own run_train.sh has it: memory is fragmented less"}};
    launch.setup = {"TORCHTITAN=\"${TORCHTITAN:?name the folder of a checkout of torchtitan}\"",
                    "export PYTHONPATH=\"$PWD:$TORCHTITAN:${PYTHONPATH:-}\""};
    launch.command = torchrun(plan) + "-m torchtitan.train " + arguments;
    launch.fillIn = {
        "`TORCHTITAN`: the folder of a checkout of torchtitan at the version above, in the environment of `train.sh`; "
        "its requirements, a matching PyTorch among them, have to be installed.",
        "Data, tokenizer and checkpoints: `hf_assets_path`, the data loader and `checkpoint` of the configuration; "
        "`scripts/download_hf_assets.py` of torchtitan fetches a tokenizer.",
        "Training: steps, optimizer and learning rate of the configuration."};
    launch.pretrained =
        "torchtitan reads the safetensors of Hugging Face itself: set `checkpoint.enable`, "
        "`checkpoint.initial_load_in_hf` and `checkpoint.initial_load_path`, the folder of the checkpoint. "
        "`scripts/checkpoint_conversion/convert_from_hf.py` converts a checkpoint ahead of the run.";
    const TorchtitanModel& own = *torchtitanModelOf(plan.model);
    std::ranges::copy(openConstants(plan.model, {.framework = "torchtitan",
                                                 .others = fmt::format(
                                                     "torchtitan's model `{}` `{}` has its own values: compare them "
                                                     "in `torchtitan/models/{}/__init__.py`.",
                                                     own.model, own.flavor, own.model)}),
                      std::back_inserter(launch.fillIn));
    launch.remarks = {fmt::format("The model is torchtitan's own {}, with its own vocabulary and kernels.",
                                  torchtitanModelOf(plan.model)->flavor)};
    return launch;
}

}  // namespace pgram
