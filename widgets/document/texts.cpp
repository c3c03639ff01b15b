// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/texts.h"

#include "core/base/format.h"
#include "core/base/index.h"
#include "core/plan/stage_fill.h"
#include "core/search/task/method_rules.h"
#include "core/strategy/dimension_rules.h"
#include "widgets/document/core_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace pgram {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(Texts)
};

/// The layer that such an issue names is the stage's first.
bool isOfWholeStage(const Issue& issue)
{
    return issue.code == "over-budget" && issue.stage >= 0;
}

QString overBudget(const Estimate& estimate, const Issue& issue)
{
    const Bytes needed = estimate.stages[at(issue.stage)].memory.total();
    return Texts::tr("Needs %1 on each device, %2 more than the usable %3")
        .arg(bytesText(needed), bytesText(needed - estimate.usableBudget), bytesText(estimate.usableBudget));
}

std::optional<Verdict> refusalOf(const Plan& plan, int layer)
{
    const LayerStrategy& strategy = plan.strategies[at(layer)];
    if (auto refused = hostRefusal(strategy, plan.cluster)) {
        return refused;
    }
    return refusal(plan.model.layer(layer), strategy, plan.stageDevices(), plan.training, plan.sequence(),
                   plan.schedule.microbatches);
}

constexpr std::size_t mostNames = 3;

QString namesText(const std::vector<std::string>& names)
{
    QStringList list;
    for (std::size_t i = 0; i < std::min(mostNames, names.size()); ++i) {
        list.append(qs(names[i]));
    }
    return list.join(QStringLiteral(", ")) + (names.size() > mostNames ? QStringLiteral(", …") : QString());
}

/// "a → b", or "a" where both read the same.
QString arrow(const QString& now, const QString& ghost)
{
    return now == ghost ? now : QStringLiteral("%1 → %2").arg(now, ghost);
}

Bytes memoryOf(const Estimate& estimate, int stage)
{
    return estimate.stages[at(stage)].memory.total();
}

}  // namespace

QString verdictText(const Verdict& verdict)
{
    return coreText(explain(verdict));
}

QString provenanceText(const Provenance& from)
{
    return from.kind == "measured"     ? coreText(Core::tr("measured"))
           : from.kind == "fitted"     ? coreText(Core::tr("fitted"))
           : from.kind == "yours"      ? coreText(Core::tr("yours"))
           : from.kind == "vendor"     ? coreText(Core::tr("vendor"))
           : from.kind == measuredHere ? coreText(Core::tr("measured here"))
                                       : coreText(Core::tr("guessed"));
}

QString issueText(const Plan& plan, const Estimate& estimate, const Issue& issue)
{
    if (isOfWholeStage(issue)) {
        return overBudget(estimate, issue);
    }
    if (issue.layer >= 0) {
        const auto verdict = refusalOf(plan, issue.layer);
        if (verdict && issue.code == name(verdict->rule)) {
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
        parts.append(qs(plan.model.layerName(issue.layer)));
    }
    return parts.isEmpty() ? Texts::tr("plan") : parts.join(QStringLiteral(" · "));
}

QString rangeName(const Architecture& model, LayerRange range)
{
    QString first = qs(model.layerName(range.first));
    if (range.count <= 1) {
        return first;
    }
    return QStringLiteral("%1 – %2").arg(first, qs(model.layerName(range.first + range.count - 1)));
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
        return numberText(value) + QLatin1Char(' ') + coreText(figure.unit);
    }
    return qs(formatFigure(figure, value));
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
    return coreText(precisionRow(precision).title);
}

QString numbersText(const Training& training)
{
    const QString format = precisionTitle(training.precision);
    return training.framework.name.empty() ? format
                                           : Texts::tr("%1, framework %2").arg(format, qs(training.framework.name));
}

QString statesTitle(int bytes, bool masterWeights)
{
    if (masterWeights) {
        return bytes == 4 ? Texts::tr("FP32") : Texts::tr("16 bit");
    }
    return bytes == 4 ? Texts::tr("FP32, no master weights") : Texts::tr("16 bit, no master weights");
}

