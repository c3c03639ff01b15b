// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/scenario_text.h"

#include "core/base/edited.h"
#include "core/base/index.h"
#include "core/base/quantity.h"
#include "core/model/model_differences.h"
#include "core/strategy/dimension_rules.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>

namespace pgram {

namespace {

struct ScenarioWords {
    Q_DECLARE_TR_FUNCTIONS(ScenarioText)
};

QString memoryText(const SearchRequest& request)
{
    return bytesText(request.budget());
}

QString batchesText(const SearchRequest& request)
{
    return batchText(request.batches.empty() ? std::vector{request.training.globalBatch} : request.batches);
}

/// "from → to" of each field that another value stands in.
QStringList changedFields(const ScenarioState& from, const ScenarioState& to)
{
    QStringList changes;
    const auto compare = [&changes](const char* field, const QString& before, const QString& after) {
        if (before != after) {
            changes.append(QStringLiteral("%1 %2 → %3").arg(fieldName(field), before, after));
        }
    };
    const SearchRequest& before = from.request;
    const SearchRequest& after = to.request;
    compare("Memory", memoryText(before), memoryText(after));
    compare("Batch", batchesText(before), batchesText(after));
    const ScenarioField& space = scenarioField("scenarioSpace");
    const bool hasSpaceName = space.get(to) >= 0;
    for (const ScenarioField& field : scenarioFields()) {
        if (&field == &space && !hasSpaceName) {
            continue;  // The dimensions that changed say more.
        }
        const ScenarioField* first = field.follows != nullptr ? &scenarioField(field.follows) : nullptr;
        if (first == nullptr || first->get(from) == first->get(to)) {
            compare(field.label, valueText(field, from), valueText(field, to));
        }
    }
    const auto flip = [&](const QString& name, bool was, bool is) {
        if (was != is) {
            changes.append((is ? ScenarioWords::tr("%1 on") : ScenarioWords::tr("%1 off")).arg(name));
        }
    };
    for (const DimensionRules* rules : dimensionRules()) {
        flip(QString::fromLatin1(rules->title), before.space.*rules->on,
             (hasSpaceName ? before : after).space.*rules->on);
    }
    const auto ofSpace = [](const char* name) { return QCoreApplication::translate("pgram::SpaceSwitches", name); };
    flip(ofSpace("Never mix DP and SDP in a layer"), before.space.takeaway3, after.space.takeaway3);
    flip(ofSpace("Degrees beyond powers of two"), before.space.anyDivisor, after.space.anyDivisor);
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
    QT_TRANSLATE_NOOP("Presets", "Parallel training in one class"),
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

/// Of presets/frameworks.json, in its order.
[[maybe_unused]] constexpr std::array frameworkTexts{
    QT_TRANSLATE_NOOP("Presets", "Megatron-DeepSpeed, bfloat16"),
    QT_TRANSLATE_NOOP("Presets", "as BLOOM was trained: gradients in 32 bits beside those in 16"),
    QT_TRANSLATE_NOOP("Presets", "Megatron-DeepSpeed, float16"),
    QT_TRANSLATE_NOOP("Presets", "as BLOOM's prequels were trained: gradients in 16 bits, and a copy in 32"),
    QT_TRANSLATE_NOOP("Presets", "DeepSpeed ZeRO-3 up to 2022"),
    QT_TRANSLATE_NOOP("Presets", "weights gathered tensor by tensor, beside nothing"),
    QT_TRANSLATE_NOOP("Presets", "Megatron-DeepSpeed up to 2022"),
    QT_TRANSLATE_NOOP("Presets", "eager kernels; gradients summed after the last backward"),
    QT_TRANSLATE_NOOP("Presets", "Megatron-LM up to 2022"),
    QT_TRANSLATE_NOOP("Presets", "NeMo, overlapped dispatch"),
    QT_TRANSLATE_NOOP("Presets",
                      "as NeMo, with DeepEP; tokens travel to their experts beside the compute of another micro-batch"),
    QT_TRANSLATE_NOOP("Presets", "NeMo, fused dispatch"),
    QT_TRANSLATE_NOOP("Presets", "as NeMo; tokens travel to their experts by DeepEP (Hopper) or HybridEP (Blackwell)"),
    QT_TRANSLATE_NOOP("Presets", "DeepSeek's HAI-LLM"),
    QT_TRANSLATE_NOOP("Presets", "as the report of DeepSeek-V3 says: tokens travel to their experts in 8 bits, beside "
                                 "the compute of another micro-batch"),
    QT_TRANSLATE_NOOP("Presets", "Meta's Llama 3 trainer"),
    QT_TRANSLATE_NOOP("Presets", "as PyTorch FSDP, with attention of the device's own kernels"),
    QT_TRANSLATE_NOOP("Presets", "Megatron-Bridge"),
    QT_TRANSLATE_NOOP("Presets", "its usual recipes: tokens travel to their experts beside the shared ones"),
    QT_TRANSLATE_NOOP("Presets", "NeMo"),
    QT_TRANSLATE_NOOP("Presets", "Megatron-Core as the published performance recipes set it: all overlaps on"),
    QT_TRANSLATE_NOOP("Presets", "Megatron-Core"),
    QT_TRANSLATE_NOOP("Presets", "with its defaults: gradients summed after the last backward"),
    QT_TRANSLATE_NOOP("Presets", "PaddleNLP"),
    QT_TRANSLATE_NOOP("Presets", "with its defaults: norms step by step"),
    QT_TRANSLATE_NOOP("Presets", "nanotron"),
    QT_TRANSLATE_NOOP("Presets", "stages balanced with the head; an unfused loss"),
    QT_TRANSLATE_NOOP("Presets", "fms-fsdp"),
    QT_TRANSLATE_NOOP("Presets", "FSDP; gradients summed in 16 bits"),
    QT_TRANSLATE_NOOP("Presets", "llm-foundry on Composer"),
    QT_TRANSLATE_NOOP("Presets", "FSDP with a fused loss"),
    QT_TRANSLATE_NOOP("Presets", "HF Transformers"),
    QT_TRANSLATE_NOOP("Presets", "eager kernels; gradients made anew in each step"),
    QT_TRANSLATE_NOOP("Presets", "Megatron-Core before 0.14"),
    QT_TRANSLATE_NOOP("Presets", "as Megatron-Core; results of experts are kept until the router has its gradient"),
    QT_TRANSLATE_NOOP("Presets", "HF Transformers before 5, DeepSpeed"),
    QT_TRANSLATE_NOOP("Presets",
                      "as HF Transformers; experts one after the other, whose matrices ZeRO-3 gathers one by one"),
    QT_TRANSLATE_NOOP("Presets", "PyTorch FSDP, compiled, 8 bits by row"),
    QT_TRANSLATE_NOOP("Presets", "by torch.compile, in 8 bits with a scale for each row"),
    QT_TRANSLATE_NOOP("Presets", "PyTorch FSDP, compiled"),
    QT_TRANSLATE_NOOP("Presets", "by torch.compile: fused kernels"),
    QT_TRANSLATE_NOOP("Presets", "PyTorch FSDP"),
    QT_TRANSLATE_NOOP("Presets", "eager kernels; sharded states, gradient sync overlapped"),
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

QString scenarioEditText(const ScenarioState& from, const ScenarioState& to)
{
    const SearchRequest& before = from.request;
    const SearchRequest& after = to.request;
    const auto arrow = [](const char* field, const std::string& old, const std::string& now) {
        return QStringLiteral("%1 %2 → %3").arg(fieldName(field), presetText(old), presetText(now));
    };
    const bool otherModel = before.model != after.model;
    const bool otherCluster = before.cluster != after.cluster;
    if (otherModel && otherCluster) {
        return ScenarioWords::tr("Scenario → %1 on %2")
            .arg(presetText(after.model.title), presetText(after.cluster.title));
    }
    if (otherModel) {
        if (QString edit = modelEditText(before.model, after.model); !edit.isEmpty()) {
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
    const QStringList changes = changedFields(from, to);
    if (changes.isEmpty() || changes.size() > mostSaid) {
        return ScenarioWords::tr("Another scenario");
    }
    return changes.join(QStringLiteral(", "));
}

QString clusterPartText(const Cluster& cluster, ClusterPart part, const PartIndex& index)
{
    const auto nameIn = [](const auto& list, int number, const QString& otherwise) {
        const bool isThere = number >= 0 && number < static_cast<int>(list.size());
        const std::string name = isThere ? list[at(number)].name : std::string();
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
        return owner.isEmpty()
                   ? nameIn(cluster.links, index.number, ScenarioWords::tr("Links"))
                   : owned(nameIn(cluster.kinds[at(index.kind)].links, index.number, ScenarioWords::tr("Links")),
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
    if (text.ends_with(editedTitle)) {
        return ScenarioWords::tr("%1, edited").arg(presetText(text.substr(0, text.size() - editedTitle.size())));
    }
    QString known = QCoreApplication::translate("Presets", text.c_str());
    // As clusters of another size are called (cluster_sizes).
    static const QRegularExpression counted(QStringLiteral("^(\\d{1,6}) (×|devices? of) (.+)$"));
    const QRegularExpressionMatch match = known == qs(text) ? counted.match(known) : QRegularExpressionMatch();
    if (!match.hasMatch()) {
        return known;
    }
    const QString preset = presetText(match.captured(3).toStdString());
    const int count = match.captured(1).toInt();
    return match.captured(2) == QStringLiteral("×")
               ? QStringLiteral("%1 × %2").arg(count).arg(preset)
               : ScenarioWords::tr("%n device(s) of %1", nullptr, count).arg(preset);
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
