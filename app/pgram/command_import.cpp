// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram import: a file of another program as one of ours.
#include "app/pgram/command.h"
#include "app/pgram/expected.h"
#include "app/pgram/model_option.h"
#include "app/pgram/note_output.h"
#include "app/pgram/number_list.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/size_options.h"
#include "app/pgram/wrapped_list.h"
#include "core/base/format.h"
#include "core/cluster/cluster_json.h"
#include "core/exchange/format.h"
#include "core/fidelity/framework.h"
#include "core/frameworks/plan_shape.h"
#include "core/model/layer_role.h"
#include "core/model/model_json.h"
#include "core/model/run_fields.h"
#include "core/plan/estimate_json.h"
#include "core/plan/plan_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace pgram::cli {

namespace {

constexpr int devicesOfNode = 8;  ///< a machine that is assumed without a cluster

struct ImportOptions {
    std::string file;
    std::string from;
    std::string model;
    std::string cluster;
    std::string sequence;
    std::string framework;
    std::string recompute;
    std::int64_t documentTokens = 0;
    SizeOptions sizes;  ///< nodes or devices alone
    std::string out;
};

/// Words of --recompute, in the order of KeptPart.
constexpr std::array recomputeWords{"none", "attention", "modules", "full"};

Result<const Format*> formatOf(const ForeignFile& file, const std::string& named)
{
    if (!named.empty()) {
        return parseFormat(named);
    }
    return expectRecognised(file);
}

Result<Reading> readAs(const Format& format, const ForeignFile& file, const ImportOptions& options,
                       const PresetStore& store)
{
    ReadContext context{store};
    const Result<Architecture> model = options.model.empty() ? Architecture() : modelOfOption(store, options.model);
    const Result<Cluster> cluster =
        options.cluster.empty() ? Cluster() : store.cluster(options.cluster).and_then([&](const Cluster& given) {
            return sized(options.sizes, given);
        });
    if (!model || !cluster) {
        return tl::unexpected(model ? cluster.error() : model.error());
    }
    context.model = options.model.empty() ? nullptr : &*model;
    context.cluster = options.cluster.empty() ? nullptr : &*cluster;
    context.framework = options.framework;
    const Result<std::int64_t> sequence = parseSequence(options.sequence);
    if (!sequence) {
        return tl::unexpected(sequence.error());
    }
    context.sequence = *sequence;
    if (options.sizes.nodes > 0 || options.sizes.devices > 0) {
        context.devices = context.cluster != nullptr  ? cluster->devices
                          : options.sizes.devices > 0 ? options.sizes.devices
                                                      : options.sizes.nodes * devicesOfNode;
    }
    return pgram::readAs(format, file, context);
}

Json toJson(const Degrees& degrees)
{
    Json json = Json::object();
    for (const DegreeName& degree : degreeNames) {
        const auto& value = degrees.*degree.value;
        json[degree.key] = value ? Json(*value) : Json(nullptr);
    }
    return json;
}

/// "TP 8, PP 16, micro-batch 1": what is known.
std::string textOf(const Degrees& degrees)
{
    std::vector<std::string> words;
    for (const DegreeName& degree : degreeNames) {
        if (const auto& value = degrees.*degree.value) {
            words.push_back(fmt::format("{} {}", degree.name, *value));
        }
    }
    return fmt::format("{}\n", fmt::join(words, ", "));
}

/// Refuses options of plans for a file that holds something else.
Result<void> checkOptions(const ImportOptions& options, const Format& format)
{
    const std::array<std::pair<bool, const char*>, 5> ofPlans{{{options.documentTokens > 0, "--document-tokens"},
                                                               {options.sizes.nodes > 0, "--nodes"},
                                                               {options.sizes.devices > 0, "--devices"},
                                                               {!options.framework.empty(), "--framework"},
                                                               {!options.recompute.empty(), "--recompute"}}};
    for (const auto& [isTyped, option] : ofPlans) {
        if (isTyped && format.holds != Content::Plan) {
            return badInput(fmt::format("is for plans, and a {} holds a {}", format.title.english, name(format.holds)),
                            option, "Leave it out");
        }
    }
    return checkSets(options.sizes);
}

/// Takes the costs of --framework for plans whose format does not do so itself.
Result<void> setFramework(const std::string& typed, const std::filesystem::path& program, Plan& plan)
{
    if (typed.empty() || typed == "none" || plan.training.framework.name == typed) {
        return {};
    }
    return PresetStore::find(program).and_then(loadFrameworks).and_then([&](const auto& families) {
        return ofOption(parseFramework(typed, families), "--framework").map([&plan](const auto* family) {
            plan.training.framework = family->framework();
        });
    });
}

/// Gives all blocks the recomputation of --recompute, if it was typed.
void setRecompute(const std::string& typed, Plan& plan)
{
    const auto word = std::ranges::find(recomputeWords, typed);
    if (word == recomputeWords.end()) {
        return;
    }
    const auto part = static_cast<KeptPart>(word - recomputeWords.begin());
    for (std::size_t i = 0; i < plan.strategies.size(); ++i) {
        const LayerSpec& layer = plan.model.layer(static_cast<int>(i));
        const bool isBody = layerRole(layer.kind) == LayerRole::Body || isPrediction(layer);
        plan.strategies[i].kept = {.part =
                                       isBody ? keptOf(layer, part, plan.training.recomputedModules) : KeptPart::All};
    }
}

/// Writes what was read where a file is named for it, and leaves in `json` what is known of it. For people: what it is.
struct Keeper {
    const ImportOptions& options;
    const std::filesystem::path& program;
    Json& json;
    bool* runs;  ///< set to false if the plan is illegal or does not fit

