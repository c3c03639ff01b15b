// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/words.h"

#include "core/base/format.h"
#include "widgets/document/texts.h"

#include <QCoreApplication>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

}  // namespace

QString nameOf(MemoryKind kind)
{
    switch (kind) {
    case MemoryKind::Context:
        return Words::tr("Context");
    case MemoryKind::Weights:
        return Words::tr("Weights");
    case MemoryKind::Gradients:
        return Words::tr("Gradients");
    case MemoryKind::Optimizer:
        return Words::tr("Optimizer");
    case MemoryKind::Activations:
        return Words::tr("Activations");
    case MemoryKind::Transient:
        return Words::tr("Transient");
    }
    return {};
}

const char* keyOf(MemoryKind kind)
{
    static constexpr std::array<const char*, allMemoryKinds.size()> keys{
        "context_bytes", "weights_bytes", "gradients_bytes", "optimizer_bytes", "activations_bytes", "transient_bytes"};
    return keys[static_cast<std::size_t>(kind)];
}

QString nameOf(TimelineKind kind)
{
    switch (kind) {
    case TimelineKind::Receive:
        return Words::tr("Receive");
    case TimelineKind::Forward:
        return Words::tr("Forward");
    case TimelineKind::Backward:
        return Words::tr("Backward");
    case TimelineKind::WeightGradient:
        return Words::tr("Weight gradient");
    case TimelineKind::Sync:
        return Words::tr("Gradient sync");
    case TimelineKind::Optimizer:
        return Words::tr("Optimizer step");
    }
    return {};
}

QString nameOf(TrafficKind kind)
{
    switch (kind) {
    case TrafficKind::TensorParallel:
        return Words::tr("Tensor parallel");
    case TrafficKind::SequenceParallel:
        return Words::tr("Sequence parallel");
    case TrafficKind::ContextParallel:
        return Words::tr("Context parallel");
    case TrafficKind::ExpertParallel:
        return Words::tr("Expert parallel");
    case TrafficKind::WeightGather:
        return Words::tr("Weight gather");
    case TrafficKind::GradientSync:
        return Words::tr("Gradient sync");
    case TrafficKind::Transformation:
        return Words::tr("Re-layout");
    case TrafficKind::Pipeline:
        return Words::tr("Pipeline");
    case TrafficKind::TiedEmbedding:
        return Words::tr("Tied embedding");
    case TrafficKind::HostTransfer:
        return Words::tr("Host memory");
    }
    return {};
}

QString nameOf(StrategyPart part)
{
    switch (part) {
    case StrategyPart::DP:
        return Words::tr("DP replicated");
    case StrategyPart::ZeRO1:
        return Words::tr("ZeRO-1 optimizer sharded");
    case StrategyPart::ZeRO2:
        return Words::tr("ZeRO-2 gradients too");
    case StrategyPart::SDP:
        return Words::tr("SDP all sharded");
    case StrategyPart::TP:
        return Words::tr("TP tensor");
    case StrategyPart::Ulysses:
        return Words::tr("U Ulysses");
    case StrategyPart::CP:
        return Words::tr("CP context");
    case StrategyPart::EP:
        return Words::tr("EP experts");
    case StrategyPart::PP:
        return Words::tr("PP pipeline");
    case StrategyPart::Single:
        return Words::tr("single device");
    }
    return {};
}

QString nameOf(KeptPart kept)
{
    switch (kept) {
    case KeptPart::All:
        return Words::tr("keeps activations");
    case KeptPart::WithoutAttention:
        return Words::tr("recomputes attention");
    case KeptPart::Input:
        return Words::tr("recomputes (ckpt)");
    }
    return {};
}

QString stageTitle(int stage)
{
    return Words::tr("Stage %1").arg(stage);
}

QString chunkTitle(const Plan& plan, int chunk)
{
    return chunkTitles(plan, chunk).front();
}

