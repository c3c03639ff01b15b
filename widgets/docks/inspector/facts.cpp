// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/facts.h"

#include "core/base/format.h"
#include "widgets/document/band_text.h"
#include "widgets/document/texts.h"

#include <QCoreApplication>

namespace pgram {

namespace {

struct Facts {
    Q_DECLARE_TR_FUNCTIONS(Facts)
};

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

QString seconds(Seconds value)
{
    return text(formatSeconds(value));
}

QString bytes(double value)
{
    return text(formatBytes(value));
}

QString percent(double share)
{
    return text(formatPercent(share));
}

Fact heading(const QString& name)
{
    return {name, {}, {}, true, false};
}

/// What each of a stage's chunks has in flight, where it has several.
void addChunks(std::vector<Fact>& facts, const Plan& plan, const Estimate& e, int stage)
{
    for (const int chunk : plan.schedule.virtualStages > 1 ? plan.chunksOf(stage) : std::vector<int>{}) {
        const ChunkEstimate& own = e.chunks[static_cast<std::size_t>(chunk)];
        facts.push_back({Facts::tr("chunk %1").arg(chunk / plan.pipeline() + 1),
                         bytes(static_cast<double>(times(own.inFlight, own.kept))),
                         Facts::tr("%1 of a micro-batch × %2 in flight; %3")
                             .arg(bytes(static_cast<double>(own.kept)))
                             .arg(own.inFlight)
                             .arg(chunkLayers(plan, chunk)),
                         false, false, 2});
    }
}

void addMemory(std::vector<Fact>& facts, const Plan& plan, const Estimate& e, int stage)
{
    const MemoryBreakdown& memory = e.stages[static_cast<std::size_t>(stage)].memory;
    const auto add = [&](const QString& name, Bytes value, const QString& formula) {
        if (value > 0) {
            facts.push_back({name, bytes(static_cast<double>(value)), formula, false, false, 1});
        }
    };
    add(Facts::tr("weights"), memory.weights, Facts::tr("in compute precision, divided by tensor and ZeRO-3 shards"));
    add(Facts::tr("gradients"), memory.gradients, Facts::tr("as accumulated, divided from ZeRO-2 on"));
    add(Facts::tr("optimizer"), memory.optimizer, Facts::tr("master copy and moments, divided from ZeRO-1 on"));
    add(Facts::tr("activations"), memory.activations,
        Facts::tr("kept bytes of a micro-batch × micro-batches in flight"));
    addChunks(facts, plan, e, stage);
    add(Facts::tr("transient"), memory.transient, Facts::tr("of the layer whose backward needs most"));
    add(Facts::tr("context"), memory.context, Facts::tr("device context and communication buffers"));
}

/// The paper's sum in words: t a micro-batch of a stage, c the part of it that fill and drain pay.
QString paperSumText(const Plan& plan)
{
    const QString m = QString::number(plan.schedule.microbatches);
    const Phrase fill = info(plan.schedule.kind).fillIs;
    return plan.pipeline() > 1 && !fill.empty()
               ? Facts::tr("Σ (once per step + c) + max (m × t − c), c = %2, m = %1").arg(m, coreText(fill))
               : Facts::tr("Σ stage time with sync + (m − 1) × slowest stage, m = %1").arg(m);
}

}  // namespace

std::vector<Fact> planFacts(const Plan& plan, const Estimate& e)
{
    const QString batch = QString::number(plan.training.globalBatch);
    const QString devices = QString::number(plan.cluster.devices);
    std::vector<Fact> facts{heading(Facts::tr("Plan"))};
    facts.push_back({Facts::tr("Throughput"), Facts::tr("%1 samples/s").arg(text(formatNumber(e.throughput))),
                     Facts::tr("batch / step time = %1 / %2").arg(batch, seconds(e.stepTime))});
    facts.push_back({Facts::tr("Step time"), seconds(e.stepTime),
                     Facts::tr("simulated, operation by operation under %1").arg(scheduleTitle(plan.schedule.kind))});
    facts.push_back({Facts::tr("Step by the paper's sum"), seconds(e.paperStepTime), paperSumText(plan)});
    facts.push_back({Facts::tr("Tokens per second per device"),
                     Facts::tr("%1 tokens/s").arg(text(formatNumber(e.tokensPerDevice))),
                     Facts::tr("batch × sequence / (step time × devices) = %1 × %2 / (%3 × %4)")
                         .arg(batch, QString::number(plan.sequence()), seconds(e.stepTime), devices)});
    facts.push_back(
        {Facts::tr("MFU"), percent(e.mfu),
         Facts::tr("FLOP of the model / (step time × peak of %n device(s))", nullptr, plan.cluster.devices)});
    facts.push_back({Facts::tr("Peak memory"), bytes(static_cast<double>(e.peakMemory)),
                     Facts::tr("of the fullest stage; usable budget %1").arg(budgetText(plan)), false, !e.fits});
    if (e.host.needed > 0) {
        const QString has = e.host.isUnknown()
                                ? Facts::tr("what it has is not known")
                                : Facts::tr("it has %1").arg(bytes(static_cast<double>(e.host.available)));
        facts.push_back({Facts::tr("Host memory per node"), bytes(static_cast<double>(e.host.needed)),
                         Facts::tr("of %n device(s); %1", nullptr, e.host.devices).arg(has), false,
                         e.host.isUnknown() || e.host.isExceeded()});
    }
    facts.push_back(
        {Facts::tr("Bubbles"), percent(e.bubbleFraction), Facts::tr("idle share of all stages, simulated")});
    facts.push_back(
        {Facts::tr("Exposed communication"), seconds(e.exposedCommunication), Facts::tr("per step, worst stage")});
    facts.push_back({Facts::tr("Parameters"), text(formatCount(parameterCount(plan.model))), text(plan.model.source)});
    return facts;
}

std::vector<Fact> expectedFacts(const Estimate& e, const ErrorBands& bands)
{
    if (!bands.time && !bands.memory) {
        return {};
    }
    const auto sentence = [](const ErrorBand& band) {
        return QStringLiteral("%1, %2").arg(bandRange(band), bandEvidence(band));
    };
    std::vector<Fact> facts{heading(Facts::tr("Expected of a run"))};
    if (bands.time) {
        facts.push_back({Facts::tr("Step time"),
                         QStringLiteral("%1 – %2").arg(seconds(bands.time->low * e.stepTime),
                                                       seconds(bands.time->high * e.stepTime)),
                         sentence(*bands.time)});
    }
    if (bands.memory) {
        const auto peak = static_cast<double>(e.peakMemory);
        facts.push_back(
            {Facts::tr("Peak memory"),
             QStringLiteral("%1 – %2").arg(bytes(bands.memory->low * peak), bytes(bands.memory->high * peak)),
             sentence(*bands.memory)});
    }
    return facts;
}

std::vector<Fact> stageFacts(const Plan& plan, const Estimate& e, int stage)
{
    const StageEstimate& s = e.stages[static_cast<std::size_t>(stage)];
    const Bytes total = s.memory.total();
    std::vector<Fact> facts{heading(Facts::tr("Stage %1 of %2").arg(stage).arg(plan.pipeline()))};
    facts.push_back({Facts::tr("Layers"), QString::number(plan.layersOf(stage).size()), stageLayers(plan, stage)});
    facts.push_back({Facts::tr("Time of a micro-batch"), seconds(s.time),
                     Facts::tr("forward %1 + backward %2").arg(seconds(s.forward), seconds(s.backward))});
    facts.push_back({Facts::tr("Gradient sync"), seconds(s.sync), Facts::tr("what it adds to the last micro-batch")});
    facts.push_back(
        {Facts::tr("Receive"), seconds(s.receive), Facts::tr("from the neighbouring stages, inside the time")});
    facts.push_back({Facts::tr("Optimizer"), seconds(s.optimizer), Facts::tr("once per step")});
    facts.push_back({Facts::tr("Bubble"), seconds(s.bubble), Facts::tr("idle time in a step, simulated")});
    facts.push_back({Facts::tr("Micro-batches in flight"), QString::number(s.inFlight),
                     Facts::tr("%1, stage %2 of %3, m = %4")
                         .arg(scheduleTitle(plan.schedule.kind))
                         .arg(stage)
                         .arg(plan.pipeline())
                         .arg(plan.schedule.microbatches)});
    facts.push_back({Facts::tr("Memory per device"), bytes(static_cast<double>(total)),
                     Facts::tr("usable budget %1").arg(budgetText(plan)), false, total > e.usableBudget});
    addMemory(facts, plan, e, stage);
    if (s.hostMemory > 0) {
        facts.push_back({Facts::tr("Host memory per device"), bytes(static_cast<double>(s.hostMemory)),
                         Facts::tr("offloaded activations and states")});
    }
    return facts;
}

std::vector<Fact> layerFacts(const Plan& plan, const Estimate& e, LayerRange range)
{
    LayerCost sum;
    Seconds transformation = 0;
    double exposed = 0;
    for (int layer = range.first; layer < range.first + range.count; ++layer) {
        const LayerEstimate& one = e.layers[static_cast<std::size_t>(layer)];
        sum.forward += one.cost.forward;
        sum.backward += one.cost.backward;
        sum.sync += one.cost.sync;
        sum.memory.weights += one.cost.memory.weights;
        sum.memory.gradients += one.cost.memory.gradients;
        sum.memory.optimizer += one.cost.memory.optimizer;
        sum.memory.kept += one.cost.memory.kept;
        sum.memory.transient = std::max(sum.memory.transient, one.cost.memory.transient);
        transformation += one.transformation.time();
        for (const Charge& charge : one.cost.charges) {
            exposed += charge.exposed;
        }
    }
    const QString name = rangeName(plan.model, range);
    std::vector<Fact> facts{
        heading(range.count > 1 ? Facts::tr("%1 (%n layer(s))", nullptr, range.count).arg(name) : name)};
    facts.push_back(
        {Facts::tr("Forward"), seconds(sum.forward), Facts::tr("one micro-batch, exposed communication inside")});
    facts.push_back({Facts::tr("Backward"), seconds(sum.backward), Facts::tr("one micro-batch, recomputation inside")});
    facts.push_back({Facts::tr("Gradient sync"), seconds(sum.sync), Facts::tr("what it adds to the last micro-batch")});
    facts.push_back({Facts::tr("Exposed communication"), seconds(exposed), Facts::tr("per step")});
    facts.push_back({Facts::tr("Transformation"), seconds(transformation),
                     Facts::tr("re-layout of the activation from the layer before, forward and backward")});
    facts.push_back(
        {Facts::tr("States"), bytes(static_cast<double>(sum.memory.states())),
         Facts::tr("weights %1 + gradients %2 + optimizer %3")
             .arg(bytes(static_cast<double>(sum.memory.weights)), bytes(static_cast<double>(sum.memory.gradients)),
                  bytes(static_cast<double>(sum.memory.optimizer)))});
    facts.push_back({Facts::tr("Activations per micro-batch"), bytes(static_cast<double>(sum.memory.kept)),
                     Facts::tr("tensors that backward reads, on one device")});
    facts.push_back({Facts::tr("Transient"), bytes(static_cast<double>(sum.memory.transient)),
                     Facts::tr("extra while the layer's own backward runs; the largest of the range")});
    return facts;
}

std::vector<Fact> constantFacts(const Cluster& cluster)
{
    std::vector<Fact> facts{heading(Facts::tr("Constants"))};
    const auto add = [&](const QString& name, const QString& value, const Provenance& from) {
        facts.push_back({name, value,
                         from.source.empty() ? provenanceText(from)
                                             : provenanceText(from) + QStringLiteral(": ") + text(from.source)});
    };
    const Device& device = cluster.device;
    add(Facts::tr("GEMM efficiency"), percent(device.gemmEfficiency.value), device.gemmEfficiency.provenance);
    add(Facts::tr("Memory efficiency"), percent(device.memoryEfficiency.value), device.memoryEfficiency.provenance);
    add(Facts::tr("Launch of an operator"), seconds(device.launchSeconds.value), device.launchSeconds.provenance);
    add(Facts::tr("Overlap slowdown"), text(formatNumber(cluster.overlapSlowdown.value)),
        cluster.overlapSlowdown.provenance);
    add(Facts::tr("Memory reserve"), percent(cluster.reserve.value), cluster.reserve.provenance);
    for (const LinkLevel& link : cluster.links) {
        add(text(link.name),
            Facts::tr("%1 × %2").arg(text(formatBandwidth(link.bandwidth)), percent(link.efficiency.value)),
            link.efficiency.provenance);
    }
    if (const Host& host = cluster.host; host.isKnown()) {
        add(Facts::tr("Host: %1").arg(text(host.link)),
            Facts::tr("%1 × %2").arg(text(formatBandwidth(host.bandwidth)), percent(host.efficiency.value)),
            host.efficiency.provenance);
        add(Facts::tr("Devices that share it"), QString::number(host.devicesPerLink), host.efficiency.provenance);
        add(Facts::tr("Update on the host"), text(formatBandwidth(host.updateBandwidth.value)),
            host.updateBandwidth.provenance);
    }
    return facts;
}

}  // namespace pgram
