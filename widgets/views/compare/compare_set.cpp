// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/compare_set.h"

#include "core/base/format.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"
#include "widgets/views/compare/compare_panels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

namespace pgram {

namespace {

constexpr std::array<std::string_view, 6> figureKeys{
    "step_time_s",       "throughput_samples_per_s", "mfu",
    "peak_memory_bytes", "bubble_fraction",          "exposed_communication_s"};

/// "A" … "Z", "A2" …
QString letterOf(std::size_t index)
{
    const QString letter(QChar(u'A' + static_cast<char16_t>(index % 26)));
    return index < 26 ? letter : letter + QString::number(index / 26 + 1);
}

QString signOf(double value)
{
    return value > 0 ? QStringLiteral("+") : QStringLiteral("−");
}

}  // namespace

const Timeline* ComparedPlan::timeline() const
{
    return estimate->timeline && !estimate->timeline->stages.empty() ? estimate->timeline.get() : nullptr;
}

bool ComparedPlan::differs(int layer) const
{
    return std::ranges::any_of(difference.strategies, [layer](const StrategyDifference& run) {
        return layer >= run.firstLayer && layer < run.firstLayer + run.layerCount;
    });
}

int ComparedPlan::differingLayers() const
{
    int count = 0;
    for (const StrategyDifference& run : difference.strategies) {
        count += run.layerCount;
    }
    return count;
}

const VolumeDifference* ComparedPlan::volume(TrafficKind kind) const
{
    const auto found = std::ranges::find(difference.volumes, kind, &VolumeDifference::kind);
    return found == difference.volumes.end() ? nullptr : &*found;
}

int CompareSet::layers() const
{
    int most = 0;
    for (const ComparedPlan& plan : plans) {
        most = std::max(most, plan.layers());
    }
    return most;
}

int CompareSet::stages() const
{
    int most = 0;
    for (const ComparedPlan& plan : plans) {
        most = std::max(most, plan.plan->pipeline());
    }
    return most;
}

Seconds CompareSet::longestStep() const
{
    Seconds longest = 0;
    for (const ComparedPlan& plan : plans) {
        longest = std::max(longest, plan.timeline() != nullptr ? plan.timeline()->makespan : 0);
    }
    return longest;
}

std::vector<TrafficKind> CompareSet::trafficKinds() const
{
    std::set<TrafficKind> kinds;
    for (const ComparedPlan& plan : plans) {
        for (const VolumeDifference& volume : plan.difference.volumes) {
            kinds.insert(volume.kind);
        }
    }
    return {kinds.begin(), kinds.end()};
}

CompareSet compareSetOf(const Session& session)
{
    CompareSet set;
    for (const int row : session.comparedRows()) {
        const PlanDocument& entry = session.at(row);
        if (!entry.plan() || !entry.estimate()) {
            continue;
        }
        ComparedPlan compared;
        compared.row = row;
        compared.letter = letterOf(set.plans.size());
        compared.name = QString::fromStdString(entry.plan()->name);
        compared.plan = entry.plan();
        compared.estimate = entry.estimate();
        set.plans.push_back(std::move(compared));
    }
    if (set.plans.size() < 2) {
        return {};
    }
    const ComparedPlan first = set.plans.front();
    for (ComparedPlan& plan : set.plans) {
        plan.sameModel = isComparable(session.at(first.row), session.at(plan.row));
        plan.difference = compare(*first.plan, *first.estimate, *plan.plan, *plan.estimate);
        if (!plan.sameModel) {
            plan.difference.strategies.clear();
        }
    }
    return set;
}

std::vector<const Figure*> comparedFigures()
{
    std::vector<const Figure*> chosen;
    for (const std::string_view key : figureKeys) {
        const auto found = std::ranges::find_if(figures(), [key](const Figure& figure) { return figure.key == key; });
        chosen.push_back(&*found);
    }
    return chosen;
}

const FigureDifference& differenceOf(const ComparedPlan& plan, const Figure& figure)
{
    return *std::ranges::find(plan.difference.figures, &figure, &FigureDifference::figure);
}

QString changeText(const FigureDifference& difference)
{
    if (difference.figure->quantity != Quantity::Share) {
        return signedPercent(difference.relativeChange());
    }
    if (difference.change() == 0) {
        return QStringLiteral("±0");
    }
    const QString points = QString::fromStdString(formatNumber(100 * std::abs(difference.change())));
    return CompareText::tr("%1%2 points").arg(signOf(difference.change()), points);
}

QString signedBytes(double bytes)
{
    return bytes == 0 ? QStringLiteral("±0") : signOf(bytes) + bytesText(std::abs(bytes));
}

}  // namespace pgram
