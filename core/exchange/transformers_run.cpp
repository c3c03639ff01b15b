// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/transformers_run.h"

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/launch_folder.h"
#include "core/exchange/open_constants.h"
#include "core/exchange/program_text.h"
#include "core/exchange/setting_reader.h"
#include "core/exchange/uniform_plan.h"
#include "core/frameworks/trainer_optimizers.h"
#include "core/model/tuning.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
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

bool hasQuantisedBase(const Plan& plan)
{
    return plan.training.tuning.method == TuningMethod::Qlora;
}

/// Returns true if blocks are checkpointed by PyTorch's reentrant way. Beside a base of 4 bits the other way keeps more
/// memory; but DistributedDataParallel fails under the reentrant one (peft: examples/sft/README.md).
bool isReentrant(const Plan& plan, const UniformPlan& uniform)
{
    return hasQuantisedBase(plan) && (plan.cluster.devices == 1 || uniform.strategy.zero == 3);
}

/// Adds the adapters, and how blocks are computed again beside them. B of an adapter is scaled by alpha over the rank:
/// twice is usual.
void addAdapterArguments(const Plan& plan, const UniformPlan& uniform, Json& arguments)
{
    const Tuning& tuning = plan.training.tuning;
    arguments["adapter_rank"] = tuning.rank;
    arguments["adapter_alpha"] = 2 * tuning.rank;
    arguments["adapter_dropout"] = 0.0;
    arguments["adapter_targets"] = std::string(name(tuning.targets));
    arguments["quantised_base"] = hasQuantisedBase(plan);
    arguments["gradient_checkpointing_kwargs"] = {{"use_reentrant", isReentrant(plan, uniform)}};
    // Every adapter takes part in every step.
    arguments["ddp_find_unused_parameters"] = false;
}

bool hasPairs(const Plan& plan)
{
    return plan.training.preference != Preference::None;
}

/// Adds what TRL's trainer of preferences takes besides: the tokens of each sequence of a pair, and whether the
/// reference model runs before. Without a model of its own it is the one that the run starts from, or the base of
/// adapters.
void addPreferenceArguments(const Plan& plan, Json& arguments)
{
    arguments["preference_pairs"] = true;
    arguments["max_length"] = plan.sequence();
    arguments["precompute_ref_log_probs"] = plan.training.preference == Preference::Precomputed;
    arguments["beta"] = 0.1;
}

/// Returns the packages of a run with adapters or preference pairs. Accelerate before this commit made all weights 32
/// bits wide under FSDP2, the frozen ones, too.
std::string requirementsOf(const Plan& plan, bool hasDeepSpeed)
{
    std::string text = "torch>=2.7\n"
                       "transformers>=4.57\n"
                       "accelerate @ git+https://github.com/huggingface/accelerate@16cb6eb8\n"
                       "peft>=0.18\n"
                       "datasets>=3.0\n";
    text += hasPairs(plan) ? "trl>=0.24\n" : "";
    const bool hasNarrowOptimizer = plan.training.optimizer == Optimizer::Adam8;
    text += hasQuantisedBase(plan) || hasNarrowOptimizer ? "bitsandbytes>=0.46\n" : "";
    text += plan.training.loss == LossKind::Chunked ? "liger-kernel>=0.5\n" : "";
    text += hasDeepSpeed ? "deepspeed>=0.17\n" : "";
    return text;
}

void readAdapterArguments(SettingReader& reader, PlanSettings& settings)
{
    const auto rank = reader.number("adapter_rank", 1, mostRank);
    const std::string targets = reader.text("adapter_targets");
    const bool isQuantised = reader.flag("quantised_base").value_or(false);
    if (!rank) {
        return;
    }
    settings.tuning.method = isQuantised ? TuningMethod::Qlora : TuningMethod::Lora;
    settings.tuning.rank = static_cast<int>(*rank);
    const auto& names = enumNames<AdapterTargets>;
    const auto* found = std::ranges::find(names, targets);
    settings.tuning.targets =
        found != names.end() ? static_cast<AdapterTargets>(found - names.begin()) : AdapterTargets::Linear;
    if (found == names.end()) {
        settings.assume("adapter_targets", std::string(name(settings.tuning.targets)),
                        Core::tr("unknown matrices '{}'", targets.substr(0, 40)));
    }
}

}  // namespace