QString tuningTitle(TuningMethod method)
{
    switch (method) {
    case TuningMethod::All:
        break;
    case TuningMethod::Lora:
        return Texts::tr("adapters (LoRA)");
    case TuningMethod::Qlora:
        return Texts::tr("adapters, base in 4 bits (QLoRA)");
    }
    return Texts::tr("all parameters");
}

QString preferenceTitle(Preference preference)
{
    switch (preference) {
    case Preference::None:
        break;
    case Preference::Precomputed:
        return Texts::tr("pairs, reference precomputed");
    case Preference::Device:
        return Texts::tr("pairs, reference on the device");
    case Preference::Host:
        return Texts::tr("pairs, reference in host memory");
    }
    return Texts::tr("none");
}

QString adaptersTitle(AdapterTargets targets)
{
    switch (targets) {
    case AdapterTargets::Linear:
        break;
    case AdapterTargets::Attention:
        return Texts::tr("of attention");
    case AdapterTargets::Mlp:
        return Texts::tr("of the MLP");
    }
    return Texts::tr("of all matrices");
}

QString lossTitle(LossKind loss)
{
    switch (loss) {
    case LossKind::Plain:
        break;
    case LossKind::Fused:
        return Texts::tr("one kernel");
    case LossKind::Chunked:
        return Texts::tr("one kernel with the head, in chunks");
    }
    return Texts::tr("single steps");
}

QString spaceText(const Space& space)
{
    QStringList on;
    QStringList off;
    for (const DimensionRules* rules : dimensionRules()) {
        (space.*rules->on ? on : off).append(QString::fromUtf8(rules->title));
    }
    if (off.empty()) {
        return Texts::tr("all dimensions");
    }
    return on.size() <= off.size() ? on.join(QStringLiteral(", "))
                                   : Texts::tr("all dimensions but %1").arg(off.join(QStringLiteral(", ")));
}

QString chosenText(const std::vector<ValueNote>& values)
{
    const std::array names{std::pair("batch", Texts::tr("batch")), std::pair("space", Texts::tr("space")),
                           std::pair("schedule", Texts::tr("schedule")), std::pair("method", Texts::tr("method"))};
    QStringList parts;
    for (const ValueNote& each : values) {
        const auto name = std::ranges::find(names, each.what, &std::pair<const char*, QString>::first);
        const QString title = name == names.end() ? qs(each.what) : name->second;
        parts.append(Texts::tr("%1 %2 (%3)").arg(title, qs(each.value), coreText(each.why)));
    }
    return Texts::tr("Chosen until you set it: %1").arg(parts.join(Texts::tr(", ", "between parts of a sentence")));
}

