// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/profile_question.h"

#include "core/base/format.h"
#include "core/base/json.h"
#include "core/base/nearest.h"
#include "core/cluster/cluster_json.h"
#include "core/exchange/galvatron_config.h"
#include "core/exchange/galvatron_source.h"
#include "core/model/layer_role.h"
#include "core/model/model_json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

constexpr double nameTolerance = 0.15;

/// The runs that Galvatron counts as layers, one a layer type.
std::vector<LayerSpec*> bodyOf(Architecture& model)
{
    std::vector<LayerSpec*> body;
    for (LayerSpec& run : model.runs) {
        if (layerRole(run.kind) == LayerRole::Body) {
            body.push_back(&run);
        }
    }
    return body;
}

/// "there is no preset 'swin-huge' (nearest: swin-huge-48)".
Text withoutPreset(const std::string& named, const std::vector<PresetEntry>& known)
{
    std::vector<std::string> names;
    std::ranges::transform(known, std::back_inserter(names), &PresetEntry::name);
    const std::vector<std::string> nearest = nearestNames(named, names);
    return nearest.empty()
               ? Core::tr("there is no preset '{}'", named)
               : Core::tr("there is no preset '{}' (nearest: {})", named, fmt::format("{}", fmt::join(nearest, ", ")));
}

/// Names the model: typed, or a preset of the name that the profile's files have.
Result<void> findModel(const ProfileOptions& options, const PresetStore& store, ProfileQuestion& question)
{
    if (options.given) {
        question.model = options.given;
        question.modelTyped = true;
        return {};
    }
    const std::string& named = question.profile.folder.model;
    const auto known = store.models();
    if (options.model.empty() && std::ranges::find(known, named, &PresetEntry::name) == known.end()) {
        question.withoutModel = withoutPreset(named, known);
        return {};
    }
    Result<Architecture> model = store.model(options.model.empty() ? named : options.model);
    if (!model) {
        return tl::unexpected(model.error());
    }
    question.model = std::move(*model);
    question.modelTyped = !options.model.empty();
    return {};
}

Text modelName(const ProfileQuestion& question)
{
    return question.model ? Text(question.model->name) : Core::tr("the configuration beside it");
}

/// The numbers typed, one a layer type or one for all; else the model's.
template <typename Number>
Result<std::vector<Number>> figuresOfTypes(const std::vector<Number>& typed, std::size_t types,
                                           const std::vector<Number>& modelled, const char* option,
                                           const ProfileQuestion& question)
{
    const std::vector<Number>& values = typed.empty() ? modelled : typed;
    if (values.empty()) {
        return badInput(Core::tr("{} is required, as {}", option, question.withoutModel),
                        question.profile.folder.path.string(), Core::tr("Give it, or a --model"));
    }
    if (values.size() == 1 && !typed.empty()) {
        return std::vector<Number>(types, values.front());
    }
    if (values.size() != types) {
        return typed.empty()
                   ? badInput(Core::tr("has {} layer type(s), {} has {}", types, modelName(question), values.size()),
                              question.profile.folder.path.string(), Core::tr("Give the --model that was profiled"))
                   : badInput(Core::tr("has {} layer type(s), {} names {}", types, std::string(option), values.size()),
                              question.profile.folder.path.string(), Core::tr("Give one figure per layer type"));
    }
    return values;
}

/// A model with other layers than the profile's is none; one of other counts is cut or stretched.
void fitModel(const ProfileOptions& options, const std::vector<galvatron::LayerType>& types, ProfileQuestion& question)
{
    if (!question.model) {
        return;
    }
    const std::vector<LayerSpec*> body = bodyOf(*question.model);
    const bool sameWidth = body.size() == types.size() &&
                           std::ranges::equal(body, types, {}, &LayerSpec::hidden, &galvatron::LayerType::hidden);
    if (!sameWidth) {
        question.withoutModel = Core::tr("{} has layers of another width", question.model->name);
        question.model.reset();
        return;
    }
    for (std::size_t i = 0; i < body.size() && !options.layers.empty(); ++i) {
        body[i]->count = types[i].count;
    }
}

