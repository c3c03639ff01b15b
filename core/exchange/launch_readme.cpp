// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The README of a folder, declared in launch_folder.h.
#include "core/base/format.h"
#include "core/base/quoting.h"
#include "core/exchange/launch_folder.h"
#include "core/exchange/program_text.h"
#include "core/fidelity/error_band.h"
#include "core/plan/estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace pgram {

namespace {

struct KnownFile {
    std::string_view name;
    const char* what;
};
constexpr std::array knownFiles{
    KnownFile{launchScriptName, "starts the run, on each machine"},
    KnownFile{slurmScriptName, "starts it on all machines of a job of Slurm"},
    KnownFile{requirementsName, "packages with their versions, for `pip install -r`"},
    KnownFile{rankTableName, "where each device stands, numbered as the framework numbers its ranks"},
};

/// "0–11": layers from 0, as everywhere.
std::string rangeText(int first, int count)
{
    return count == 1 ? fmt::format("{}", first) : fmt::format("{}–{}", first, first + count - 1);
}

/// Returns the rows of the layers: neighbours of a stage with one strategy share a row.
std::string strategyRows(const Plan& plan)
{
    std::string text;
    const int layers = plan.model.layerCount();
    for (int first = 0, next = 0; first < layers; first = next) {
        const auto at = [&plan](int layer) { return plan.strategies[static_cast<std::size_t>(layer)]; };
        next = first + 1;
        while (next < layers && at(next) == at(first) && plan.stageOf(next) == plan.stageOf(first)) {
            ++next;
        }
        text += fmt::format("| {} | {} | {} |\n", rangeText(first, next - first), plan.stageOf(first),
                            shortName(at(first)));
    }
    return text;
}

/// " A run is expected from 1.1 s to 1.3 s: …"; empty without a band.
std::string bandText(const std::optional<ErrorBand>& band, double figure, std::string (*format)(double))
{
    if (!band) {
        return " No measured run says how far a run will be from it.";
    }
    return fmt::format(" A run is expected from {} to {}, as {:.0f} % of the {} measured runs nearest to it are{}.",
                       format(band->low * figure), format(band->high * figure), 100 * bandCoverage, band->runs,
                       band->isNear() ? "" : "; none of these is near");
}

/// Returns the rows of the stages: the parts of their memory.
std::string memoryRows(const Estimate& estimate)
{
    std::string text;
    for (std::size_t stage = 0; stage < estimate.stages.size(); ++stage) {
        const MemoryBreakdown& memory = estimate.stages[stage].memory;
        text += fmt::format("| {} |", stage);
        for (const Bytes bytes : {memory.total(), memory.weights, memory.gradients, memory.optimizer,
                                  memory.activations, memory.transient, memory.context}) {
            text += fmt::format(" {} |", formatBytes(static_cast<double>(bytes)));
        }
        text += '\n';
    }
    return text;
}

std::string issueLines(const Estimate& estimate)
{
    std::string text;
    for (const Issue& issue : estimate.issues) {
        text += fmt::format("\n**{}**\n", markdownEscaped(issue.message.english()));
    }
    return text;
}

/// Returns the row of preference tuning; empty: samples are single sequences.
std::string pairsRow(const Training& training)
{
    return training.preference == Preference::None ? ""
           : training.runsReference()
               ? "| samples | pairs of a chosen and a rejected sequence, with a reference model on the device (DPO) |\n"
               : "| samples | pairs of a chosen and a rejected sequence, with a reference model that ran before (DPO) "
                 "|\n";
}

/// Returns the row of adapters; empty: all parameters train.
std::string trainsRow(const Tuning& tuning)
{
    if (tuning.method == TuningMethod::All) {
        return {};
    }
    const char* where = tuning.targets == AdapterTargets::Linear      ? "all matrices of each block"
                        : tuning.targets == AdapterTargets::Attention ? "the matrices of attention"
                                                                      : "the matrices of the MLP";
    return fmt::format("| trains | {} of rank {} at {}{} |\n",
                       tuning.method == TuningMethod::Qlora ? "adapters (QLoRA)" : "adapters (LoRA)", tuning.rank,
                       where, tuning.method == TuningMethod::Qlora ? ", which have 4 bits (NF4)" : "");
}

std::string listed(const char* heading, const std::vector<std::string>& lines)
{
    std::string text = lines.empty() ? "" : fmt::format("\n## {}\n\n", heading);
    for (const std::string& line : lines) {
        text += fmt::format("- {}\n", line);
    }
    return text;
}

}  // namespace

