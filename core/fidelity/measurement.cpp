// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/measurement.h"

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/fidelity/record.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::size_t mostRows = 1u << 20;
constexpr double mostSeconds = 1e9;
constexpr std::string_view releaseFlag = "container ";
constexpr double bytesPerGigabit = 1e9 / 8;

int degree(JsonObject& object, std::string_view key, int absent)
{
    return static_cast<int>(object.integerOr(key, absent, 1, 1 << 20));
}

std::int64_t size(JsonObject& object, std::string_view key)
{
    return object.integerOr(key, 0, 1, largestRunSize);
}

void readExperts(JsonObject& model, Measurement& row)
{
    if (!model.has("moe")) {
        return;
    }
    row.isMoe = true;
    if (model.json()["moe"].is_boolean()) {
        return;
    }
    JsonObject experts = model.object("moe");
    row.experts = size(experts, "experts");
    row.topK = size(experts, "topk");
    row.expertFfn = size(experts, "moe_ffn");
}

void readModel(JsonObject model, Measurement& row)
{
    row.model = model.string("name");
    row.layers = size(model, "layers");
    row.hidden = size(model, "hidden");
    row.heads = size(model, "heads");
    row.kvHeads = size(model, "kv_heads");
    row.ffn = size(model, "ffn");
    row.vocabulary = size(model, "vocab");
    row.activation = model.stringOr("act", {});
    row.tied = model.booleanOr("tied_embeddings", false);
    readExperts(model, row);
}

void readHardware(JsonObject hardware, Measurement& row)
{
    row.gpu = hardware.string("gpu");
    row.devices = degree(hardware, "gpus", 0);
    row.devicesPerNode = degree(hardware, "gpus_per_node", 0);
    row.networkBytes = hardware.numberOr("inter_node_gbps_per_gpu", 0, 0, 1e6) * bytesPerGigabit;
}

void readParallel(JsonObject parallel, Measurement& row)
{
    row.tensor = degree(parallel, "tp", 0);
    row.pipeline = degree(parallel, "pp", 0);
    row.data = degree(parallel, "dp", 0);
    row.context = degree(parallel, "cp", 1);
    row.expert = degree(parallel, "ep", 1);
    row.virtualStages = degree(parallel, "vp", 1);
    row.schedule = parallel.stringOr("schedule", {});
    if (parallel.has("sequence_parallel")) {
        row.sequenceParallel = parallel.booleanOr("sequence_parallel", false);
    }
    row.zero = static_cast<int>(parallel.integerOr("zero_stage", 0, 0, 3));
    if (parallel.has("fsdp")) {
        const Json& sharding = parallel.json()["fsdp"];
        row.sharding = sharding.is_string() ? sharding.get<std::string>() : dumped(sharding);
    }
}

void readBatch(JsonObject batch, Measurement& row)
{
    row.sequence = size(batch, "seq_len");
    row.microBatch = size(batch, "micro_batch");
    row.globalBatch = size(batch, "global_batch");
}

PeakKind peakKindOf(std::string_view text)
{
    const auto says = [text](std::string_view part) { return text.find(part) != std::string_view::npos; };
    if (says("LAST rank")) {
        return PeakKind::LastRank;
    }
    if (says("peak reserved")) {
        return PeakKind::Reserved;
    }
    const bool driver = says("nvidia-smi") || says("GPU memory") || says("GPU Memory");
    return driver ? PeakKind::Driver : PeakKind::Allocator;
}

void readMeasured(JsonObject measured, JsonObject derived, Measurement& row)
{
    if (derived.has("step_time_s")) {
        row.stepTime = derived.number("step_time_s", 1e-9, mostSeconds);
    }
    if (measured.has("peak_mem_gib")) {
        row.peakGib = measured.number("peak_mem_gib", 1e-6, 1e6);
    }
    const double rate = measured.numberOr("tokens_per_s_per_gpu", 0, 0, 1e12);
    const double flops = measured.numberOr("model_tflops_per_gpu", 0, 0, 1e9) * 1e12;
    row.flopsPerToken = rate > 0 ? flops / rate : 0;
    row.peakKind = peakKindOf(measured.stringOr("mem_kind", {}));
}

/// Reads the remark of the person who read the source, as far as a prediction depends on it.
void readRemark(const std::string& remark, Measurement& row)
{
    const auto says = [&remark](std::string_view part) { return remark.find(part) != std::string::npos; };
    row.compiled |= says("compile") && !says("not stated");
    row.asyncTensor |= says("AsyncTP");
    row.latentAttention |= remark == "MLA";
    if (says("packed SQuAD")) {
        row.packedOf = "SQuAD";
    }
    row.mayOffload |= remark == "CPU offload may be on";
    if (remark.starts_with(releaseFlag)) {
        row.release = remark.substr(releaseFlag.size());
    }
}

Measurement readRow(JsonObject& object)
{
    Measurement row;
    row.id = object.string("id");
    row.suite = object.string("suite");
    row.source = object.stringOr("source", {});
    row.framework = object.stringOr("framework", {});
    readModel(object.object("model"), row);
    readHardware(object.object("hardware"), row);
    readParallel(object.object("parallel"), row);
    readBatch(object.object("batch"), row);
    readMeasured(object.object("measured"), object.object("derived"), row);
    row.recompute = object.stringOr("recompute", {});
    row.precision = object.stringOr("precision", {});
    row.outOfMemory = object.booleanOr("oom", false);
    const Json& json = object.json();
    // The framework's own choice ("auto") is fused attention on every device that supports this.
    row.flashAttention = json.contains("flash_attention") && json["flash_attention"] != Json(false);
    if (const auto flags = json.find("flags"); flags != json.end() && flags->is_array()) {
        for (const Json& flag : *flags) {
            readRemark(flag.is_string() ? flag.get<std::string>() : dumped(flag), row);
        }
    }
    return row;
}

}  // namespace

Result<std::vector<Measurement>> parseMeasurements(std::string_view text, const std::string& where)
{
    const Result<Json> json = parseJson(text, where);
    if (!json) {
        return tl::unexpected(json.error());
    }
    if (isRecord(*json)) {
        return readRecord(*json, where);
    }
    JsonObject object(*json, where);
    std::vector<Measurement> rows;
    for (JsonObject& element : object.objects("rows", mostRows)) {
        rows.push_back(readRow(element));
        if (object.error()) {
            break;
        }
    }
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return rows;
}

Result<std::vector<Measurement>> loadMeasurements(const std::filesystem::path& file)
{
    return readTextFile(file).and_then(
        [&file](const std::string& text) { return parseMeasurements(text, file.string()); });
}

}  // namespace pgram
