// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/texts.h"

#include "core/base/format.h"
#include "core/strategy/dimension_rules.h"

#include <QCoreApplication>

#include <cmath>

namespace pgram {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(Texts)
};

QString bytes(Bytes count)
{
    return QString::fromStdString(formatBytes(static_cast<double>(count)));
}

/// The layer that such an issue names is the stage's first.
bool isOfWholeStage(const Issue& issue)
{
    return issue.code == "over-budget" && issue.stage >= 0;
}

QString overBudget(const Estimate& estimate, const Issue& issue)
{
    const Bytes needed = estimate.stages[static_cast<std::size_t>(issue.stage)].memory.total();
    return Texts::tr("Needs %1 on each device, %2 more than the usable %3")
        .arg(bytes(needed), bytes(needed - estimate.usableBudget), bytes(estimate.usableBudget));
}

std::optional<Verdict> refusalOf(const Plan& plan, int layer)
{
    const LayerStrategy& strategy = plan.strategies[static_cast<std::size_t>(layer)];
    if (auto refused = hostRefusal(strategy, plan.cluster)) {
        return refused;
    }
    return refusal(plan.model.layer(layer), strategy, plan.stageDevices(), plan.training, plan.sequence(),
                   plan.schedule.microbatches);
}

}  // namespace

QString verdictText(const Verdict& v)
{
    const QString left = QString::number(v.left);
    const QString right = QString::number(v.right);
    switch (v.rule) {
    case Rule::GroupSize:
        return Texts::tr("degrees multiply to %1, the stage has %2 devices").arg(left, right);
    case Rule::Batch:
        return Texts::tr("a batch of %1 samples does not divide into %2 micro-batch shares").arg(left, right);
    case Rule::Heads:
        return Texts::tr("%1 attention heads do not divide by tensor degree %2").arg(left, right);
    case Rule::KvHeads:
        return Texts::tr("%1 key/value heads neither divide by tensor degree %2 nor divide it").arg(left, right);
    case Rule::Ffn:
        return Texts::tr("FFN width %1 does not divide by tensor degree %2").arg(left, right);
    case Rule::Vocabulary:
        return Texts::tr("vocabulary %1 does not divide by tensor degree %2").arg(left, right);
    case Rule::Tokens:
        return Texts::tr("%1 tokens do not divide into %2 parts").arg(left, right);
    case Rule::NotSplittable:
        return Texts::tr("a convolution cannot be split by tensor or sequence parallelism");
    case Rule::Experts:
        return Texts::tr("%1 does not divide by expert degree %2").arg(left, right);
    case Rule::UlyssesHeads:
        return Texts::tr("%1 attention heads do not divide by Ulysses degree %2").arg(left, right);
    case Rule::UlyssesKv:
        return Texts::tr("%1 key/value heads neither divide by Ulysses degree %2 nor divide it").arg(left, right);
    case Rule::ShardPlacement:
        return Texts::tr("%1 copies lie between the %2 devices that divide the states of one").arg(left, right);
    case Rule::ShardDegree:
        return v.left == 1 ? Texts::tr("there is no data group to shard over")
                           : Texts::tr("a data group of %1 does not divide by sharding degree %2").arg(left, right);
    case Rule::SequenceKind:
        return Texts::tr("sequence parallelism needs a tensor group");
    case Rule::HostLink:
        return Texts::tr("the cluster names no link to host memory");
    case Rule::Takeaway2:
        return Texts::tr("groups of %1 and %2 devices are not equal").arg(left, right);
    case Rule::Takeaway3:
        return Texts::tr("DP of %1 beside SDP of %2 is never better than SDP of both (Takeaway 3)").arg(left, right);
    }
    return {};
}

QString issueText(const Plan& plan, const Estimate& estimate, const Issue& issue)
{
    if (isOfWholeStage(issue)) {
        return overBudget(estimate, issue);
    }
    if (issue.layer >= 0) {
        const auto verdict = refusalOf(plan, issue.layer);
        if (verdict && issue.code == code(verdict->rule)) {
            return verdictText(*verdict);
        }
    }
    return coreText(issue.message);
}

QString issuePlace(const Plan& plan, const Issue& issue)
{
    QStringList parts;
    const int stage = issue.stage < 0 && issue.layer >= 0 ? plan.stageOf(issue.layer) : issue.stage;
    if (stage >= 0) {
        parts.append(Texts::tr("stage %1").arg(stage));
    }
    if (issue.layer >= 0 && !isOfWholeStage(issue)) {
        parts.append(QString::fromStdString(plan.model.layerName(issue.layer)));
    }
    return parts.isEmpty() ? Texts::tr("plan") : parts.join(QStringLiteral(" · "));
}

