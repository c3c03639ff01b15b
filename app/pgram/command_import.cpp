// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram import: reads a file of another program as a plan, a model or a cluster.
#include "app/pgram/command.h"
#include "app/pgram/model_option.h"
#include "app/pgram/note_output.h"
#include "app/pgram/number_list.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/search_output.h"
#include "app/pgram/size_options.h"
#include "app/pgram/table.h"
#include "app/pgram/training_options.h"
#include "app/pgram/wrapped_list.h"
#include "core/base/format.h"
#include "core/cluster/cluster_json.h"
#include "core/exchange/format.h"
#include "core/exchange/machine_files.h"
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
#include <functional>
#include <memory>

namespace pgram::cli {

namespace {

constexpr int devicesOfNode = 8;  ///< assumed without a cluster

struct ImportOptions {
    std::vector<std::string> files;
    std::string from;
    std::string model;
    std::string cluster;
    std::string sequence;
    std::string framework;
    std::string recompute;
    std::string documentTokens;
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

/// Calls `read` with what the options say of a model, a cluster and sizes.
Result<Reading> readWith(const ImportOptions& options, const PresetStore& store,
                         const std::function<Result<Reading>(const ReadContext&)>& read)
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
    PGRAM_TRY(const std::int64_t sequence, parseSequence(options.sequence));
    context.sequence = sequence;
    if (options.sizes.nodes > 0 || options.sizes.devices > 0) {
        context.devices = context.cluster != nullptr  ? cluster->devices
                          : options.sizes.devices > 0 ? options.sizes.devices
                                                      : options.sizes.nodes * devicesOfNode;
    }
    return read(context);
}

/// Returns the known degrees: "TP 8, PP 16, micro-batch 1".
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
Result<void> checkOptions(const ImportOptions& options, const char* title, Content holds)
{
    const std::array<std::pair<bool, const char*>, 5> ofPlans{{{!options.documentTokens.empty(), "--document-tokens"},
                                                               {options.sizes.nodes > 0, "--nodes"},
                                                               {options.sizes.devices > 0, "--devices"},
                                                               {!options.framework.empty(), "--framework"},
                                                               {!options.recompute.empty(), "--recompute"}}};
    for (const auto& [isTyped, option] : ofPlans) {
        if (isTyped && holds != Content::Plan) {
            return badInput(fmt::format("is for plans, and a {} holds a {}", title, name(holds)), option,
                            "Leave it out");
        }
    }
    return checkSets(options.sizes);
}

/// Sets the framework of --framework, unless the reader of the format did.
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

/// The answer of the command.
struct Imported {
    std::string_view from;           ///< name of the format; "machine": of several files about one
    std::vector<std::string> files;  ///< their names on the command line
    std::string out;
    Reading read;
    std::optional<Estimate> estimate{};  ///< empty without a plan, or with too many operations
    std::string text{};

