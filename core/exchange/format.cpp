// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/format.h"

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/file_kind.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/launch_folder.h"
#include "core/exchange/loose_json.h"
#include "core/model/layer_role.h"
#include "core/plan/issues.h"
#include "core/strategy/sharding.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>
#include <set>

namespace pgram {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t largestFile = 16 << 20;  ///< bytes: what others write is small

template <typename Function>
std::vector<std::string_view> namesWith(Function Format::*function)
{
    std::vector<std::string_view> names;
    for (const Format* format : formats()) {
        if (format->*function != nullptr) {
            names.emplace_back(format->name);
        }
    }
    return names;
}

/// "galvatron, chrome-trace".
std::string listOf(const std::vector<std::string_view>& names)
{
    return fmt::format("{}", fmt::join(names, ", "));
}

Text oneAfterAnother(const std::vector<Text>& lines)
{
    return std::accumulate(lines.begin() + 1, lines.end(), lines.front(),
                           [](const Text& text, const Text& line) { return Core::tr("{}; {}", text, line); });
}

/// Gives a plan or a model the length that the user has chosen, and notes the length that it replaces.
void takeSequence(std::int64_t chosen, Reading& read)
{
    auto* plan = std::get_if<FoundPlan>(&read.found);
    auto* model = std::get_if<FoundModel>(&read.found);
    const bool isPlan = plan != nullptr && plan->plan;
    if (chosen == 0 || (!isPlan && model == nullptr)) {
        return;
    }
    const std::int64_t own = isPlan ? plan->plan->sequence() : model->model.sequenceLength;
    std::int64_t& length = isPlan ? plan->plan->training.sequenceLength : model->model.sequenceLength;
    length = chosen;
    std::erase_if(read.assumed, [](const ValueNote& note) { return note.what == "sequence_length"; });
    if (own != chosen) {
        read.assumed.push_back({"sequence", std::to_string(chosen),
                                Core::tr("the option in place of the {} tokens of the file or its model", own)});
    }
}

}  // namespace

Result<ForeignFile> openForeign(const fs::path& path)
{
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        return ForeignFile{path, true, {}};
    }
    return readTextFile(path, largestFile).map([&path](std::string&& text) {
        return ForeignFile{path, false, std::move(text)};
    });
}

Degrees degreesOf(const Plan& plan)
{
    Degrees degrees;
    degrees.pipeline = plan.pipeline();
    degrees.globalBatch = plan.training.globalBatch;
    const std::vector<LayerRole> roles = layerRoles(plan.model);
    std::optional<LayerStrategy> first;
    std::set<int> partsOfExperts;
    for (std::size_t i = 0; i < roles.size(); ++i) {
        const LayerStrategy& strategy = plan.strategies[i];
        if (roles[i] != LayerRole::Body) {
            continue;
        }
        const auto keep = [&](std::optional<std::int64_t>& degree, int LayerStrategy::*member) {
            degree = !first ? std::optional<std::int64_t>(strategy.*member)
                     : degree && *degree == std::int64_t(strategy.*member) ? degree
                                                                           : std::nullopt;
        };
        keep(degrees.tensor, &LayerStrategy::tensor);
        keep(degrees.data, &LayerStrategy::data);
        keep(degrees.context, &LayerStrategy::context);
        keep(degrees.expert, &LayerStrategy::expert);
        keep(degrees.zero, &LayerStrategy::zero);
        first = first ? first : strategy;
        if (plan.model.layer(static_cast<int>(i)).experts > 0) {
            partsOfExperts.insert(expertParts(strategy));
        }
    }
    if (partsOfExperts.size() == 1) {
        degrees.expertTensor = *partsOfExperts.begin();
    }
    const std::int64_t parts = degrees.data.value_or(0) * plan.schedule.microbatches;
    if (parts > 0 && plan.training.globalBatch % parts == 0) {
        degrees.microBatch = plan.training.globalBatch / parts;
    }
    return degrees;
}

std::span<const Format* const> formats()
{
    static constexpr std::array all{&galvatronFormat,
                                    &galvatronProfileFormat,
                                    &huggingFaceFormat,
                                    &nvidiaTopologyFormat,
                                    &ncclTestsFormat,
                                    &kernelLogFormat,
                                    &deviceListFormat,
                                    &megatronFormat,
                                    &megatronBridgeFormat,
                                    &deepSpeedFormat,
                                    &torchtitanFormat,
                                    &torchtitanTomlFormat,
                                    &fsdp2Format,
                                    &accelerateFormat,
                                    &accelerateDeepSpeedFormat,
                                    &accelerateMegatronFormat,
                                    &swiftFormat,
                                    &llamaFactoryFormat,
                                    &axolotlFormat,
                                    &trlFormat,
                                    &torchtuneFormat,
                                    &verlFormat,
                                    &nemoFormat,
                                    &primusFormat,
                                    &maxTextFormat,
                                    &chromeTraceFormat,
                                    &planTextFormat,
                                    &mpsFormat};
    return all;
}

std::vector<std::string_view> namesOfRead()
{
    return namesWith(&Format::read);
}

std::vector<std::string_view> namesOfWritten()
{
    return namesWith(&Format::write);
}

