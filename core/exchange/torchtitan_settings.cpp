// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/torchtitan_settings.h"

#include "core/exchange/launch_folder.h"
#include "core/exchange/quoting.h"
#include "core/exchange/uniform_plan.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

constexpr std::array models{
    TorchtitanModel{"llama3", "8B", "llama3.1-8b", "llama3_8b"},
    TorchtitanModel{"llama3", "70B", "llama3.1-70b", "llama3_70b"},
    TorchtitanModel{"llama3", "405B", "llama3.1-405b", "llama3_405b"},
    TorchtitanModel{"llama4", "17bx16e", "llama4-scout"},
    TorchtitanModel{"llama4", "17bx128e", "llama4-maverick"},
    TorchtitanModel{"deepseek_v3", "671B", "deepseek-v3", "deepseek_v3_671b"},
    TorchtitanModel{"deepseek_v3", "16B", "deepseek-v2-lite", "deepseek_v3_16b"},
    TorchtitanModel{"qwen3", "0.6B", "qwen3-0.6b", "qwen3_0_6b"},
    TorchtitanModel{"qwen3", "1.7B", "qwen3-1.7b", "qwen3_1_7b"},
    TorchtitanModel{"qwen3", "4B", "qwen3-4b"},
    TorchtitanModel{"qwen3", "8B", "qwen3-8b"},
    TorchtitanModel{"qwen3", "14B", "qwen3-14b", "qwen3_14b"},
    TorchtitanModel{"qwen3", "32B", "qwen3-32b", "qwen3_32b"},
    TorchtitanModel{"qwen3", "30B-A3B", "qwen3-30b-a3b", "qwen3_30b_a3b"},
    TorchtitanModel{"qwen3", "235B-A22B", "qwen3-235b-a22b"},
    TorchtitanModel{"gpt_oss", "20b", "gpt-oss-20b", "gpt_oss_20b"},
    TorchtitanModel{"gpt_oss", "120b", "gpt-oss-120b", "gpt_oss_120b"},
};

struct NamedSchedule {
    std::string_view name;
    ScheduleKind kind;
};
constexpr std::array knownSchedules{
    NamedSchedule{"1F1B", ScheduleKind::OneFOneB}, NamedSchedule{"GPipe", ScheduleKind::GPipe},
    NamedSchedule{"Interleaved1F1B", ScheduleKind::Interleaved}, NamedSchedule{"ZBVZeroBubble", ScheduleKind::ZbV},
    NamedSchedule{"DualPipeV", ScheduleKind::DualPipeV}};

template <typename Is>
const TorchtitanModel* modelWhere(const Is& is)
{
    const auto found = std::ranges::find_if(models, is);
    return found == models.end() ? nullptr : &*found;
}

/// Empty: a part without modules, a block that is left out or stands twice, an end that is missing.
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

const TorchtitanModel* torchtitanModel(std::string_view name, std::string_view flavor)
{
    return modelWhere([&](const TorchtitanModel& one) { return one.model == name && one.flavor == flavor; });
}

const TorchtitanModel* torchtitanModelOf(const Architecture& model)
{
    return modelWhere([&](const TorchtitanModel& one) { return model.name == one.preset; });
}

const TorchtitanModel* torchtitanModelOfFunction(std::string_view function)
{
    return modelWhere([&](const TorchtitanModel& one) { return one.function != nullptr && function == one.function; });
}

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
        settings.ignored.push_back("/parallelism/data_parallel_replicate_degree");
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
        settings.cut = cutOf(parallelism.json()["module_fqns_per_model_part"]);
        if (settings.cut.empty() || static_cast<std::int64_t>(settings.cut.size()) % *settings.pipeline != 0) {
            parallelism.fail(
                "module_fqns_per_model_part",
                Core::tr("does not name each block once and in order, in {} stage(s)", *settings.pipeline));
        }
    }
}

TorchtitanData torchtitanData(const LayerStrategy& strategy)
{
    if (strategy.zero == 0) {
        return {strategy.data, 1};
    }
    return {strategy.replicas(), strategy.data / strategy.replicas()};
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

Result<void> checkTorchtitan(const Plan& plan)
{
    if (torchtitanModelOf(plan.model) == nullptr) {
        std::vector<std::string_view> names;
        std::ranges::transform(models, std::back_inserter(names), &TorchtitanModel::preset);
        return badInput(Core::tr("torchtitan has no model {}", plan.model.name), plan.name,
                        Core::tr("It has {}", fmt::format("{}", fmt::join(names, ", "))));
    }
    const Training& training = plan.training;
    if ((training.precision != Precision::Bf16 && training.precision != Precision::Fp32) ||
        training.gradientBytes != 4) {
        return badInput(Core::tr("torchtitan trains in bf16 or fp32, with gradients of 32 bits"), plan.name);
    }
    return {};
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
    launch.remarks = {
        fmt::format("The model is torchtitan's own {}, with its own vocabulary and kernels.",
                    torchtitanModelOf(plan.model) != nullptr ? torchtitanModelOf(plan.model)->flavor : "model")};
    return launch;
}

}  // namespace pgram
