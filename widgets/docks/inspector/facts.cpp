// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/facts.h"

#include "core/base/format.h"
#include "core/base/index.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/tip_text.h"
#include "widgets/theme/appearance.h"
#include "widgets/views/common/words.h"

#include <QApplication>
#include <QCoreApplication>
#include <QFont>

#include <algorithm>

namespace pgram {

namespace {

struct Facts {
    Q_DECLARE_TR_FUNCTIONS(Facts)
};

Fact heading(const QString& name)
{
    return {"", name, {}, {}, true, false};
}

/// What each of a stage's chunks has in flight, where it has several.
void addChunks(std::vector<Fact>& facts, const Plan& plan, const Estimate& e, int stage)
{
    for (const int chunk : plan.schedule.virtualStages > 1 ? plan.chunksOf(stage) : std::vector<int>{}) {
        const ChunkEstimate& own = e.chunks[at(chunk)];
        facts.push_back({"fact:chunk", Facts::tr("chunk %1").arg(chunk / plan.pipeline() + 1),
                         bytesText(times(own.inFlight, own.kept)),
                         Facts::tr("%1 of a micro-batch × %2 in flight; %3")
                             .arg(bytesText(own.kept))
                             .arg(own.inFlight)
                             .arg(chunkLayers(plan, chunk)),
                         false, false, 2});
    }
}

void addMemory(std::vector<Fact>& facts, const Plan& plan, const Estimate& e, int stage)
{
    const MemoryBreakdown& memory = e.stages[at(stage)].memory;
    const auto add = [&](const char* topic, const QString& name, Bytes value, const QString& formula) {
        if (value > 0) {
            facts.push_back({topic, name, bytesText(value), formula, false, false, 1});
        }
    };
    add("memory:weights", Facts::tr("weights"), memory.weights,
        Facts::tr("in compute precision, divided by tensor and ZeRO-3 shards"));
    add("memory:gradients", Facts::tr("gradients"), memory.gradients,
        plan.training.makesGradientsInPlace(plan.schedule.microbatches)
            ? Facts::tr("beyond the activations whose place they take, divided from ZeRO-2 on")
            : Facts::tr("as accumulated, divided from ZeRO-2 on"));
    add("memory:optimizer", Facts::tr("optimizer"), memory.optimizer,
        Facts::tr("master copy and moments, divided from ZeRO-1 on"));
    add("memory:activations", Facts::tr("activations"), memory.activations,
        Facts::tr("kept bytes of a micro-batch × micro-batches in flight"));
    addChunks(facts, plan, e, stage);
    add("memory:transient", Facts::tr("transient"), memory.transient,
        Facts::tr("of the layer whose backward needs most"));
    add("memory:context", Facts::tr("context"), memory.context, Facts::tr("device context and communication buffers"));
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
    facts.push_back({"figure:throughput_samples_per_s", Facts::tr("Throughput"),
                     Facts::tr("%1 samples/s").arg(numberText(e.throughput)),
                     Facts::tr("batch / step time = %1 / %2").arg(batch, secondsText(e.stepTime))});
    facts.push_back({"figure:step_time_s", Facts::tr("Step time"), secondsText(e.stepTime),
                     Facts::tr("simulated, operation by operation under %1").arg(scheduleTitle(plan.schedule.kind))});
    facts.push_back({"figure:paper_step_time_s", Facts::tr("Step by the paper's sum"), secondsText(e.paperStepTime),
                     paperSumText(plan)});
    facts.push_back({"figure:tokens_per_s_per_device", Facts::tr("Tokens per second per device"),
                     Facts::tr("%1 tokens/s").arg(numberText(e.tokensPerDevice)),
                     Facts::tr("batch × sequence / (step time × devices) = %1 × %2 / (%3 × %4)")
                         .arg(batch, QString::number(plan.sequence()), secondsText(e.stepTime), devices)});
    facts.push_back(
        {"figure:mfu", Facts::tr("MFU"), percentText(e.mfu),
         Facts::tr("FLOP of the model / (step time × peak of %n device(s))", nullptr, plan.cluster.devices)});
    facts.push_back({"figure:peak_memory_bytes", Facts::tr("Peak memory"), bytesText(e.peakMemory),
                     Facts::tr("of the fullest stage; usable budget %1").arg(budgetText(plan)), false, !e.fits});
    facts.push_back({"figure:driver_memory_bytes", Facts::tr("Memory shown by the driver"), bytesText(e.driverMemory),
                     Facts::tr("of the device with most, as nvidia-smi or rocm-smi shows it")});
    if (e.host.needed > 0) {
        const QString has = e.host.isUnknown() ? Facts::tr("what it has is not known")
                                               : Facts::tr("it has %1").arg(bytesText(e.host.available));
        facts.push_back({"fact:host-memory", Facts::tr("Host memory per node"), bytesText(e.host.needed),
                         Facts::tr("of %n device(s); %1", nullptr, e.host.devices).arg(has), false,
                         e.host.isUnknown() || e.host.isExceeded()});
    }
    facts.push_back({"figure:bubble_fraction", Facts::tr("Bubbles"), percentText(e.bubbleFraction),
                     Facts::tr("idle share of all stages, simulated")});
    facts.push_back({"figure:exposed_communication_s", Facts::tr("Exposed communication"),
                     secondsText(e.exposedCommunication), Facts::tr("per step, worst stage")});
    facts.push_back({"fact:parameters", Facts::tr("Parameters"), qs(formatCount(parameterCount(plan.model))),
                     qs(plan.model.source)});
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
        facts.push_back({"figure:step_time_s", Facts::tr("Step time"),
                         QStringLiteral("%1 – %2").arg(secondsText(bands.time->low * e.stepTime),
                                                       secondsText(bands.time->high * e.stepTime)),
                         sentence(*bands.time)});
    }
    if (bands.memory) {
        const auto peak = static_cast<double>(e.peakMemory);
        facts.push_back(
            {"figure:peak_memory_bytes", Facts::tr("Peak memory"),
             QStringLiteral("%1 – %2").arg(bytesText(bands.memory->low * peak), bytesText(bands.memory->high * peak)),
             sentence(*bands.memory)});
    }
    return facts;
}

std::vector<Fact> stageFacts(const Plan& plan, const Estimate& e, int stage)
{
    const StageEstimate& s = e.stages[at(stage)];
    const Bytes total = s.memory.total();
    std::vector<Fact> facts{heading(Facts::tr("Stage %1 of %2").arg(stage).arg(plan.pipeline()))};
    facts.push_back(
        {"fact:layers", Facts::tr("Layers"), QString::number(plan.layersOf(stage).size()), stageLayers(plan, stage)});
    facts.push_back({"fact:pace", Facts::tr("Time of a micro-batch"), secondsText(s.time),
                     Facts::tr("forward %1 + backward %2").arg(secondsText(s.forward), secondsText(s.backward))});
    facts.push_back({"traffic:gradient-sync", Facts::tr("Gradient sync"), secondsText(s.sync),
                     Facts::tr("what it adds to the last micro-batch")});
    facts.push_back({"fact:receive", Facts::tr("Receive"), secondsText(s.receive),
                     Facts::tr("from the neighbouring stages, inside the time")});
    facts.push_back({"fact:update", Facts::tr("Optimizer"), secondsText(s.optimizer), Facts::tr("once per step")});
    facts.push_back({"figure:bubble_fraction", Facts::tr("Bubble"), secondsText(s.bubble),
                     Facts::tr("idle time in a step, simulated")});
    facts.push_back({"fact:in-flight", Facts::tr("In flight"), passCount(plan.schedule, s.inFlight),
                     Facts::tr("%1, stage %2 of %3, m = %4")
                         .arg(scheduleTitle(plan.schedule.kind))
                         .arg(stage)
                         .arg(plan.pipeline())
                         .arg(plan.schedule.microbatches)});
    facts.push_back({"figure:peak_memory_bytes", Facts::tr("Memory per device"), bytesText(total),
                     Facts::tr("usable budget %1").arg(budgetText(plan)), false, total > s.usable});
    addMemory(facts, plan, e, stage);
    facts.push_back({"figure:driver_memory_bytes", Facts::tr("Memory shown by the driver"), bytesText(s.driver.total),
                     Facts::tr("tensors, %1 in reserve, %2 of context, %3 of buffers of %n communicator(s)", nullptr,
                               s.driver.communicators)
                         .arg(bytesText(s.driver.slack), bytesText(s.driver.context), bytesText(s.driver.buffers))});
    if (s.hostMemory > 0) {
        facts.push_back({"fact:host-memory", Facts::tr("Host memory per device"), bytesText(s.hostMemory),
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
        const LayerEstimate& one = e.layers[at(layer)];
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
    facts.push_back({"fact:forward", Facts::tr("Forward"), secondsText(sum.forward),
                     Facts::tr("one micro-batch, exposed communication inside")});
    facts.push_back({"fact:backward", Facts::tr("Backward"), secondsText(sum.backward),
                     Facts::tr("one micro-batch, recomputation inside")});
    facts.push_back({"traffic:gradient-sync", Facts::tr("Gradient sync"), secondsText(sum.sync),
                     Facts::tr("what it adds to the last micro-batch")});
    facts.push_back({"figure:exposed_communication_s", Facts::tr("Exposed communication"), secondsText(exposed),
                     Facts::tr("per step")});
    facts.push_back({"traffic:transformation", Facts::tr("Transformation"), secondsText(transformation),
                     Facts::tr("re-layout of the activation from the layer before, forward and backward")});
    facts.push_back(
        {"fact:states", Facts::tr("States"), bytesText(sum.memory.states()),
         Facts::tr("weights %1 + gradients %2 + optimizer %3")
             .arg(bytesText(sum.memory.weights), bytesText(sum.memory.gradients), bytesText(sum.memory.optimizer))});
    facts.push_back({"memory:activations", Facts::tr("Activations per micro-batch"), bytesText(sum.memory.kept),
                     Facts::tr("tensors that backward reads, on one device")});
    facts.push_back({"memory:transient", Facts::tr("Transient"), bytesText(sum.memory.transient),
                     Facts::tr("extra while the layer's own backward runs; the largest of the range")});
    return facts;
}

std::vector<Fact> constantFacts(const Cluster& cluster)
{
    std::vector<Fact> facts{heading(Facts::tr("Constants"))};
    const auto add = [&](const char* topic, const QString& name, const QString& value, const Provenance& from) {
        facts.push_back({topic, name, value,
                         from.source.empty() ? provenanceText(from)
                                             : provenanceText(from) + QStringLiteral(": ") + qs(from.source)});
    };
    const Device& device = cluster.device;
    add("constant:efficiency", Facts::tr("GEMM efficiency"), percentText(device.gemmEfficiency.value),
        device.gemmEfficiency.provenance);
    add("constant:efficiency", Facts::tr("Memory efficiency"), percentText(device.memoryEfficiency.value),
        device.memoryEfficiency.provenance);
    if (device.updateEfficiency.value > 0) {
        add("constant:efficiency", Facts::tr("Update efficiency"), percentText(device.updateEfficiency.value),
            device.updateEfficiency.provenance);
    }
    add("constant:launch", Facts::tr("Launch of an operator"), secondsText(device.launchSeconds.value),
        device.launchSeconds.provenance);
    add("constant:overlap", Facts::tr("Overlap slowdown"), numberText(cluster.overlapSlowdown.value),
        cluster.overlapSlowdown.provenance);
    add("constant:reserve", Facts::tr("Memory reserve"), percentText(cluster.reserve.value),
        cluster.reserve.provenance);
    for (const LinkLevel& link : cluster.links) {
        add("constant:link", qs(link.name),
            Facts::tr("%1 × %2").arg(qs(formatBandwidth(link.bandwidth)), percentText(link.efficiency.value)),
            link.efficiency.provenance);
    }
    if (const Host& host = cluster.host; host.isKnown()) {
        add("constant:host-link", Facts::tr("Host: %1").arg(qs(host.link)),
            Facts::tr("%1 × %2").arg(qs(formatBandwidth(host.bandwidth)), percentText(host.efficiency.value)),
            host.efficiency.provenance);
        add("constant:host-link", Facts::tr("Devices that share it"), QString::number(host.devicesPerLink),
            host.efficiency.provenance);
        add("constant:host-update", Facts::tr("Update on the host"), qs(formatBandwidth(host.updateBandwidth.value)),
            host.updateBandwidth.provenance);
    }
    return facts;
}

bool FactsModel::setFacts(std::vector<Fact> facts)
{
    const bool sameNames = std::ranges::equal(facts, m_facts, [](const Fact& a, const Fact& b) {
        return a.name == b.name && a.heading == b.heading && a.bad == b.bad;
    });
    if (facts.size() != m_facts.size()) {
        beginResetModel();
        m_facts = std::move(facts);
        endResetModel();
        return true;
    }
    m_facts.swap(facts);
    for (int row = 0; row < rowCount(); ++row) {
        if (m_facts[at(row)] != facts[at(row)]) {
            Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
        }
    }
    return !sameNames;
}

QVariant FactsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Fact& fact = m_facts[at(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == 0 ? QString(qsizetype{2} * fact.level, QLatin1Char(' ')) + fact.name : fact.value;
    case TopicRole:
        return QString::fromLatin1(fact.topic);
    case Qt::ToolTipRole:
        return fact.formula.isEmpty() ? QVariant() : tipText(fact.formula);
    case Qt::TextAlignmentRole:
        return QVariant(index.column() == 0 ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font = QApplication::font();
        font.setBold(fact.heading || fact.bad);
        return font;
    }
    case Qt::ForegroundRole:
        if (fact.bad) {
            return toneColor(Tone::Bad, QApplication::palette());
        }
        return index.column() == 0 && !fact.heading ? QVariant(mutedText(QApplication::palette())) : QVariant();
    default:
        return {};
    }
}

}  // namespace pgram
