// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/foreign_syntax.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/setting_reader.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

struct Flavor {
    std::string_view model;
    std::string_view flavor;
    const char* preset;
};

constexpr std::array flavors{
    Flavor{"llama3", "8B", "llama3.1-8b"},
    Flavor{"llama3", "70B", "llama3.1-70b"},
    Flavor{"llama3", "405B", "llama3.1-405b"},
    Flavor{"llama4", "17bx16e", "llama4-scout"},
    Flavor{"llama4", "17bx128e", "llama4-maverick"},
    Flavor{"deepseek_v3", "671B", "deepseek-v3"},
    Flavor{"deepseek_v3", "16B", "deepseek-v2-lite"},
    Flavor{"qwen3", "0.6B", "qwen3-0.6b"},
    Flavor{"qwen3", "1.7B", "qwen3-1.7b"},
    Flavor{"qwen3", "4B", "qwen3-4b"},
    Flavor{"qwen3", "8B", "qwen3-8b"},
    Flavor{"qwen3", "14B", "qwen3-14b"},
    Flavor{"qwen3", "32B", "qwen3-32b"},
    Flavor{"qwen3", "30B-A3B", "qwen3-30b-a3b"},
    Flavor{"qwen3", "235B-A22B", "qwen3-235b-a22b"},
    Flavor{"gpt_oss", "20b", "gpt-oss-20b"},
    Flavor{"gpt_oss", "120b", "gpt-oss-120b"},
};

bool recognises(const ForeignFile& file, const Json& /*json*/)
{
    return hasLineOf(file.text, {"[parallelism", "[activation_checkpoint]", "[experimental]"}) ||
           (hasLineOf(file.text, {"[model]"}) && hasLineOf(file.text, {"[training]"}));
}

void readModel(SettingReader& reader)
{
    SettingReader model = reader.object("model");
    const auto found = std::ranges::find_if(flavors, [&model](const Flavor& flavor) {
        return flavor.model == model.text("name") && flavor.flavor == model.text("flavor");
    });
    if (found != flavors.end()) {
        reader.settings().preset = found->preset;
    }
}

/// Copies and shards; -1 shards are whatever the devices leave.
void readData(SettingReader& parallelism)
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
    const bool never = parallelism.text("fsdp_reshard_after_forward") == "never";
    settings.zero = shard == 1 ? 0 : never ? 2 : 3;
}

void readSchedule(SettingReader& parallelism)
{
    PlanSettings& settings = parallelism.settings();
    const std::string name = parallelism.text("pipeline_parallel_schedule");
    if (settings.pipeline.value_or(1) == 1 || name.empty() || name == "1F1B") {
        return;
    }
    struct Named {
        std::string_view name;
        ScheduleKind kind;
    };
    constexpr std::array known{Named{"GPipe", ScheduleKind::GPipe}, Named{"Interleaved1F1B", ScheduleKind::Interleaved},
                               Named{"ZBVZeroBubble", ScheduleKind::ZbV}, Named{"DualPipeV", ScheduleKind::DualPipeV}};
    const auto found = std::ranges::find(known, name, &Named::name);
    if (found == known.end()) {
        parallelism.fail("pipeline_parallel_schedule", Core::tr("is '{}', which no plan holds", name.substr(0, 40)));
        return;
    }
    settings.schedule = found->kind;
    const auto layers = parallelism.number("pipeline_parallel_layers_per_stage", 1, 4096);
    settings.layersPerChunk = layers;
    settings.chunks = 2;
}

void readRecompute(SettingReader& reader)
{
    SettingReader part = reader.object("activation_checkpoint");
    PlanSettings& settings = reader.settings();
    const std::string mode = part.text("mode");
    const std::string option = part.text("selective_ac_option");
    if (mode == "full") {
        settings.kept = KeptPart::Input;
    } else if (mode == "selective" && (option.empty() || option == "op")) {
        settings.kept = KeptPart::WithoutAttention;
        settings.assume("selective_ac_option", "attention",
                        Core::tr("of the operations that torchtitan computes again, those of attention"));
    } else if (mode == "selective") {
        const auto every = part.number("selective_ac_option", 1, 4096);
        settings.kept = KeptPart::Input;
        settings.recomputeEvery = every.value_or(1);
    } else if (mode == "memory_budget") {
        settings.ignored.push_back("/activation_checkpoint/memory_budget");
    }
}

/// With a pipeline a batch of a data-parallel part is cut into micro-batches; without, it is one.
void readBatch(SettingReader& training, SettingReader& parallelism)
{
    PlanSettings& settings = training.settings();
    auto local = training.number("local_batch_size", 1, mostSamples);
    local = local ? local : training.number("batch_size", 1, mostSamples);
    const auto global = training.number("global_batch_size", -1, mostSamples * 64);
    if (global && *global > 0) {
        settings.globalBatch = global;
    }
    settings.microBatch = local;
    if (settings.pipeline.value_or(1) > 1 && local) {
        const auto size = parallelism.number("pipeline_parallel_microbatch_size", 1, mostSamples).value_or(1);
        if (*local % size != 0) {
            training.fail("local_batch_size",
                          Core::tr("is {}, which is no multiple of the micro-batch {}", *local, size));
            return;
        }
        settings.microBatch = size;
        settings.microbatches = *local / size;
    } else if (!settings.globalBatch) {
        settings.microbatches = 1;
    }
}

Result<PlanSettings> settingsOf(const Json& json, const std::string& where)
{
    PlanSettings settings;
    settings.method = "torchtitan";
    SettingReader reader(json, where, settings);
    reader.requireAny({"parallelism", "training"});
    SettingReader training = reader.object("training");
    SettingReader parallelism = reader.object("parallelism");
    readModel(reader);
    SettingReader experimental = reader.object("experimental");
    const auto degree = [&](const char* name) {  // files of 2024 have them in other tables
        auto found = parallelism.number(name, 1, mostDegree);
        found = found ? found : training.number(name, 1, mostDegree);
        return found ? found : experimental.number(name, 1, mostDegree);
    };
    settings.tensor = degree("tensor_parallel_degree");
    settings.pipeline = degree("pipeline_parallel_degree");
    settings.context = degree("context_parallel_degree");
    settings.expert = degree("expert_parallel_degree");
    settings.sequence = training.number("seq_len", 1, 1 << 24);
    settings.sequenceParallel = true;
    settings.precision = Precision::Bf16;
    readData(parallelism);
    readSchedule(parallelism);
    readRecompute(reader);
    readBatch(training, parallelism);
    if (parallelism.has("module_fqns_per_model_part")) {
        settings.ignored.push_back("/parallelism/module_fqns_per_model_part");
    }
    return reader.error() ? Result<PlanSettings>(tl::unexpected(*reader.error())) : settings;
}

Result<Reading> read(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    return jsonOfToml(file.text, where)
        .and_then([&where](const Json& json) { return settingsOf(json, where); })
        .and_then([&](PlanSettings&& settings) { return planOfSettings(std::move(settings), where, context); });
}

}  // namespace

const Format torchtitanFormat{
    .name = "torchtitan",
    .title = Core::tr("torchtitan configuration"),
    .what = "The TOML of torchtitan up to v0.2.2: degrees, batch, recomputation, and the model by name and flavor.",
    .holds = Content::Plan,
    .usualName = "train_config.toml",
    .limits = "Stages are cut evenly; neither lists of modules, schedules from CSV nor memory budgets are read.",
    .knownBy = "the table [parallelism], or [model] with [training]",
    .recognises = recognises,
    .read = read,
};

}  // namespace pgram
