// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/step_sums.h"

#include "widgets/views/common/words.h"
#include "widgets/views/timeline/timeline_picture.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace pgram {

namespace {

constexpr double barLines = 1.3;
constexpr double narrowLines = 30;    // width of a bar below which the words take the names' column, too
constexpr std::size_t mostPairs = 5;  // named in a tip

struct StepSums {
    Q_DECLARE_TR_FUNCTIONS(StepSums)
};

QColor colorOf(const Theme& theme, const TimeUse& use)
{
    switch (use.kind) {
    case TimeUse::Kind::Compute:
        return theme.of(TimelineKind::Forward);
    case TimeUse::Kind::Recompute:
        return mixed(theme.of(TimelineKind::Forward), theme.surface, 0.5);
    case TimeUse::Kind::Transfer:
        return theme.of(use.link.kind);
    case TimeUse::Kind::Bubble:
        break;
    }
    return theme.bubble();
}

void addPiece(Scene& scene, const QRectF& piece, const TimeUse& use, const Ref& ref)
{
    scene.fill(piece, colorOf(scene.theme(), use), ref);
    if (use.kind == TimeUse::Kind::Bubble) {
        scene.hatch(piece, hatchInk(scene.theme()), bubbleHatch);
    } else if (use.kind == TimeUse::Kind::Recompute) {
        scene.hatch(piece, scene.theme().of(TimelineKind::Forward), recomputeHatch);
    }
}

QString timeAndShare(const StepRange& range, const TimeUse& use)
{
    return StepSums::tr("%1 (%2)").arg(secondsText(use.seconds), percentText(use.seconds / range.parts.total()));
}

}  // namespace

std::vector<TimeUse> timeUses(const StepRange& range)
{
    std::vector<TimeUse> uses{{TimeUse::Kind::Compute, {}, range.parts.compute},
                              {TimeUse::Kind::Recompute, {}, range.parts.recompute}};
    for (const auto& [link, time] : range.transfers) {
        uses.push_back({TimeUse::Kind::Transfer, link, time.exposed, time.hidden});
    }
    std::ranges::stable_sort(uses.begin() + 2, uses.end(), std::greater(), &TimeUse::seconds);
    uses.push_back({TimeUse::Kind::Bubble, {}, range.parts.bubble});
    std::erase_if(uses, [&](const TimeUse& use) { return use.seconds <= 0 && use.hidden <= 0; });
    return uses;
}

QString nameOf(const Plan& plan, const TimeUse& use)
{
    switch (use.kind) {
    case TimeUse::Kind::Compute:
        return StepSums::tr("Compute");
    case TimeUse::Kind::Recompute:
        return StepSums::tr("Recomputation");
    case TimeUse::Kind::Transfer:
        return StepSums::tr("%1, %2").arg(nameOf(use.link.kind), linkName(plan, use.link.link));
    case TimeUse::Kind::Bubble:
        break;
    }
    return StepSums::tr("Bubbles");
}

void addStepSums(Scene& scene, const QRectF& area, double names, const Plan& plan, const StepRange& range,
                 const QString& part)
{
    const Theme& theme = scene.theme();
    const Seconds total = range.parts.total();
    if (total <= 0) {
        return;
    }
    const std::vector<TimeUse> uses = timeUses(range);
    const QRectF bar(area.left(), area.top(), area.width(), std::round(scene.line() * barLines));
    scene.fitting(QRectF(names, bar.top(), bar.left() - names - theme.gap, bar.height()),
                  part.isEmpty() ? QStringList{StepSums::tr("time used"), StepSums::tr("use")}
                                 : QStringList{StepSums::tr("time used, %1").arg(part), part},
                  part.isEmpty() ? theme.smallFont : theme.boldFont, part.isEmpty() ? theme.mutedText : theme.accent);
    Seconds before = 0;
    for (std::size_t index = 0; index < uses.size(); ++index) {
        const TimeUse& use = uses[index];
        const QRectF piece(bar.left() + bar.width() * before / total, bar.top(), bar.width() * use.seconds / total,
                           bar.height());
        addPiece(scene, piece, use, {"use", static_cast<int>(index)});
        before += use.seconds;
    }

    const double line = scene.line() * 1.15;
    const double swatch = scene.line() * 0.7;
    const double left = area.width() < scene.line() * narrowLines ? names : area.left();
    QPointF place(left, bar.bottom() + theme.gap);
    std::vector<std::size_t> order(uses.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t index) { return uses[index].seconds; });
    for (const std::size_t index : order) {
        const TimeUse& use = uses[index];
        const QString name = nameOf(plan, use) + QStringLiteral(" ");
        const QString figures = timeAndShare(range, use);
        const double words = swatch + theme.gap + textWidth(theme.smallFont, name);
        const double width = words + textWidth(theme.smallFont, figures);
        if (place.x() > left && place.x() + width > area.right()) {
            place = QPointF(left, place.y() + line);
        }
        if (place.y() + line > area.bottom() + 1) {
            return;
        }
        const QRectF item(place, QSizeF(width, line));
        const Ref ref{"use", static_cast<int>(index)};
        addPiece(scene, QRectF(item.left(), item.center().y() - swatch / 2, swatch, swatch), use, ref);
        scene.target(item, ref);
        scene.text(item.adjusted(swatch + theme.gap, 0, 0, 0), name, theme.smallFont, theme.text);
        scene.text(item.adjusted(words, 0, 0, 0), figures, theme.smallFont, theme.mutedText);
        place.rx() += width + theme.margin;
    }
}

QString useTip(const Plan& plan, const StepRange& range, const TimeUse& use)
{
    Tip tip(nameOf(plan, use));
    tip.add(StepSums::tr("Range of the step"),
            StepSums::tr("%1 to %2").arg(secondsText(range.begin), secondsText(range.end)));
    tip.add(StepSums::tr("Time of an average device"), timeAndShare(range, use));
    if (use.kind != TimeUse::Kind::Transfer) {
        return tip.html();
    }
    tip.add(StepSums::tr("Hidden beside compute"), secondsText(use.hidden));
    std::vector<std::pair<Volume, StagePair>> pairs;
    for (const auto& [pair, bytes] : range.bytes) {
        if ((pair.from != pair.to) == (use.link.kind == TrafficKind::Pipeline)) {
            pairs.emplace_back(bytes, pair);
        }
    }
    std::ranges::stable_sort(pairs, std::greater(), &std::pair<Volume, StagePair>::first);
    tip.add(StepSums::tr("All transfers between these devices"), QString());
    for (std::size_t index = 0; index < std::min(pairs.size(), mostPairs); ++index) {
        const auto& [bytes, pair] = pairs[index];
        tip.add(pair.from == pair.to
                    ? stageTitle(plan, pair.from)
                    : QStringLiteral("%1 → %2").arg(stageTitle(plan, pair.from), stageTitle(plan, pair.to)),
                volumeText(bytes));
    }
    return tip.html();
}

}  // namespace pgram
