// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/keeping/keeping_figures.h"

#include "core/base/index.h"
#include "widgets/document/core_text.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <memory>

namespace pgram {

namespace {

constexpr std::array allEvents{SwapEventKind::Forward, SwapEventKind::SwapOut, SwapEventKind::SwapIn,
                               SwapEventKind::Recompute, SwapEventKind::Backward};

/// A row of the table: a way through the stage, or a block of the mix that is shown.
struct TableRow {
    std::optional<KeepingRow> way;
    int block = -1;
};

struct TableFacts {
    ShownKeeping shown;
    std::vector<KeepingRow> ways;
    QStringList layers;  ///< of each block

    [[nodiscard]] TableRow row(int index) const
    {
        const auto count = static_cast<int>(ways.size());
        return index < count ? TableRow{ways[at(index)], -1} : TableRow{std::nullopt, index - count};
    }
    [[nodiscard]] const SwapEvent* event(const TableRow& row, SwapEventKind kind) const
    {
        const auto found = std::ranges::find_if(shown.timeline.events, [&](const SwapEvent& event) {
            return event.kind == kind && event.block == row.block;
        });
        return found == shown.timeline.events.end() ? nullptr : &*found;
    }
    [[nodiscard]] const SwapBlock* block(const TableRow& row) const
    {
        return row.block < 0 ? nullptr : &shown.answer.blocks[at(row.block)];
    }
};

using MaybeNumber = std::optional<double>;

MaybeNumber finite(double value)
{
    return std::isfinite(value) ? MaybeNumber(value) : std::nullopt;
}

std::string lettersOf(const TableFacts& facts, const TableRow& row)
{
    return row.way ? toString(row.way->mix) : toString(KeepingPlan{facts.shown.mix[at(row.block)]});
}

}  // namespace

ShownKeeping::ShownKeeping(int stageOfPlan, StageKeeping found) : stage(stageOfPlan), answer(std::move(found))
{
    setMix(answer.best.plan.empty() ? KeepingPlan(answer.blocks.size(), Keeping::Recompute) : answer.best.plan);
}

void ShownKeeping::setMix(KeepingPlan plan)
{
    mix = std::move(plan);
    timeline = SwapStep(answer.blocks, answer.device).timeline(mix);
    if (!runs()) {
        timeline = {timeline.seconds, {}, {}};
    }
}

bool ShownKeeping::runs() const
{
    return std::isfinite(timeline.seconds);
}

Seconds ShownKeeping::secondsWith(std::size_t block, Keeping keeping) const
{
    KeepingPlan other = mix;
    other[block] = keeping;
    return SwapStep(answer.blocks, answer.device).seconds(other);
}

std::vector<KeepingRow> keepingRows(const ShownKeeping& shown)
{
    const StageKeeping& answer = shown.answer;
    const auto row = [](const QString& name, const KeepingAnswer& found) {
        return KeepingRow{name, found.plan.empty() ? HUGE_VAL : found.seconds, found.plan};
    };
    std::vector<KeepingRow> rows{{KeepingText::tr("If memory were unlimited"), answer.inCore},
                                 row(KeepingText::tr("Best mix"), answer.best),
                                 row(KeepingText::tr("Swapping alone"), answer.swapOnly),
                                 row(KeepingText::tr("Recomputing alone"), answer.recomputeOnly)};
    rows[1].lowerBound = answer.best.plan.empty() ? -1 : answer.best.lowerBound;
    for (std::size_t i = 2; i < rows.size(); ++i) {
        if (rows[i].mix.size() != shown.mix.size()) {
            rows[i].mix.clear();  // of other blocks
        }
    }
    if (!shown.isBest()) {
        rows.push_back({KeepingText::tr("This mix"), shown.timeline.seconds, shown.mix});
    }
    if (shown.exchange) {
        const double passes = shown.exchange->microbatches;
        rows.push_back({KeepingText::tr("Host updates block by block"), shown.exchange->phased / passes});
        rows.push_back({KeepingText::tr("Host updates at the end"), shown.exchange->bulk / passes});
    }
    return rows;
}

QString nameOf(Keeping keeping)
{
    return keeping == Keeping::Keep   ? KeepingText::tr("Keep")
           : keeping == Keeping::Swap ? KeepingText::tr("Swap")
                                      : KeepingText::tr("Recompute");
}

QString nameOf(SwapEventKind kind)
{
    switch (kind) {
    case SwapEventKind::Forward:
        return nameOf(TimelineKind::Forward);
    case SwapEventKind::SwapOut:
        return KeepingText::tr("Copy to host");
    case SwapEventKind::SwapIn:
        return KeepingText::tr("Copy from host");
    case SwapEventKind::Recompute:
        return KeepingText::tr("Forward again");
    case SwapEventKind::Backward:
        break;
    }
    return nameOf(TimelineKind::Backward);
}

QString blockTitle(std::size_t block)
{
    return KeepingText::tr("Block %1").arg(block + 1);
}

QString keepingSeconds(Seconds seconds)
{
    return std::isfinite(seconds) ? secondsText(seconds) : KeepingText::tr("cannot run");
}

double ShownKeeping::heldAt(Seconds moment) const
{
    const auto after = std::ranges::upper_bound(timeline.memory, moment, {}, &SwapMemory::start);
    return after == timeline.memory.begin() ? 0 : (after - 1)->bytes;
}

FigureContent keepingFigures(const ShownKeeping& shown, const QStringList& layers)
{
    const auto facts = std::make_shared<const TableFacts>(TableFacts{shown, keepingRows(shown), layers});
    using Row = const TableRow&;
    const auto ofBlock = [facts](double SwapBlock::*part) {
        return [facts, part](Row row) {
            const SwapBlock* block = facts->block(row);
            return FigureValue(block != nullptr ? MaybeNumber(block->*part) : std::nullopt);
        };
    };
    const auto held = [facts](SwapEventKind kind) {
        return [facts, kind](Row row) {
            const SwapEvent* event = facts->event(row, kind);
            return FigureValue(event != nullptr ? MaybeNumber(facts->shown.heldAt(event->start)) : std::nullopt);
        };
    };
    std::vector<FigureColumnOf<TableRow>> columns{
        {KeepingText::tr("What"), "what", Unit::Text,
         [](Row row) { return row.way ? row.way->name : blockTitle(static_cast<std::size_t>(row.block)); }},
        {KeepingText::tr("Layers"), "layers", Unit::Text,
         [facts](Row row) { return row.way ? QString() : facts->layers[row.block]; }},
        {KeepingText::tr("Mix"), "mix", Unit::Text, [facts](Row row) { return lettersOf(*facts, row); }},
        {KeepingText::tr("Micro-batch"), "microbatch_s", Unit::Time,
         [](Row row) { return FigureValue(row.way ? finite(row.way->seconds) : std::nullopt); }},
        {KeepingText::tr("Lower bound of any way"), "lower_bound_s", Unit::Time,
         [](Row row) {
             return FigureValue(row.way && row.way->lowerBound > 0 ? MaybeNumber(row.way->lowerBound) : std::nullopt);
         }},
        {nameOf(TimelineKind::Forward), "forward_s", Unit::Time, ofBlock(&SwapBlock::forward)},
        {nameOf(TimelineKind::Backward), "backward_s", Unit::Time, ofBlock(&SwapBlock::backward)},
        {KeepingText::tr("Kept tensors"), "kept_bytes", Unit::Memory, ofBlock(&SwapBlock::kept)},
        {KeepingText::tr("Input"), "input_bytes", Unit::Memory, ofBlock(&SwapBlock::input)},
        {KeepingText::tr("Memory at the start of forward"), "held_at_forward_bytes", Unit::Memory,
         held(SwapEventKind::Forward)},
        {KeepingText::tr("Held as the backward begins"), "held_at_backward_bytes", Unit::Memory,
         held(SwapEventKind::Backward)}};
    static constexpr std::array keys{"forward", "copy_to_host", "copy_from_host", "forward_again", "backward"};
    for (std::size_t i = 0; i < allEvents.size(); ++i) {
        const auto moment = [facts, kind = allEvents[i]](Seconds SwapEvent::*part) {
            return [facts, kind, part](Row row) {
                const SwapEvent* event = facts->event(row, kind);
                return FigureValue(event != nullptr ? MaybeNumber(event->*part) : std::nullopt);
            };
        };
        columns.push_back({KeepingText::tr("%1 begins").arg(nameOf(allEvents[i])), QByteArray(keys[i]) + "_start_s",
                           Unit::Time, moment(&SwapEvent::start)});
        columns.push_back({KeepingText::tr("%1 ends").arg(nameOf(allEvents[i])), QByteArray(keys[i]) + "_end_s",
                           Unit::Time, moment(&SwapEvent::end)});
    }
    return figuresOf<TableRow>(
        static_cast<int>(facts->ways.size() + facts->shown.mix.size()), [facts](int row) { return facts->row(row); },
        std::move(columns));
}

}  // namespace pgram
