// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/strategy_clipboard.h"

#include "core/strategy/strategy_text.h"

#include <QCoreApplication>
#include <QMimeData>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace pgram {

namespace {

constexpr qsizetype longestText = 1'000'000;  // somebody may have copied a book

struct Words {
    Q_DECLARE_TR_FUNCTIONS(StrategyClipboard)
};

QString format()
{
    return QStringLiteral("application/x-parallelogram-strategy");
}

/// Every field as a number, so that what comes back is what was copied, whatever its short name leaves out.
QString encoded(const LayerStrategy& s)
{
    QStringList numbers;
    for (const int value : {s.tensor, s.data, s.zero, s.shard, s.context, s.expert, static_cast<int>(s.sequence),
                            static_cast<int>(s.placement), static_cast<int>(s.shardPlacement),
                            static_cast<int>(s.kept.part), static_cast<int>(s.kept.on), s.offloadOptimizer ? 1 : 0}) {
        numbers.append(QString::number(value));
    }
    return numbers.join(u' ');
}

std::optional<LayerStrategy> decoded(const QString& line)
{
    constexpr int mostDevices = 1 << 20;
    constexpr std::array most{mostDevices, mostDevices, 3, mostDevices, mostDevices, mostDevices, 2, 2, 1, 2, 1, 1};
    constexpr std::array least{1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0};
    const QStringList numbers = line.split(u' ');
    if (numbers.size() != static_cast<qsizetype>(most.size())) {
        return std::nullopt;
    }
    std::array<int, most.size()> v{};
    for (std::size_t index = 0; index < v.size(); ++index) {
        bool isNumber = false;
        v[index] = numbers[static_cast<qsizetype>(index)].toInt(&isNumber);
        if (!isNumber || v[index] < least[index] || v[index] > most[index]) {
            return std::nullopt;
        }
    }
    const std::int64_t tensorAndData = std::int64_t{v[0]} * v[1];
    if (tensorAndData > mostDevices || tensorAndData * v[4] > mostDevices) {
        return std::nullopt;
    }
    LayerStrategy s{.tensor = v[0], .data = v[1], .zero = v[2], .shard = v[3], .context = v[4], .expert = v[5]};
    s.sequence = static_cast<SequenceParallel>(v[6]);
    s.placement = static_cast<TensorPlacement>(v[7]);
    s.shardPlacement = static_cast<ShardPlacement>(v[8]);
    s.kept.part = static_cast<KeptPart>(v[9]);
    s.kept.on = static_cast<KeptOn>(v[10]);
    s.offloadOptimizer = v[11] == 1;
    return s;
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
        return encoded.size() > longestText ? std::vector<LayerStrategy>{} : decodedLines(QString::fromUtf8(encoded));
    }
    const QString text = data->hasText() ? data->text() : QString();
    return text.isEmpty() || text.size() > longestText ? std::vector<LayerStrategy>{} : parsed(text);
}

StrategyPaste pasteOnto(const Plan& plan, LayerRange range, const std::vector<LayerStrategy>& copied)
{
    StrategyPaste paste;
    paste.firstLayer = range.first;
    if (copied.empty()) {
        paste.refused = Words::tr("No strategy has been copied");
        return paste;
    }
    const auto other = std::ranges::find_if(
        copied, [&](const LayerStrategy& strategy) { return strategy.groupSize() != plan.stageDevices(); });
    if (other != copied.end()) {
        paste.refused = Words::tr("%1 is for %2 devices; a stage of this plan has %3")
                            .arg(QString::fromStdString(shortName(*other)))
                            .arg(other->groupSize())
                            .arg(plan.stageDevices());
        return paste;
    }
    const int layers = static_cast<int>(plan.strategies.size());
    const int wanted = range.count == 1 ? static_cast<int>(copied.size()) : range.count;
    const int count = std::min(wanted, layers - range.first);
    for (int layer = 0; layer < count; ++layer) {
        paste.strategies.push_back(copied[static_cast<std::size_t>(layer) % copied.size()]);
    }
    return paste;
}

}  // namespace pgram
