// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/ghost_text.h"

#include "widgets/document/quantity_text.h"
#include "widgets/document/texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>
#include <utility>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(GhostText)
};

/// "a → b", or "a" where both read the same.
QString arrow(const QString& now, const QString& ghost)
{
    return now == ghost ? now : QStringLiteral("%1 → %2").arg(now, ghost);
}

Bytes memoryOf(const Estimate& estimate, int stage)
{
    return estimate.stages[static_cast<std::size_t>(stage)].memory.total();
}

}  // namespace

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
    return Words::tr("step %1 (%2)")
        .arg(arrow(secondsText(now.stepTime), secondsText(ghost.stepTime)), signedPercent(change.relativeChange()));
}

QString ghostMemory(const Estimate& now, const Estimate& ghost)
{
    return Words::tr("memory %1 of %2")
        .arg(arrow(bytesText(now.peakMemory), bytesText(ghost.peakMemory)), bytesText(ghost.usableBudget));
}

QString ghostVerdict(const Plan& plan, const Estimate& ghost)
{
    if (!ghost.legal) {
        const auto first = std::ranges::find_if(ghost.issues, [](const Issue& issue) {
            return issue.severity == Severity::Error && issue.code != "over-budget";
        });
        return first == ghost.issues.end() ? Words::tr("not legal")
                                           : Words::tr("not legal: %1").arg(issueText(plan, ghost, *first));
    }
    return ghost.fits ? Words::tr("fits")
                      : Words::tr("does not fit: %1 over").arg(bytesText(ghost.peakMemory - ghost.usableBudget));
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
        lines.append(Words::tr("stage %1: %2")
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

}  // namespace pgram
