// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/lessons/lesson_tables.h"

#include "core/base/format.h"
#include "core/base/index.h"
#include "core/base/quoting.h"
#include "core/frameworks/target.h"
#include "core/lessons/layer_programme.h"
#include "core/questions/plan_question.h"
#include "core/strategy/decision_tree.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

Text plain(std::string text)
{
    return Text(std::move(text));
}

Text strong(const std::string& text)
{
    return Text("**" + text + "**");
}

Text number(std::int64_t value)
{
    return Text(std::to_string(value));
}

/// A model that many know, and the paper of which the year is.
struct PublishedModel {
    int year;
    const char* preset;
    const char* paper;
};
constexpr std::array publishedModels{
    PublishedModel{2016, "wrn-28-10", "https://arxiv.org/abs/1605.07146"},
    PublishedModel{2018, "bert-large", "https://arxiv.org/abs/1810.04805"},
    PublishedModel{2019, "gpt2-xl",
                   "https://cdn.openai.com/better-language-models/"
                   "language_models_are_unsupervised_multitask_learners.pdf"},
    PublishedModel{2019, "t5-11b", "https://arxiv.org/abs/1910.10683"},
    PublishedModel{2020, "gpt3-175b", "https://arxiv.org/abs/2005.14165"},
    PublishedModel{2023, "llama2-70b", "https://arxiv.org/abs/2307.09288"},
    PublishedModel{2024, "llama3.1-405b", "https://arxiv.org/abs/2407.21783"},
    PublishedModel{2024, "deepseek-v3", "https://arxiv.org/abs/2412.19437"},
    PublishedModel{2025, "kimi-k2", "https://arxiv.org/abs/2507.20534"},
};

/// Bytes per parameter in mixed precision with Adam: docs/method/memory.md, Stage memory.
constexpr double weightBytes = 2;
constexpr double trainingBytes = 18;

Result<LessonTable> modelsByYear(const TableSource& source)
{
    LessonTable table{
        {Core::tr("Model"), Core::tr("Parameters"), Core::tr("Weights"), Core::tr("Training"), Core::tr("Devices")},
        {}};
    for (const PublishedModel& published : publishedModels) {
        const Result<Architecture> model = source.store.model(published.preset);
        if (!model) {
            return tl::unexpected(model.error());
        }
        const double parameters = publishedParameterCount(*model);
        const double devices = parameters * trainingBytes / static_cast<double>(source.plan.cluster.device.memory);
        table.rows.push_back({plain(fmt::format("{} · [{}]({})", published.year, model->title, published.paper)),
                              plain(formatCount(parameters)), plain(formatBytes(parameters * weightBytes)),
                              plain(formatBytes(parameters * trainingBytes)),
                              number(static_cast<std::int64_t>(std::ceil(devices)))});
    }
    return table;
}

Result<LessonTable> devicesTable(const TableSource& source)
{
    LessonTable table{{Core::tr("Device"), Core::tr("Memory"), Core::tr("Memory bandwidth"), Core::tr("Peak in 16 bit"),
                       Core::tr("Link")},
                      {}};
    std::vector<Cluster> clusters;  // for each device, the cluster with the fastest link
    for (const PresetEntry& entry : source.store.clusters()) {
        Result<Cluster> cluster = source.store.cluster(entry.name);
        if (!cluster || cluster->links.empty()) {
            continue;
        }
        const auto known =
            std::ranges::find(clusters, cluster->device.name, [](const Cluster& other) { return other.device.name; });
        if (known == clusters.end()) {
            clusters.push_back(std::move(*cluster));
        } else if (known->links.front().bandwidth < cluster->links.front().bandwidth) {
            *known = std::move(*cluster);
        }
    }
    std::ranges::stable_sort(clusters, {}, [](const Cluster& cluster) {
        return std::pair(cluster.device.peak(Precision::Bf16), cluster.device.memory);
    });
    for (const Cluster& cluster : clusters) {
        const Device& device = cluster.device;
        const FlopRate peak = device.peak(Precision::Bf16);
        table.rows.push_back({plain(device.name), plain(formatBytes(static_cast<double>(device.memory))),
                              plain(formatBandwidth(device.memoryBandwidth)), plain(formatCount(peak) + "FLOP/s"),
                              plain(formatBandwidth(cluster.links.front().bandwidth))});
    }
    return table;
}

/// The paper's dimensions (docs/method/search.md, Decision tree).
Space paperSpace(bool takeaways)
{
    Space space = spaceOf({&Space::dp, &Space::sdp, &Space::tp, &Space::pp});
    space.takeaway3 = takeaways;
    return space;
}

Result<LessonTable> treeCounts(const TableSource& /*source*/)
{
    LessonTable table{{Core::tr("Devices"), Core::tr("All leaves"), Core::tr("Without DP and SDP in one tree"),
                       Core::tr("… with and without recomputation")},
                      {}};
    for (const int devices : {2, 4, 8, 16, 32, 64}) {
        const TreeCounts counts = countStrategies(decisionTrees(devices, paperSpace(true)));
        table.rows.push_back(
            {number(devices), number(counts.before), number(counts.after), number(2 * std::int64_t{counts.after})});
    }
    return table;
}

