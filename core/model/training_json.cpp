// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/training_json.h"

#include "core/model/run_fields.h"
#include "core/model/tuning.h"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace pgram {

namespace {

constexpr std::int64_t largestBatch = 1 << 24;
constexpr double longestDispatch = 1;  // s
constexpr double leastShare = 1e-3;
constexpr double widestCache = 4;
constexpr double mostDriverBytes = 1e11;
constexpr std::int64_t widestCopy = 16;  // a parameter or a logit

constexpr Field<Framework> frameworkRows[] = {
    field<&Framework::name>("name").sparse().says("Of the family that it is, as presets/frameworks.json names it"),
    field<&Framework::dispatch>("dispatch_s").between(0, longestDispatch).says("Host seconds to issue one operator"),
    field<&Framework::elementwisePasses>("elementwise_passes")
        .between(0.1, 10)
        .says("Memory traffic of element-wise work over that of fused kernels"),
    field<&Framework::narrowShare>("narrow_share").between(leastShare, 1),
    field<&Framework::collectiveShare>("collective_share").between(leastShare, 1),
    field<&Framework::gatherDispatch>("gather_dispatch_s")
        .between(0, longestDispatch)
        .says("Host seconds to gather one matrix of an expert, where experts are computed one after the other under "
              "ZeRO-3"),
    field<&Framework::cacheShare>("cache_share")
        .between(1, widestCache)
        .says("Memory that the caching allocator reserves over what tensors need at the peak; absent = 1.12"),
    field<&Framework::driverBytes>("driver_bytes")
        .between(0, mostDriverBytes)
        .says("Bytes that the driver counts for the framework besides tensors, context and communicators"),
    figure<[](const Framework&) { return false; }>("fused_loss")
        .readBy([](const FieldRules&, JsonObject& object, Framework&, UnknownKeys*) { (void)readOldLoss(object); })
        .when([](const Framework&) { return false; })
        .says("Key of version 0.2 and before, read as `training.loss`: true is `fused`"),
    field<&Framework::overlapGradients>("overlap_gradients"),
    field<&Framework::overlapActivations>("overlap_activations"),
    field<&Framework::dropsGradients>("drops_gradients"),
    field<&Framework::separateWeightGradients>("separate_weight_gradients"),
    field<&Framework::keepsGatheredInputs>("keeps_gathered_inputs"),
    field<&Framework::eagerNorms>("eager_norms"),
    field<&Framework::keepsNarrowInputs>("keeps_narrow_inputs"),
    field<&Framework::olderAttention>("older_attention"),
    field<&Framework::scattersBoundaries>("scatters_boundaries"),
    field<&Framework::gathersWhenNeeded>("gathers_when_needed"),
    field<&Framework::fusedDispatch>("fused_dispatch"),
    field<&Framework::overlapsDispatch>("overlaps_dispatch"),
    field<&Framework::overlapsSharedExperts>("overlaps_shared_experts"),
    field<&Framework::narrowDispatch>("narrow_dispatch"),
    field<&Framework::keepsOffloadedGradients>("keeps_offloaded_gradients"),
    field<&Framework::loopsExperts>("loops_experts"),
    field<&Framework::keepsExpertOutputs>("keeps_expert_outputs"),
    field<&Framework::cutsSamples>("cuts_samples"),
    field<&Framework::bufferBytes>("buffer_bytes").between(0, widestCopy),
    field<&Framework::gradientCopyBytes>("gradient_copy_bytes").between(0, widestCopy),
    field<&Framework::logitCopyBytes>("logit_copy_bytes").between(0, widestCopy),
};
constexpr std::size_t firstTrait = 9;

}  // namespace

std::span<const Field<Framework>> fieldsOf(const Framework*)
{
    return frameworkRows;
}

std::span<const Field<Framework>> frameworkTraits()
{
    return rowsOf<Framework>().subspan(firstTrait);
}