QStringList chunkTitles(const Plan& plan, int chunk)
{
    const int stage = plan.stageOfChunk(chunk);
    QStringList titles{stageTitle(stage), QString::number(stage)};
    if (const int chunks = plan.schedule.virtualStages; chunks > 1) {
        const int own = chunk / plan.pipeline() + 1;
        const QString share = QStringLiteral(" · %1/%2").arg(own).arg(chunks);
        titles = {Words::tr("Stage %1 · chunk %2 of %3").arg(stage).arg(own).arg(chunks), titles[0] + share,
                  titles[1] + share, titles[1]};
    }
    return titles;
}

QString devicesText(const Plan& plan, int stage)
{
    const int devices = plan.stageDevices();
    const int first = stage * devices;
    if (devices == 1) {
        return Words::tr("device %1").arg(first);
    }
    return Words::tr("devices %1–%2").arg(first).arg(first + devices - 1);
}

QString layersText(const Plan& plan, int stage)
{
    return stageLayers(plan, stage);
}

QString modelTitle(const Plan& plan)
{
    return QString::fromStdString(plan.model.title.empty() ? plan.model.name : plan.model.title);
}

QString stageCount(int stages)
{
    return Words::tr("%n stage(s)", nullptr, stages);
}

QString microbatchCount(int microbatches)
{
    return Words::tr("%n micro-batch(es)", nullptr, microbatches);
}

QString shapeText(const Plan& plan)
{
    return Words::tr("%1 in %2 on %3, %4")
        .arg(Words::tr("%n layer(s)", nullptr, static_cast<int>(plan.strategies.size())), stageCount(plan.pipeline()),
             Words::tr("%n device(s)", nullptr, plan.cluster.devices), scheduleText(plan));
}

QString scheduleText(const Plan& plan)
{
    return QStringLiteral("%1, %2").arg(scheduleName(plan.schedule), microbatchCount(plan.schedule.microbatches));
}

QString scheduleName(const Schedule& schedule)
{
    const QString title = scheduleTitle(schedule.kind);
    return info(schedule.kind).choosesChunks ? QStringLiteral("%1 ×%2").arg(title).arg(schedule.virtualStages) : title;
}

QString strategyText(const LayerStrategy& strategy)
{
    return QString::fromStdString(shortName(strategy));
}

QString selectionText(const Plan& plan, const Estimate& estimate, const Selection& selection)
{
    const int layers = static_cast<int>(plan.strategies.size());
    QStringList parts;
    if (selection.layerCount > 0 && selection.firstLayer >= 0 && selection.firstLayer < layers) {
        const LayerRange range{selection.firstLayer, std::min(selection.layerCount, layers - selection.firstLayer)};
        parts.append(
            QStringLiteral("%1, %2").arg(rangeName(plan.model, range), strategyText(plan.strategies[range.first])));
    }
    if (selection.stage >= 0 && selection.stage < plan.pipeline()) {
        const StageEstimate& stage = estimate.stages[selection.stage];
        parts.append(Words::tr("%1: %2 per micro-batch, %3")
                         .arg(stageTitle(selection.stage), secondsText(stage.time), bytesText(stage.memory.total())));
    }
    if (selection.device >= 0) {
        parts.append(Words::tr("device %1").arg(selection.device));
    }
    if (selection.microbatch >= 0) {
        parts.append(Words::tr("micro-batch %1").arg(selection.microbatch + 1));
    }
    if (selection.strategy) {
        parts.append(strategyText(*selection.strategy));
    }
    return parts.join(QStringLiteral("; "));
}

Tip::Tip(const QString& head) : m_head(head.toHtmlEscaped()) {}

void Tip::add(const QString& name, const QString& figure)
{
    m_rows += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td align='right' style='white-space:nowrap'>%2</td></tr>")
                  .arg(name.toHtmlEscaped(), figure.toHtmlEscaped());
}

void Tip::note(const QString& text)
{
    m_notes += QStringLiteral("<div style='margin-top:4px'>%1</div>").arg(text.toHtmlEscaped());
}

QString Tip::html() const
{
    return QStringLiteral("<b style='white-space:nowrap'>%1</b><table cellspacing='0' cellpadding='1'>%2</table>%3")
        .arg(m_head, m_rows, m_notes);
}

}  // namespace pgram