Result<void> describeLayers(const ProfileOptions& options, ProfileQuestion& question)
{
    std::vector<int> counts;
    std::vector<std::int64_t> widths;
    if (question.model) {
        for (const LayerSpec* run : bodyOf(*question.model)) {
            counts.push_back(run->count);
            widths.push_back(run->hidden);
        }
    }
    if (!question.model) {
        const auto beside = layerCountsBeside(question.profile.folder.path);
        if (!beside) {
            return tl::unexpected(beside.error());
        }
        if (*beside) {
            counts = (*beside)->layers;
            widths = (*beside)->hidden;
        }
    }
    const galvatron::Sequence& sequence = question.profile.sequence;
    const auto layers = figuresOfTypes(options.layers, sequence.size(), counts, "--layers", question);
    if (!layers) {
        return tl::unexpected(layers.error());
    }
    const auto hidden = figuresOfTypes(options.hidden, sequence.size(), widths, "--hidden", question);
    if (!hidden) {
        return tl::unexpected(hidden.error());
    }
    for (std::size_t type = 0; type < sequence.size(); ++type) {
        question.setting.layers.push_back({(*layers)[type], (*hidden)[type], sequence[type]});
    }
    fitModel(options, question.setting.layers, question);
    return {};
}

/// A name in a file is a weak proof: the layers must have the parameters that were measured, or nearly.
Result<void> checkLayers(const ProfileQuestion& question)
{
    std::size_t type = 0;
    for (const LayerSpec& run : question.model->runs) {
        if (layerRole(run.kind) != LayerRole::Body) {
            continue;
        }
        const double measured = question.figures.layers[type++].parameters * static_cast<double>(MiB) / 4;
        const double expected = parameterCount(run);
        if (!question.modelTyped && std::abs(measured - expected) > nameTolerance * expected) {
            return badInput(Core::tr("has layers of {} parameters, but those of {}, which its files name, have {}",
                                     formatCount(measured), question.model->name, formatCount(expected)),
                            question.profile.folder.path.string(), Core::tr("Give the --model that was profiled"));
        }
    }
    return {};
}

/// Through our own reader, which knows what is sane.
template <typename Value>
Result<Value> asRead(const Value& value, Result<Value> (*parse)(std::string_view, const std::string&),
                     const std::string& where)
{
    return parse(dumped(toJson(value)), where);
}

}  // namespace

Result<ProfileQuestion> profileQuestion(const ProfileOptions& options, const PresetStore& store)
{
    galvatron::ProfileChoice choice{options.precision, options.devices, options.sequence,
                                    parse<galvatron::TimeMode>(options.timeMode),
                                    parse<galvatron::MemoryMode>(options.memoryMode)};
    Result<galvatron::Profile> profile = galvatron::loadProfile(options.folder, choice);
    if (!profile) {
        return tl::unexpected(profile.error());
    }
    ProfileQuestion question;
    question.profile = std::move(*profile);
    question.setting.devices = question.profile.shape.devices();
    question.setting.timeMode = question.profile.timeMode;
    question.setting.memoryMode = question.profile.memoryMode;
    question.setting.elementBytes = question.profile.folder.precision == "fp32" ? 4 : 2;
    const Result<void> described =
        findModel(options, store, question).and_then([&] { return describeLayers(options, question); });
    if (!described) {
        return tl::unexpected(described.error());
    }
    auto figures = figuresOf(question.profile.model, question.profile.hardware, question.setting, options.folder);
    if (!figures) {
        return tl::unexpected(figures.error());
    }
    question.figures = std::move(*figures);
    return question;
}

Result<SearchRequest> measuredRequest(const ProfileQuestion& question, const std::optional<Cluster>& cluster,
                                      Bytes memory)
{
    const std::string where = question.profile.folder.path.string();
    if (!question.model) {
        return badInput(Core::tr("needs a model, as {}", question.withoutModel), where,
                        Core::tr("Give the --model that was profiled"));
    }
    if (const Result<void> checked = checkLayers(question); !checked) {
        return tl::unexpected(checked.error());
    }
    const MeasuredSource source{&question.profile, &question.figures};
    const Device device = cluster ? cluster->device : profiledDevice(*question.model, source, memory);
    SearchRequest request;
    Result<Architecture> model = measuredModel(*question.model, source, device).and_then([&](const Architecture& made) {
        return asRead(made, parseArchitecture, where);
    });
    if (!model) {
        return tl::unexpected(model.error());
    }
    Result<Cluster> measured = asRead(measuredCluster(source, device), parseCluster, where);
    if (!measured) {
        return tl::unexpected(measured.error());
    }
    request.model = std::move(*model);
    request.cluster = std::move(*measured);
    request.training.precision = precisionOf(question.profile);
    request.training.sequenceLength = question.profile.sequence.front();
    return request;
}

}  // namespace pgram
