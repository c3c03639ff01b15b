// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/run_figures.h"

#include "core/base/format.h"
#include "core/model/architecture.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_text.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>

#include <algorithm>

namespace pgram {

namespace {

struct RunCostText {
    Q_DECLARE_TR_FUNCTIONS(RunCost)
};

QString countText(double count)
{
    return qs(formatCount(count));
}

QString energyText(const std::optional<double>& kilowattHours)
{
    return kilowattHours ? RunCostText::tr("%1 kWh").arg(countText(*kilowattHours)) : RunCostText::tr("not known");
}

/// "… (12.1 … 14.0)", where there is a range.
template <typename Value>
QString ranged(const QString& text, const std::optional<RunRange>& range, Value value)
{
    return range ? RunCostText::tr("%1 (%2 … %3)").arg(text, value(range->low), value(range->high)) : text;
}

/// "Lambda, 2026-04-01"; "yours" of a figure that was typed.
QString sourceOf(const Quote& quote)
{
    if (quote.source.empty()) {
        return provenanceText({"yours", {}});
    }
    return quote.date.empty() ? qs(quote.source) : QStringLiteral("%1, %2").arg(qs(quote.source), qs(quote.date));
}

QString priceBasis(const RunRow& row)
{
    const Quote& price = row.cost->hourPrice;
    const QString device = coreText(row.request.cluster.meanDevice());
    return price.isKnown()
               ? RunCostText::tr("$ %1 per hour of %2: %3").arg(numberText(price.value), device, sourceOf(price))
               : RunCostText::tr("the price of %1 is not known").arg(device);
}

QString powerBasis(const RunRow& row, double facility)
{
    const Quote& power = row.cost->power;
    const QString device = coreText(row.request.cluster.meanDevice());
    return power.isKnown() ? RunCostText::tr("at most %1 W per %2, PUE %3, hosts and network left out: %4")
                                 .arg(numberText(power.value), device, numberText(facility), sourceOf(power))
                           : RunCostText::tr("the power of %1 is not known").arg(device);
}

QString interruptionsBasis(const Interruptions& of)
{
    return of.betweenFailures > 0
               ? RunCostText::tr(
                     "a device fails every %1 h, %2 per checkpoint, %3 to restart; checkpoints as Daly has them")
                     .arg(numberText(of.betweenFailures / hour), secondsText(of.checkpoint), secondsText(of.restart))
               : RunCostText::tr("interruptions are not counted");
}

std::int64_t sequenceOf(const RunRow& row)
{
    return row.request.training.sequence(row.request.model.sequenceLength);
}

}  // namespace

ShownRun shownRun(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> figures, const RunAsked& asked,
                  const ErrorBands& bands)
{
    ShownRun shown{priced(runRow(std::move(plan), std::move(figures)), asked.question, asked.limits), {}, {}};
    shown.band = shown.row.cost ? bands.time : std::nullopt;
    if (shown.band) {
        const Result<RunRange> range =
            runRange(*shown.row.plan, *shown.row.figures, asked.question, shown.band->low, shown.band->high);
        shown.range = range ? std::optional(*range) : std::nullopt;
    }
    return shown;
}

QString durationText(Seconds seconds)
{
    constexpr Seconds day = 24 * hour;
    return seconds < hour  ? secondsText(seconds)
           : seconds < day ? RunCostText::tr("%1 h").arg(numberText(seconds / hour))
                           : daysText(seconds / day);
}

QString daysText(double days)
{
    return RunCostText::tr("%1 days").arg(numberText(days));
}

QString dollarsText(const std::optional<double>& dollars)
{
    return dollars ? QStringLiteral("$ ") + (*dollars < 1000 ? numberText(*dollars) : countText(*dollars))
                   : RunCostText::tr("cost not known");
}

RunFacts factsOf(const ShownRun& run, const RunAsked& asked)
{
    const RunCost& cost = *run.row.cost;
    std::vector<std::pair<QString, QString>> facts{
        {RunCostText::tr("Time"),
         ranged(daysText(cost.days()), run.range, [](const RunCost& of) { return numberText(of.days()); })},
        {RunCostText::tr("Device-hours"),
         ranged(countText(cost.deviceHours), run.range, [](const RunCost& of) { return countText(of.deviceHours); })},
        {RunCostText::tr("Money"), ranged(dollarsText(cost.dollars), cost.dollars ? run.range : std::nullopt,
                                          [](const RunCost& of) { return dollarsText(of.dollars); })},
        {RunCostText::tr("Energy at most"),
         ranged(energyText(cost.kilowattHours), cost.kilowattHours ? run.range : std::nullopt,
                [](const RunCost& of) { return energyText(of.kilowattHours); })},
        {RunCostText::tr("Tokens"), asked.question.tokens > 0
                                        ? countText(cost.tokens)
                                        : RunCostText::tr("%1, %2 per parameter")
                                              .arg(countText(cost.tokens), numberText(asked.question.perParameter()))},
        {RunCostText::tr("Steps"),
         RunCostText::tr("%1 of %2").arg(countText(cost.steps), secondsText(run.row.figures->stepTime))}};
    if (cost.checkpointEvery > 0) {
        facts.emplace_back(RunCostText::tr("A checkpoint every"), durationText(cost.checkpointEvery));
        facts.emplace_back(RunCostText::tr("Interruptions add"), percentText(cost.total / cost.training - 1));
    }
    return facts;
}

QString runBasis(const ShownRun& run, const RunAsked& asked)
{
    QStringList parts{asked.question.tokens > 0
                          ? RunCostText::tr("%1 tokens").arg(countText(asked.question.tokens))
                          : RunCostText::tr("%1 tokens per parameter: Hoffmann et al., arXiv 2203.15556")
                                .arg(numberText(asked.question.perParameter()))};
    if (run.row.cost) {
        parts += {priceBasis(run.row), powerBasis(run.row, asked.question.facility)};
    }
    parts.append(interruptionsBasis(asked.question.interruptions));
    if (run.band) {
        parts.append(RunCostText::tr("range: %1").arg(bandEvidence(*run.band)));
    }
    return parts.join(QStringLiteral(" · "));
}

QString runTip(const ShownRun& run, const RunAsked& asked)
{
    Tip tip(RunCostText::tr("this plan"));
    for (const auto& [name, figure] : factsOf(run, asked)) {
        tip.add(name, figure);
    }
    tip.add(RunCostText::tr("MFU"), percentText(run.row.figures->mfu));
    tip.note(headline(*run.row.figures));
    return tip.html();
}

FigureContent runTable(const std::optional<ShownRun>& shown)
{
    const auto of = [](auto figure) {
        return [figure](const ShownRun& run) {
            return run.row.cost ? FigureValue(std::optional<double>(figure(run))) : FigureValue();
        };
    };
    const auto edge = [](RunCost RunRange::*end) {
        return [end](const ShownRun& run) {
            return FigureValue(run.range ? std::optional<double>(((*run.range).*end).days()) : std::nullopt);
        };
    };
    return figuresOf<ShownRun>(
        shown ? 1 : 0, [shown](int) { return *shown; },
        {{RunCostText::tr("Model"), "model", Unit::Text,
          [](auto& run) { return FigureValue(run.row.request.model.title); }},
         {RunCostText::tr("Cluster"), "cluster", Unit::Text,
          [](auto& run) { return FigureValue(run.row.request.cluster.title); }},
         {RunCostText::tr("Devices"), "devices", Unit::Count,
          [](auto& run) { return FigureValue(std::int64_t{run.row.request.cluster.devices}); }},
         {RunCostText::tr("Sequence"), "sequence_length", Unit::Count,
          [](auto& run) { return FigureValue(sequenceOf(run.row)); }},
         {RunCostText::tr("Step time"), "step_time_s", Unit::Time,
          of([](const ShownRun& run) { return run.row.figures->stepTime; })},
         {RunCostText::tr("Days"), "days", Unit::Number, of([](const ShownRun& run) { return run.row.cost->days(); })},
         {RunCostText::tr("Days at least"), "days_low", Unit::Number, edge(&RunRange::low)},
         {RunCostText::tr("Days at most"), "days_high", Unit::Number, edge(&RunRange::high)},
         {RunCostText::tr("Device-hours"), "device_hours", Unit::Number,
          of([](const ShownRun& run) { return run.row.cost->deviceHours; })},
         {RunCostText::tr("Money, $"), "usd", Unit::Number,
          of([](const ShownRun& run) { return run.row.cost->dollars; })},
         {RunCostText::tr("Energy, kWh"), "kwh", Unit::Number,
          of([](const ShownRun& run) { return run.row.cost->kilowattHours; })},
         {RunCostText::tr("Why none"), "why", Unit::Text,
          [](auto& run) { return FigureValue(coreText(run.row.why)); }}});
}

}  // namespace pgram