LossKind readOldLoss(JsonObject& framework)
{
    return framework.booleanOr("fused_loss", false) ? LossKind::Fused : LossKind::Plain;
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

void Codec<Precision>::read(const FieldRules& rules, JsonObject& object, Precision& value, UnknownKeys*)
{
    value = static_cast<Precision>(rules.isRequired()
                                       ? object.oneOf(rules.key, precisionNames())
                                       : object.oneOfOr(rules.key, static_cast<int>(value), precisionNames()));
}

template <>
struct Codec<Optimizer> {
    static void read(const FieldRules& rules, JsonObject& object, Optimizer& value, UnknownKeys*)
    {
        value = acceptedOptimizer(object.oneOfOr(rules.key, static_cast<int>(value), acceptedOptimizerNames()));
    }
    static Json write(Optimizer value) { return optimizerNames()[static_cast<std::size_t>(value)]; }
    static Json schema(const FieldRules&) { return {{"enum", acceptedOptimizerNames()}}; }
};

template <>
struct Codec<ModuleSet> {
    static void read(const FieldRules& rules, JsonObject& object, ModuleSet& modules, UnknownKeys*)
    {
        if (!object.has(rules.key)) {
            return;
        }
        modules = {};
        for (const std::string& text : object.stringsOr(rules.key)) {
            if (const auto module = parse<Module>(text)) {
                modules.add(*module);
            } else {
                object.fail(rules.key, Core::tr("has '{}', expected one of {}", text.substr(0, 40),
                                                fmt::format("{}", fmt::join(enumNames<Module>, ", "))));
            }
        }
        if (modules.isEmpty()) {
            object.fail(rules.key, Core::tr("is empty, expected at least one module"));
        }
    }
    static Json write(const ModuleSet& modules) { return namesOf(modules); }
    static Json schema(const FieldRules&)
    {
        return {{"type", "array"}, {"minItems", 1}, {"items", {{"enum", enumNames<Module>}}}};
    }
};

namespace {

constexpr Field<Tuning> tuningRows[] = {
    field<&Tuning::method>("method").says("Low-rank adapters beside frozen weights, which qlora has in 4 bits"),
    field<&Tuning::rank>("rank").between(1, mostRank).says("Of the adapters"),
    field<&Tuning::targets>("targets").says("Matrices of each block that have an adapter"),
};

}  // namespace

std::span<const Field<Tuning>> fieldsOf(const Tuning*)
{
    return tuningRows;
}

namespace {

/// Reads the choice of weights; adapters that do not train are left out.
void readTuning(const FieldRules& rules, JsonObject& object, Training& training, UnknownKeys* unknown)
{
    Codec<Tuning>::read(rules, object, training.tuning, unknown);
    if (training.tuning.method == TuningMethod::All) {
        training.tuning = {};
    }
}

/// Reads preference tuning, after the choice of weights. Adapters have no reference in host memory.
void readPreference(const FieldRules& rules, JsonObject& object, Training& training, UnknownKeys* unknown)
{
    Codec<Preference>::read(rules, object, training.preference, unknown);
    if (training.preference == Preference::Host && training.tuning.method != TuningMethod::All) {
        object.fail(rules.key, Core::tr("is 'host' beside adapters, whose reference model is their base"),
                    Core::tr("Give 'device' or 'precomputed'"));
    }
}

/// Reads the loss, which older files have in the framework.
void readLoss(const FieldRules& rules, JsonObject& object, Training& training, UnknownKeys* unknown)
{
    if (object.has("framework")) {
        JsonObject framework = object.object("framework");
        training.loss = readOldLoss(framework);
    }
    Codec<LossKind>::read(rules, object, training.loss, unknown);
}

void readDocuments(const FieldRules& rules, JsonObject& object, Training& training, UnknownKeys* /*unknown*/)
{
    const std::string text = object.stringOr(rules.key, {});
    if (text.empty()) {
        return;
    }
    if (Result<DocumentLengths> lengths = DocumentLengths::parse(text)) {
        training.documents = std::move(*lengths);
    } else {
        object.fail(rules.key, lengths.error().what, lengths.error().todo);
    }
}

/// Returns the row of a number of bytes that is 2 or 4.
template <auto member>
constexpr Field<Training> twoOrFour(std::string_view key)
{
    const auto read = [](const FieldRules& rules, JsonObject& object, Training& training, UnknownKeys* unknown) {
        Codec<int>::read(rules, object, training.*member, unknown);
        if (training.*member == 3) {
            object.fail(rules.key, Core::tr("is 3, expected 2 or 4"));
        }
    };
    return field<member>(key).between(2, 4).readBy(read).describedBy([](const FieldRules&) {
        return Json{{"enum", {2, 4}}};
    });
}

constexpr Field<Training> trainingRows[] = {
    field<&Training::globalBatch>("global_batch")
        .between(1, largestBatch)
        .says("Samples a step; pairs of sequences in preference tuning"),
    field<&Training::sequenceLength>("sequence_length")
        .between(0, longestSequence)
        .says("Tokens a sample; 0 or absent = the model's own"),
    field<&Training::precision>("precision"),
    twoOrFour<&Training::gradientBytes>("gradient_bytes").says("Bytes of an accumulated gradient"),
    field<&Training::optimizer>("optimizer").says("`adamw` and `adamw-8bit` are read as `adam` and `adam-8bit`"),
    twoOrFour<&Training::stateBytes>("state_bytes")
        .sparse()
        .says("Bytes of an element of the optimizer's states; absent = 4"),
    field<&Training::masterWeights>("master_weights")
        .sparse()
        .says("16-bit weights have a copy of 32 bits, which is updated; absent = true"),
    field<&Training::tuning>("tuning")
        .readBy(readTuning)
        .when([](const Training& training) { return training.tuning.method != TuningMethod::All; })
        .says("What of the weights trains; absent = all parameters"),
    field<&Training::preference>("preference")
        .sparse()
        .readBy(readPreference)
        .says("Preference tuning (DPO) on pairs of a chosen and a rejected sequence, and the place of its reference "
              "model: it ran before, or its weights are on the device or in host memory. Absent = none"),
    field<&Training::fusedAttention>("fused_attention").says("Attention that never stores its n x n matrix"),
    field<&Training::loss>("loss").sparse().readBy(readLoss).says(
        "Single steps in 32 bits; one kernel, which keeps the logits in 16; one kernel with the head's product, a "
        "chunk of tokens at a time, which never holds all logits. Absent = plain"),
    field<&Training::recomputedModules>("recompute_modules")
        .sparse()
        .says("Modules that layers with `recompute` `modules` compute again; absent = layernorm, moe_act, "
              "mla_up_proj. `per_op`: all operations but every second product of a block, fused attention and "
              "exchanges of tokens between ranks of experts"),
    field<&Training::offloadShare>("offload_share")
        .between(leastShare, 1)
        .sparse()
        .says("Share of the optimizer states that an offloaded optimizer leaves to the host; absent = 1"),
    figure<[](const Training& training) { return training.documents.equal(); }>("document_tokens")
        .when([](const Training& training) { return training.documents.equal() > 0; })
        .readBy([](const FieldRules& rules, JsonObject& object, Training& training, UnknownKeys*) {
            training.documents = DocumentLengths(object.integerOr(rules.key, 0, 0, longestSequence));
        })
        .describedBy([](const FieldRules&) {
            return Json{{"type", "integer"}, {"minimum", 0}, {"maximum", longestSequence}};
        })
        .says("Tokens of each document of a packed sample, which attends to itself alone (fused attention); 0 or "
              "absent = a sample is one document"),
    figure<[](const Training& training) { return training.documents.text(); }>("document_lengths")
        .when([](const Training& training) { return !training.documents.isEmpty() && training.documents.equal() == 0; })
        .readBy(readDocuments)
        .describedBy([](const FieldRules&) {
            return Json{{"type", "string"}};
        })
        .says("The same where lengths differ: a range (256-4096), a list (512x3,2048) or lognormal:MEDIAN,95TH; with "
              "`padded:` in front, each sample is one document, padded to the longest of its micro-batch"),
    field<&Training::expertLoad>("expert_load")
        .between(1, greatestExpertLoad)
        .sparse()
        .says("Rows that come to the rank whose experts get most, over the mean; absent = 1, routing is balanced"),
    field<&Training::framework>("framework").sparse().says("What the training framework adds to the work itself"),
};

}  // namespace

std::span<const Field<Training>> fieldsOf(const Training*)
{
    return trainingRows;
}

Json toJson(const Training& training)
{
    return Codec<Training>::write(training);
}

Training trainingFromJson(JsonObject& object, UnknownKeys* unknown)
{
    Training training;
    readFields(rowsOf<Training>(), object, training, unknown);
    takeUnknown(object, unknown);
    return training;
}

}  // namespace pgram