Result<const Format*> parseFormat(std::string_view name)
{
    const auto found =
        std::ranges::find(formats(), name, [](const Format* format) { return std::string_view(format->name); });
    if (const auto target = parseTarget(name); found == formats().end() && target) {
        return badInput(Core::tr("no file of {} is written: it is planned for alone", (*target)->title), "format",
                        Core::tr("It takes no plan but the arguments of a script of one's own; known are {}",
                                 listOf(namesWith(&Format::name))));
    }
    if (found == formats().end()) {
        return badInput(Core::tr("unknown format '{}'", name.substr(0, 40)), "format",
                        Core::tr("Known are {}", listOf(namesWith(&Format::name))));
    }
    return *found;
}

const Format* recognise(const ForeignFile& file)
{
    const Result<Json> parsed = parseLooseJson(file.text, {});
    const Json json = parsed ? *parsed : Json();
    const auto found = std::ranges::find_if(formats(), [&](const Format* format) {
        return format->recognises != nullptr && format->recognises(file, json);
    });
    return found == formats().end() ? nullptr : *found;
}

Result<const Format*> expectRecognised(const ForeignFile& file)
{
    if (const Format* format = recognise(file)) {
        return format;
    }
    // A file that is cut off, or empty, says so in its own words.
    const bool isJson = !file.isFolder && (file.text.empty() || file.text.front() == '{');
    if (const Result<Json> json = parseLooseJson(file.text, file.path.string()); isJson && !json) {
        return tl::unexpected(json.error());
    }
    const Json json = parseLooseJson(file.text, {}).value_or(Json());
    if (const auto own = json.find("format"); own != json.end() && own->is_string()) {
        if (const std::string name = own->get<std::string>(); name.starts_with("parallelogram-")) {
            return badInput(
                Core::tr("is a file of Parallelogram itself ({}), which needs no import", name.substr(0, 40)),
                file.path.string(),
                Core::tr("Give a plan to pgram estimate, a model to --model, a cluster to --cluster"));
        }
    }
    std::vector<std::string> words;
    for (const Format* format : formats()) {
        if (format->knownBy != nullptr) {
            words.push_back(fmt::format("{}: {}", format->title.english, format->knownBy));
        }
    }
    const Text kind = file.isFolder ? Text(Core::tr("a folder")) : apparentKind(file.text, json);
    return badInput(Core::tr("has a format that is not read: it seems to be {}", kind), file.path.string(),
                    Core::tr("Name the format with --from, or give a file with the words of one: {}",
                             fmt::format("{}", fmt::join(words, "; "))));
}

Result<Reading> readAs(const Format& format, const ForeignFile& file, const ReadContext& context)
{
    if (format.read == nullptr) {
        return badInput(Core::tr("is a {}, which is written and not read", format.title), file.path.string(),
                        Core::tr("What is read: {}", listOf(namesOfRead())));
    }
    return format.read(file, context).map([&context](Reading&& read) {
        takeSequence(context.sequence, read);
        return std::move(read);
    });
}

Result<std::vector<NamedFile>> writeAs(const Format& format, const Plan& plan, const WriteContext& context)
{
    if (format.write == nullptr) {
        return badInput(Core::tr("the format {} is read and not written", format.name), {},
                        Core::tr("What is written: {}", listOf(namesOfWritten())));
    }
    if (const Result<void> structure = checkStructure(plan); !structure) {
        return tl::unexpected(structure.error());
    }
    const std::vector<Text> lines = format.target != nullptr ? beyond(*format.target, plan) : std::vector<Text>();
    if (!lines.empty()) {
        return badInput(Core::tr("{} cannot run: {}", format.target->title, oneAfterAnother(lines)), plan.name,
                        Core::tr("Change these in the plan, or export it to another format"));
    }
    if (format.target != nullptr) {
        const std::vector<Issue> issues = legalityIssues(plan);
        if (const auto error = std::ranges::find(issues, Severity::Error, &Issue::severity); error != issues.end()) {
            return badInput(Core::tr("nothing can run the plan: {}", error->message), plan.name,
                            Core::tr("Change it until nothing is refused"));
        }
    }
    return format.write(plan, context);
}

Result<std::vector<NamedFile>> writeFolder(const Format& format, const Plan& plan, const WriteContext& context)
{
    Result<std::vector<NamedFile>> files = writeAs(format, plan, context);
    if (files && format.launch != nullptr) {
        addLaunchFiles(format.launch(plan), plan, context, *files);
    }
    return files;
}

Result<void> saveFiles(const std::vector<NamedFile>& files, const fs::path& path)
{
    if (files.size() == 1) {
        return writeTextFile(path, files.front().content);
    }
    std::error_code failed;
    std::set<fs::path> missing;
    std::vector<NewFile> written;
    for (const NamedFile& file : files) {
        written.push_back({path / file.name, file.content, file.content.starts_with("#!")});
        for (fs::path folder = written.back().path.parent_path(); !folder.empty() && !fs::exists(folder, failed);
             folder = folder.parent_path()) {
            missing.insert(folder);
        }
    }
    Result<void> saved;
    for (const fs::path& folder : missing) {
        if (saved && !fs::create_directory(folder, failed)) {
            saved = notWritten(folder, failed.value());
        }
    }
    saved = saved.and_then([&written] { return writeTextFiles(written); });
    if (!saved) {
        // A folder's own folders come behind it.
        for (auto folder = missing.rbegin(); folder != missing.rend(); ++folder) {
            fs::remove(*folder, failed);
        }
    }
    return saved;
}

}  // namespace pgram