bool trainsAdapters(const Plan& plan)
{
    return plan.training.tuning.method != TuningMethod::All;
}

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
    const bool hasAdapters = trainsAdapters(plan);
    if (hasAdapters) {
        addAdapterArguments(plan, uniform, arguments);
    }
    if (hasPairs(plan)) {
        addPreferenceArguments(plan, arguments);
    }
    files.push_back({trainerArgumentsName, dumped(arguments, 2) + '\n'});
    files.push_back({"train.py", programText(hasPairs(plan) ? "trainer_preference.py"
                                             : hasAdapters  ? "trainer_adapters.py"
                                                            : "trainer_train.py")});
    if (hasAdapters || hasPairs(plan)) {
        const bool hasDeepSpeed =
            std::ranges::count(files, std::string(deepSpeedFormat.usualName), &NamedFile::name) > 0;
        files.push_back({requirementsName, requirementsOf(plan, hasDeepSpeed)});
    }
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
    readAdapterArguments(reader, settings);
    const bool isPrecomputed = reader.flag("precompute_ref_log_probs").value_or(false);
    if (reader.flag("preference_pairs").value_or(false)) {
        settings.preference = isPrecomputed ? Preference::Precomputed : Preference::Device;
    }
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

void addAdapters(const Plan& plan, Launch& launch)
{
    if (!trainsAdapters(plan)) {
        return;
    }
    launch.isPretrained = true;
    launch.pretrained = fmt::format(
        "`train.py` loads the weights of `MODEL`, {}freezes them, and puts the adapters of PEFT beside them. The "
        "adapters are saved in `out` at the end; `PeftModel.from_pretrained` loads them, `merge_and_unload` adds them "
        "to the weights.",
        hasQuantisedBase(plan) ? "quantises the matrices of all blocks to 4 bits with bitsandbytes, " : "");
    launch.fillIn.insert(launch.fillIn.begin(),
                         fmt::format("Packages: `pip install -r {}`, which has their versions.", requirementsName));
    launch.fillIn.emplace_back(
        "Adapters: `adapter_alpha` and `adapter_dropout` in `training_args.json`, which change no figure of the plan "
        "but for the mask that dropout keeps. `adapter_targets` is `linear` (all matrices of a block), `attention` or "
        "`mlp`; `train.py` finds their names in the model.");
    if (hasQuantisedBase(plan) && uniformOf(plan).strategy.zero == 3) {
        launch.remarks.emplace_back("Each process quantises the whole model on its own device before the shards are "
                                    "made: at the start a device holds all weights in 4 bits.");
    }
}

void addPreference(const Plan& plan, Launch& launch)
{
    if (!hasPairs(plan)) {
        return;
    }
    for (std::string& line : launch.setup) {
        const std::string_view text = "a column text";
        const std::size_t at = line.find(text);
        line = at == std::string::npos ? line : line.replace(at, text.size(), "columns prompt, chosen and rejected");
    }
    for (std::string& line : launch.fillIn) {
        const std::string_view text = "a column `text`";
        const std::size_t at = line.find(text);
        line =
            at == std::string::npos ? line : line.replace(at, text.size(), "columns `prompt`, `chosen` and `rejected`");
    }
    if (!trainsAdapters(plan)) {
        launch.isPretrained = true;
        launch.pretrained = "`train.py` loads the weights of `MODEL`, and DPOTrainer of TRL a second, frozen copy of "
                            "them as the reference model.";
        launch.fillIn.insert(launch.fillIn.begin(), fmt::format("Packages: `pip install -r {}`, which has their "
                                                                "versions.",
                                                                requirementsName));
    }
    if (plan.training.preference == Preference::Precomputed) {
        launch.remarks.emplace_back("The reference model runs over the whole data set before the first step "
                                    "(`precompute_ref_log_probs`): the plan counts the steps behind that alone.");
    }
    launch.remarks.emplace_back("TRL pads a pair to its longer sequence, at most `max_length`: shorter pairs take less "
                                "than the plan counts.");
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
