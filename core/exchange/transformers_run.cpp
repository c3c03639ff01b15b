// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/transformers_run.h"

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/open_constants.h"
#include "core/exchange/program_text.h"
#include "core/exchange/setting_reader.h"
#include "core/exchange/uniform_plan.h"
#include "core/frameworks/trainer_optimizers.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace pgram {

namespace {

constexpr std::size_t largestArguments = 1 << 20;

const char* optimizerName(Optimizer optimizer)
{
    const auto found = std::ranges::find(optimizersOfTrainer, optimizer);
    return found != optimizersOfTrainer.end()
               ? trainerOptimizerNames[static_cast<std::size_t>(found - optimizersOfTrainer.begin())]
               : trainerOptimizerNames.front();
}

/// Returns the optimizer of a name. Paged states and kernels of several libraries cost as much as the usual ones.
std::optional<Optimizer> optimizerNamed(std::string_view name)
{
    constexpr std::string_view paged = "paged_";
    name.remove_prefix(name.starts_with(paged) ? paged.size() : 0);
    constexpr std::array wide{"adamw_torch",           "adamw_hf", "adamw_apex_fused",
                              "adamw_torch_npu_fused", "adamw",    "adamw_32bit"};
    constexpr std::array narrow{"adamw_8bit", "adamw_torch_8bit"};
    if (std::ranges::find(wide, name) != wide.end()) {
        return Optimizer::Adam;
    }
    if (std::ranges::find(narrow, name) != narrow.end()) {
        return Optimizer::Adam8;
    }
    if (name == "muon") {
        return Optimizer::Muon;
    }
    for (std::size_t i = 0; i < trainerOptimizerNames.size(); ++i) {
        if (name == trainerOptimizerNames[i]) {
            return optimizersOfTrainer[i];
        }
    }
    return std::nullopt;
}

void assumeRecompute(PlanSettings& settings)
{
    if (settings.leavesRecompute) {
        settings.assume("recompute", "none",
                        Core::tr("the file leaves it to gradient_checkpointing of the program that "
                                 "trains"));
    }
}

}  // namespace

Result<std::vector<NamedFile>> withTrainerFiles(std::vector<NamedFile> files, const Plan& plan, const char* deepSpeed,
                                                bool recomputes)
{
    const UniformPlan uniform = uniformOf(plan);
    Json arguments{{"output_dir", "out"},
                   {"max_steps", 1000},
                   {"learning_rate", 1e-4},
                   {"per_device_train_batch_size", uniform.microBatch},
                   {"gradient_accumulation_steps", plan.schedule.microbatches},
                   {"gradient_checkpointing", recomputes},
                   {"bf16", plan.training.precision == Precision::Bf16},
                   {"fp16", plan.training.precision == Precision::Fp16},
                   {"optim", optimizerName(plan.training.optimizer)},
                   {"use_liger_kernel", plan.training.loss == LossKind::Chunked},
                   {"logging_steps", 1},
                   {"save_strategy", "no"},
                   {"sequence_length", plan.sequence()}};
    if (deepSpeed != nullptr) {
        arguments["deepspeed"] = deepSpeed;
    }
    files.push_back({trainerArgumentsName, dumped(arguments, 2) + '\n'});
    files.push_back({"train.py", programText("trainer_train.py")});
    return checkWritten(trainerTable, arguments).map([&files] { return std::move(files); });
}

Result<void> readTrainerArguments(const std::filesystem::path& file, PlanSettings& settings)
{
    const std::filesystem::path beside = file.parent_path() / trainerArgumentsName;
    const Result<std::string> text = readTextFile(beside, largestArguments);
    if (!text) {
        assumeRecompute(settings);
        return {};
    }
    const Result<Json> json = parseJson(*text, beside.string());
    if (!json) {
        return tl::unexpected(json.error());
    }
    SettingReader reader(*json, beside.string(), settings, trainerTable);
    const auto microBatch = reader.number("per_device_train_batch_size", 1, mostSamples);
    const auto accumulation = reader.number("gradient_accumulation_steps", 1, mostSamples);
    settings.microBatch = settings.microBatch ? settings.microBatch : microBatch;
    settings.microbatches = settings.microbatches ? settings.microbatches : accumulation;
    settings.sequence = reader.number("sequence_length", 1, 1 << 24);
    settings.family = "transformers";
    setTrainerOptimizer(reader.text("optim"), "optim", settings);
    if (const auto liger = reader.flag("use_liger_kernel")) {
        settings.loss = *liger ? LossKind::Chunked : LossKind::Plain;
    }
    if (const auto recomputes = reader.flag("gradient_checkpointing")) {
        settings.kept = *recomputes ? KeptPart::Input : settings.kept;
        settings.leavesRecompute = false;
    }
    assumeRecompute(settings);
    return reader.finish();
}

void setTrainerOptimizer(std::string_view name, const std::string& what, PlanSettings& settings)
{
    if (const auto named = optimizerNamed(name)) {
        settings.optimizer = *named;
    } else if (!name.empty()) {
        settings.assume(what, optimizerName(settings.optimizer),
                        Core::tr("plans have no optimizer {}", name.substr(0, 40)));
    }
}

std::string trainerRemark()
{
    return "`train.py` was written against the documentation and has not been run on devices: try it for a few steps "
           "first (`max_steps` in `training_args.json`).";
}

std::string trainerPretrained()
{
    return "Replace `AutoModelForCausalLM.from_config` in `train.py` by `AutoModelForCausalLM.from_pretrained` with "
           "`MODEL`: the Trainer then loads the weights of that checkpoint before it shards them.";
}

std::vector<std::string> trainerFillIn(const Architecture& model)
{
    std::vector<std::string> lines{
        "`MODEL`: a folder or a name of Hugging Face with the `config.json` of the model, in the environment of "
        "`train.sh`; `TOKENIZER` where its tokenizer is another's.",
        "`DATA`: a data set with a column `text`, in the environment of `train.sh`.",
        "Training: `training_args.json` has steps and learning rate; the batch there is the plan's. Checkpoints: "
        "`save_strategy` and `output_dir`."};
    std::ranges::copy(
        openConstants(model, {.framework = "Transformers",
                              .others = "Transformers takes its own from `config.json` of `MODEL`: compare them."}),
        std::back_inserter(lines));
    return lines;
}

}  // namespace pgram