    [[nodiscard]] const Plan* plan() const
    {
        const auto* found = std::get_if<FoundPlan>(&read.found);
        return found != nullptr && found->plan ? &*found->plan : nullptr;
    }
};

Json writeDegrees(const FoundPlan& found)
{
    Json json = Json::object();
    for (const DegreeName& degree : degreeNames) {
        json[degree.key] = Codec<std::optional<std::int64_t>>::write(found.degrees.*degree.value);
    }
    return json;
}
/// Degree that answers of version 0.2 lack.
constexpr std::string_view laterDegree = "expert_tensor";

Json describeDegrees(const FieldRules&)
{
    Json schema = schemaOf(std::span<const Field<Degrees>>());
    for (const DegreeName& degree : degreeNames) {
        if (degree.key != laterDegree) {
            schema["required"].push_back(degree.key);
        }
        schema["properties"][degree.key] = orNullSchema({{"type", "integer"}});
    }
    return schema;
}
constexpr Field<FoundPlan> foundPlanRows[] = {
    figure<writeDegrees>("degrees").describedBy(describeDegrees).says("null: unknown, or unlike among layers"),
    figure<[](const FoundPlan& found) { return found.plan ? planObject(*found.plan) : Json(nullptr); }>("plan")
        .describedBy(anyObject)
        .orNull()
        .says("The object of a plan file (plan.json); null: the values in `asked` are missing"),
};
constexpr Field<FoundModel> foundModelRows[] = {
    figure<[](const FoundModel& found) { return onlyIf(!found.preset.empty(), found.preset); }>("preset").says(
        "The preset that equals the model"),
    figure<[](const FoundModel& found) { return static_cast<std::int64_t>(std::llround(found.parameters)); }>(
        "parameters")
        .says("By the figures of the file, without padding"),
    figure<[](const FoundModel& found) { return toJson(found.model); }>("model").describedBy(anyObject).says(
        "The object of a model file (model.json)"),
};
constexpr Field<MeasuredRow> measuredRowRows[] = {
    figure<&MeasuredRow::operation>("operation"),
    figure<&MeasuredRow::ranks>("ranks").zeroIsNull(),
    figure<[](const MeasuredRow& row) { return static_cast<std::int64_t>(row.bytes); }>("bytes"),
    figure<&MeasuredRow::busBandwidth>("bus_bytes_per_s"),
};
constexpr Field<FoundCluster> foundClusterRows[] = {
    figure<[](const FoundCluster& found) { return toJson(found.cluster); }>("cluster").describedBy(anyObject).says(
        "The object of a cluster file (cluster.json)"),
    figure<[](const FoundCluster& found) {
        Json pairs = Json::object();
        for (const auto& [pair, link] : found.pairs) {
            pairs[pair] = link;
        }
        return pairs;
    }>("pairs")
        .describedBy([](const FieldRules&) {
            return Json{{"type", "object"}, {"additionalProperties", {{"type", "string"}}}};
        })
        .says("Link of each pair of devices, by \"0-1\""),
    nested<measuredRowRows, &FoundCluster::measured>("measured").says("The largest row of a log"),
};

template <typename Found>
const Found* foundIn(const Imported& imported)
{
    return std::get_if<Found>(&imported.read.found);
}

std::vector<std::string> ignoredNames(const Imported& imported)
{
    std::vector<std::string> names;
    for (const ValueNote& note : imported.read.ignored) {
        names.push_back(note.what);
    }
    return names;
}

constexpr Field<FitCheck> checkRows[] = {
    figure<[](const FitCheck& check) { return check.what; }>("measurements").column("measurements"),
    figure<&FitCheck::points>("number").atLeast(1).column("number", Measure::Count),
    figure<&FitCheck::fitted>("fitted")
        .atLeast(0)
        .says("Mean of |predicted/measured - 1| in the fit; null: they are in no fit")
        .column("error in the fit, %", Measure::Share,
                [](const FitCheck& check) { return check.fitted ? percent(*check.fitted) : std::string("–"); }),
    figure<&FitCheck::leftOut>("left_out")
        .atLeast(0)
        .says("The same of measurements left out of the fit; null: too few")
        .column("left out, %", Measure::Share,
                [](const FitCheck& check) { return check.leftOut ? percent(*check.leftOut) : std::string("–"); }),
};

constexpr std::string_view importKinds[]{"plan", "model", "cluster"};
constexpr Field<Imported> importRows[] = {
    figure<&Imported::from>("from").says("A format of pgram list formats"),
    figure<[](const Imported& imported) { return importKinds[imported.read.found.index()]; }>("kind").oneOf(
        importKinds),
    nested<foundPlanRows, foundIn<FoundPlan>>(""),
    figure<[](const Imported& imported) {
        return imported.estimate ? std::optional(EstimatedPlan{*imported.plan(), *imported.estimate}) : std::nullopt;
    }>("estimate")
        .when([](const Imported& imported) { return foundIn<FoundPlan>(imported) != nullptr; })
        .says("null: without a plan, or with too many operations to simulate"),
    nested<foundModelRows, foundIn<FoundModel>>(""),
    nested<foundClusterRows, foundIn<FoundCluster>>(""),
    figure<[](const Imported& imported) { return imported.files.front(); }>("file").says("The first file"),
    figure<&Imported::files>("files").later().says("All files, as they were typed"),
    figure<[](const Imported& imported) { return onlyIf(!imported.out.empty(), imported.out); }>("out"),
    figure<ignoredNames>("ignored").says("Names in unused"),
    listed<noteRows, &Imported::read, &Reading::ignored>("unused").later().says(
        "Names without an effect, with the reason"),
    listed<noteRows, &Imported::read, &Reading::unknown>("unknown").later().says(
        "Names that Parallelogram does not read"),
    listed<noteRows, &Imported::read, &Reading::assumed>("assumed").says("Values that the file leaves open"),
    listed<noteRows, &Imported::read, &Reading::asked>("asked").says("Values that are missing"),
    listed<noteRows, &Imported::read, &Reading::refused>("refused").later().says(
        "Rules by which the framework refuses the file"),
    listed<checkRows, &Imported::read, &Reading::checks>("checks").later().says(
        "Errors of the constants that were fitted to measurements"),
};
constexpr AnswerFormat<Imported> importAnswer{"import", "Content of a file of another program.", importRows};

/// Completes and saves the content of the file, and stores its estimate and its text.
struct Keeper {
    const ImportOptions& options;
    const std::filesystem::path& program;
    Imported& imported;