    Result<std::string> operator()(FoundPlan& found) const
    {
        json["kind"] = name(Content::Plan);
        json["degrees"] = toJson(found.degrees);
        if (!found.plan) {
            json["plan"] = nullptr;
            json["estimate"] = nullptr;
            if (!options.out.empty()) {
                return badInput("leaves open what a plan file needs", options.file, "Give --model and --cluster");
            }
            return textOf(found.degrees);
        }
        Plan& plan = *found.plan;
        setRecompute(options.recompute, plan);
        if (options.documentTokens > 0) {
            plan.training.documentTokens = options.documentTokens;
        }
        if (Result<void> set = setFramework(options.framework, program, plan); !set) {
            return tl::unexpected(set.error());
        }
        plan.name = std::filesystem::path(options.file).stem().string();
        plan.provenance.madeBy = std::filesystem::path(options.file).filename().string();
        json["plan"] = Json::parse(planToJson(plan));
        const auto saved = options.out.empty() ? Result<void>() : savePlan(plan, options.out);
        return saved.map([&] { return answer(plan); });
    }

    /// What the plan costs, where its steps are few enough to be simulated at once.
    std::string answer(const Plan& plan) const
    {
        constexpr std::size_t most = 1 << 20;
        if (plan.chunks.size() * static_cast<std::size_t>(plan.schedule.microbatches) > most) {
            json["estimate"] = nullptr;
            return headline(plan);
        }
        const Estimate figures = estimate(plan);
        *runs = figures.legal && figures.fits;
        json["estimate"] = estimateToJson(plan, figures);
        return planText(plan, figures, MeasuredRuns(program).bandsOf(plan, figures));
    }

    Result<std::string> operator()(FoundModel& found) const
    {
        json["kind"] = name(Content::Model);
        json["preset"] = found.preset.empty() ? Json(nullptr) : Json(found.preset);
        json["parameters"] = static_cast<std::int64_t>(std::llround(found.parameters));
        json["model"] = pgram::toJson(found.model);
        const auto saved = options.out.empty() ? Result<void>() : saveArchitecture(found.model, options.out);
        return saved.map([&] {
            const std::string parameters = formatCount(found.parameters);
            return found.preset.empty()
                       ? fmt::format("{}, {} parameters\n", found.model.title, parameters)
                       : fmt::format("{}, the preset {}, {} parameters\n", found.model.title, found.preset, parameters);
        });
    }

