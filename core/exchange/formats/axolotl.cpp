// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/exchange/fine_tuning.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/formats/rows.h"

namespace pgram {

namespace {

constexpr FineTuningNames axolotlNames{.program = "axolotl",
                                       .model = "base_model",
                                       .microBatch = "micro_batch_size",
                                       .sequence = "sequence_len",
                                       .optimizer = "optimizer",
                                       .rank = "lora_r",
                                       .targets = "lora_target_modules",
                                       .everywhere = "lora_target_linear",
                                       .attention = "attn_implementation",
                                       .prefix = "/"};

bool recognisesAxolotl(const ForeignFile& file, const Json& /*json*/)
{
    return hasLineOf(file.text, {"base_model:"});
}

void readAxolotl(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    const bool isPrecomputed = reader.flag("precompute_ref_log_probs").value_or(false);
    if (const std::string objective = reader.text("rl"); !objective.empty()) {
        setPreference(settings, objective, "/rl", isPrecomputed);
    }
    const std::string adapter = reader.text("adapter");
    const bool four = reader.flag("load_in_4bit").value_or(false);
    const bool eight = reader.flag("load_in_8bit").value_or(false);
    if (adapter == "lora" || adapter == "qlora") {
        readAdapters(reader, axolotlNames, four || adapter == "qlora");
        if (adapter == "qlora" && !four) {
            settings.refuse("qlora-without-4bit", Core::tr("axolotl requires load_in_4bit with adapter: qlora"));
        }
        if (eight && adapter == "lora") {
            settings.assume("/load_in_8bit", "false", Core::tr("plans have frozen weights of 4 or 16 bits"));
        }
    } else if (adapter.empty() && (four || eight)) {
        const char* name = four ? "load_in_4bit" : "load_in_8bit";
        settings.assume(std::string("/") + name, "false", Core::tr("plans quantise the weights only below adapters"));
        settings.refuse(
            "quantised-without-adapter",
            Core::tr("axolotl trains no quantised weights without an adapter: set adapter to qlora or lora, "
                     "or {} to false",
                     std::string(name)));
    } else if (!adapter.empty()) {
        settings.assume("/adapter", "full", Core::tr("plans have no tuning of the kind {}", adapter.substr(0, 40)));
    }
    const bool recomputes = reader.flag("gradient_checkpointing").value_or(false) ||
                            reader.text("gradient_checkpointing") == "unsloth" ||
                            reader.text("gradient_checkpointing") == "offload";
    settings.kept = recomputes ? KeptPart::Input : settings.kept;
    if (!reader.has("gradient_checkpointing")) {
        settings.assume("/gradient_checkpointing", "false",
                        Core::tr("{}'s own where none is said", std::string(axolotlNames.program)));
    }
    const bool liger = reader.flag("liger_fused_linear_cross_entropy").value_or(false);
    const bool cut = reader.flag("cut_cross_entropy").value_or(false);
    const bool chunks = reader.flag("chunked_cross_entropy").value_or(false);
    if (liger || cut || chunks) {
        settings.loss = LossKind::Chunked;
    } else if (reader.flag("liger_cross_entropy").value_or(false)) {
        settings.loss = LossKind::Fused;
    }
    settings.tensor = reader.number("tensor_parallel_size", 1, mostDegree);
    const auto older = reader.number("sequence_parallel_degree", 1, mostDegree);
    const auto newer = reader.number("context_parallel_size", 1, mostDegree);
    settings.context = newer ? newer : older;
    settings.copies = reader.number("dp_replicate_size", 1, mostDegree);
    if (!settings.microBatch) {
        settings.microBatch = 1;
        settings.assume("/micro_batch_size", "1",
                        Core::tr("{}'s own where none is said", std::string(axolotlNames.program)));
    }
}

Result<Reading> readingOfAxolotl(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    return jsonOfYaml(file.text, where).and_then([&](const Json& json) {
        PlanSettings settings;
        settings.method = "axolotl";
        SettingReader reader(json, where, settings, axolotlTable);
        readFineTuning(reader, axolotlNames, file.path);
        readAxolotl(reader);
        return reader.finish().and_then([&] { return planOfSettings(std::move(settings), where, context); });
    });
}

}  // namespace

constinit const Format axolotlFormat{
    .name = "axolotl",
    .title = Core::tr("axolotl configuration"),
    .what = "The YAML of axolotl, with DeepSpeed's file next to it if there is one.",
    .holds = Content::Plan,
    .usualName = "config.yaml",
    .limits = "The number of devices is that of its launcher: --devices gives it.",
    .knownBy = "base_model",
    .recognises = recognisesAxolotl,
    .read = readingOfAxolotl,
};

}  // namespace pgram
