// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/training_json.h"

#include "core/base/json.h"
#include "core/model/run_fields.h"
#include "core/model/tuning.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace pgram {

namespace {

constexpr std::int64_t largestBatch = 1 << 24;
constexpr double longestDispatch = 1;  // s
constexpr double leastShare = 1e-3;
constexpr std::int64_t widestCopy = 16;  // a parameter or a logit

template <typename Value>
struct TraitRow {
    const char* key;
    Value Framework::*trait;
};
/// What a framework does or does not do.
constexpr TraitRow<bool> traitRows[] = {
    {"overlap_gradients", &Framework::overlapGradients},
    {"overlap_activations", &Framework::overlapActivations},
    {"drops_gradients", &Framework::dropsGradients},
    {"separate_weight_gradients", &Framework::separateWeightGradients},
    {"keeps_gathered_inputs", &Framework::keepsGatheredInputs},
    {"eager_norms", &Framework::eagerNorms},
    {"keeps_narrow_inputs", &Framework::keepsNarrowInputs},
    {"older_attention", &Framework::olderAttention},
    {"scatters_boundaries", &Framework::scattersBoundaries},
    {"gathers_when_needed", &Framework::gathersWhenNeeded},
    {"fused_dispatch", &Framework::fusedDispatch},
    {"overlaps_dispatch", &Framework::overlapsDispatch},
    {"overlaps_shared_experts", &Framework::overlapsSharedExperts},
    {"narrow_dispatch", &Framework::narrowDispatch},
    {"keeps_offloaded_gradients", &Framework::keepsOffloadedGradients},
    {"loops_experts", &Framework::loopsExperts},
    {"keeps_expert_outputs", &Framework::keepsExpertOutputs},
};
/// Bytes of copies that it holds.
constexpr TraitRow<int> copyRows[] = {
    {"buffer_bytes", &Framework::bufferBytes},
    {"gradient_copy_bytes", &Framework::gradientCopyBytes},
    {"logit_copy_bytes", &Framework::logitCopyBytes},
};
constexpr FrameworkRate rateRows[] = {
    {"dispatch_s", &Framework::dispatch, 0, longestDispatch},
    {"elementwise_passes", &Framework::elementwisePasses, 0.1, 10},
    {"narrow_share", &Framework::narrowShare, leastShare, 1},
    {"collective_share", &Framework::collectiveShare, leastShare, 1},
    {"gather_dispatch_s", &Framework::gatherDispatch, 0, longestDispatch},
};

}  // namespace

std::span<const FrameworkRate> frameworkRates()
{
    return rateRows;
}

LossKind readOldLoss(JsonObject& framework)
{
    return framework.booleanOr("fused_loss", false) ? LossKind::Fused : LossKind::Plain;
}

void readFrameworkTraits(JsonObject& object, Framework& framework)
{
    for (const auto& [key, trait] : traitRows) {
        framework.*trait = object.booleanOr(key, framework.*trait);
    }
    for (const auto& [key, bytes] : copyRows) {
        framework.*bytes = static_cast<int>(object.integerOr(key, 0, 0, widestCopy));
    }
}

namespace {

Framework readFramework(JsonObject object, UnknownKeys* unknown, LossKind& loss)
{
    Framework framework;
    loss = readOldLoss(object);
    framework.name = object.stringOr("name", {});
    for (const auto& [key, rate, least, most] : rateRows) {
        framework.*rate = object.numberOr(key, framework.*rate, least, most);
    }
    readFrameworkTraits(object, framework);
    takeUnknown(object, unknown);
    return framework;
}

Json frameworkJson(const Framework& framework)
{
    Json json = Json::object();
    if (!framework.name.empty()) {
        json["name"] = framework.name;
    }
    for (const FrameworkRate& row : rateRows) {
        json[row.key] = framework.*row.rate;
    }
    for (const auto& [key, trait] : traitRows) {
        json[key] = framework.*trait;
    }
    for (const auto& [key, bytes] : copyRows) {
        json[key] = framework.*bytes;
    }
    return json;
}

}  // namespace

const std::vector<std::string_view>& lossNames()
{
    static const std::vector<std::string_view> names{"plain", "fused", "chunked"};
    return names;
}

LossKind readLoss(JsonObject& object, LossKind fallback)
{
    return static_cast<LossKind>(object.oneOfOr("loss", static_cast<int>(fallback), lossNames()));
}

const std::vector<std::string_view>& precisionNames()
{
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const PrecisionRow& each : precisions()) {
            all.emplace_back(each.name);
        }
        return all;
    }();
    return names;
}

const std::vector<std::string_view>& optimizerNames()
{
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const OptimizerRow& each : optimizers()) {
            all.emplace_back(each.name);
        }
        return all;
    }();
    return names;
}

namespace {

/// Costs do not depend on where the weights decay: AdamW is Adam by another name.
constexpr std::array<std::pair<std::string_view, Optimizer>, 2> otherNames{
    {{"adamw", Optimizer::Adam}, {"adamw-8bit", Optimizer::Adam8}}};

}  // namespace

const std::vector<std::string_view>& acceptedOptimizerNames()
{
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all = optimizerNames();
        for (const auto& [name, optimizer] : otherNames) {
            all.push_back(name);
        }
        return all;
    }();
    return names;
}