    Result<std::string> operator()(const FoundCluster& found) const
    {
        json["kind"] = name(Content::Cluster);
        json["cluster"] = pgram::toJson(found.cluster);
        json["pairs"] = Json::object();
        for (const auto& [pair, link] : found.pairs) {
            json["pairs"][pair] = link;
        }
        json["measured"] = nullptr;
        if (const auto& row = found.measured) {
            json["measured"] = Json{{"operation", row->operation},
                                    {"ranks", row->ranks > 0 ? Json(row->ranks) : Json(nullptr)},
                                    {"bytes", static_cast<std::int64_t>(row->bytes)},
                                    {"bus_bytes_per_s", row->busBandwidth}};
        }
        const auto saved = options.out.empty() ? Result<void>() : saveCluster(found.cluster, options.out);
        return saved.map([&] { return found.cluster.title + '\n'; });
    }

    Result<std::string> operator()(const SearchRequest& /*profile*/) const
    {
        return badInput("holds a model and its cluster, which are two files", options.file,
                        "Read it with pgram profile");
    }
};

/// Returns one line for each note, behind what was read.
std::string textOf(const Reading& read)
{
    std::string text;
    for (const ValueNote& refused : read.refused) {
        text += fmt::format("refused ({}): {}\n", refused.what, refused.why.english());
    }
    text += assumedText(read.assumed);
    for (const ValueNote& asked : read.asked) {
        text += fmt::format("to be given: {} ({})\n", asked.what, asked.why.english());
    }
    return text;
}

/// Returns "a, b (logging); c (checkpoints)".
std::string ignoredText(const std::vector<ValueNote>& ignored)
{
    std::vector<std::pair<std::string, std::string>> groups;
    for (const ValueNote& note : ignored) {
        const std::string why = note.why.english();
        const auto found = std::ranges::find(groups, why, [](const auto& group) { return group.first; });
        if (found == groups.end()) {
            groups.emplace_back(why, note.what);
        } else {
            found->second += ", " + note.what;
        }
    }
    std::vector<std::string> texts;
    for (const auto& [why, names] : groups) {
        texts.push_back(fmt::format("{} ({})", names, why));
    }
    return fmt::format("{}", fmt::join(texts, "; "));
}

/// Says on stderr which names of the file do not count.
void printUnused(const std::string& file, const Reading& read)
{
    if (!read.ignored.empty()) {
        printMessage(fmt::format("{}: not used: {}", file, ignoredText(read.ignored)));
    }
    if (!read.unknown.empty()) {
        std::vector<std::string> names;
        for (const ValueNote& note : read.unknown) {
            const std::string name = note.what.empty() ? std::string("\"\"") : note.what;
            names.push_back(note.value.empty() ? name : fmt::format("{} {}", name, note.value));
        }
        printMessage(fmt::format("{}: unknown, and not used: {}", file, fmt::join(names, ", ")));
    }
}

Json namesOf(const std::vector<ValueNote>& notes)
{
    Json names = Json::array();
    for (const ValueNote& note : notes) {
        names.push_back(note.what);
    }
    return names;
}

Result<ExitCode> run(const ImportOptions& options, const Invocation& invocation)
{
    const Result<PresetStore> store = PresetStore::find(invocation.program);
    if (!store) {
        return tl::unexpected(store.error());
    }
    const Result<ForeignFile> file = openForeign(options.file);
    const Result<const Format*> format =
        file.and_then([&](const ForeignFile& opened) { return formatOf(opened, options.from); });
    if (!format) {
        return tl::unexpected(format.error());
    }
    if (Result<void> checked = checkOptions(options, **format); !checked) {
        return tl::unexpected(checked.error());
    }
    Json object = outputObject("import");
    object["from"] = (*format)->name;
    bool runs = true;
    Keeper keeper{options, invocation.program, object, &runs};
    if ((*format)->holds == Content::Profile) {
        return tl::unexpected(keeper(SearchRequest()).error());  // before a reader asks for more
    }
    Result<Reading> read = readAs(**format, *file, options, *store);
    if (!read) {
        return tl::unexpected(read.error());
    }
    const Result<std::string> text = std::visit(keeper, read->found);
    if (!text) {
        return tl::unexpected(text.error());
    }
    printUnused(options.file, *read);
    if (!options.out.empty()) {
        printMessage(fmt::format("wrote {}", options.out));
    }
    if (invocation.json) {
        object.update(Json{{"file", options.file},
                           {"out", options.out.empty() ? Json(nullptr) : Json(options.out)},
                           {"ignored", namesOf(read->ignored)},
                           {"unused", notesToJson(read->ignored)},
                           {"unknown", notesToJson(read->unknown)},
                           {"assumed", notesToJson(read->assumed)},
                           {"asked", notesToJson(read->asked)},
                           {"refused", notesToJson(read->refused)}});
        printJson(object);
    } else {
        const std::string head = read->summary.empty() ? *text
                                                       : fmt::format("{} ({}): {}", (*format)->title.english,
                                                                     read->summary.english(), *text);
        printText(head + textOf(*read));
    }
    return runs && read->refused.empty() ? ExitOk : ExitInfeasible;
}

}  // namespace

