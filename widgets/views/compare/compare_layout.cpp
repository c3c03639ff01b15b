// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/compare_layout.h"

#include "core/base/format.h"
#include "core/base/index.h"
#include "core/plan/step_parts.h"
#include "widgets/document/texts.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

namespace pgram {

namespace {

constexpr std::array<std::string_view, 7> figureKeys{
    "step_time_s",       "throughput_samples_per_s", "tokens_per_s_per_device", "mfu",
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

constexpr int mostLines = 3;

QString nameText(const ComparedPlan& plan, bool reference)
{
    return reference ? CompareText::tr("%1 (reference)").arg(plan.name) : plan.name;
}

double nameWidth(const Theme& theme, const ComparedPlan& plan, bool reference)
{
    return badgeWidth(theme) + theme.gap + textWidth(theme.font, nameText(plan, reference)) + 2;
}

double lineOf(const Theme& theme)
{
    return theme.lineHeight * 1.35;
}

}  // namespace

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

double badgeWidth(const Theme& theme)
{
    return theme.lineHeight * 1.2;
}

void paintBadge(QPainter& painter, const Theme& theme, const QRectF& line, const ComparedPlan& plan, bool reference)
{
    const double height = std::min(line.height(), theme.lineHeight * 1.15);
    const QRectF box(line.left(), line.center().y() - height / 2, badgeWidth(theme), height);
    painter.fillRect(box, reference ? theme.text : theme.panel);
    paintOutline(painter, box.adjusted(0.5, 0.5, -0.5, -0.5), reference ? theme.text : theme.mutedText, 1);
    if (height >= theme.lineHeight * 0.75) {
        paintText(painter, theme.boldFont, reference ? theme.surface : theme.text, box,
                  Qt::AlignCenter | Qt::TextDontClip, plan.letter);
    }
}

void paintPlanName(QPainter& painter, const Theme& theme, const QRectF& line, const ComparedPlan& plan, bool reference)
{
    paintBadge(painter, theme, line, plan, reference);
    const QRectF place = line.adjusted(badgeWidth(theme) + theme.gap, 0, 0, 0);
    const QString text = nameText(plan, reference);
    const bool whole = textWidth(theme.font, text) <= place.width();
    paintText(painter, theme.font, theme.text, place, Qt::AlignVCenter | Qt::TextSingleLine,
              whole ? text : QFontMetricsF(theme.font).elidedText(plan.name, Qt::ElideMiddle, place.width()));
}

PlanKey layoutPlanKey(const Theme& theme, const CompareSet& set, const QRectF& area)
{
    PlanKey key;
    const double space = theme.margin * 1.5;
    const double count = set.plans.size();
    double x = area.left();
    double y = area.top();
    for (std::size_t index = 0; index < set.plans.size(); ++index) {
        const double wanted = nameWidth(theme, set.plans[index], index == 0);
        const double width = std::min(wanted, std::max(area.width() / std::min(count, 2.0) - space, 20.0));
        const bool last = y + lineOf(theme) * 1.5 > area.top() + mostLines * lineOf(theme);
        if (x + width > area.right() + 1 && x > area.left() && !last) {
            x = area.left();
            y += lineOf(theme);
        }
        key.names.emplace_back(x, y, std::max(0.0, std::min(width, area.right() - x)), theme.lineHeight * 1.2);
        x += width + space;
    }
    key.area = QRectF(area.left(), area.top(), area.width(), y + 2 * lineOf(theme) - area.top());
    key.verdict = verdictOf(set);
    return key;
}

namespace {

/// Returns the part of the step that differs most in favour of the faster plan.
QString mainReason(const ComparedPlan& faster, const ComparedPlan& slower)
{
    const StepParts a = stepParts(*faster.plan, *faster.estimate);
    const StepParts b = stepParts(*slower.plan, *slower.estimate);
    const std::array reasons{std::pair(b.compute - a.compute, CompareText::tr("less compute")),
                             std::pair(b.recompute - a.recompute, CompareText::tr("less recomputation")),
                             std::pair(b.communication - a.communication, CompareText::tr("less communication")),
                             std::pair(b.bubble - a.bubble, CompareText::tr("fewer bubbles"))};
    return std::ranges::max_element(reasons, {}, [](const auto& each) { return each.first; })->second;
}

bool isSameWork(const CompareSet& set)
{
    return std::ranges::all_of(set.plans, [](const ComparedPlan& plan) {
        return plan.sameModel && std::ranges::all_of(plan.difference.figures, &FigureDifference::sameAmount);
    });
}

}  // namespace

QString verdictOf(const CompareSet& set)
{
    if (set.isEmpty()) {
        return {};
    }
    std::vector<const ComparedPlan*> sound;
    QStringList others;
    for (const ComparedPlan& plan : set.plans) {
        if (isSound(*plan.estimate)) {
            sound.push_back(&plan);
        } else {
            others.append(plan.letter);
        }
    }
    QString unfit = others.isEmpty() ? QString()
                                     : CompareText::tr("%1 cannot run as planned.", nullptr)
                                           .arg(others.join(CompareText::tr(", ", "between plans")));
    if (!isSameWork(set)) {
        return CompareText::tr("The plans do different work: compare tokens/s and MFU.") +
               (unfit.isEmpty() ? QString() : QStringLiteral(" ") + unfit);
    }
    std::ranges::stable_sort(sound, {}, [](const ComparedPlan* plan) { return plan->estimate->stepTime; });
    if (sound.size() < 2) {
        return unfit;
    }
    const ComparedPlan& best = *sound[0];
    const ComparedPlan& next =
        best.row == set.plans.front().row || !isSound(*set.plans.front().estimate) ? *sound[1] : set.plans.front();
    const double change = best.estimate->stepTime / next.estimate->stepTime - 1;
    constexpr double nothing = 5e-4;
    QString text = change > -nothing
                       ? CompareText::tr("%1 and %2 are equally fast").arg(best.letter, next.letter)
                       : CompareText::tr("%1 is the fastest: step time %2 against %3, mostly %4")
                             .arg(best.letter, signedPercent(change), next.letter, mainReason(best, next));
    const double bytes =
        static_cast<double>(best.estimate->peakMemory) - static_cast<double>(next.estimate->peakMemory);
    if (bytes != 0) {
        text = CompareText::tr("%1; memory %2").arg(text, signedBytes(bytes));
    }
    text += QStringLiteral(".");
    return unfit.isEmpty() ? text : text + QStringLiteral(" ") + unfit;
}

void paintPlanKey(QPainter& painter, const Theme& theme, const CompareSet& set, const PlanKey& key)
{
    for (std::size_t index = 0; index < set.plans.size(); ++index) {
        if (key.names[index].width() >= badgeWidth(theme)) {
            paintPlanName(painter, theme, key.names[index], set.plans[index], index == 0);
        }
    }
    const QRectF line(key.area.left(), key.area.bottom() - lineOf(theme), key.area.width(), theme.lineHeight * 1.2);
    paintText(painter, theme.boldFont, theme.text, line, Qt::AlignVCenter | Qt::TextSingleLine,
              QFontMetricsF(theme.boldFont).elidedText(key.verdict, Qt::ElideRight, line.width()));
}

namespace {

// Of an area with room for all sections, in lines of text.
constexpr double leastWidth = 62;
constexpr double leastHeight = 40;

// Shares of it: figures beside strategies, memory beside communication, timelines below.
constexpr double upperShare = 0.29;
constexpr double middleShare = 0.33;
constexpr double figuresShare = 0.44;
constexpr double memoryShare = 0.52;

using Panels = std::array<QRectF, allCompareSections.size()>;

QRectF& of(Panels& panels, CompareSection section)
{
    return panels[at(section)];
}

Panels panelsIn(const Theme& theme, const QRectF& area, std::optional<CompareSection> alone)
{
    Panels panels;
    if (alone) {
        of(panels, *alone) = area;
        return panels;
    }
    const double across = theme.margin * 2;
    const double down = theme.margin * 1.2;
    const double width = area.width() - across;
    const double height = area.height() - 2 * down;
    const QRectF upper(area.left(), area.top(), area.width(), height * upperShare);
    const QRectF middle(area.left(), upper.bottom() + down, area.width(), height * middleShare);
    of(panels, CompareSection::Figures) = QRectF(upper.topLeft(), QSizeF(width * figuresShare, upper.height()));
    of(panels, CompareSection::Strategy) = upper.adjusted(width * figuresShare + across, 0, 0, 0);
    of(panels, CompareSection::Memory) = QRectF(middle.topLeft(), QSizeF(width * memoryShare, middle.height()));
    of(panels, CompareSection::Communication) = middle.adjusted(width * memoryShare + across, 0, 0, 0);
    of(panels, CompareSection::Timelines) = QRectF(QPointF(area.left(), middle.bottom() + down), area.bottomRight());
    return panels;
}

}  // namespace

const char* keyOf(CompareSection section)
{
    static constexpr std::array keys{"figures", "strategy", "memory", "timelines", "communication"};
    return keys[at(section)];
}

QString titleOf(CompareSection section)
{
    static constexpr std::array titles{
        QT_TRANSLATE_NOOP("CompareText", "Figures"), QT_TRANSLATE_NOOP("CompareText", "Strategy"),
        QT_TRANSLATE_NOOP("CompareText", "Memory"), QT_TRANSLATE_NOOP("CompareText", "Timelines"),
        QT_TRANSLATE_NOOP("CompareText", "Communication")};
    return CompareText::tr(titles[at(section)]);
}

std::optional<CompareSection> CompareLayout::sectionAt(const QPointF& position) const
{
    const auto found = std::ranges::find_if(allCompareSections,
                                            [&](CompareSection section) { return panel(section).contains(position); });
    return found == allCompareSections.end() ? std::nullopt : std::optional(*found);
}

int CompareLayout::planAt(const QPointF& position) const
{
    if (const int named = indexAt(key.names, position); named >= 0) {
        return named;
    }
    const auto section = sectionAt(position);
    if (!section) {
        return -1;
    }
    switch (*section) {
    case CompareSection::Figures:
        return figures.planAt(position);
    case CompareSection::Strategy:
        return strategies.planAt(position);
    case CompareSection::Memory:
        return memory->at(position).index;
    case CompareSection::Timelines:
        return timelines.planAt(position);
    case CompareSection::Communication:
        break;
    }
    return volumes->at(position).index;
}

bool fitsAllSections(const Theme& theme, const QSizeF& size)
{
    return size.width() >= leastWidth * theme.lineHeight && size.height() >= leastHeight * theme.lineHeight;
}

CompareLayout layoutCompare(const Theme& theme, const CompareSet& set, const BinnedTimelines& binned,
                            const QRectF& area, Seconds begin, Seconds end, std::optional<CompareSection> alone)
{
    CompareLayout layout;
    layout.key = layoutPlanKey(theme, set, area);
    layout.panels = panelsIn(theme, area.adjusted(0, layout.key.area.height() + theme.gap, 0, 0), alone);
    if (layout.shows(CompareSection::Figures)) {
        layout.figures = layoutFigures(theme, set, layout.panel(CompareSection::Figures));
    }
    if (layout.shows(CompareSection::Strategy)) {
        layout.strategies = layoutStrategies(theme, set, layout.panel(CompareSection::Strategy));
    }
    if (layout.shows(CompareSection::Memory)) {
        layout.memory = stageMemoryScene(theme, set, layout.panel(CompareSection::Memory));
    }
    if (layout.shows(CompareSection::Timelines)) {
        layout.timelines = layoutTimelines(theme, set, binned, layout.panel(CompareSection::Timelines), begin, end);
    }
    if (layout.shows(CompareSection::Communication)) {
        layout.volumes = volumesScene(theme, set, layout.panel(CompareSection::Communication));
    }
    return layout;
}

void paintCompare(QPainter& painter, const Theme& theme, const CompareSet& set, const BinnedTimelines& binned,
                  const CompareLayout& layout)
{
    paintPlanKey(painter, theme, set, layout.key);
    if (layout.shows(CompareSection::Figures)) {
        paintFigures(painter, theme, set, layout.figures);
    }
    if (layout.shows(CompareSection::Strategy)) {
        paintStrategies(painter, theme, set, layout.strategies);
    }
    if (layout.shows(CompareSection::Memory)) {
        layout.memory->paint(painter);
    }
    if (layout.shows(CompareSection::Timelines)) {
        paintTimelines(painter, theme, set, binned, layout.timelines);
    }
    if (layout.shows(CompareSection::Communication)) {
        layout.volumes->paint(painter);
    }
}

}  // namespace pgram
