// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/strategy_clipboard.h"

#include "core/plan/strategy_json.h"
#include "core/strategy/strategy_text.h"
#include "widgets/document/quantity_text.h"

#include <QCoreApplication>
#include <QMimeData>
#include <QStringList>

#include <algorithm>
#include <optional>

namespace pgram {

namespace {

constexpr qsizetype longestText = 1'000'000;    // somebody may have copied a book
constexpr qsizetype longestLines = 16'000'000;  // of a model of tens of thousands of layers

struct Words {
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
        paste.refused = Words::tr("No strategy has been copied");
        return paste;
    }
    const auto other = std::ranges::find_if(
        copied, [&](const LayerStrategy& strategy) { return strategy.groupSize() != plan.stageDevices(); });
    if (other != copied.end()) {
        paste.refused = Words::tr("%1 is for %2 devices; a stage of this plan has %3")
                            .arg(qs(shortName(*other)))
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
