// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/words.h"

#include "core/base/format.h"
#include "core/base/index.h"
#include "core/plan/volumes.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_text.h"
#include "widgets/document/texts.h"

#include <QCoreApplication>

#include <array>
#include <numeric>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

// In the order of their enumerations.
constexpr std::array memoryKeys{"context_bytes",   "weights_bytes",     "gradients_bytes",
                                "optimizer_bytes", "activations_bytes", "transient_bytes"};
constexpr std::array memoryNames{QT_TRANSLATE_NOOP("Words", "Context"),     QT_TRANSLATE_NOOP("Words", "Weights"),
                                 QT_TRANSLATE_NOOP("Words", "Gradients"),   QT_TRANSLATE_NOOP("Words", "Optimizer"),
                                 QT_TRANSLATE_NOOP("Words", "Activations"), QT_TRANSLATE_NOOP("Words", "Transient")};
constexpr std::array timelineNames{
    QT_TRANSLATE_NOOP("Words", "Receive"),       QT_TRANSLATE_NOOP("Words", "Forward"),
    QT_TRANSLATE_NOOP("Words", "Backward"),      QT_TRANSLATE_NOOP("Words", "Weight gradient"),
    QT_TRANSLATE_NOOP("Words", "Gradient sync"), QT_TRANSLATE_NOOP("Words", "Optimizer step")};
constexpr std::array trafficNames{
    QT_TRANSLATE_NOOP("Words", "Tensor parallel"),  QT_TRANSLATE_NOOP("Words", "Sequence parallel"),
    QT_TRANSLATE_NOOP("Words", "Context parallel"), QT_TRANSLATE_NOOP("Words", "Expert parallel"),
    QT_TRANSLATE_NOOP("Words", "Weight gather"),    QT_TRANSLATE_NOOP("Words", "Gradient sync"),
    QT_TRANSLATE_NOOP("Words", "Re-layout"),        QT_TRANSLATE_NOOP("Words", "Pipeline"),
    QT_TRANSLATE_NOOP("Words", "Tied embedding"),   QT_TRANSLATE_NOOP("Words", "Host memory")};
constexpr std::array partNames{QT_TRANSLATE_NOOP("Words", "DP replicated"),
                               QT_TRANSLATE_NOOP("Words", "ZeRO-1 optimizer sharded"),
                               QT_TRANSLATE_NOOP("Words", "ZeRO-2 gradients too"),
                               QT_TRANSLATE_NOOP("Words", "SDP all sharded"),
                               QT_TRANSLATE_NOOP("Words", "TP tensor"),
                               QT_TRANSLATE_NOOP("Words", "U Ulysses"),
                               QT_TRANSLATE_NOOP("Words", "CP context"),
                               QT_TRANSLATE_NOOP("Words", "EP experts"),
                               QT_TRANSLATE_NOOP("Words", "PP pipeline"),
                               QT_TRANSLATE_NOOP("Words", "single device")};
template <typename Names, typename Kind>
QString nameIn(const Names& names, Kind kind)
{
    return Words::tr(names[at(kind)]);
}

}  // namespace

QString nameOf(MemoryKind kind)
{
    return nameIn(memoryNames, kind);
}

const char* keyOf(MemoryKind kind)
{
    return memoryKeys[at(kind)];
}

QString nameOf(TimelineKind kind)
{
    return nameIn(timelineNames, kind);
}

QString nameOf(TrafficKind kind)
{
    return nameIn(trafficNames, kind);
}

QString nameOf(StrategyPart part)
{
    return nameIn(partNames, part);
}

QString stageTitle(int stage)
{
    return Words::tr("Stage %1").arg(stage);
}

QString stageTitle(const Plan& plan, int stage)
{
    const Text kinds = kindsText(plan, stage);
    return kinds.empty() ? stageTitle(stage) : stageTitle(stage) + QStringLiteral(" · ") + coreText(kinds);
}

QString widestStageTitle(const Plan& plan, const QFont& font)
{
    QString widest = stageTitle(plan.pipeline() - 1);
    for (int stage = 0; stage < plan.pipeline() && plan.cluster.isMixed(); ++stage) {
        const QString own = stageTitle(plan, stage);
        widest = textWidth(font, own) > textWidth(font, widest) ? own : widest;
    }
    return widest;
}

QString chunkTitle(const Plan& plan, int chunk)
{
    return chunkTitles(plan, chunk).front();
}

QStringList chunkTitles(const Plan& plan, int chunk)
{
    const int stage = plan.stageOfChunk(chunk);
    QStringList titles{stageTitle(stage), QString::number(stage)};
    if (plan.cluster.isMixed()) {
        titles.prepend(stageTitle(plan, stage));
    }
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
    const int first = plan.firstDevice(stage);
    const Text kinds = kindsText(plan, stage);
    const QString of = kinds.empty() ? QString() : QStringLiteral(" · ") + coreText(kinds);
    return (devices == 1 ? Words::tr("device %1").arg(first)
                         : Words::tr("devices %1–%2").arg(first).arg(first + devices - 1)) +
           of;
}

QString modelTitle(const Plan& plan)
{
    return presetText(plan.model.title.empty() ? plan.model.name : plan.model.title);
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
    const ScheduleInfo& about = info(schedule.kind);
    const int times = about.choosesSlices ? schedule.slices : schedule.virtualStages;
    return about.choosesChunks || about.choosesSlices ? QStringLiteral("%1 ×%2").arg(title).arg(times) : title;
}

QString passCount(const Schedule& schedule, int passes)
{
    return schedule.slices > 1 ? Words::tr("%n slice(s)", nullptr, passes) : microbatchCount(passes);
}

QString linkName(const Plan& plan, int link)
{
    return link <= plan.cluster.hostLink() ? QString::fromStdString(plan.cluster.linkName(link)) : QString();
}

QString passText(const Plan& plan, const Operation& operation)
{
    QString microbatch = QString::number(operation.microbatch + 1);
    const std::vector<std::int64_t> tokens = sliceTokens(plan);
    if (operation.slice >= tokens.size()) {
        return microbatch;
    }
    const auto first = std::accumulate(tokens.begin(), tokens.begin() + operation.slice, std::int64_t{1});
    return Words::tr("%1, slice %2 of %3: tokens %4–%5")
        .arg(microbatch)
        .arg(operation.slice + 1)
        .arg(tokens.size())
        .arg(first)
        .arg(first + tokens[operation.slice] - 1);
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
