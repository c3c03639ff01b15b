// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/formats/rows.h"
#include "core/exchange/galvatron_plan.h"
#include "core/exchange/launch_folder.h"
#include "core/target/rows/rows.h"

#include <fmt/format.h>

namespace pgram {

namespace {

bool recognises(const ForeignFile& /*file*/, const Json& json)
{
    return json.contains("pp_deg") && json.contains("tp_sizes_enc");
}

Result<Reading> read(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    if (context.model == nullptr || context.cluster == nullptr) {
        return badInput(Core::tr("is a Galvatron plan, which names neither its model nor its cluster"), where,
                        Core::tr("Give --model and --cluster"));
    }
    return planFromGalvatron(file.text, where, *context.model, *context.cluster).map([](GalvatronImport&& read) {
        const Degrees degrees = degreesOf(read.plan);
        return Reading{
            .found = FoundPlan{std::move(read.plan), degrees}, .summary = {}, .ignored = std::move(read.ignored)};
    });
}

Result<std::vector<NamedFile>> write(const Plan& plan, const WriteContext& /*context*/)
{
    return std::vector<NamedFile>{{galvatronFormat.usualName, planToGalvatron(plan)}};
}

Launch launch(const Plan& plan)
{
    Launch launch{.framework = "Hetu-Galvatron 3.0 (cea12ffb of 2026-06-16)"};
    launch.environment = {{"CUDA_DEVICE_MAX_CONNECTIONS", "1",
                           "As Galvatron's own train_yaml.sh has it: kernels start in the order of their launch"},
                          {"TORCH_NCCL_AVOID_RECORD_STREAMS", "1", "The same: buffers of collectives are freed early"}};
    launch.setup = {
        "PLAN=\"$PWD\"", "GALVATRON=\"${GALVATRON:?name the folder of a checkout of Hetu-Galvatron}\"",
        "MODEL_CONFIG=\"${MODEL_CONFIG:?name the YAML of the model, as those of galvatron/models/model_configs}\"",
        "export PYTHONPATH=\"$GALVATRON:${PYTHONPATH:-}\"", "cd \"$GALVATRON/galvatron/models/gpt\""};
    launch.lists = {{"OVERRIDES",
                     {fmt::format("runtime.parallel.galvatron_config_path=\"$PLAN/{}\"", galvatronFormat.usualName),
                      fmt::format("runtime.train.global_batch_size={}", plan.training.globalBatch),
                      fmt::format("runtime.train.seq_length={}", plan.sequence()), "runtime.profile.profile=0",
                      "paths.model_config_path=\"$MODEL_CONFIG\""}}};
    launch.command = torchrun(plan) + "train_dist.py scripts/train_dist.yaml";
    launch.fillIn = {
        "`GALVATRON`: the folder of a checkout of Hetu-Galvatron at the version above; `MODEL_CONFIG`: the "
        "YAML of the model. Both in the environment of `train.sh`.",
        "Data and tokenizer: `paths` in `galvatron/models/gpt/scripts/train_dist.yaml`.",
        "Training: `train` in the same file, and `ckpt` for checkpoints."};
    launch.byLayer = true;
    return launch;
}

}  // namespace

const Format galvatronFormat{
    .name = "galvatron",
    .title = Core::tr("Galvatron plan"),
    .what = "The plan file of Hetu-Galvatron, for a model and a cluster that it does not name.",
    .holds = Content::Plan,
    .usualName = "galvatron_config.json",
    .knownBy = "pp_deg and tp_sizes_enc",
    .recognises = recognises,
    .read = read,
    .write = write,
    .launch = launch,
    .target = &galvatronTarget,
};

}  // namespace pgram
