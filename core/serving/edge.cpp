// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/serving/edge.h"

#include "core/base/fields.h"
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/model/layer_role.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr double halfBytes = 2;  // bytes per 16-bit element
constexpr int adaptersPerLayer = 2;
constexpr double projectionsPerToken =
    6;                              // queries, keys, values, attention's output, both projections' outputs: h each
constexpr double heldPerToken = 4;  // activations held at once, per token and width

struct Sizes {
    double tables = 0;       ///< parameters outside of the layers
    double looked = 0;       ///< bytes of tables that an inference reads
    double layers = 0;       ///< parameters of all layers, of those that share a set once
    double passes = 0;       ///< parameters that an inference reads of them: a shared set for each layer
    double adapters = 0;     ///< bytes of one task's adapters
    double activations = 0;  ///< elements that go out and come back
    double held = 0;         ///< elements at once
};

Sizes sizesOf(const EdgeQuestion& question)
{
    Sizes sizes;
    const auto tokens = asDouble(question.tokens);
    const double width = question.adapterWidth;
    for (const LayerSpec& run : question.model.runs) {
        if (isPrediction(run)) {
            continue;  // used in training alone
        }
        const double own = parameterCount(run);
        const double h = asDouble(run.hidden);
        if (run.heads == 0) {
            const double table = tableElements(run);
            const bool isTable = run.kind == LayerKind::Embedding;
            sizes.tables += run.count * own;
            sizes.looked += isTable ? own - table + tokens * table / std::max(1.0, asDouble(run.vocabulary)) : own;
            continue;
        }
        sizes.layers += parameterSets(run) * own;
        sizes.passes += run.count * own;
        sizes.adapters += run.count * adaptersPerLayer * (2 * h * width + width + h);
        sizes.activations += run.count * tokens * (projectionsPerToken * h + asDouble(run.ffn));
        sizes.held = std::max(sizes.held, tokens * (heldPerToken * h + asDouble(run.ffn)));
    }
    return sizes;
}

std::vector<TensorClass> classesOf(const EdgeQuestion& question)
{
    const Sizes sizes = sizesOf(question);
    const double stored = storedBytes(question.format);
    const double read = readBytes(question.format);
    const double adapters = question.tasks > 0 ? sizes.adapters * halfBytes : 0;
    return {{"tables", 1, sizes.tables * stored, sizes.looked * read, 0, true},
            {"layers", 1, sizes.layers * stored, sizes.passes * read, 0, true},
            {"adapters", question.tasks, adapters, adapters / std::max(1, question.tasks), 0, true},
            {"activations", 1, sizes.held * halfBytes, sizes.activations * halfBytes, sizes.activations * halfBytes,
             false}};
}

/// The last tier stores a model per task. Parts that another tier keeps of a model are loaded at every switch.
struct Reloading {
    std::vector<TensorClass> classes;
    std::vector<MemoryTier> tiers;
    double bytes = 0;  ///< bytes of one model
};

Reloading reloadingOf(const EdgeQuestion& question, const std::vector<TensorClass>& all)
{
    Reloading reloading;
    reloading.tiers = question.tiers;
    for (const TensorClass& tensor : all) {
        if (tensor.name != "adapters") {
            reloading.classes.push_back(tensor);
            reloading.bytes += tensor.persists ? tensor.bytes : 0;
        }
    }
    for (MemoryTier& tier : reloading.tiers) {
        tier.isVolatile = true;
    }
    reloading.tiers.back().isVolatile = false;
    // If models are read in place, the current model's own copy is one of them.
    reloading.tiers.back().capacity -= reloading.bytes * (question.tasks - 1);
    return reloading;
}

constexpr double mostOfTier = 1e15;  // bytes, bytes/s

constexpr Field<MemoryTier> tierRows[] = {
    field<&MemoryTier::name>("name").required(),
    field<&MemoryTier::capacity>("capacity_bytes").between(0, mostOfTier).required(),
    field<&MemoryTier::bandwidth>("bytes_per_s").between(1, mostOfTier).required(),
    field<&MemoryTier::readByte>("read_j_per_byte").between(0, 1).required().says("Joules"),
    field<&MemoryTier::writtenByte>("write_j_per_byte").between(0, 1).required().says("Joules"),
    field<&MemoryTier::isVolatile>("volatile").says("Loses its content without power"),
};