QString rangeName(const Architecture& model, LayerRange range)
{
    const QString first = QString::fromStdString(model.layerName(range.first));
    if (range.count <= 1) {
        return first;
    }
    return QStringLiteral("%1 – %2").arg(first, QString::fromStdString(model.layerName(range.first + range.count - 1)));
}

QString chunkLayers(const Plan& plan, int chunk)
{
    const Chunk& layers = plan.chunk(chunk);
    return rangeName(plan.model, {layers.firstLayer, layers.layerCount});
}

QString stageLayers(const Plan& plan, int stage)
{
    QStringList ranges;
    for (const int chunk : plan.chunksOf(stage)) {
        ranges.append(chunkLayers(plan, chunk));
    }
    return ranges.join(QStringLiteral(", "));
}

QString figureTitle(const Figure& figure)
{
    return coreText(figure.title);
}

QString figureText(const Figure& figure, double value)
{
    if (figure.quantity == Quantity::Rate) {
        return QString::fromStdString(formatNumber(value)) + QLatin1Char(' ') + coreText(figure.unit);
    }
    return QString::fromStdString(formatFigure(figure, value));
}

QString methodTitle(Method method)
{
    return coreText(info(method).title);
}

QString methodSentence(Method method)
{
    return coreText(info(method).what);
}

QString scheduleTitle(ScheduleKind kind)
{
    return coreText(info(kind).title);
}

QString precisionTitle(Precision precision)
{
    switch (precision) {
    case Precision::Fp32:
        return QStringLiteral("FP32");
    case Precision::Tf32:
        return QStringLiteral("TF32");
    case Precision::Fp16:
        return Texts::tr("FP16 mixed");
    case Precision::Fp8:
        return Texts::tr("FP8 mixed");
    case Precision::Fp4:
        return Texts::tr("FP4 mixed");
    case Precision::Bf16:
        break;
    }
    return Texts::tr("BF16 mixed");
}

QString certificateText(const Certificate& certificate)
{
    const QString effort = Texts::tr("%1 tasks, %2 of them skipped by their bounds, in %3")
                               .arg(certificate.tasks)
                               .arg(certificate.skipped)
                               .arg(QString::fromStdString(formatSeconds(certificate.seconds)));
    const QString gap = QString::fromStdString(formatPercent(certificate.gap));
    switch (certificate.status) {
    case Certificate::Status::Optimal:
        return Texts::tr("Optimal in its space: %1").arg(effort);
    case Certificate::Status::Gap:
        return Texts::tr("Within %1 of the bound: %2").arg(gap, effort);
    case Certificate::Status::Stopped:
        if (std::isinf(certificate.gap)) {
            return Texts::tr("Stopped before a plan was found: %1").arg(effort);
        }
        return Texts::tr("Stopped at a gap of %1: %2").arg(gap, effort);
    case Certificate::Status::Infeasible:
        break;
    }
    return Texts::tr("Nothing fits: %1").arg(effort);
}

QString infeasibilityText(const Infeasibility& why)
{
    if (why.shortBy <= 0) {
        return Texts::tr("No plan is possible: %1").arg(coreText(why.reason));
    }
    QString text =
        Texts::tr("No plan fits the memory budget: the best candidate (P = %1, m = %2, B = %3) misses %4 on stage %5")
            .arg(why.pipeline)
            .arg(why.microbatches)
            .arg(why.batch)
            .arg(bytes(why.shortBy))
            .arg(why.stage);
    if (why.smallestBudget > 0) {
        text += Texts::tr("; the smallest budget that works is %1").arg(bytes(why.smallestBudget));
    }
    return text;
}

QString budgetText(const Plan& plan)
{
    return budgetText(plan.budget(), plan.cluster);
}

QString budgetText(Bytes budget, const Cluster& cluster)
{
    const Bytes usable = usableBudget(budget, cluster);
    return usable == budget
               ? bytes(budget)
               : Texts::tr("%1 = %2 − %3 reserve").arg(bytes(usable), bytes(budget), bytes(budget - usable));
}

QString headline(const Estimate& e)
{
    return Texts::tr("%1 samples/s · step %2 · memory %3 of %4 · bubbles %5")
        .arg(QString::fromStdString(formatNumber(e.throughput)), QString::fromStdString(formatSeconds(e.stepTime)),
             bytes(e.peakMemory), bytes(e.usableBudget), QString::fromStdString(formatPercent(e.bubbleFraction)));
}

QString signedPercent(double share)
{
    if (!std::isfinite(share)) {
        return QStringLiteral("∞");
    }
    const QString digits = QString::fromStdString(formatPercent(std::abs(share)));
    if (share == 0) {
        return QStringLiteral("±0 %");
    }
    return (share > 0 ? QStringLiteral("+") : QStringLiteral("−")) + digits;
}

}  // namespace pgram
