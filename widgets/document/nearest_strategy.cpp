// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/nearest_strategy.h"

#include "core/base/index.h"
#include "core/plan/strategy_json.h"
#include "core/strategy/decision_tree.h"
#include "core/strategy/strategy_text.h"
#include "widgets/document/core_text.h"

#include <QCoreApplication>
#include <QMimeData>
#include <QStringList>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace pgram {

namespace {

double doublings(int a, int b)
{
    return std::abs(std::log2(static_cast<double>(a) / b));
}

std::vector<int> divisorsOf(int number)
{
    std::vector<int> all(static_cast<std::size_t>(number));
    std::iota(all.begin(), all.end(), 1);
    std::erase_if(all, [number](int d) { return number % d != 0; });
    return all;
}

/// All strategies with one degree given that fill the stage.
std::vector<LayerStrategy> alternatives(const LayerStrategy& now, const StrategyField& field, int value,
                                        int stageDevices)
{
    std::vector<LayerStrategy> all{now};
    for (const StrategyField& degree : strategyFields()) {
        if (degree.word == nullptr) {
            continue;
        }
        const std::vector<int> values =
            &degree == &field ? std::vector{value} : divisorsOf(degree.fillsStage ? stageDevices : degree.get(now));
        std::vector<LayerStrategy> next;
        for (const LayerStrategy& strategy : all) {
            for (const int each : values) {
                next.push_back(withField(strategy, degree, each, stageDevices));
            }
        }
        all = std::move(next);
    }
    std::erase_if(all, [&](const LayerStrategy& s) { return s.groupSize() != stageDevices; });
    return all;
}

Space usualSpace(const Plan& plan)
{
    Space space = spaceOf({&Space::dp, &Space::sdp, &Space::tp, &Space::ckpt, &Space::pp});
    space.anyDivisor = !std::has_single_bit(static_cast<unsigned>(plan.stageDevices()));
    for (const DimensionRules* rules : dimensionRules()) {
        const auto has = [&](const LayerStrategy& s) { return rules->has != nullptr && rules->has(s); };
        space.*rules->on = space.*rules->on || std::ranges::any_of(plan.strategies, has);
    }
    return space;
}

bool isTakenBy(const Plan& plan, LayerRange range, const LayerStrategy& strategy)
{
    const LayerSpec* last = nullptr;
    for (int layer = range.first; layer < range.first + range.count; ++layer) {
        const LayerSpec* spec = &plan.model.layer(layer);
        if (spec != std::exchange(last, spec) && refusalOn(plan, layer, strategy)) {
            return false;
        }
    }
    return true;
}

constexpr qsizetype longestText = 1'000'000;    // somebody may have copied a book
constexpr qsizetype longestLines = 16'000'000;  // of a model of tens of thousands of layers

struct ClipboardText {
    Q_DECLARE_TR_FUNCTIONS(StrategyClipboard)
};

QString format()
{
    return QStringLiteral("application/x-parallelogram-strategy");
}

/// Every field, so that what comes back is what was copied, whatever its short name leaves out.
QString encoded(const LayerStrategy& strategy)
{
    Json json = Json::object();
    addStrategy(json, strategy);
    return qs(dumped(json));
}

std::optional<LayerStrategy> decoded(const QString& line)
{
    const Result<Json> json = parseJson(line.toStdString(), "clipboard");
    if (!json) {
        return std::nullopt;
    }
    JsonObject object(*json, "clipboard");
    const LayerStrategy strategy = readStrategy(object);
    return object.error() ? std::nullopt : std::optional(strategy);
}

std::vector<LayerStrategy> decodedLines(const QString& text)
{
    std::vector<LayerStrategy> strategies;
    for (const QString& line : text.split(u'\n')) {
        const auto strategy = decoded(line);
        if (!strategy) {
            return {};
        }
        strategies.push_back(*strategy);
    }
    return strategies;
}

std::vector<LayerStrategy> parsed(const QString& text)
{
    std::vector<LayerStrategy> strategies;
    for (const QString& line : text.trimmed().split(u'\n')) {
        const auto strategy = parseStrategy(line.trimmed().toStdString());
        if (!strategy) {
            return {};
        }
        strategies.push_back(*strategy);
    }
    return strategies;
}

}  // namespace