Optimizer acceptedOptimizer(int index)
{
    const auto at = static_cast<std::size_t>(index);
    return at < optimizers().size() ? static_cast<Optimizer>(index) : otherNames[at - optimizers().size()].second;
}

namespace {

Json tuningJson(const Tuning& tuning)
{
    return {{"method", tuningNames()[static_cast<std::size_t>(tuning.method)]},
            {"rank", tuning.rank},
            {"targets", targetNames()[static_cast<std::size_t>(tuning.targets)]}};
}

/// Of all parameters nothing else is said.
Tuning readTuning(JsonObject object, UnknownKeys* unknown)
{
    Tuning tuning;
    tuning.method = static_cast<TuningMethod>(object.oneOfOr("method", 0, tuningNames()));
    tuning.rank = static_cast<int>(object.integerOr("rank", tuning.rank, 1, mostRank));
    tuning.targets = static_cast<AdapterTargets>(object.oneOfOr("targets", 0, targetNames()));
    takeUnknown(object, unknown);
    return tuning.method == TuningMethod::All ? Tuning() : tuning;
}

ModuleSet readModules(JsonObject& object, const char* key)
{
    if (!object.has(key)) {
        return cheapModules;
    }
    ModuleSet modules;
    for (const std::string& name : object.stringsOr(key)) {
        const auto found = std::ranges::find(moduleNames(), std::string_view(name));
        if (found == moduleNames().end()) {
            object.fail(key, Core::tr("has '{}', expected one of {}", name.substr(0, 40),
                                      fmt::format("{}", fmt::join(moduleNames(), ", "))));
            continue;
        }
        modules.add(static_cast<Module>(found - moduleNames().begin()));
    }
    if (modules.isEmpty()) {
        object.fail(key, Core::tr("is empty, expected at least one module"));
    }
    return modules;
}

int readBytes(JsonObject& object, const char* key)
{
    const auto bytes = static_cast<int>(object.integerOr(key, 4, 2, 4));
    if (bytes == 3) {
        object.fail(key, Core::tr("is 3, expected 2 or 4"));
    }
    return bytes;
}

}  // namespace

Json toJson(const Training& training)
{
    Json json = Json::object();
    json["global_batch"] = training.globalBatch;
    json["sequence_length"] = training.sequenceLength;
    json["precision"] = precisionNames()[static_cast<std::size_t>(training.precision)];
    json["gradient_bytes"] = training.gradientBytes;
    json["optimizer"] = optimizerNames()[static_cast<std::size_t>(training.optimizer)];
    if (training.stateBytes != Training().stateBytes) {
        json["state_bytes"] = training.stateBytes;
    }
    if (!training.masterWeights) {
        json["master_weights"] = false;
    }
    if (training.tuning.method != TuningMethod::All) {
        json["tuning"] = tuningJson(training.tuning);
    }
    json["fused_attention"] = training.fusedAttention;
    if (training.loss != LossKind::Plain) {
        json["loss"] = lossNames()[static_cast<std::size_t>(training.loss)];
    }
    if (training.recomputedModules != cheapModules) {
        json["recompute_modules"] = namesOf(training.recomputedModules);
    }
    if (training.offloadShare != Training().offloadShare) {
        json["offload_share"] = training.offloadShare;
    }
    if (training.documentTokens > 0) {
        json["document_tokens"] = training.documentTokens;
    }
    if (training.expertLoad != Training().expertLoad) {
        json["expert_load"] = training.expertLoad;
    }
    if (training.framework != Framework()) {
        json["framework"] = frameworkJson(training.framework);
    }
    return json;
}

Training trainingFromJson(JsonObject& object, UnknownKeys* unknown)
{
    Training training;
    training.globalBatch = object.integerOr("global_batch", training.globalBatch, 1, largestBatch);
    training.sequenceLength = object.integerOr("sequence_length", 0, 0, longestSequence);
    const int precision = object.oneOfOr("precision", static_cast<int>(training.precision), precisionNames());
    training.precision = static_cast<Precision>(precision);
    training.gradientBytes = readBytes(object, "gradient_bytes");
    training.optimizer =
        acceptedOptimizer(object.oneOfOr("optimizer", static_cast<int>(training.optimizer), acceptedOptimizerNames()));
    training.stateBytes = readBytes(object, "state_bytes");
    training.masterWeights = object.booleanOr("master_weights", training.masterWeights);
    if (object.has("tuning")) {
        training.tuning = readTuning(object.object("tuning"), unknown);
    }
    training.fusedAttention = object.booleanOr("fused_attention", training.fusedAttention);
    training.documentTokens = object.integerOr("document_tokens", 0, 0, longestSequence);
    training.expertLoad = object.numberOr("expert_load", training.expertLoad, 1, greatestExpertLoad);
    training.recomputedModules = readModules(object, "recompute_modules");
    training.offloadShare = object.numberOr("offload_share", training.offloadShare, leastShare, 1);
    if (object.has("framework")) {
        training.framework = readFramework(object.object("framework"), unknown, training.loss);
    }
    training.loss = readLoss(object, training.loss);
    takeUnknown(object, unknown);
    return training;
}

}  // namespace pgram