QString certificateText(const Certificate& certificate, const SearchRequest* request)
{
    const Target* target = request != nullptr ? request->target : nullptr;
    const QString effort = Texts::tr("%n task(s), %1 skipped by bounds, %2", nullptr, certificate.tasks)
                               .arg(certificate.skipped)
                               .arg(secondsText(certificate.seconds));
    const QString gap = percentText(certificate.gap);
    const QString framework = target != nullptr ? QString::fromUtf8(target->title) : QString();
    switch (certificate.status) {
    case Certificate::Status::Optimal:
        return target != nullptr    ? Texts::tr("Optimal for %1: %2").arg(framework, effort)
               : request != nullptr ? Texts::tr("Best of %1: %2").arg(spaceText(rulesOf(*request).space), effort)
                                    : Texts::tr("Optimal in its space: %1").arg(effort);
    case Certificate::Status::Gap:
        return target != nullptr ? Texts::tr("For %1 within %2 of the bound: %3").arg(framework, gap, effort)
                                 : Texts::tr("Within %1 of the bound: %2").arg(gap, effort);
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
    const QString text =
        why.smallestBudget > 0
            ? Texts::tr(
                  "No plan fits the memory budget: the best candidate (P = %1, m = %2, B = %3) misses %4 on stage "
                  "%5; the smallest budget that works is %6")
            : Texts::tr(
                  "No plan fits the memory budget: the best candidate (P = %1, m = %2, B = %3) misses %4 on stage "
                  "%5");
    const QString filled =
        text.arg(why.pipeline).arg(why.microbatches).arg(why.batch).arg(bytesText(why.shortBy)).arg(why.stage);
    return why.smallestBudget > 0 ? filled.arg(bytesText(why.smallestBudget)) : filled;
}

QString budgetText(const Plan& plan)
{
    return budgetText(plan.budget(), plan.cluster);
}

QString budgetText(Bytes budget, const Cluster& cluster)
{
    const Bytes usable = usableBudget(budget, cluster);
    return usable == budget ? bytesText(budget)
                            : Texts::tr("%1 = %2 − %3 reserve")
                                  .arg(bytesText(usable), bytesText(budget), bytesText(budget - usable));
}

QString headline(const Estimate& e)
{
    return Texts::tr("%1 samples/s · step %2 · memory %3 of %4 · bubbles %5")
        .arg(numberText(e.throughput), secondsText(e.stepTime), bytesText(e.peakMemory), bytesText(e.usableBudget),
             percentText(e.bubbleFraction));
}

QString signedPercent(double share)
{
    if (!std::isfinite(share)) {
        return QStringLiteral("∞");
    }
    const QString digits = percentText(std::abs(share));
    if (share == 0) {
        return QStringLiteral("±0 %");
    }
    return (share > 0 ? QStringLiteral("+") : QStringLiteral("−")) + digits;
}

QString bandRange(const ErrorBand& band)
{
    return QStringLiteral("%1 … %2").arg(signedPercent(band.low - 1), signedPercent(band.high - 1));
}

QString bandEvidence(const ErrorBand& band)
{
    if (!band.isNear()) {
        return Texts::tr("no comparable measured run; the nearest are on %1").arg(namesText(band.gpus));
    }
    const QString runs = Texts::tr("%1 % of the %2 nearest measured runs: %3")
                             .arg(100 * bandCoverage, 0, 'f', 0)
                             .arg(band.runs)
                             .arg(namesText(band.suites));
    return band.guessed ? Texts::tr("%1; wider, as the rate of the device's products is a guess").arg(runs) : runs;
}

QStringList bandLines(const ErrorBands& bands)
{
    QStringList lines;
    if (bands.time) {
        lines.append(Texts::tr("A measured step time is expected within %1 (%2)")
                         .arg(bandRange(*bands.time), bandEvidence(*bands.time)));
    }
    if (bands.memory) {
        lines.append(Texts::tr("A measured peak memory is expected within %1 (%2)")
                         .arg(bandRange(*bands.memory), bandEvidence(*bands.memory)));
    }
    return lines;
}

std::vector<int> changedStages(const Estimate& now, const Estimate& ghost)
{
    std::vector<int> changed;
    const int stages = static_cast<int>(std::min(now.stages.size(), ghost.stages.size()));
    for (int stage = 0; stage < stages; ++stage) {
        const auto index = static_cast<std::size_t>(stage);
        if (now.stages[index].memory != ghost.stages[index].memory ||
            now.stages[index].time != ghost.stages[index].time) {
            changed.push_back(stage);
        }
    }
    return changed;
}

QString ghostStep(const Estimate& now, const Estimate& ghost)
{
    const FigureDifference change{nullptr, now.stepTime, ghost.stepTime};
    return Texts::tr("step %1 (%2)")
        .arg(arrow(secondsText(now.stepTime), secondsText(ghost.stepTime)), signedPercent(change.relativeChange()));
}

QString ghostMemory(const Estimate& now, const Estimate& ghost)
{
    return Texts::tr("memory %1 of %2")
        .arg(arrow(bytesText(now.peakMemory), bytesText(ghost.peakMemory)), bytesText(ghost.usableBudget));
}

QString ghostVerdict(const Plan& plan, const Estimate& ghost)
{
    if (!ghost.legal) {
        const auto first = std::ranges::find_if(ghost.issues, [](const Issue& issue) {
            return issue.severity == Severity::Error && issue.code != "over-budget";
        });
        return first == ghost.issues.end() ? Texts::tr("not legal")
                                           : Texts::tr("not legal: %1").arg(issueText(plan, ghost, *first));
    }
    return ghost.fits ? Texts::tr("fits")
                      : Texts::tr("does not fit: %1 over").arg(bytesText(ghost.peakMemory - ghost.usableBudget));
}

QStringList ghostStages(const Estimate& now, const Estimate& ghost, int most)
{
    std::vector<int> stages = changedStages(now, ghost);
    std::erase_if(stages,
                  [&](int stage) { return bytesText(memoryOf(now, stage)) == bytesText(memoryOf(ghost, stage)); });
    std::ranges::stable_sort(stages, std::ranges::greater{}, [&](int stage) { return memoryOf(ghost, stage); });
    QStringList lines;
    for (const int stage : stages) {
        if (lines.size() == most) {
            break;
        }
        lines.append(Texts::tr("stage %1: %2")
                         .arg(stage)
                         .arg(arrow(bytesText(memoryOf(now, stage)), bytesText(memoryOf(ghost, stage)))));
    }
    return lines;
}

QString ghostStrategy(const Plan& now, const Plan& ghost)
{
    std::optional<std::pair<LayerStrategy, LayerStrategy>> change;
    for (std::size_t layer = 0; layer < std::min(now.strategies.size(), ghost.strategies.size()); ++layer) {
        const std::pair here(now.strategies[layer], ghost.strategies[layer]);
        if (here.first == here.second) {
            continue;
        }
        if (change && *change != here) {
            return {};
        }
        change = here;
    }
    const auto name = [](const LayerStrategy& s) { return qs(shortName(s)); };
    return change ? QStringLiteral("%1 → %2").arg(name(change->first), name(change->second)) : QString();
}

QString ghostHeadline(const Estimate& now, const Plan& plan, const Estimate& ghost)
{
    return QStringList{ghostStep(now, ghost), ghostMemory(now, ghost), ghostVerdict(plan, ghost)}.join(
        QStringLiteral(" · "));
}

QString devicesText(const Cluster& cluster)
{
    QStringList parts;
    for (const DeviceKind& kind : cluster.kinds) {
        parts.append(QStringLiteral("%1 × %2").arg(kind.devices).arg(qs(cluster.deviceOf(kind).name)));
    }
    return parts.isEmpty() ? QStringLiteral("%1 × %2").arg(cluster.devices).arg(qs(cluster.device.name))
                           : parts.join(QStringLiteral(" + "));
}

QString fillText(const Plan& plan, const Estimate& estimate, int stage)
{
    static constexpr std::array names{
        QT_TRANSLATE_NOOP("Texts", "weights"),           QT_TRANSLATE_NOOP("Texts", "gradients"),
        QT_TRANSLATE_NOOP("Texts", "optimizer states"),  QT_TRANSLATE_NOOP("Texts", "activations"),
        QT_TRANSLATE_NOOP("Texts", "transient tensors"), QT_TRANSLATE_NOOP("Texts", "device context")};
    const StageEstimate& figures = estimate.stages[at(stage)];
    const MemoryPart largest = largestPart(figures.memory);
    QString text = Texts::tr("Stage %1 uses %2 of %3, the largest part %4 (%5).")
                       .arg(QString::number(stage), bytesText(figures.memory.total()), bytesText(figures.usable),
                            Texts::tr(names[at(largest)]), bytesText(partOf(figures.memory, largest)));
    if (largest == MemoryPart::Activations && plan.pipeline() > 1) {
        text += QLatin1Char(' ') +
                (plan.schedule.slices > 1
                     ? Texts::tr("It keeps those of %n slice(s) at once.", nullptr, figures.inFlight)
                     : Texts::tr("It keeps those of %n micro-batch(es) at once.", nullptr, figures.inFlight));
    }
    return text;
}

}  // namespace pgram