    Result<void> operator()(FoundPlan& found) const
    {
        if (!found.plan) {
            imported.text = textOf(found.degrees);
            return options.out.empty() ? Result<void>()
                                       : badInput("leaves open what a plan file needs", options.files.front(),
                                                  "Give --model and --cluster");
        }
        Plan& plan = *found.plan;
        setRecompute(options.recompute, plan);
        if (!options.documentTokens.empty()) {
            const Result<DocumentLengths> documents = readDocumentLengths(options.documentTokens);
            PGRAM_CHECK(documents);
            plan.training.documents = *documents;
        }
        PGRAM_CHECK(setFramework(options.framework, program, plan));
        const std::filesystem::path file = options.files.front();
        plan.name = file.stem().string();
        plan.provenance.madeBy = file.filename().string();
        PGRAM_CHECK(options.out.empty() ? Result<void>() : savePlan(plan, options.out));
        constexpr std::size_t mostOperations = 1 << 20;
        if (plan.chunks.size() * static_cast<std::size_t>(plan.schedule.microbatches) > mostOperations) {
            imported.text = headline(plan);
            return {};
        }
        const Estimate& figures = imported.estimate.emplace(estimate(plan));
        imported.text = planText({plan, figures, MeasuredRuns(program).bandsOf(plan, figures)});
        return {};
    }

    Result<void> operator()(FoundModel& found) const
    {
        imported.text =
            fmt::format("{}{}{}, {} parameters\n", found.model.title, found.preset.empty() ? "" : ", the preset ",
                        found.preset, formatCount(found.parameters));
        return options.out.empty() ? Result<void>() : saveArchitecture(found.model, options.out);
    }

    Result<void> operator()(const FoundCluster& found) const
    {
        imported.text = found.cluster.title + '\n';
        return options.out.empty() ? Result<void>() : saveCluster(found.cluster, options.out);
    }

