// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/estimate_json.h"

#include "core/base/fields.h"
#include "core/plan/driver_memory.h"
#include "core/plan/layer_runs.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

// --- estimate -------------------------------------------------------------------------------------------------------

struct ChunkRow {
    Chunk place;
    ChunkEstimate figures;
};
constexpr Field<ChunkRow> chunkRows[] = {
    figure<&ChunkRow::place, &Chunk::firstLayer>("first_layer").atLeast(0),
    figure<&ChunkRow::place, &Chunk::layerCount>("layer_count").atLeast(1),
    figure<&ChunkRow::figures, &ChunkEstimate::forward>("forward_s").atLeast(0).orNull().says("One micro-batch"),
    figure<&ChunkRow::figures, &ChunkEstimate::backward>("backward_s").atLeast(0).orNull().says("One micro-batch"),
    figure<&ChunkRow::figures, &ChunkEstimate::receive>("receive_s").atLeast(0).orNull().says("Inside both"),
    figure<&ChunkRow::figures, &ChunkEstimate::kept>("kept_bytes").atLeast(0).says("Per micro-batch in flight"),
    figure<&ChunkRow::figures, &ChunkEstimate::inFlight>("in_flight").atLeast(0).says("When the stage holds most"),
};

constexpr Field<MemoryBreakdown> memoryRows[] = {
    figure<&MemoryBreakdown::weights>("weights").atLeast(0),
    figure<&MemoryBreakdown::gradients>("gradients").atLeast(0),
    figure<&MemoryBreakdown::optimizer>("optimizer").atLeast(0),
    figure<&MemoryBreakdown::activations>("activations").atLeast(0),
    figure<&MemoryBreakdown::transient>("transient").atLeast(0),
    figure<&MemoryBreakdown::context>("context").atLeast(0),
};

constexpr Field<DriverMemory> driverRows[] = {
    figure<&DriverMemory::total>("total").atLeast(0).says("Tensors and the parts below"),
    figure<[](const DriverMemory& driver) { return wholeBytes(driverBandLow * static_cast<double>(driver.total)); }>(
        "low")
        .atLeast(0)
        .says("Four fifths of public reports lie between this and `high`"),
    figure<[](const DriverMemory& driver) { return wholeBytes(driverBandHigh * static_cast<double>(driver.total)); }>(
        "high")
        .atLeast(0),
    figure<&DriverMemory::slack>("slack").atLeast(0).says("Reserved by the allocator and not in use at the peak"),
    figure<&DriverMemory::context>("context").atLeast(0).says("Of the driver and the libraries"),
    figure<&DriverMemory::buffers>("communicators").atLeast(0).says("Buffers of communicators"),
    figure<&DriverMemory::communicators>("communicator_count").atLeast(0).says("Groups and neighbouring stages"),
};

struct StageRow {
    std::vector<ChunkRow> chunks;
    int firstDevice;
    int devices;
    StageEstimate figures;
    Text kinds;  ///< device classes of the stage; empty unless the cluster is mixed
};
bool hasOneChunk(const StageRow& stage)
{
    return stage.chunks.size() == 1;
}
bool isMixed(const StageRow& stage)
{
    return !stage.kinds.empty();
}
/// Answers of version 0.2 lack the memory that the driver shows.
bool hasDriverMemory(const StageRow& stage)
{
    return stage.figures.driver.total > 0;
}
constexpr Field<StageRow> stageRows[] = {
    figure<[](const StageRow& stage) { return stage.chunks.front().place.firstLayer; }>("first_layer")
        .atLeast(0)
        .when(hasOneChunk),
    figure<[](const StageRow& stage) { return stage.chunks.front().place.layerCount; }>("layer_count")
        .atLeast(1)
        .when(hasOneChunk),
    listed<chunkRows, &StageRow::chunks>("chunks").when([](const StageRow& stage) { return !hasOneChunk(stage); }),
    figure<&StageRow::firstDevice>("first_device").atLeast(0),
    figure<&StageRow::devices>("devices").atLeast(1),
    figure<&StageRow::figures, &StageEstimate::time>("time_s").atLeast(0).orNull().says(
        "One micro-batch without gradient sync"),
    figure<&StageRow::figures, &StageEstimate::forward>("forward_s").atLeast(0).orNull(),
    figure<&StageRow::figures, &StageEstimate::backward>("backward_s").atLeast(0).orNull(),
    figure<&StageRow::figures, &StageEstimate::receive>("receive_s").atLeast(0).orNull().says("Inside time_s"),
    figure<&StageRow::figures, &StageEstimate::sync>("sync_s").atLeast(0).orNull().says(
        "Share of the gradient sync that the last micro-batch does not hide"),
    figure<&StageRow::figures, &StageEstimate::optimizer>("optimizer_s").atLeast(0).orNull(),
    figure<&StageRow::figures, &StageEstimate::memory, &MemoryBreakdown::total>("memory_bytes")
        .atLeast(0)
        .says("Peak of one device"),
    nested<memoryRows, &StageRow::figures, &StageEstimate::memory>("memory").says("Parts of memory_bytes, in bytes"),
    nested<driverRows, &StageRow::figures, &StageEstimate::driver>("driver")
        .when(hasDriverMemory)
        .says("Memory as the driver shows it (nvidia-smi, rocm-smi), in bytes"),
    figure<&StageRow::figures, &StageEstimate::bubble>("bubble_s")
        .atLeast(0)
        .orNull()
        .says("Idle time in the simulated step"),
    figure<&StageRow::figures, &StageEstimate::inFlight>("in_flight").atLeast(0).says("Micro-batches kept at once"),
    figure<&StageRow::kinds>("kinds").when(isMixed).says("Device classes of the stage, on a mixed cluster"),
    figure<&StageRow::figures, &StageEstimate::usable>("usable_bytes").atLeast(0).when(isMixed),
    figure<&StageRow::figures, &StageEstimate::hostMemory>("host_memory_bytes")
        .atLeast(1)
        .when([](const StageRow& stage) { return stage.figures.hostMemory > 0; })
        .says("Offloaded tensors of one device"),
};