/// "TP2, DP2 ckpt".
std::string namesOf(const LayerProgramme& programme, const std::vector<int>& path)
{
    std::vector<std::string> names;
    std::ranges::transform(path, std::back_inserter(names),
                           [&](int s) { return shortName(programme.strategies[at(s)]); });
    return fmt::format("{}", fmt::join(names, ", "));
}

LessonTable tableOfStrategies(const LayerProgramme& programme)
{
    LessonTable table{{Core::tr("Layer")}, {}};
    for (const LayerStrategy& strategy : programme.strategies) {
        table.headings.push_back(plain(shortName(strategy)));
    }
    return table;
}

/// Returns the number of layers in the table's argument, which are the first ones.
std::size_t layersOf(const TableSource& source, const LayerProgramme& programme)
{
    const std::size_t all = programme.layers.size();
    return source.argument > 0 ? std::min(all, static_cast<std::size_t>(source.argument)) : all;
}

Result<LessonTable> dpCosts(const TableSource& source)
{
    return layerProgramme(source.plan).map([&](const LayerProgramme& programme) {
        LessonTable table = tableOfStrategies(programme);
        for (std::size_t layer = 0; layer < layersOf(source, programme); ++layer) {
            std::vector<Text> row{plain(programme.layers[layer])};
            for (const std::optional<LayerChoice>& choice : programme.choices[layer]) {
                row.push_back(choice ? plain(fmt::format("{}, {}", formatSeconds(choice->time),
                                                         formatBytes(static_cast<double>(choice->held))))
                                     : plain("–"));
            }
            table.rows.push_back(std::move(row));
        }
        return table;
    });
}

Result<LessonTable> dpRelayouts(const TableSource& source)
{
    return layerProgramme(source.plan).map([](const LayerProgramme& programme) {
        LessonTable table{{Core::tr("Strategy before"), Core::tr("Strategy after")}, {}};
        for (std::size_t layer = 1; layer < programme.layers.size(); ++layer) {
            table.headings.push_back(Core::tr("before {}", programme.layers[layer]));
        }
        for (std::size_t from = 0; from < programme.strategies.size(); ++from) {
            for (std::size_t to = 0; to < programme.strategies.size(); ++to) {
                std::vector<Text> row{plain(shortName(programme.strategies[from])),
                                      plain(shortName(programme.strategies[to]))};
                for (std::size_t layer = 1; layer < programme.layers.size(); ++layer) {
                    row.push_back(plain(formatSeconds(programme.relayouts[layer][from][to])));
                }
                table.rows.push_back(std::move(row));
            }
        }
        return table;
    });
}

Result<LessonTable> dpTable(const TableSource& source)
{
    return layerProgramme(source.plan).map([&](const LayerProgramme& programme) {
        const LabelsByLayer labels = fastestLabels(programme);
        const int best = bestLabel(labels);
        LessonTable table = tableOfStrategies(programme);
        for (std::size_t layer = 0; layer < layersOf(source, programme); ++layer) {
            std::vector<Text> row{plain(programme.layers[layer])};
            for (std::size_t s = 0; s < programme.strategies.size(); ++s) {
                const auto own = std::ranges::find(labels[layer], static_cast<int>(s), &LayerLabel::strategy);
                if (own == labels[layer].end()) {
                    row.push_back(plain("–"));
                    continue;
                }
                std::string cell = formatSeconds(own->time);
                if (own->before >= 0) {
                    const LayerLabel& before = labels[layer - 1][at(own->before)];
                    cell += " ← " + shortName(programme.strategies[at(before.strategy)]);
                }
                const bool isBest = layer + 1 == labels.size() && own - labels[layer].begin() == best;
                row.push_back(isBest ? strong(cell) : plain(cell));
            }
            table.rows.push_back(std::move(row));
        }
        return table;
    });
}

Result<LessonTable> dpLabels(const TableSource& source)
{
    return layerProgramme(source.plan).map([&](const LayerProgramme& programme) {
        const LabelsByLayer labels = fittingLabels(programme);
        const std::size_t layer = layersOf(source, programme) - 1;
        const int best = layer + 1 == labels.size() ? bestLabel(labels) : -1;
        LessonTable table{
            {Core::tr("Layers so far"), Core::tr("Seconds"), Core::tr("Held"), Core::tr("With a backward")}, {}};
        for (std::size_t i = 0; i < labels[layer].size(); ++i) {
            const LayerLabel& label = labels[layer][i];
            const std::string path = namesOf(programme, pathTo(labels, static_cast<int>(layer), static_cast<int>(i)));
            table.rows.push_back({static_cast<int>(i) == best ? strong(path) : plain(path),
                                  plain(formatSeconds(label.time)), plain(formatBytes(static_cast<double>(label.held))),
                                  plain(formatBytes(static_cast<double>(label.memory())))});
        }
        return table;
    });
}