std::string readme(const Launch& launch, const Plan& plan, const WriteContext& context,
                   const std::vector<NamedFile>& files)
{
    const Estimate own = context.estimate != nullptr ? Estimate() : estimate(plan);
    const Estimate& figures = context.estimate != nullptr ? *context.estimate : own;
    std::vector<std::string> names;
    for (const NamedFile& file : files) {
        const auto* known = std::ranges::find(knownFiles, file.name, &KnownFile::name);
        names.push_back(fmt::format("`{}`: {}", plainLine(file.name),
                                    known == knownFiles.end() ? "read by the framework" : known->what));
    }
    std::vector<std::string> fillIn = launch.fillIn;
    if (const DocumentLengths& documents = plan.training.documents; !documents.isEmpty()) {
        fillIn.push_back(fmt::format("Samples packed of documents of {} tokens on average, with attention inside each "
                                     "document (variable-length kernels). Over whole samples it takes longer.",
                                     std::llround(documents.meanTokens(plan.sequence()))));
    }
    const ErrorBands bands = context.bands != nullptr ? *context.bands : ErrorBands();
    const auto named = [](const std::string& title, const std::string& name) {
        return markdownEscaped(title.empty() ? name : title);
    };
    const PlanProvenance& made = plan.provenance;
    const std::string space = made.space.empty() ? "" : fmt::format(", space {}", markdownEscaped(made.space));
    const std::string foundBy =
        made.method.empty() ? "" : fmt::format("| found by | {}{} |\n", markdownEscaped(made.method), space);
    const auto memory = static_cast<double>(figures.peakMemory);
    const bool isTight = bands.memory && bands.memory->high * memory > static_cast<double>(plan.budget());
    const std::string warning =
        isTight ? " The upper end is above the budget: the run may not fit. A plan with room has a smaller budget, or "
                  "`--fit runs`."
                : "";
    return programText(
        readmeName, plan,
        {{"model", named(plan.model.title, plan.model.name)},
         {"cluster", named(plan.cluster.title, plan.cluster.name)},
         {"framework", launch.framework},
         {"layers", plan.model.layerCount()},
         {"parameters", formatCount(publishedParameterCount(plan.model))},
         {"device", markdownEscaped(plan.cluster.device.name)},
         {"schedule", info(plan.schedule.kind).title.english},
         {"trains", trainsRow(plan.training.tuning) + pairsRow(plan.training)},
         {"found_by", foundBy},
         {"certificate", made.certificate.empty() ? "none" : markdownEscaped(made.certificate)},
         {"strategies", strategyRows(plan)},
         {"step_time", formatSeconds(figures.stepTime)},
         {"samples", fmt::format("{:.4g}", figures.throughput)},
         {"tokens", fmt::format("{:.4g}", figures.tokensPerDevice)},
         {"time_band", bandText(bands.time, figures.stepTime, formatSeconds)},
         {"memory", formatBytes(memory)},
         {"budget", formatBytes(static_cast<double>(plan.budget()))},
         {"usable", formatBytes(static_cast<double>(figures.usableBudget))},
         {"memory_band", bandText(bands.memory, memory, formatBytes)},
         {"memory_warning", warning},
         {"stage_memory", memoryRows(figures)},
         {"issues", issueLines(figures)},
         {"fill_in", listed("What to fill in", fillIn)},
         {"pretrained",
          launch.pretrained + (launch.isPretrained ? "" : " As it is, the run starts from random weights.")},
         {"remarks", listed("What the framework does otherwise than these figures have it", launch.remarks)},
         {"files", listed("Files", names)}});
}

}  // namespace pgram