void addImport(CLI::App& app, Invocation& invocation)
{
    const auto options = std::make_shared<ImportOptions>();
    CLI::App* command =
        addCommand(app, invocation, "import", "Read a file of another program",
                   "  pgram import galvatron_config.json --model llama2-7b --cluster a100-8 "
                   "--out l.pgplan.json\n"
                   "  pgram import config.json\n"
                   "  pgram import train.sh --cluster dgx-h100-64 --out run.pgplan.json\n"
                   "  pgram import ds_config.json --model llama2-7b --cluster a100-8 --recompute full\n"
                   "  pgram import train.sh --cluster dgx-h100 --nodes 4\n"
                   "  pgram import topo.txt --out node.json\n"
                   "Exit code 1 when the plan does not fit, cannot run, or is refused by its framework.\n" +
                       helpList("What is read", namesOfRead()));
    command->add_option("FILE", options->file, "the file to read")->required()->type_name("FILE");
    command->add_option("--from", options->from, "its format; else as it is recognised")->type_name("FORMAT");
    command->add_option("--model", options->model, "the model that a plan is for; else the file's own")
        ->type_name("NAME|FILE");
    command
        ->add_option("--cluster", options->cluster,
                     "the cluster that a plan is for, or whose devices a topology or a log has")
        ->type_name("NAME|FILE");
    command
        ->add_option("--sequence", options->sequence,
                     fmt::format("tokens per sample, {}; else the file's or the model's own", unitsOfTokens))
        ->type_name("N");
    addClusterSizes(*command, options->sizes);
    command
        ->add_option("--document-tokens", options->documentTokens,
                     "tokens of each document of a packed sample; else a sample is one document")
        ->type_name("N")
        ->check(CLI::Range(std::int64_t{1}, longestSequence));
    command
        ->add_option("--framework", options->framework,
                     "whose costs are counted, as pgram list frameworks names them, or none; else that of the file")
        ->type_name("NAME");
    command
        ->add_option(
            "--recompute", options->recompute,
            fmt::format("what all blocks compute again: {}; else as the file says", fmt::join(recomputeWords, ", ")))
        ->type_name("WHAT")
        ->check(CLI::IsMember(std::vector<std::string>(recomputeWords.begin(), recomputeWords.end())));
    addFileToWrite(*command, "--out", options->out, "the file to write");
    command->callback(
        [options, &invocation] { invocation.run = [options, &invocation] { return run(*options, invocation); }; });
}

}  // namespace pgram::cli
