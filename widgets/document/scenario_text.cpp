// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/scenario_text.h"

#include "core/base/quantity.h"
#include "core/model/model_differences.h"
#include "core/strategy/dimension_rules.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace pgram {

namespace {

struct ScenarioWords {
    Q_DECLARE_TR_FUNCTIONS(ScenarioText)
};

/// Names of fields are those of the dock.
QString fieldName(const char* name)
{
    return QCoreApplication::translate("pgram::ScenarioPanel", name);
}

QString memoryText(const SearchRequest& request)
{
    return bytesText(request.budget());
}

QString batchesText(const SearchRequest& request)
{
    return batchText(request.batches.empty() ? std::vector{request.training.globalBatch} : request.batches);
}

QString sequenceText(const SearchRequest& request)
{
    return QString::number(request.training.sequence(request.model.sequenceLength));
}

QString scheduleText(const SearchRequest& request)
{
    return request.schedules.empty() ? scheduleTitle(request.schedule.kind) : severalText(request.schedules);
}

QString microbatchesText(const SearchRequest& request)
{
    const bool fixed = request.microbatches.size() == 1;
    return fixed ? QString::number(request.microbatches.front()) : fieldName("searched");
}

QString gradientsText(const SearchRequest& request)
{
    return fieldName(request.training.gradientBytes == 4 ? "kept in FP32" : "kept in 16 bit");
}

QString statesText(const SearchRequest& request)
{
    const Training& training = request.training;
    return statesTitle(training.stateBytes, training.masterWeights);
}

QString tuningText(const SearchRequest& request)
{
    return tuningTitle(request.training.tuning.method);
}

/// "from → to" of each field that another value stands in.
QStringList changedFields(const SearchRequest& before, const SearchRequest& after)
{
    QStringList changes;
    const auto compare = [&](const char* field, const auto& textOf) {
        const QString from = textOf(before);
        const QString to = textOf(after);
        if (from != to) {
            changes.append(QStringLiteral("%1 %2 → %3").arg(fieldName(field), from, to));
        }
    };
    compare("Memory", memoryText);
    compare("Batch", batchesText);
    compare("Sequence", sequenceText);
    compare("Precision", [](const SearchRequest& r) { return precisionTitle(r.training.precision); });
    if (before.training.precision == after.training.precision) {
        compare("Gradients", gradientsText);
    }
    compare("Optimizer",
            [](const SearchRequest& r) { return QString::fromLatin1(optimizerRow(r.training.optimizer).title); });
    compare("States", statesText);
    compare("Trains", tuningText);
    if (before.training.tuning.method == after.training.tuning.method) {
        compare("Rank", [](const SearchRequest& r) { return QString::number(r.training.tuning.rank); });
        compare("Adapters", [](const SearchRequest& r) { return adaptersTitle(r.training.tuning.targets); });
    }
    compare("Imbalance", [](const SearchRequest& r) { return percentText(r.training.expertLoad - 1); });
    compare("Slowdown", [](const SearchRequest& r) { return percentText(r.slowdown); });
    compare("Schedule", scheduleText);
    compare("Micro-batches", microbatchesText);
    compare("For", [](const SearchRequest& r) {
        return r.target != nullptr ? QString::fromUtf8(r.target->title) : fieldName("any runtime");
    });
    compare("Method", [](const SearchRequest& r) { return methodTitle(r.method); });
    const auto flip = [&](const QString& name, bool was, bool is) {
        if (was != is) {
            changes.append((is ? ScenarioWords::tr("%1 on") : ScenarioWords::tr("%1 off")).arg(name));
        }
    };
    for (const DimensionRules* rules : dimensionRules()) {
        flip(QString::fromLatin1(rules->title), before.space.*rules->on, after.space.*rules->on);
    }
    const auto ofSpace = [](const char* name) { return QCoreApplication::translate("pgram::SpaceSwitches", name); };
    flip(ofSpace("Takeaway 3"), before.space.takeaway3, after.space.takeaway3);
    flip(ofSpace("Any divisor as a degree"), before.space.anyDivisor, after.space.anyDivisor);
    return changes;
}

/// Up to two lines of what an edit changed; empty: it is another model, or too much of it.
QString modelEditText(const Architecture& before, const Architecture& after)
{
    constexpr std::size_t mostSaid = 2;
    const auto origin = [](const Architecture& model) {
        const std::string made = madeOf(model);
        return made.empty() ? model.name : made;
    };
    const std::vector<ModelDifference> changes = differences(before, after);
    if (origin(before) != origin(after) || changes.empty() || changes.size() > mostSaid) {
        return {};
    }
    QStringList lines;
    for (const ModelDifference& change : changes) {
        lines.append(coreText(textOf(change)));
    }
    return QStringLiteral("%1: %2").arg(fieldName("Model"), lines.join(QStringLiteral(", ")));
}

/// The kinds that have the cluster's device; empty where all have it.
QString sharersText(const Cluster& cluster)
{
    QStringList names;
    for (const DeviceKind& kind : cluster.kinds) {
        if (!kind.device) {
            names.append(qs(kind.name));
        }
    }
    return names.join(QStringLiteral(", "));
}

/// What the cluster or a kind has or lacks as a whole.
QString wholePartText(const ClusterChange& change, const Cluster& of)
{
    if (change.index.kind >= 0) {
        return clusterPartText(of, change.pointer.ends_with("/device") ? ClusterPart::Device : ClusterPart::Link,
                               {-1, change.index.kind});
    }
    return change.pointer == "/links"     ? ScenarioWords::tr("Levels of links")
           : change.pointer == "/network" ? ScenarioWords::tr("Network")
           : change.pointer == "/host"    ? ScenarioWords::tr("Host")
           : change.pointer == "/kinds"   ? ScenarioWords::tr("Kinds")
           : change.pointer == "/slow"    ? ScenarioWords::tr("Slow devices")
                                          : ScenarioWords::tr("Measured tables");
}

/// "Bandwidth 450 GB/s → 900 GB/s" of one field, of the same devices and links; else nothing.
QString clusterEdits(const Cluster& before, const Cluster& after)
{
    const std::vector<ClusterChange> changes = changesOf(after, before);
    const auto isSaid = [](const ClusterChange& change) {
        return change.field != nullptr || !change.before.empty() || !change.after.empty();
    };
    const bool isOne = changes.size() == 1 && isSaid(changes.front()) && after.devices == before.devices;
    return isOne ? clusterChangeText(changes.front(), before) : QString();
}

/// As presets/ has them; a test looks for others that have words.
[[maybe_unused]] constexpr std::array titles{
    QT_TRANSLATE_NOOP("Presets", "BERT-large over 10 Gb/s Ethernet"),
    QT_TRANSLATE_NOOP("Presets", "BERT-Huge-32 in 5 GiB"),
    QT_TRANSLATE_NOOP("Presets", "BERT-Huge-32 in 8 GiB"),
    QT_TRANSLATE_NOOP("Presets", "BERT-Huge-32, learned"),
    QT_TRANSLATE_NOOP("Presets", "GPT-2 XL with attention scores kept"),
    QT_TRANSLATE_NOOP("Presets", "GPT-3 175B on 8 DGX A100"),
    QT_TRANSLATE_NOOP("Presets", "GPT-3 2.7B on 4 hosts, 10 Gb/s"),
    QT_TRANSLATE_NOOP("Presets", "GPT-3 6.7B on 8 consumer hosts"),
    QT_TRANSLATE_NOOP("Presets", "GPT-3 13B, 4 × 32,768 tokens"),
    QT_TRANSLATE_NOOP("Presets", "BERT-large, one tensor group of 8"),
    QT_TRANSLATE_NOOP("Presets", "GPT-3 13B, a line beside grids"),
    QT_TRANSLATE_NOOP("Presets", "GPT-3 2.7B, 64 × 2,048 tokens"),
    QT_TRANSLATE_NOOP("Presets", "GPT-3 65B on 64 A100"),
    QT_TRANSLATE_NOOP("Presets", "GPT-3 65B, learned"),
    QT_TRANSLATE_NOOP("Presets", "Llama 2 7B, 32k tokens, out of core"),
    QT_TRANSLATE_NOOP("Presets", "Llama 2 7B on one DGX A100"),
    QT_TRANSLATE_NOOP("Presets", "Llama 2 13B served on RTX 4090"),
    QT_TRANSLATE_NOOP("Presets", "Llama 3 8B served with long prompts"),
    QT_TRANSLATE_NOOP("Presets", "ResNet-50, data parallelism"),
    QT_TRANSLATE_NOOP("Presets", "ResNet-200, 72 images per device, out of core"),
    QT_TRANSLATE_NOOP("Presets", "Swin-Huge-32 in 8 GiB"),
    QT_TRANSLATE_NOOP("Presets", "T5-512/4-32 in 4 GiB"),
    QT_TRANSLATE_NOOP("Presets", "Unrolled restoration (example)"),
    QT_TRANSLATE_NOOP("Presets", "4 hosts, one RTX 3090 each, Ethernet 10 Gb/s"),
    QT_TRANSLATE_NOOP("Presets", "8 hosts, one RTX 3090 each, Internet 1 Gb/s"),
};

constexpr std::size_t mostSizes = 1000;
constexpr std::int64_t largestBatch = 100'000'000;

std::optional<std::int64_t> parseSize(const QString& text)
{
    const Result<std::int64_t> size = parseCount(text.toStdString(), 1, largestBatch);
    return size ? std::optional(*size) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> parseRange(const QStringList& parts)
{
    const auto first = parseSize(parts[0]);
    const auto last = parseSize(parts[1]);
    const auto step = parts.size() == 3 ? parseSize(parts[2]) : first;
    if (parts.size() > 3 || !first || !last || !step || *last < *first ||
        (*last - *first) / *step >= static_cast<std::int64_t>(mostSizes)) {
        return std::nullopt;
    }
    std::vector<std::int64_t> sizes;
    for (std::int64_t size = *first; size <= *last; size += *step) {
        sizes.push_back(size);
    }
    return sizes;
}

}  // namespace

std::vector<Schedule> everySchedule()
{
    std::vector<Schedule> list;
    for (const ScheduleInfo& entry : schedules()) {
        list.push_back({entry.kind, 1, usualChunks(entry.kind)});
    }
    return list;
}

QString severalText(const std::vector<Schedule>& schedules)
{
    QStringList names;
    for (const Schedule& schedule : schedules) {
        names.append(qs(toString(schedule)));
    }
    return schedules == everySchedule() ? ScenarioWords::tr("best of all")
                                        : ScenarioWords::tr("best of %1").arg(names.join(QStringLiteral(", ")));
}

QString scenarioEditText(const SearchRequest& before, const SearchRequest& after)
{
    const auto arrow = [](const char* field, const std::string& from, const std::string& to) {
        return QStringLiteral("%1 %2 → %3").arg(fieldName(field), presetText(from), presetText(to));
    };
    const bool otherModel = before.model != after.model;
    const bool otherCluster = before.cluster != after.cluster;
    if (otherModel && otherCluster) {
        return ScenarioWords::tr("Scenario → %1 on %2")
            .arg(presetText(after.model.title), presetText(after.cluster.title));
    }
    if (otherModel) {
        if (const QString edit = modelEditText(before.model, after.model); !edit.isEmpty()) {
            return edit;
        }
        return arrow("Model", before.model.title, after.model.title);
    }
    if (otherCluster) {
        const bool isRenamed = before.cluster.title != after.cluster.title;
        const QString edited = clusterEdits(before.cluster, after.cluster);
        return !edited.isEmpty() ? ScenarioWords::tr("Cluster: %1").arg(edited)
               : isRenamed       ? arrow("Cluster", before.cluster.title, after.cluster.title)
                                 : ScenarioWords::tr("Cluster edited");
    }
    constexpr int mostSaid = 2;
    const QStringList changes = changedFields(before, after);
    if (changes.isEmpty() || changes.size() > mostSaid) {
        return ScenarioWords::tr("Another scenario");
    }
    return changes.join(QStringLiteral(", "));
}

QString clusterPartText(const Cluster& cluster, ClusterPart part, const PartIndex& index)
{
    const auto nameIn = [](const auto& list, int number, const QString& otherwise) {
        const bool isThere = number >= 0 && number < static_cast<int>(list.size());
        const std::string name = isThere ? list[static_cast<std::size_t>(number)].name : std::string();
        return name.empty() ? otherwise : qs(name);
    };
    const auto owned = [](const QString& what, const QString& owner) {
        return owner.isEmpty() ? what : ScenarioWords::tr("%1 of kind %2", "a device or a link").arg(what, owner);
    };
    const QString owner = nameIn(cluster.kinds, index.kind, {});
    switch (part) {
    case ClusterPart::Device:
        return owned(ScenarioWords::tr("Device"), index.kind < 0 ? sharersText(cluster) : owner);
    case ClusterPart::Link:
        return owner.isEmpty() ? nameIn(cluster.links, index.number, ScenarioWords::tr("Links"))
                               : owned(nameIn(cluster.kinds[static_cast<std::size_t>(index.kind)].links, index.number,
                                              ScenarioWords::tr("Links")),
                                       owner);
    case ClusterPart::Network:
        return ScenarioWords::tr("Network");
    case ClusterPart::Host:
        return ScenarioWords::tr("Host");
    case ClusterPart::Kind:
        return nameIn(cluster.kinds, index.number, ScenarioWords::tr("Kinds"));
    case ClusterPart::Slow:
        return cluster.slow.size() > 1 ? ScenarioWords::tr("Slow devices %1").arg(index.number + 1)
                                       : ScenarioWords::tr("Slow devices");
    case ClusterPart::Whole:
        break;
    }
    return ScenarioWords::tr("Cluster");
}

QString clusterChangeText(const ClusterChange& change, const Cluster& of)
{
    const auto shown = [](const std::string& text) { return text.empty() ? QStringLiteral("–") : qs(text); };
    const auto said = [&](const QString& what) {
        return QStringLiteral("%1 %2 → %3").arg(what, shown(change.before), shown(change.after));
    };
    if (change.field == nullptr) {
        const QString whole = wholePartText(change, of);
        return change.before.empty() && change.after.empty() ? whole
               : change.before.empty()
                   ? ScenarioWords::tr("%1: %2", "part of a cluster: its field").arg(whole, qs(change.after))
                   : said(whole);
    }
    const QString field = coreText(change.field->title);
    const bool isPlain =
        change.field->part == ClusterPart::Whole || (change.field->part == ClusterPart::Device && of.kinds.empty());
    return said(isPlain ? field
                        : ScenarioWords::tr("%1: %2", "part of a cluster: its field")
                              .arg(clusterPartText(of, change.field->part, change.index), field));
}

QString presetText(const std::string& text)
{
    return QCoreApplication::translate("Presets", text.c_str());
}

std::optional<std::vector<std::int64_t>> parseBatches(const QString& text)
{
    const QStringList range = text.split(QLatin1Char(':'));
    if (range.size() > 1) {
        return parseRange(range);
    }
    std::vector<std::int64_t> sizes;
    for (const QString& part : text.split(QLatin1Char(','))) {
        const auto size = parseSize(part);
        if (!size || sizes.size() == mostSizes) {
            return std::nullopt;
        }
        sizes.push_back(*size);
    }
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

QString batchProblem(const QString& text)
{
    const QString hint = ScenarioWords::tr("Enter a size (64), a list (8, 16, 32) or a range (first:last:step).");
    return text.trimmed().isEmpty() ? hint : ScenarioWords::tr("“%1” is no batch size. %2").arg(text.trimmed(), hint);
}

QString batchText(const std::vector<std::int64_t>& batches)
{
    QStringList parts;
    for (const std::int64_t size : batches) {
        parts.append(QString::number(size));
    }
    return parts.join(QStringLiteral(", "));
}

}  // namespace pgram
