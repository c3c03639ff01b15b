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

std::optional<TierPlacement> fitting(const TierPlacement& placement)
{
    return onlyIf(placement.fits(), placement);
}

constexpr std::string_view tensorNames[]{"tables", "layers", "adapters", "activations"};

constexpr Field<TensorClass> tensorRows[] = {
    figure<&TensorClass::name>("name").oneOf(tensorNames).column("tensors"),
    figure<&TensorClass::count>("count").atLeast(1).column("number", Measure::Count),
    figure<&TensorClass::bytes>("bytes").atLeast(0).says("Bytes of one tensor").column("size", Measure::Memory),
    figure<&TensorClass::read>("read_bytes")
        .atLeast(0)
        .says("Bytes of one tensor that an inference reads")
        .column("read", Measure::Memory,
                [](const TensorClass& tensor) { return formatVolume(tensor.count * tensor.read); }),
    figure<&TensorClass::written>("written_bytes")
        .atLeast(0)
        .says("Bytes of one tensor that an inference writes")
        .column("written", Measure::Memory,
                [](const TensorClass& tensor) { return formatVolume(tensor.count * tensor.written); }),
};

constexpr Field<TierPlacement> placementRows[] = {
    figure<&TierPlacement::energy>("energy_j").atLeast(0).says("Energy per inference"),
    figure<&TierPlacement::latency>("latency_s").atLeast(0).says("Time per inference"),
    figure<&TierPlacement::counts>("counts").atLeast(0).says(
        "Numbers by tensors, by tier; a model for each task has no adapters"),
};

constexpr Field<EdgeAnswer> switchRows[] = {
    figure<&EdgeAnswer::switchEnergy>("energy_j").atLeast(0),
    figure<&EdgeAnswer::switchLatency>("latency_s").atLeast(0),
};

constexpr const char* nullIsNoPlace = "null: it does not fit";

Json tierNames(const EdgeReport& report)
{
    Json names = Json::array();
    for (const MemoryTier& tier : report.answer->tiers) {
        names.push_back(tier.name);
    }
    return names;
}

Json placementsAlone(const EdgeReport& report)
{
    Json placements = Json::array();
    for (const TierPlacement& placement : report.answer->inOne) {
        placements.push_back(placement.fits() ? objectOf(tableOf<placementRows>, placement) : Json(nullptr));
    }
    return placements;
}

constexpr Field<EdgeReport> edgeRows[] = {
    figure<&EdgeReport::question, &EdgeQuestion::model, &Architecture::name>("model"),
    figure<&EdgeReport::question, &EdgeQuestion::tasks>("tasks").atLeast(1),
    figure<&EdgeReport::question, &EdgeQuestion::adapterWidth>("adapter_width").atLeast(1),
    figure<&EdgeReport::question, &EdgeQuestion::tokens>("tokens").atLeast(1),
    figure<tierNames>("tiers").describedBy([](const FieldRules& rules) {
        return listSchema({{"type", "string"}}, rules);
    }),
    listed<tensorRows, &EdgeReport::answer, &EdgeAnswer::classes>("tensors"),
    nested<placementRows, [](const EdgeReport& report) { return fitting(report.answer->leastEnergy); }>("least_energy")
        .says(nullIsNoPlace),
    nested<placementRows, [](const EdgeReport& report) { return fitting(report.answer->leastLatency); }>(
        "least_latency")
        .says(nullIsNoPlace),
    figure<placementsAlone>("in_one_tier").describedBy([](const FieldRules& rules) {
        return listSchema(orNullSchema(schemaOf(tableOf<placementRows>)), rules);
    }),
    nested<placementRows, [](const EdgeReport& report) { return fitting(report.answer->reloading); }>("reloading")
        .says(nullIsNoPlace),
    nested<placementRows, [](const EdgeReport& report) { return fitting(report.answer->reloadingFast); }>(
        "reloading_fast")
        .says(nullIsNoPlace),
    nested<switchRows, &EdgeReport::answer>("switch"),
};

}  // namespace

const AnswerFormat<EdgeReport> tiersAnswer{
    "deploy-tiers",
    "Places of a model's tensors in the memories of an edge device, for tasks with adapters.",
    edgeRows,
    {"tensors"}};

std::string edgeText(const EdgeQuestion& question, const EdgeAnswer& answer)
{
    std::string text =
        fmt::format("{} for {} task{}, adapters of width {}, {} tokens per inference\n\n", question.model.title,
                    question.tasks, question.tasks == 1 ? "" : "s", question.adapterWidth, question.tokens);
    text += tableWith<tensorRows>(answer.classes).text() + "\n";
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

}  // namespace pgram::cli
