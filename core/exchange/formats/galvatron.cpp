// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/galvatron_plan.h"
#include "core/exchange/launch_folder.h"
#include "core/exchange/open_constants.h"
#include "core/exchange/words.h"
#include "core/frameworks/rows/rows.h"
#include "core/model/training_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace pgram {

namespace {

bool recognisesGalvatron(const ForeignFile& /*file*/, const Json& json)
{
    return json.contains("pp_deg") && json.contains("tp_sizes_enc");
}

/// Options of the run that the plan file does not have.
constexpr const char* sequenceOption = "runtime.train.seq_length=";
constexpr const char* precisionOption = "runtime.parallel.mixed_precision=";
constexpr const char* gradientsOption = "runtime.parallel.reduce_in_fp32=";

/// Reads the options in the script next to the plan. A precision that it does not give is assumed.
void readOptions(const std::filesystem::path& file, Plan& plan, std::vector<ValueNote>& assumed)
{
    constexpr std::size_t largest = 1 << 20;
    const Result<std::string> read = readTextFile(file.parent_path() / launchScriptName, largest);
    const std::string_view script = read ? std::string_view(*read) : std::string_view();
    const auto length = wholeNumber(wordBehind(script, sequenceOption)).value_or(plan.model.sequenceLength);
    if (length > 0 && length <= 1 << 24 && length != plan.model.sequenceLength) {
        plan.training.sequenceLength = length;
    }
    const auto& names = precisionNames();
    const auto name = std::ranges::find(names, wordBehind(script, precisionOption));
    if (name == names.end()) {
        assumed.push_back({"mixed_precision", "bf16", Core::tr("the file does not say")});
        return;
    }
    plan.training.precision = static_cast<Precision>(name - names.begin());
    const bool isHalf = wordBehind(script, gradientsOption) == "false";
    plan.training.gradientBytes = isHalf && plan.training.elementBytes() == 2 ? 2 : 4;
}

Result<Reading> readingOfGalvatron(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    if (context.model == nullptr || context.cluster == nullptr) {
        return badInput(Core::tr("is a Galvatron plan, which names neither its model nor its cluster"), where,
                        Core::tr("Give --model and --cluster"));
    }
    return planFromGalvatron(file.text, where, *context.model, *context.cluster).map([&file](GalvatronImport&& read) {
        const Degrees degrees = degreesOf(read.plan);
        readOptions(file.path, read.plan, read.assumed);
        Reading reading{.found = FoundPlan{std::move(read.plan), degrees}};
        reading.assumed = std::move(read.assumed);
        reading.unknown = std::move(read.unknown);
        return reading;
    });
}

Launch launchOfGalvatron(const Plan& plan)
{
    const bool sparse = std::ranges::any_of(plan.model.runs, [](const LayerSpec& run) { return run.experts > 0; });
    const std::string folder = sparse ? "galvatron/models/moe" : "galvatron/models/gpt";
    Launch launch{.framework = "Hetu-Galvatron 3.0 (cea12ffb of 2026-06-16)"};
    launch.environment = {{"CUDA_DEVICE_MAX_CONNECTIONS", "1",
                           "As Galvatron's own train_yaml.sh has it: kernels start in the order of their launch"},
                          {"TORCH_NCCL_AVOID_RECORD_STREAMS", "1", "The same: buffers of collectives are freed early"}};
    launch.setup = {
        "PLAN=\"$PWD\"", "GALVATRON=\"${GALVATRON:?name the folder of a checkout of Hetu-Galvatron}\"",
        "MODEL_CONFIG=\"${MODEL_CONFIG:?name the YAML of the model, as those of galvatron/models/model_configs}\"",
        "export PYTHONPATH=\"$GALVATRON:${PYTHONPATH:-}\"", "cd \"$GALVATRON/" + folder + '"'};
    launch.lists = {
        {"OVERRIDES",
         {fmt::format("runtime.parallel.galvatron_config_path=\"$PLAN/{}\"", galvatronFormat.usualName),
          fmt::format("runtime.train.global_batch_size={}", plan.training.globalBatch),
          fmt::format("{}{}", sequenceOption, plan.sequence()),
          fmt::format("{}{}", precisionOption, precisionNames()[static_cast<std::size_t>(plan.training.precision)]),
          fmt::format("{}{}", gradientsOption, plan.training.gradientBytes == 4), "runtime.profile.profile=0",
          "paths.model_config_path=\"$MODEL_CONFIG\""}}};
    launch.command = torchrun(plan) + "train_dist.py scripts/train_dist.yaml";
    launch.fillIn = {
        "`GALVATRON`: the folder of a checkout of Hetu-Galvatron at the version above; `MODEL_CONFIG`: the "
        "YAML of the model. Both in the environment of `train.sh`.",
        fmt::format("Data and tokenizer: `paths` in `{}/scripts/train_dist.yaml`.", folder),
        "Training: `train` in the same file, and `ckpt` for checkpoints."};
    std::ranges::copy(
        openConstants(plan.model, {.framework = "Hetu-Galvatron",
                                   .others = "Hetu-Galvatron takes its own from the YAML of the model: compare them."}),
        std::back_inserter(launch.fillIn));
    launch.pretrained =
        "`galvatron/tools/checkpoint_convert_h2g.py` converts a checkpoint of Hugging Face to Galvatron's "
        "format. Name its folder as `load` in `ckpt` of the YAML.";
    launch.byLayer = true;
    return launch;
}

Result<std::vector<NamedFile>> filesOfGalvatron(const Plan& plan, const WriteContext& /*context*/)
{
    return std::vector<NamedFile>{{galvatronFormat.usualName, planToGalvatron(plan)},
                                  {launchScriptName, launchScript(launchOfGalvatron(plan), plan)}};
}

}  // namespace

constinit const Format galvatronFormat{
    .name = "galvatron",
    .title = Core::tr("Galvatron plan"),
    .what = "The plan file of Hetu-Galvatron, for a model and a cluster that it does not name.",
    .holds = Content::Plan,
    .usualName = "galvatron_config.json",
    .knownBy = "pp_deg and tp_sizes_enc",
    .recognises = recognisesGalvatron,
    .read = readingOfGalvatron,
    .write = filesOfGalvatron,
    .launch = launchOfGalvatron,
    .target = &galvatronTarget,
};

}  // namespace pgram
