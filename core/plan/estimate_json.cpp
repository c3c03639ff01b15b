// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/estimate_json.h"

#include "core/base/index.h"
#include "core/base/json.h"

#include <cmath>

namespace pgram {

namespace {

Json finite(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json memoryToJson(const MemoryBreakdown& memory)
{
    return Json{{"weights", memory.weights},         {"gradients", memory.gradients}, {"optimizer", memory.optimizer},
                {"activations", memory.activations}, {"transient", memory.transient}, {"context", memory.context}};
}

Json chunksToJson(const Plan& plan, const Estimate& estimate, int stage)
{
    Json chunks = Json::array();
    for (const int index : plan.chunksOf(stage)) {
        const ChunkEstimate& figures = estimate.chunks[at(index)];
        chunks.push_back({{"first_layer", plan.chunk(index).firstLayer},
                          {"layer_count", plan.chunk(index).layerCount},
                          {"forward_s", finite(figures.forward)},
                          {"backward_s", finite(figures.backward)},
                          {"receive_s", finite(figures.receive)},
                          {"kept_bytes", figures.kept},
                          {"in_flight", figures.inFlight}});
    }
    return chunks;
}

Json stageToJson(const Plan& plan, const Estimate& estimate, std::size_t index)
{
    const StageEstimate& stage = estimate.stages[index];
    Json json = Json::object();
    if (plan.schedule.virtualStages == 1) {
        json["first_layer"] = plan.chunks[index].firstLayer;
        json["layer_count"] = plan.chunks[index].layerCount;
    } else {
        json["chunks"] = chunksToJson(plan, estimate, static_cast<int>(index));
    }
    json.update({{"first_device", plan.firstDevice(static_cast<int>(index))},
                 {"devices", plan.stageDevices()},
                 {"time_s", finite(stage.time)},
                 {"forward_s", finite(stage.forward)},
                 {"backward_s", finite(stage.backward)},
                 {"receive_s", finite(stage.receive)},
                 {"sync_s", finite(stage.sync)},
                 {"optimizer_s", finite(stage.optimizer)},
                 {"memory_bytes", stage.memory.total()},
                 {"memory", memoryToJson(stage.memory)},
                 {"bubble_s", finite(stage.bubble)},
                 {"in_flight", stage.inFlight}});
    if (const Text kinds = kindsText(plan, static_cast<int>(index)); !kinds.empty()) {
        json["kinds"] = kinds;
        json["usable_bytes"] = stage.usable;
    }
    if (stage.hostMemory > 0) {
        json["host_memory_bytes"] = stage.hostMemory;
    }
    return json;
}

Json volumeToJson(const Plan& plan, const VolumeRow& row)
{
    return Json{{"kind", name(row.kind)},
                {"group", {{"size", row.group.size}, {"stride", row.group.stride}}},
                {"link", plan.cluster.linkName(row.link)},
                {"bytes", finite(row.bytes)},
                {"hidden_s", finite(row.hidden)},
                {"exposed_s", finite(row.exposed)}};
}

Json issueToJson(const Issue& issue)
{
    Json where = Json::object();
    if (issue.stage >= 0) {
        where["stage"] = issue.stage;
    }
    if (issue.layer >= 0) {
        where["layer"] = issue.layer;
    }
    return Json{{"severity", code(issue.severity)},
                {"code", issue.code},
                {"message", issue.message},
                {"where", std::move(where)}};
}

Json operationToJson(const Operation& operation, bool hasSlices)
{
    Json json{{"kind", code(operation.kind)}, {"start_s", finite(operation.start)}, {"end_s", finite(operation.end)}};
    if (operation.microbatch >= 0) {
        json["microbatch"] = operation.microbatch;
        json["chunk"] = static_cast<int>(operation.chunk);
        if (hasSlices) {
            json["slice"] = static_cast<int>(operation.slice);
        }
    }
    if (operation.kind == TimelineKind::Receive) {
        json["of"] = operation.backwardSide ? "gradient" : "activation";
    }
    return json;
}

}  // namespace

const char* code(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return "note";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        return "error";
    }
    return "";
}

const char* code(TimelineKind kind)
{
    switch (kind) {
    case TimelineKind::Receive:
        return "receive";
    case TimelineKind::Forward:
        return "forward";
    case TimelineKind::Backward:
        return "backward";
    case TimelineKind::WeightGradient:
        return "weight-gradient";
    case TimelineKind::Sync:
        return "sync";
    case TimelineKind::Optimizer:
        return "optimizer";
    }
    return "";
}

Json estimateToJson(const Plan& plan, const Estimate& estimate)
{
    Json json;
    for (const Figure& figure : figures()) {
        json[figure.key] = finite(figure.value(estimate));
    }
    json["peak_memory_bytes"] = estimate.peakMemory;  // whole bytes
    json["usable_budget_bytes"] = estimate.usableBudget;
    json["fits"] = estimate.fits;
    json["legal"] = estimate.legal;
    json["stages"] = Json::array();
    for (std::size_t i = 0; i < estimate.stages.size(); ++i) {
        json["stages"].push_back(stageToJson(plan, estimate, i));
    }
    json["volumes"] = Json::array();
    for (const VolumeRow& row : estimate.volumes) {
        json["volumes"].push_back(volumeToJson(plan, row));
    }
    json["issues"] = Json::array();
    for (const Issue& issue : estimate.issues) {
        json["issues"].push_back(issueToJson(issue));
    }
    return json;
}

Json comparisonToJson(const Comparison& comparison)
{
    Json json{{"figures", Json::array()},
              {"strategies", Json::array()},
              {"stages", Json::array()},
              {"volumes", Json::array()}};
    for (const FigureDifference& d : comparison.figures) {
        constexpr const char* verdicts[] = {"worse", "equal", "better"};
        json["figures"].push_back({{"figure", d.figure->key},
                                   {"before", finite(d.before)},
                                   {"after", finite(d.after)},
                                   {"change", finite(d.change())},
                                   {"relative_change", finite(d.relativeChange())},
                                   {"verdict", verdicts[d.verdict() + 1]}});
    }
    json["same_layers"] = comparison.sameLayers;
    for (const StrategyDifference& d : comparison.strategies) {
        json["strategies"].push_back({{"first_layer", d.firstLayer},
                                      {"layer_count", d.layerCount},
                                      {"before", shortName(d.before)},
                                      {"after", shortName(d.after)}});
    }
    for (const StageDifference& d : comparison.stages) {
        json["stages"].push_back({{"stage", d.stage},
                                  {"memory_bytes_before", d.memoryBefore},
                                  {"memory_bytes_after", d.memoryAfter},
                                  {"time_s_before", finite(d.timeBefore)},
                                  {"time_s_after", finite(d.timeAfter)}});
    }
    for (const VolumeDifference& d : comparison.volumes) {
        json["volumes"].push_back({{"kind", name(d.kind)},
                                   {"bytes_before", finite(d.before)},
                                   {"bytes_after", finite(d.after)},
                                   {"exposed_s_before", finite(d.exposedBefore)},
                                   {"exposed_s_after", finite(d.exposedAfter)}});
    }
    return json;
}

Json timelineToJson(const Timeline& timeline, bool hasSlices)
{
    Json json{{"makespan_s", finite(timeline.makespan)},
              {"bubble_fraction", finite(timeline.bubbleFraction())},
              {"stages", Json::array()}};
    for (std::size_t i = 0; i < timeline.stages.size(); ++i) {
        const StageTrack& track = timeline.stages[i];
        Json operations = Json::array();
        for (const Operation& operation : timeline.ofStage(i)) {
            operations.push_back(operationToJson(operation, hasSlices));
        }
        json["stages"].push_back({{"busy_s", finite(track.busy)},
                                  {"bubble_s", finite(track.bubble)},
                                  {"peak_in_flight", track.peakInFlight},
                                  {"peak_memory_bytes", track.peakMemory},
                                  {"operations", std::move(operations)}});
    }
    return json;
}

}  // namespace pgram