    Result<void> operator()(const SearchRequest& /*profile*/) const { return {}; }
};

/// Returns one line for each note.
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

/// Returns the errors of fitted constants as a table.
std::string checksText(const Reading& read)
{
    return read.checks.empty()
               ? std::string()
               : fmt::format("\nThe constants, beside the measurements\n{}", tableWith<checkRows>(read.checks).text());
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

/// Prints the names of the file without an effect to stderr.
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

/// Completes, saves and prints what was read.
Result<ExitCode> answer(const ImportOptions& options, const Invocation& invocation, Imported& imported,
                        const std::string& title)
{
    PGRAM_CHECK(std::visit(Keeper{options, invocation.program, imported}, imported.read.found));
    printUnused(fmt::format("{}", fmt::join(options.files, ", ")), imported.read);
    if (!options.out.empty()) {
        printMessage(fmt::format("wrote {}", options.out));
    }
    const std::string summary = imported.read.summary.english();
    const std::string head = summary.empty() ? "" : fmt::format("{} ({}): ", title, summary);
    printAnswer(invocation, importAnswer, imported,
                head + imported.text + textOf(imported.read) + checksText(imported.read));
    const bool runs = !imported.estimate || (imported.estimate->legal && imported.estimate->fits);
    return runs && imported.read.refused.empty() ? ExitOk : ExitInfeasible;
}

/// Reads several files about one machine.
Result<ExitCode> runMachine(const ImportOptions& options, const Invocation& invocation, const PresetStore& store)
{
    if (!options.from.empty()) {
        return badInput("names the format of one file", "--from", "Leave it out: each file is known by its content");
    }
    PGRAM_CHECK(checkOptions(options, "machine", Content::Cluster));
    std::vector<ForeignFile> files;
    for (const std::string& name : options.files) {
        PGRAM_TRY(ForeignFile file, openForeign(name));
        files.push_back(std::move(file));
    }
    PGRAM_TRY(Reading read,
              readWith(options, store, [&](const ReadContext& context) { return readMachine(files, context); }));
    Imported imported{"machine", options.files, options.out, std::move(read)};
    return answer(options, invocation, imported, "machine");
}

Result<ExitCode> run(const ImportOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const PresetStore store, PresetStore::find(invocation.program));
    if (options.files.size() > 1) {
        return runMachine(options, invocation, store);
    }
    const std::string& name = options.files.front();
    const Result<ForeignFile> file = openForeign(name);
    PGRAM_TRY(const Format* format,
              file.and_then([&](const ForeignFile& opened) { return formatOf(opened, options.from); }));
    if (options.from.empty() && format->holds == Content::Cluster && machinePartsIn(*file) > 1) {
        return runMachine(options, invocation, store);
    }
    PGRAM_CHECK(checkOptions(options, format->title.english, format->holds));
    if (format->holds == Content::Profile) {  // before a reader asks for more
        return badInput("holds a model and its cluster, which are two files", name, "Read it with pgram profile");
    }
    PGRAM_TRY(Reading read, readWith(options, store, [&](const ReadContext& context) {
                  return pgram::readAs(*format, *file, context);
              }));
    Imported imported{format->name, options.files, options.out, std::move(read)};
    return answer(options, invocation, imported, format->title.english);
}

}  // namespace

void addImport(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<ImportOptions, importAnswer>(
        app, invocation, run, "import", "Read a file of another program",
        "  pgram import galvatron_config.json --model llama2-7b --cluster a100-8 "
        "--out l.pgplan.json\n"
        "  pgram import config.json\n"
        "  pgram import train.sh --cluster dgx-h100-64 --out run.pgplan.json\n"
        "  pgram import ds_config.json --model llama2-7b --cluster a100-8 --recompute full\n"
        "  pgram import train.sh --cluster dgx-h100 --nodes 4\n"
        "  pgram import topo.txt --out node.json\n"
        "  pgram import smi.txt node.jsonl --out mine.json\n"
        "Several files are about one machine, and make one cluster.\n"
        "Exit code 1 when the plan does not fit, cannot run, or is refused by its framework.\n" +
            helpList("What is read", namesOfRead()));
    command->add_option("FILE", options->files, "the file to read, or all files about one machine")
        ->required()
        ->type_name("FILE");
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
                     "lengths of the documents in packed or padded samples, as in pgram plan; else a sample is one "
                     "document of full length")
        ->type_name("LENGTHS");
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
}

}  // namespace pgram::cli
