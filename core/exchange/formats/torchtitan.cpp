// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// torchtitan's configuration since TOML went: a Python function. Ours are read back, of others the numbers and texts
// that stand behind their names.
#include "core/base/ascii.h"
#include "core/base/json.h"
#include "core/base/quoting.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/program_text.h"
#include "core/exchange/shell_sum.h"
#include "core/exchange/torchtitan_settings.h"
#include "core/exchange/uniform_plan.h"
#include "core/exchange/words.h"
#include "core/frameworks/rows/rows.h"

#include <fmt/format.h>

namespace pgram {

namespace {

constexpr const char* moduleName = "parallelogram_config";

bool recognisesTorchtitan(const ForeignFile& file, const Json& /*json*/)
{
    return file.text.find("ParallelismConfig(") != std::string::npos &&
           file.text.find("torchtitan") != std::string::npos;
}

constexpr std::size_t longestValue = 1 << 16;
constexpr int mostNames = 1024;

/// Returns the value from `at` to the comma or the bracket that ends it.
std::string_view valueAt(std::string_view text, std::size_t at)
{
    text = text.substr(0, at + longestValue);
    int depth = 0;
    for (std::size_t i = at; i < text.size(); ++i) {
        const char c = text[i];
        if (depth == 0 && (c == ',' || c == ')' || c == '\n')) {
            return trimmed(text.substr(at, i - at));
        }
        depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    }
    return trimmed(text.substr(at));
}

/// Returns a number, a product of numbers, a text, a list, True or False as JSON. Null: anything else.
Json jsonOf(std::string_view value)
{
    if (value == "True" || value == "False") {
        return value == "True";
    }
    if (const auto sum = sumOf(value)) {
        return *sum;
    }
    std::string list(value);
    if (const std::size_t last = list.rfind(','); last != std::string::npos && list.starts_with('[')) {
        const std::size_t after = list.find_first_not_of(" \n,", last);
        if (after != std::string::npos && list[after] == ']') {
            list.erase(last, 1);
        }
    }
    const Result<Json> json = parseJson(list, {});
    return json ? *json : Json();
}

/// Returns all "name=value" of the text as one object.
Json namesOf(std::string_view text)
{
    Json json = Json::object();
    int left = mostNames;
    for (std::size_t at = text.find('='); at != std::string_view::npos && left-- > 0; at = text.find('=', at + 1)) {
        std::size_t begin = at;
        while (begin > 0 && (isLetterOrDigit(text[begin - 1]) || text[begin - 1] == '_')) {
            --begin;
        }
        const std::string name(text.substr(begin, std::min<std::size_t>(at - begin, 80)));
        if (Json value = jsonOf(valueAt(text, at + 1)); !name.empty() && !value.is_null()) {
            json[name] = std::move(value);
        }
    }
    return json;
}

/// Returns the first text between `before` and `behind`; empty: not found.
std::string_view between(std::string_view text, std::string_view before, std::string_view behind)
{
    const std::size_t at = text.find(before);
    const std::string_view rest = at == std::string_view::npos ? std::string_view() : text.substr(at + before.size());
    return rest.substr(0, std::min(rest.find(behind), rest.find('\n')));
}

void readModel(std::string_view text, PlanSettings& settings)
{
    const std::string_view name = between(text, "from torchtitan.models.", " import");
    const std::string_view flavor = between(text, "model_registry(\"", "\"");
    if (const auto* model = torchtitanModel(name.substr(0, name.find('.')), flavor)) {
        settings.preset = model->preset;
    }
}

constexpr std::string_view plainLoss = "CrossEntropyLoss";
constexpr std::string_view chunkedLoss = "ChunkedLossWrapper";

/// Reads the class of the loss. All configurations of torchtitan itself compute it in chunks.
void readLoss(std::string_view text, PlanSettings& settings)
{
    const std::string_view name = between(text, "loss=", ",");
    if (name.starts_with(plainLoss)) {
        settings.loss = LossKind::Plain;
        return;
    }
    settings.loss = LossKind::Chunked;
    if (!name.starts_with(chunkedLoss)) {
        settings.assume("loss", "chunked", Core::tr("the file has the loss of torchtitan's own configuration"));
    }
}

void readRecompute(std::string_view text, SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    const Json& recomputed = reader.value("recomputed");
    if (recomputed.is_array()) {
        settings.kept = KeptPart::Input;
        settings.recomputed.assign(1, false);  // the embedding
        for (const Json& name : recomputed) {
            const std::string word = name.is_string() ? name.get<std::string>() : "";
            const auto block =
                word.starts_with("layers.") ? wholeNumber(std::string_view(word).substr(7)) : std::nullopt;
            if (block && *block < 4096) {
                settings.recomputed.resize(std::max(settings.recomputed.size(), static_cast<std::size_t>(*block + 2)));
                settings.recomputed[static_cast<std::size_t>(*block + 1)] = true;
            }
        }
    } else if (text.find("=FullAC.Config(") != std::string_view::npos) {
        settings.kept = KeptPart::Input;
    } else if (text.find("=SelectiveAC.Config(") != std::string_view::npos) {
        settings.kept = KeptPart::WithoutModules;
        settings.modules = {Module::Operations};
    }
}

void readBatch(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    const auto each = reader.number("num_tokens_per_microbatch_per_dp_rank", 1, std::int64_t{1} << 40);
    const auto all = reader.number("num_tokens_per_train_step", -1, std::int64_t{1} << 50);
    const std::int64_t sequence = settings.sequence.value_or(0);
    if (sequence > 0 && each && *each % sequence == 0) {
        settings.microBatch = *each / sequence;
    }
    if (sequence > 0 && all && *all > 0 && *all % sequence == 0) {
        settings.globalBatch = *all / sequence;
    } else if (settings.pipeline.value_or(1) > 1) {
        settings.microbatches = reader.number("num_pp_microbatches", 1, mostSamples);
    }
}

Result<Reading> readingOfTorchtitan(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    if (!recognisesTorchtitan(file, {})) {
        return badInput(Core::tr("has no ParallelismConfig of torchtitan"), where);
    }
    const Json json = namesOf(file.text);
    PlanSettings settings;
    settings.method = "torchtitan";
    SettingReader reader(json, where, settings, torchtitanTable);
    readModel(file.text, settings);
    readLoss(file.text, settings);
    settings.family = torchtitanTarget.overheads;
    settings.tensor = reader.number("tensor_parallel_degree", 1, mostDegree);
    settings.pipeline = reader.number("pipeline_parallel_degree", 1, mostDegree);
    settings.context = reader.number("context_parallel_degree", 1, mostDegree);
    settings.expert = reader.number("expert_parallel_degree", 1, mostDegree);
    if (settings.expert.value_or(1) > 1) {
        settings.expertTensor = 1;  // no tensor parallelism of experts since #3167
    }
    settings.sequence = reader.number("max_context_length", 1, 1 << 24);
    settings.sequenceParallel = reader.flag("enable_sequence_parallel").value_or(true);
    readTorchtitanTraining(reader);
    readTorchtitanData(reader);
    readTorchtitanPipeline(reader);
    readRecompute(file.text, reader);
    readBatch(reader);
    return reader.finish().and_then([&] { return planOfSettings(std::move(settings), where, context); });
}

/// Returns the policy that recomputes chosen blocks alone, and their names; empty if all or no blocks are recomputed.
std::string policy(const Plan& plan, const UniformPlan& uniform)
{
    if (uniform.kept == KeptPart::All || uniform.recomputesAll) {
        return "";
    }
    std::string names;
    const std::vector<bool> isBlock = blockFlags(plan.model);
    int block = 0;
    for (std::size_t layer = 0; layer < isBlock.size(); ++layer) {
        if (isBlock[layer] && plan.strategies[layer].kept.recomputes()) {
            names += fmt::format("{}\"layers.{}\"", names.empty() ? "" : ", ", block);
        }
        block += isBlock[layer] ? 1 : 0;
    }
    return programText("torchtitan_chosen_blocks.py", {{"names", names}});
}

std::string parallelPython(const Plan& plan, const UniformPlan& uniform)
{
    const LayerStrategy& strategy = uniform.strategy;
    const TorchtitanData data = torchtitanData(strategy);
    std::string text = fmt::format("            data_parallel_replicate_degree={},\n"
                                   "            data_parallel_shard_degree={},\n"
                                   "            fsdp_reshard_after_forward=\"{}\",\n"
                                   "            tensor_parallel_degree={},\n"
                                   "            enable_sequence_parallel={},\n"
                                   "            context_parallel_degree={},\n"
                                   "            expert_parallel_degree={},\n"
                                   "            pipeline_parallel_degree={},\n",
                                   data.copies, data.shards, strategy.zero == 3 ? "always" : "default", strategy.tensor,
                                   strategy.sequence == SequenceParallel::Megatron ? "True" : "False", strategy.context,
                                   uniform.expert, plan.pipeline());
    if (plan.pipeline() > 1) {
        text += fmt::format("            pipeline_parallel_schedule=\"{}\",\n"
                            "            num_pp_microbatches={},\n"
                            "            module_fqns_per_model_part={},\n",
                            torchtitanSchedule(plan.schedule.kind), plan.schedule.microbatches,
                            torchtitanParts(plan, "lm_head", "            "));
    }
    return text;
}

std::string pythonOf(const Plan& plan)
{
    const UniformPlan uniform = uniformOf(plan);
    const TorchtitanModel& model = *torchtitanModelOf(plan.model);
    // CUDA graphs are on unless told otherwise, and refuse pipelines and expert parallelism.
    const bool graphs = plan.pipeline() == 1 && uniform.expert == 1;
    const char* recompute = uniform.kept == KeptPart::All ? "None"
                            : uniform.recomputesAll       ? "FullAC.Config()"
                                                          : "ChosenBlocksAC.Config(recomputed=recomputed)";
    return programText("torchtitan_config.py", plan,
                       {{"module", moduleName},
                        {"loss", plan.training.loss == LossKind::Chunked ? chunkedLoss : plainLoss},
                        {"model", model.model},
                        {"registry", model.function},
                        {"flavor", model.flavor},
                        {"policy", policy(plan, uniform)},
                        {"precision", torchtitanPrecision(plan)},
                        {"no_graphs", graphs ? "False" : "True"},
                        {"parallelism", parallelPython(plan, uniform)},
                        {"recompute", recompute}});
}

Result<std::vector<NamedFile>> filesOfTorchtitan(const Plan& plan, const WriteContext& /*context*/)
{
    std::string text = pythonOf(plan);
    return checkWritten(torchtitanTable, namesOf(text)).map([&text] {
        return std::vector<NamedFile>{{torchtitanFormat.usualName, std::move(text)}};
    });
}

Launch launchOfTorchtitan(const Plan& plan)
{
    Launch launch = torchtitanLaunch(plan, fmt::format("--module {} --config parallelogram", moduleName));
    launch.framework = "torchtitan (main branch, b5bcd76c of 2026-08-21, Python configuration)";
    return launch;
}

}  // namespace

constinit const Format torchtitanFormat{
    .name = "torchtitan",
    .title = Core::tr("torchtitan configuration in Python"),
    .what = "The Python configuration of torchtitan since February 2026: degrees, tokens of a step, recomputed blocks.",
    .holds = Content::Plan,
    .usualName = "parallelogram_config.py",
    .limits = "Values that are computed elsewhere in a file are not read.",
    .knownBy = "ParallelismConfig( of torchtitan",
    .recognises = recognisesTorchtitan,
    .read = readingOfTorchtitan,
    .write = filesOfTorchtitan,
    .launch = launchOfTorchtitan,
    .target = &torchtitanTarget,
};

}  // namespace pgram