std::vector<StageRow> stagesOf(const EstimatedPlan& estimated)
{
    const auto& [plan, estimate] = estimated;
    std::vector<StageRow> rows;
    for (std::size_t i = 0; i < estimate.stages.size(); ++i) {
        const int stage = static_cast<int>(i);
        StageRow row{{}, plan.firstDevice(stage), plan.stageDevices(), estimate.stages[i], kindsText(plan, stage)};
        for (const int chunk : plan.chunksOf(stage)) {
            row.chunks.push_back({plan.chunk(chunk), estimate.chunks[static_cast<std::size_t>(chunk)]});
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

struct LayerRunRow {
    LayerRun run;
    std::string strategy;
};
constexpr Field<LayerRunRow> layerRunRows[] = {
    figure<&LayerRunRow::run, &LayerRun::firstLayer>("first_layer").atLeast(0),
    figure<&LayerRunRow::run, &LayerRun::layerCount>("layer_count").atLeast(1),
    figure<&LayerRunRow::run, &LayerRun::stage>("stage").atLeast(0),
    figure<&LayerRunRow::strategy>("strategy").says("In short, as in the tables of pgram"),
    figure<&LayerRunRow::run, &LayerRun::forward>("forward_s").atLeast(0).orNull().says("One micro-batch"),
    figure<&LayerRunRow::run, &LayerRun::backward>("backward_s").atLeast(0).orNull().says("One micro-batch"),
    figure<&LayerRunRow::run, &LayerRun::sync>("sync_s").atLeast(0).orNull().says("Sync of gradients, once per step"),
    figure<&LayerRunRow::run, &LayerRun::states>("states_bytes").atLeast(0).says("Of one device"),
    figure<&LayerRunRow::run, &LayerRun::kept>("kept_bytes")
        .atLeast(0)
        .says("Of one device, per micro-batch in flight"),
};

std::vector<LayerRunRow> layersOf(const EstimatedPlan& estimated)
{
    std::vector<LayerRunRow> rows;
    for (const LayerRun& run : layerRuns(estimated.plan, estimated.estimate)) {
        rows.push_back({run, shortName(estimated.plan.strategies[static_cast<std::size_t>(run.firstLayer)])});
    }
    return rows;
}

struct TransferRow {
    VolumeRow volume;
    std::string link;
};
constexpr Field<Group> groupRows[] = {
    figure<&Group::size>("size").atLeast(1).says("Ranks"),
    figure<&Group::stride>("stride").atLeast(1).says("Distance between neighbouring ranks"),
};
constexpr Field<TransferRow> transferRows[] = {
    figure<&TransferRow::volume, &VolumeRow::kind>("kind"),
    nested<groupRows, &TransferRow::volume, &VolumeRow::group>("group"),
    figure<&TransferRow::link>("link").says("The outermost link that the group crosses"),
    figure<&TransferRow::volume, &VolumeRow::bytes>("bytes").atLeast(0).orNull().says("Per step, of all ranks"),
    figure<&TransferRow::volume, &VolumeRow::hidden>("hidden_s")
        .atLeast(0)
        .orNull()
        .says("Behind compute, on the rank with most traffic"),
    figure<&TransferRow::volume, &VolumeRow::exposed>("exposed_s")
        .atLeast(0)
        .orNull()
        .says("On the critical path of that rank"),
};

std::vector<TransferRow> transfersOf(const EstimatedPlan& estimated)
{
    std::vector<TransferRow> rows;
    for (const VolumeRow& row : estimated.estimate.volumes) {
        rows.push_back({row, estimated.plan.cluster.linkName(row.link)});
    }
    return rows;
}

constexpr Field<Issue> placeRows[] = {
    figure<&Issue::stage>("stage").atLeast(0).when([](const Issue& issue) { return issue.stage >= 0; }),
    figure<&Issue::layer>("layer").atLeast(0).when([](const Issue& issue) { return issue.layer >= 0; }),
};
constexpr Field<Issue> issueRows[] = {
    figure<&Issue::severity>("severity"),
    figure<&Issue::code>("code").says("over-budget, over-device, over-host-memory, host-memory-unknown, or the code of "
                                      "the broken rule"),
    figure<&Issue::message>("message"),
    group<placeRows>("where").required(),
};

Json writeFigures(const EstimatedPlan& estimated)
{
    Json json = Json::object();
    for (const Figure& figure : figures()) {
        const double value = figure.value(estimated.estimate);
        json[figure.key] =
            figure.quantity == Quantity::Memory ? Json(static_cast<Bytes>(value)) : Codec<double>::write(value);
    }
    return json;
}

/// Figures that answers of version 0.2 lack.
constexpr std::array<std::string_view, 2> laterFigures{"mfu_causal", "driver_memory_bytes"};

Json describeFigures(const FieldRules&)
{
    Json schema{{"type", "object"}, {"required", Json::array()}, {"properties", Json::object()}};
    for (const Figure& figure : figures()) {
        const Json type = figure.quantity == Quantity::Memory ? Json("integer") : Json{"number", "null"};
        if (std::ranges::find(laterFigures, std::string_view(figure.key)) == laterFigures.end()) {
            schema["required"].push_back(figure.key);
        }
        schema["properties"][figure.key] = {{"type", type}, {"minimum", 0}, {"description", figure.title.english}};
    }
    return schema;
}

constexpr Field<EstimatedPlan> estimateRows[] = {
    figure<writeFigures>("").describedBy(describeFigures),
    figure<[](const EstimatedPlan& estimated) { return estimated.estimate.usableBudget; }>("usable_budget_bytes")
        .atLeast(0)
        .says("The budget less the reserve"),
    figure<[](const EstimatedPlan& estimated) { return estimated.estimate.fits; }>("fits").says(
        "Every stage keeps to the usable budget"),
    figure<[](const EstimatedPlan& estimated) { return estimated.estimate.legal; }>("legal").says(
        "Every layer allows its strategy, and the schedule can run"),
    listed<stageRows, stagesOf>("stages").notEmpty(),
    listed<layerRunRows, layersOf>("layers").later().says(
        "Runs of layers of one kind, strategy and stage; seconds and bytes are sums of the run"),
    listed<transferRows, transfersOf>("volumes"),
    listed<issueRows, [](const EstimatedPlan& estimated) { return estimated.estimate.issues; }>("issues"),
};

// --- comparison -----------------------------------------------------------------------------------------------------

constexpr std::string_view verdicts[]{"worse", "equal", "better"};
constexpr Field<FigureDifference> figureDifferenceRows[] = {
    figure<&FigureDifference::figure, &Figure::key>("figure").says("Its member name in plans"),
    figure<&FigureDifference::before>("before").orNull(),
    figure<&FigureDifference::after>("after").orNull(),
    figure<&FigureDifference::change>("change").orNull(),
    figure<&FigureDifference::relativeChange>("relative_change").orNull(),
    figure<[](const FigureDifference& difference) { return verdicts[difference.verdict() + 1]; }>("verdict").oneOf(
        verdicts),
};
constexpr Field<StrategyDifference> strategyDifferenceRows[] = {
    figure<&StrategyDifference::firstLayer>("first_layer").atLeast(0),
    figure<&StrategyDifference::layerCount>("layer_count").atLeast(1),
    figure<[](const StrategyDifference& difference) { return shortName(difference.before); }>("before"),
    figure<[](const StrategyDifference& difference) { return shortName(difference.after); }>("after"),
};
constexpr Field<StageDifference> stageDifferenceRows[] = {
    figure<&StageDifference::stage>("stage").atLeast(0),
    figure<&StageDifference::memoryBefore>("memory_bytes_before").atLeast(0).says("0: that plan lacks the stage"),
    figure<&StageDifference::memoryAfter>("memory_bytes_after").atLeast(0).says("0: that plan lacks the stage"),
    figure<&StageDifference::timeBefore>("time_s_before").atLeast(0).orNull(),
    figure<&StageDifference::timeAfter>("time_s_after").atLeast(0).orNull(),
};
constexpr Field<VolumeDifference> volumeDifferenceRows[] = {
    figure<&VolumeDifference::kind>("kind"),
    figure<&VolumeDifference::before>("bytes_before").atLeast(0).orNull(),
    figure<&VolumeDifference::after>("bytes_after").atLeast(0).orNull(),
    figure<&VolumeDifference::exposedBefore>("exposed_s_before").atLeast(0).orNull(),
    figure<&VolumeDifference::exposedAfter>("exposed_s_after").atLeast(0).orNull(),
};
constexpr Field<Comparison> comparisonRows[] = {
    listed<figureDifferenceRows, &Comparison::figures>("figures"),
    listed<strategyDifferenceRows, &Comparison::strategies>("strategies").says("Runs of layers whose strategy differs"),
    listed<stageDifferenceRows, &Comparison::stages>("stages"),
    listed<volumeDifferenceRows, &Comparison::volumes>("volumes"),
    figure<&Comparison::sameLayers>("same_layers").says("Both models have as many layers; else strategies is empty"),
};

// --- timeline -------------------------------------------------------------------------------------------------------

struct OperationRow {
    Operation operation;
    bool hasSlices;
};
bool hasMicrobatch(const OperationRow& row)
{
    return row.operation.microbatch >= 0;
}
constexpr std::string_view receivedTensors[]{"activation", "gradient"};
constexpr Field<OperationRow> operationRows[] = {
    figure<&OperationRow::operation, &Operation::kind>("kind"),
    figure<&OperationRow::operation, &Operation::start>("start_s").atLeast(0).orNull(),
    figure<&OperationRow::operation, &Operation::end>("end_s").atLeast(0).orNull(),
    figure<&OperationRow::operation, &Operation::microbatch>("microbatch").atLeast(0).when(hasMicrobatch),
    figure<[](const OperationRow& row) { return static_cast<int>(row.operation.chunk); }>("chunk").atLeast(0).when(
        hasMicrobatch),
    figure<&OperationRow::operation, &Operation::slice>("slice")
        .atLeast(0)
        .when([](const OperationRow& row) { return row.hasSlices && hasMicrobatch(row); })
        .says("Slice of the micro-batch"),
    figure<[](const OperationRow& row) { return receivedTensors[row.operation.backwardSide]; }>("of")
        .oneOf(receivedTensors)
        .when([](const OperationRow& row) { return row.operation.kind == TimelineKind::Receive; }),
};

struct TrackRow {
    StageTrack track;
    std::vector<OperationRow> operations;
};
constexpr Field<TrackRow> trackRows[] = {
    figure<&TrackRow::track, &StageTrack::busy>("busy_s").atLeast(0).orNull(),
    figure<&TrackRow::track, &StageTrack::bubble>("bubble_s").atLeast(0).orNull(),
    figure<&TrackRow::track, &StageTrack::peakInFlight>("peak_in_flight").atLeast(0),
    figure<&TrackRow::track, &StageTrack::peakMemory>("peak_memory_bytes").atLeast(0),
    listed<operationRows, &TrackRow::operations>("operations"),
};

std::vector<TrackRow> tracksOf(const SimulatedPlan& simulated)
{
    const auto& [timeline, hasSlices] = simulated;
    std::vector<TrackRow> rows;
    for (std::size_t i = 0; i < timeline.stages.size(); ++i) {
        TrackRow row{timeline.stages[i], {}};
        for (const Operation& operation : timeline.ofStage(i)) {
            row.operations.push_back({operation, hasSlices});
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

constexpr Field<SimulatedPlan> timelineRows[] = {
    figure<[](const SimulatedPlan& simulated) { return simulated.timeline.makespan; }>("makespan_s")
        .atLeast(0)
        .orNull(),
    figure<[](const SimulatedPlan& simulated) { return simulated.timeline.bubbleFraction(); }>("bubble_fraction")
        .atLeast(0)
        .orNull(),
    listed<trackRows, tracksOf>("stages"),
};

}  // namespace

std::span<const Field<EstimatedPlan>> fieldsOf(const EstimatedPlan*)
{
    return estimateRows;
}

std::span<const Field<Comparison>> fieldsOf(const Comparison*)
{
    return comparisonRows;
}

std::span<const Field<SimulatedPlan>> fieldsOf(const SimulatedPlan*)
{
    return timelineRows;
}

Json estimateToJson(const Plan& plan, const Estimate& estimate)
{
    return Codec<EstimatedPlan>::write({plan, estimate});
}

Json comparisonToJson(const Comparison& comparison)
{
    return Codec<Comparison>::write(comparison);
}

}  // namespace pgram
