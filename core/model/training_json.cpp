// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/training_json.h"

#include "core/model/run_fields.h"
#include "core/model/tuning.h"

namespace pgram {

namespace {

constexpr std::int64_t largestBatch = 1 << 24;
constexpr double longestDispatch = 1;  // s
constexpr double leastShare = 1e-3;
constexpr std::int64_t widestCopy = 16;  // a parameter or a logit

}  // namespace

void readFrameworkTraits(JsonObject& object, Framework& framework)
{
    framework.overlapGradients = object.booleanOr("overlap_gradients", framework.overlapGradients);
    framework.overlapActivations = object.booleanOr("overlap_activations", framework.overlapActivations);
    framework.bufferBytes = static_cast<int>(object.integerOr("buffer_bytes", 0, 0, widestCopy));
    framework.gradientCopyBytes = static_cast<int>(object.integerOr("gradient_copy_bytes", 0, 0, widestCopy));
    framework.logitCopyBytes = static_cast<int>(object.integerOr("logit_copy_bytes", 0, 0, widestCopy));
    framework.fusedLoss = object.booleanOr("fused_loss", false);
    framework.separateWeightGradients = object.booleanOr("separate_weight_gradients", false);
    framework.keepsGatheredInputs = object.booleanOr("keeps_gathered_inputs", false);
    framework.eagerNorms = object.booleanOr("eager_norms", false);
    framework.keepsNarrowInputs = object.booleanOr("keeps_narrow_inputs", framework.keepsNarrowInputs);
    framework.scattersBoundaries = object.booleanOr("scatters_boundaries", false);
    framework.gathersWhenNeeded = object.booleanOr("gathers_when_needed", false);
    framework.fusedDispatch = object.booleanOr("fused_dispatch", false);
    framework.overlapsDispatch = object.booleanOr("overlaps_dispatch", false);
    framework.narrowDispatch = object.booleanOr("narrow_dispatch", false);
}

namespace {

Framework readFramework(JsonObject object, UnknownKeys* unknown)
{
    Framework framework;
    framework.dispatch = object.numberOr("dispatch_s", framework.dispatch, 0, longestDispatch);
    framework.elementwisePasses = object.numberOr("elementwise_passes", framework.elementwisePasses, 0.1, 10);
    framework.narrowShare = object.numberOr("narrow_share", 1, leastShare, 1);
    framework.collectiveShare = object.numberOr("collective_share", 1, leastShare, 1);
    readFrameworkTraits(object, framework);
    collectUnknown(object, unknown);
    return framework;
}

}  // namespace

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
    collectUnknown(object, unknown);
    return tuning.method == TuningMethod::All ? Tuning() : tuning;
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
    if (training.expertLoad != Training().expertLoad) {
        json["expert_load"] = training.expertLoad;
    }
    if (training.framework != Framework()) {
        json["framework"] = {{"dispatch_s", training.framework.dispatch},
                             {"elementwise_passes", training.framework.elementwisePasses},
                             {"overlap_gradients", training.framework.overlapGradients},
                             {"overlap_activations", training.framework.overlapActivations},
                             {"buffer_bytes", training.framework.bufferBytes},
                             {"gradient_copy_bytes", training.framework.gradientCopyBytes},
                             {"logit_copy_bytes", training.framework.logitCopyBytes},
                             {"fused_loss", training.framework.fusedLoss},
                             {"separate_weight_gradients", training.framework.separateWeightGradients},
                             {"keeps_gathered_inputs", training.framework.keepsGatheredInputs},
                             {"eager_norms", training.framework.eagerNorms},
                             {"keeps_narrow_inputs", training.framework.keepsNarrowInputs},
                             {"scatters_boundaries", training.framework.scattersBoundaries},
                             {"gathers_when_needed", training.framework.gathersWhenNeeded},
                             {"narrow_share", training.framework.narrowShare},
                             {"collective_share", training.framework.collectiveShare},
                             {"fused_dispatch", training.framework.fusedDispatch},
                             {"overlaps_dispatch", training.framework.overlapsDispatch},
                             {"narrow_dispatch", training.framework.narrowDispatch}};
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
    const int optimizer = object.oneOfOr("optimizer", static_cast<int>(training.optimizer), optimizerNames());
    training.optimizer = static_cast<Optimizer>(optimizer);
    training.stateBytes = readBytes(object, "state_bytes");
    training.masterWeights = object.booleanOr("master_weights", training.masterWeights);
    if (object.has("tuning")) {
        training.tuning = readTuning(object.object("tuning"), unknown);
    }
    training.fusedAttention = object.booleanOr("fused_attention", training.fusedAttention);
    training.expertLoad = object.numberOr("expert_load", training.expertLoad, 1, greatestExpertLoad);
    if (object.has("framework")) {
        training.framework = readFramework(object.object("framework"), unknown);
    }
    collectUnknown(object, unknown);
    return training;
}

}  // namespace pgram