template <typename Values, typename Format>
std::string joined(const Values& values, const Format& format)
{
    std::vector<std::string> texts;
    std::ranges::transform(values, std::back_inserter(texts), format);
    return fmt::format("{}", fmt::join(texts, ", "));
}

/// The walk of the plan's own question, for its number of stages and micro-batches.
Result<LessonTable> bmwWalk(const TableSource& source)
{
    SearchRequest request = requestOf(source.plan);
    request.method = Method::Bmw;
    request.pipelines = {source.plan.pipeline()};
    request.microbatches = {source.plan.schedule.microbatches};
    const Result<SearchResult> found = search(request);
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (found->walk.empty()) {
        return badInput(Core::tr("has no walk of Galvatron-BMW: it has one stage, or nothing fits"));
    }
    LessonTable table{
        {Core::tr("Layers of the stages"), Core::tr("Slowest stage"), Core::tr("Fullest stage"), Core::tr("Step time")},
        {}};
    for (const BalanceStep& step : found->walk) {
        const std::string sizes = joined(step.sizes, [](int size) { return std::to_string(size); });
        table.rows.push_back({step.best ? strong(sizes) : plain(sizes),
                              plain(formatSeconds(std::ranges::max(step.stageTimes))),
                              plain(formatBytes(static_cast<double>(std::ranges::max(step.stageMemory)))),
                              plain(formatSeconds(step.stepTime))});
    }
    return table;
}

Result<LessonTable> frameworksTable(const TableSource& source)
{
    LessonTable table{{Core::tr("Framework"), Core::tr("Runs it"), Core::tr("It cannot run")}, {}};
    for (const Target* target : targets()) {
        const std::vector<Text> refused = beyond(*target, source.plan);
        table.rows.push_back({plain(target->title), refused.empty() ? Core::tr("yes") : Core::tr("no"),
                              refused.empty() ? plain("–") : refused.front()});
    }
    return table;
}

constexpr std::array tableRows{
    LessonTableRow{"models_by_year", Core::tr("models by year: what weights and training need, in devices of the plan"),
                   modelsByYear},
    LessonTableRow{"devices", Core::tr("the devices of the clusters that are shipped"), devicesTable},
    LessonTableRow{"tree_counts", Core::tr("layer strategies of the paper's decision trees, by number of devices"),
                   treeCounts},
    LessonTableRow{"dp_costs", Core::tr("seconds and bytes of each layer under each strategy; (n): of the first n"),
                   dpCosts},
    LessonTableRow{"dp_relayouts", Core::tr("seconds of the re-layout between two layers, by their strategies"),
                   dpRelayouts},
    LessonTableRow{"dp_table",
                   Core::tr("the dynamic programme without memory, layer by strategy; (n): the first n layers"),
                   dpTable},
    LessonTableRow{"dp_labels",
                   Core::tr("the dynamic programme within the budget: the labels of the last layer; (n): of layer n"),
                   dpLabels},
    LessonTableRow{"bmw_walk", Core::tr("the cuts that Galvatron-BMW walks through for the plan's question"), bmwWalk},
    LessonTableRow{"frameworks", Core::tr("which training frameworks can run the plan, and what they refuse of it"),
                   frameworksTable},
};

/// Its first cell begins with a digit, in bold or not; the first column says what a row is of.
bool isOfFigures(const LessonTable& table, std::size_t column)
{
    if (column == 0) {
        return false;
    }
    const std::string first = table.rows.empty() ? std::string() : table.rows.front()[column].english();
    const std::size_t begin = first.find_first_not_of('*');
    return begin != std::string::npos && first[begin] >= '0' && first[begin] <= '9';
}

}  // namespace

std::span<const LessonTableRow> lessonTables()
{
    return tableRows;
}

Result<LessonTable> lessonTable(std::string_view call, const TableSource& source)
{
    const std::size_t open = std::min(call.find('('), call.size());
    const std::string_view name = call.substr(0, open);
    const auto row =
        std::ranges::find(tableRows, name, [](const LessonTableRow& each) { return std::string_view(each.name); });
    if (row == tableRows.end()) {
        return badInput(Core::tr("has an unknown table: {}", name));
    }
    TableSource asked = source;
    if (open < call.size()) {
        const std::string_view argument = call.substr(open + 1);
        const char* end = argument.data() + argument.size();
        const auto read = std::from_chars(argument.data(), end, asked.argument);
        if (read.ec != std::errc() || asked.argument < 1 || std::string_view(read.ptr, end) != ")") {
            return badInput(Core::tr("has a table with an argument that is not a number: {}", call));
        }
    }
    return row->of(asked);
}

std::string markdownOf(const LessonTable& table, const InWords& inWords)
{
    std::string text;
    const auto addLine = [&](const std::vector<Text>& cells) {
        for (const Text& cell : cells) {
            text += "| " + markdownCell(inWords(cell)) + " ";
        }
        text += "|\n";
    };
    addLine(table.headings);
    for (std::size_t column = 0; column < table.headings.size(); ++column) {
        text += isOfFigures(table, column) ? "|---:" : "|:---";
    }
    text += "|\n";
    std::ranges::for_each(table.rows, addLine);
    return text;
}

}  // namespace pgram