struct TierFile {
    std::string name;
    std::string title;
    std::string source;
    std::vector<MemoryTier> tiers;
};

}  // namespace

std::span<const Field<MemoryTier>> fieldsOf(const MemoryTier*)
{
    return tierRows;
}

namespace {

constexpr const char* tierFormat = "parallelogram-tiers";
constexpr int tierVersion = 1;

constexpr Field<TierFile> fileRows[] = {
    field<&TierFile::name>("name"),
    field<&TierFile::title>("title"),
    field<&TierFile::source>("source"),
    field<&TierFile::tiers>("tiers").required().upTo(8).notEmpty().says(
        "From the fastest to the one that everything is loaded from, which keeps its content without power"),
};
constexpr std::span<const Field<TierFile>> fileTable(fileRows);

}  // namespace

Json tiersSchema()
{
    return fileSchema("Memory tiers of an edge device, version 1", tierFormat, tierVersion, schemaOf(fileTable));
}

Result<EdgeAnswer> edgePlacement(const EdgeQuestion& question)
{
    if (std::ranges::none_of(question.model.runs, [](const LayerSpec& run) { return run.heads > 0; })) {
        return badInput(Core::tr("{} has no transformer layers to put adapters into", question.model.title));
    }
    if (question.tiers.empty() || question.tiers.back().isVolatile) {
        return badInput(Core::tr("the last tier loses what it has: nothing could be loaded"), "tiers",
                        Core::tr("Name last what keeps its content without power, as flash does"));
    }
    EdgeAnswer answer;
    answer.classes = classesOf(question);
    answer.tiers = question.tiers;
    answer.leastEnergy = bestPlacement(answer.classes, answer.tiers, TierGoal::Energy, question.perWake);
    answer.leastLatency = bestPlacement(answer.classes, answer.tiers, TierGoal::Latency, question.perWake);
    for (std::size_t tier = 0; tier < answer.tiers.size(); ++tier) {
        answer.inOne.push_back(placementInOne(answer.classes, answer.tiers, tier, question.perWake));
    }
    const Reloading reloading = reloadingOf(question, answer.classes);
    const double per = std::min(question.perWake, question.perSwitch);
    answer.reloading = bestPlacement(reloading.classes, reloading.tiers, TierGoal::Energy, per);
    answer.reloadingFast = bestPlacement(reloading.classes, reloading.tiers, TierGoal::Latency, per);
    for (std::size_t i = 0; i < answer.reloading.counts.size(); ++i) {
        for (std::size_t tier = 0; tier + 1 < reloading.tiers.size(); ++tier) {
            const TensorClass& tensor = reloading.classes[i];
            const double bytes = tensor.persists ? answer.reloading.counts[i][tier] * tensor.bytes : 0;
            const MemoryTier& store = reloading.tiers.back();
            answer.switchEnergy += bytes * (store.readByte + reloading.tiers[tier].writtenByte);
            answer.switchLatency += bytes / std::min(store.bandwidth, reloading.tiers[tier].bandwidth);
        }
    }
    return answer;
}

Result<std::vector<MemoryTier>> parseTiers(std::string_view text, const std::string& where)
{
    const Result<Json> json = parseJson(text, where);
    if (!json) {
        return tl::unexpected(json.error());
    }
    JsonObject object(*json, where);
    checkFormat(object, tierFormat, tierVersion);
    TierFile file;
    readFields(fileTable, object, file, nullptr);
    if (file.tiers.empty()) {
        object.fail("tiers", Core::tr("is empty"));
    }
    takeUnknown(object, nullptr);
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return file.tiers;
}

Result<std::vector<MemoryTier>> loadTiers(const std::filesystem::path& file)
{
    return readTextFile(file).and_then([&](const std::string& text) { return parseTiers(text, file.string()); });
}

}  // namespace pgram
