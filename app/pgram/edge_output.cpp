// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/edge_output.h"

#include "app/pgram/console.h"
#include "app/pgram/table.h"
#include "core/base/format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram::cli {

namespace {

/// "1.25 mJ"
std::string formatJoules(Joules joules)
{
    constexpr const char* units[] = {"J", "mJ", "µJ", "nJ", "pJ"};
    std::size_t unit = 0;
    while (joules > 0 && joules < 1 && unit + 1 < std::size(units)) {
        joules *= 1000;
        ++unit;
    }
    return fmt::format("{} {}", formatNumber(joules), units[unit]);
}

/// "RRAM", "SRAM 12, RRAM 20".
std::string placesOf(const TensorClass& tensor, const std::vector<int>& counts, const std::vector<MemoryTier>& tiers)
{
    std::vector<std::string> places;
    for (std::size_t tier = 0; tier < tiers.size(); ++tier) {
        if (counts[tier] > 0) {
            places.push_back(tensor.count > 1 ? fmt::format("{} {}", tiers[tier].name, counts[tier])
                                              : tiers[tier].name);
        }
    }
    return fmt::format("{}", fmt::join(places, ", "));
}

void addPlacement(Table& table, const EdgeAnswer& answer, const std::string& name, const TierPlacement& placement,
                  bool hasAdapters = true)
{
    std::vector<std::string> cells{name};
    if (!placement.fits()) {
        cells.emplace_back("does not fit");
        cells.emplace_back();
    } else {
        cells.push_back(formatJoules(placement.energy));
        cells.push_back(formatSeconds(placement.latency));
    }
    std::size_t placed = 0;
    for (const TensorClass& tensor : answer.classes) {
        const bool there = placement.fits() && (hasAdapters || tensor.name != "adapters");
        cells.push_back(there ? placesOf(tensor, placement.counts[placed++], answer.tiers) : std::string());
    }
    table.addRow(std::move(cells));
}

Json placementJson(const TierPlacement& placement)
{
    return placement.fits()
               ? Json{{"energy_j", placement.energy}, {"latency_s", placement.latency}, {"counts", placement.counts}}
               : Json(nullptr);
}

}  // namespace

std::string edgeText(const EdgeQuestion& question, const EdgeAnswer& answer)
{
    std::string text =
        fmt::format("{} for {} task{}, adapters of width {}, {} tokens per inference\n\n", question.model.title,
                    question.tasks, question.tasks == 1 ? "" : "s", question.adapterWidth, question.tokens);
    Table sizes({{"tensors", Align::Left}, {"number"}, {"size"}, {"read"}, {"written"}});
    for (const TensorClass& tensor : answer.classes) {
        sizes.addRow({tensor.name, fmt::format("{}", tensor.count), formatBytes(tensor.bytes),
                      formatVolume(tensor.count * tensor.read), formatVolume(tensor.count * tensor.written)});
    }
    text += sizes.text() + "\n";
    std::vector<Column> columns{{"placement", Align::Left}, {"energy"}, {"latency"}};
    for (const TensorClass& tensor : answer.classes) {
        columns.push_back({tensor.name, Align::Left});
    }
    Table table(columns);
    addPlacement(table, answer, "least energy", answer.leastEnergy);
    addPlacement(table, answer, "least latency", answer.leastLatency);
    for (std::size_t tier = 0; tier < answer.tiers.size(); ++tier) {
        addPlacement(table, answer, answer.tiers[tier].name + " alone", answer.inOne[tier]);
    }
    addPlacement(table, answer, "a model for each task, least energy", answer.reloading, false);
    addPlacement(table, answer, "a model for each task, least latency", answer.reloadingFast, false);
    text += table.text() + "\n";
    if (answer.reloading.fits()) {
        text +=
            fmt::format("Between two tasks nothing moves where they share the model; a model for each task is loaded "
                        "in {} with {}.\n",
                        formatSeconds(answer.switchLatency), formatJoules(answer.switchEnergy));
    }
    return text +
           fmt::format("Per inference, memory alone: computing, and what a device takes beside, are not counted. "
                       "Wake-ups every {}, switches every {} inferences.\n",
                       formatNumber(question.perWake), formatNumber(question.perSwitch));
}

Json edgeToJson(const EdgeQuestion& question, const EdgeAnswer& answer)
{
    Json object = outputObject("deploy-tiers");
    object["model"] = question.model.name;
    object["tasks"] = question.tasks;
    object["adapter_width"] = question.adapterWidth;
    object["tokens"] = question.tokens;
    object["tiers"] = Json::array();
    for (const MemoryTier& tier : answer.tiers) {
        object["tiers"].push_back(tier.name);
    }
    object["tensors"] = Json::array();
    for (const TensorClass& tensor : answer.classes) {
        object["tensors"].push_back({{"name", tensor.name},
                                     {"count", tensor.count},
                                     {"bytes", tensor.bytes},
                                     {"read_bytes", tensor.read},
                                     {"written_bytes", tensor.written}});
    }
    object["least_energy"] = placementJson(answer.leastEnergy);
    object["least_latency"] = placementJson(answer.leastLatency);
    object["in_one_tier"] = Json::array();
    for (const TierPlacement& placement : answer.inOne) {
        object["in_one_tier"].push_back(placementJson(placement));
    }
    object["reloading"] = placementJson(answer.reloading);
    object["reloading_fast"] = placementJson(answer.reloadingFast);
    object["switch"] = {{"energy_j", answer.switchEnergy}, {"latency_s", answer.switchLatency}};
    return object;
}

}  // namespace pgram::cli
