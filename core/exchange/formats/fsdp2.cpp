// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// PyTorch's own parts, put together by a Python module that comes with the plan: a table by layer, and a script that
// gives each layer its mesh.
#include "core/base/quoting.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/language_model.h"
#include "core/exchange/launch_folder.h"
#include "core/exchange/program_text.h"
#include "core/frameworks/rows/rows.h"
#include "core/model/training_json.h"
#include "core/plan/strategy_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace pgram {

namespace {

constexpr const char* assignment = "PLAN = ";

bool recognisesFsdp2(const ForeignFile& file, const Json& /*json*/)
{
    return file.text.find("\nPLAN = {") != std::string::npos && file.text.find("\"layers\"") != std::string::npos;
}

/// Returns the members of the plan that train.py needs.
Json tableOf(const Plan& plan)
{
    Json table{{"devices", plan.cluster.devices},
               {"stages", plan.pipeline()},
               {"schedule", toString(plan.schedule)},
               {"micro_batches", plan.schedule.microbatches},
               {"global_batch", plan.training.globalBatch},
               {"sequence", plan.sequence()},
               {"precision", precisionNames()[static_cast<std::size_t>(plan.training.precision)]},
               {"gradient_bytes", plan.training.gradientBytes},
               {"chunks", Json::array()},
               {"layers", Json::array()}};
    for (const Chunk& chunk : plan.chunks) {
        table["chunks"].push_back(chunk.layerCount);
    }
    for (const LayerStrategy& strategy : plan.strategies) {
        Json layer = Json::object();
        addStrategy(layer, strategy);
        table["layers"].push_back(std::move(layer));
    }
    return table;
}

/// Returns the table as Python, with a layer on each line. Its values have the same text in JSON and Python.
std::string textOf(const Json& table)
{
    std::string text = std::string(assignment) + "{\n";
    for (const auto& [name, value] : table.items()) {
        if (name != "layers") {
            text += fmt::format("    {}: {},\n", doubleQuoted(name), dumped(value));
            continue;
        }
        text += "    \"layers\": [\n";
        for (const Json& layer : value) {
            text += fmt::format("        {},\n", dumped(layer));
        }
        text += "    ]\n";
    }
    return text + "}\n";
}

Result<Plan> planOf(const Json& json, const std::string& where, const ReadContext& context)
{
    JsonObject table(json, where);
    Plan plan;
    plan.model = *context.model;
    plan.cluster = *context.cluster;
    plan.training.globalBatch = table.integer("global_batch", 1, 1 << 30);
    plan.training.gradientBytes = static_cast<int>(table.integer("gradient_bytes", 2, 4));
    const std::int64_t sequence = table.integer("sequence", 1, 1 << 24);
    plan.training.sequenceLength = sequence == plan.model.sequenceLength ? 0 : sequence;
    const Result<Schedule> schedule = parseSchedule(table.string("schedule"));
    plan.training.precision = static_cast<Precision>(table.oneOf("precision", precisionNames()));
    std::vector<int> sizes;
    for (const std::int64_t size : table.integersOr("chunks", 1, 4096)) {
        sizes.push_back(static_cast<int>(size));
    }
    plan.chunks = chunksFromSizes(sizes);
    for (JsonObject& layer : table.objects("layers")) {
        plan.strategies.push_back(readStrategy(layer));
    }
    if (schedule) {
        plan.schedule = *schedule;
    }
    plan.schedule.microbatches = static_cast<int>(table.integer("micro_batches", 1, 1 << 20));
    if (const auto& error = table.error()) {
        return tl::unexpected(*error);
    }
    if (!schedule) {
        return badInput(schedule.error().what, where, schedule.error().todo);
    }
    plan.provenance = {.madeBy = where, .method = "fsdp2"};
    if (const Result<void> structure = checkStructure(plan); !structure) {
        return badInput(structure.error().what, where, structure.error().todo);
    }
    return plan;
}

Result<Reading> readingOfFsdp2(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    if (context.model == nullptr || context.cluster == nullptr) {
        return badInput(Core::tr("is a table of layers, which names neither its model nor its cluster"), where,
                        Core::tr("Give --model and --cluster"));
    }
    const std::size_t begin = file.text.find(assignment);
    if (begin == std::string::npos) {
        return badInput(Core::tr("has no table of layers"), where);
    }
    std::string text = file.text.substr(begin + std::string_view(assignment).size());
    if (const std::size_t end = text.find("\n}\n"); end != std::string::npos) {
        text.erase(end + 2);
    }
    for (const char* comma : {",\n    ]", ",\n}"}) {
        if (const std::size_t at = text.rfind(comma); at != std::string::npos) {
            text.erase(at, 1);
        }
    }
    return parseJson(text, where)
        .and_then([&](const Json& json) { return planOf(json, where, context); })
        .map([](Plan&& plan) {
            const Degrees degrees = degreesOf(plan);
            return Reading{.found = FoundPlan{std::move(plan), degrees}};
        });
}

Result<std::vector<NamedFile>> filesOfFsdp2(const Plan& plan, const WriteContext& /*context*/)
{
    return languageModel(plan).map([&plan](const std::string& model) {
        const std::string head =
            fmt::format("# {}: the strategy of each layer, the embedding first and the head last.\n"
                        "# Written by Parallelogram; train.py runs it.\n",
                        plainLine(plan.name));
        return std::vector<NamedFile>{{fsdp2Format.usualName, head + textOf(tableOf(plan))},
                                      {"model.py", model},
                                      {"train.py", programText("fsdp2_train.py")}};
    });
}

Launch launchOfFsdp2(const Plan& plan)
{
    Launch launch{.framework = "PyTorch 2.6 or later (fully_shard, DTensor, torch.distributed.pipelining)"};
    launch.command = torchrun(plan) + "train.py";
    launch.fillIn = {"Data: `batches` in `train.py` makes tokens up.",
                     "Model: `model.py` is a plain one with the dimensions of the plan's; put yours in its place, with "
                     "an embedding, blocks and a head, and name its matrices in `tensor_plan` of `train.py`.",
                     "Training: `STEPS` in the environment, the optimizer in `train.py`; checkpoints: "
                     "torch.distributed.checkpoint."};
    std::ranges::copy(openConstantsOfModule(plan.model), std::back_inserter(launch.fillIn));
    launch.pretrained = pretrainedModule();
    launch.remarks = {"`train.py` was written against the documentation and has not been run on devices: try it for a "
                      "few steps first (`STEPS=3`).",
                      "PyTorch's kernels are not fused as those of training frameworks are: steps take longer.",
                      "Experts are not split by a tensor group: each of its ranks has them all.",
                      "The head has a table of its own where the model shares the embedding's."};
    if (plan.training.precision == Precision::Fp32) {
        launch.remarks.emplace_back(
            "fully_shard holds the weights that it computes with next to those that it updates: in "
            "fp32, layers without ZeRO-3 need that much more memory.");
    }
    if (plan.schedule.kind == ScheduleKind::ZbV) {
        launch.remarks.emplace_back(
            "PyTorch splits the backward by the weights that are gathered: under ZBV, layers of "
            "ZeRO-3 keep weights and gradients whole during a step. Recomputation runs for the "
            "gradients of inputs and again for those of weights.");
    } else if (plan.schedule.virtualStages > 1) {
        launch.remarks.emplace_back(
            "Newer releases of PyTorch gather all weights of a chunk before its first forward of a "
            "step under interleaved schedules.");
    }
    launch.byLayer = true;
    return launch;
}

}  // namespace

constinit const Format fsdp2Format{
    .name = "fsdp2",
    .title = Core::tr("PyTorch module"),
    .what = "A Python module for PyTorch alone: a table of strategies by layer, a model, and a script that runs both.",
    .holds = Content::Plan,
    .usualName = "parallelogram_plan.py",
    .limits = "It names neither the model nor the cluster.",
    .knownBy = "PLAN = { with layers",
    .recognises = recognisesFsdp2,
    .read = readingOfFsdp2,
    .write = filesOfFsdp2,
    .launch = launchOfFsdp2,
    .target = &fsdp2Target,
};

}  // namespace pgram