double distanceBetween(const LayerStrategy& a, const LayerStrategy& b)
{
    constexpr double dataShare = 0.01;
    constexpr double aSwitch = 0.5;
    double distance = dataShare * doublings(a.data, b.data);
    for (const StrategyField& field : strategyFields()) {
        const int of[] = {field.get(a), field.get(b)};
        distance += field.word != nullptr ? doublings(of[0], of[1]) : of[0] == of[1] ? 0.0 : aSwitch;
    }
    return distance;
}

LayerStrategy nearestWith(const Plan& plan, int layer, const StrategyField& field, int value)
{
    const LayerStrategy& now = plan.strategies[at(layer)];
    const int devices = plan.stageDevices();
    const LayerStrategy plain = withField(now, field, value, devices);
    const auto refused = field.word != nullptr ? refusalOn(plan, layer, plain) : std::nullopt;
    if (!refused) {
        return plain;
    }
    // What is broken already, by the same rule, is not for this choice to mend.
    if (const auto before = refusalOn(plan, layer, now); before && before->rule == refused->rule) {
        return plain;
    }
    std::vector<LayerStrategy> all = alternatives(now, field, value, devices);
    std::ranges::stable_sort(all, {}, [&](const LayerStrategy& s) { return distanceBetween(now, s); });
    const auto nearest = std::ranges::find_if(all, [&](const LayerStrategy& s) { return !refusalOn(plan, layer, s); });
    if (nearest != all.end()) {
        return *nearest;
    }
    // None: the reason is the layer's, rather than that the degrees do not fill the stage.
    return refused->rule == Rule::GroupSize && !all.empty() ? all.front() : plain;
}

std::vector<LayerStrategy> strategiesNear(const Plan& plan, LayerRange range, const StrategyPattern& pattern,
                                          std::size_t most)
{
    const LayerStrategy& now = plan.strategies[at(range.first)];
    std::vector<LayerStrategy> near =
        searchedStrategies(plan.cluster.devices, plan.pipeline(), widened(usualSpace(plan), pattern));
    std::erase_if(near, [&](const LayerStrategy& s) { return !pattern.matches(s); });
    std::ranges::stable_sort(near, {}, [&](const LayerStrategy& s) { return distanceBetween(now, s); });
    std::vector<LayerStrategy> taken;
    for (const LayerStrategy& strategy : near) {
        if (taken.size() < most && isTakenBy(plan, range, strategy)) {
            taken.push_back(strategy);
        }
    }
    return taken;
}

void putStrategies(QMimeData& data, std::span<const LayerStrategy> strategies)
{
    QStringList lines;
    for (const LayerStrategy& strategy : strategies) {
        lines.append(encoded(strategy));
    }
    data.setData(format(), lines.join(u'\n').toUtf8());
}

std::vector<LayerStrategy> strategiesIn(const QMimeData* data)
{
    if (data == nullptr) {
        return {};
    }
    if (data->hasFormat(format())) {
        const QByteArray encoded = data->data(format());
        return encoded.size() > longestLines ? std::vector<LayerStrategy>{} : decodedLines(QString::fromUtf8(encoded));
    }
    const QString text = data->hasText() ? data->text() : QString();
    return text.isEmpty() || text.size() > longestText ? std::vector<LayerStrategy>{} : parsed(text);
}

StrategyPaste pasteOnto(const Plan& plan, LayerRange range, const std::vector<LayerStrategy>& copied)
{
    StrategyPaste paste;
    paste.firstLayer = range.first;
    if (copied.empty()) {
        paste.refused = ClipboardText::tr("No strategy has been copied");
        return paste;
    }
    const auto other = std::ranges::find_if(
        copied, [&](const LayerStrategy& strategy) { return strategy.groupSize() != plan.stageDevices(); });
    if (other != copied.end()) {
        paste.refused =
            ClipboardText::tr("%1 is for %n device(s); a stage of this plan has %2", nullptr, other->groupSize())
                .arg(qs(shortName(*other)))
                .arg(plan.stageDevices());
        return paste;
    }
    const int layers = static_cast<int>(plan.strategies.size());
    const int wanted = range.count == 1 ? static_cast<int>(copied.size()) : range.count;
    const int count = std::min(wanted, layers - range.first);
    for (int layer = 0; layer < count; ++layer) {
        paste.strategies.push_back(copied[at(layer) % copied.size()]);
    }
    return paste;
}

}  // namespace pgram
