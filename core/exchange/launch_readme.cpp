// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The README of a folder, declared in launch_folder.h.
#include "core/base/format.h"
#include "core/base/quoting.h"
#include "core/exchange/launch_folder.h"
#include "core/fidelity/error_band.h"
#include "core/plan/estimate.h"

#include <algorithm>
#include <array>
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
    KnownFile{rankTableName, "where each device stands, numbered as the framework numbers its ranks"},
};

/// "1–12": layers from 1.
std::string rangeText(int first, int count)
{
    return count == 1 ? fmt::format("{}", first + 1) : fmt::format("{}–{}", first + 1, first + count);
}

std::string planned(const Launch& launch, const Plan& plan)
{
    const auto named = [](const std::string& title, const std::string& name) {
        return markdownEscaped(title.empty() ? name : title);
    };
    const std::string model = named(plan.model.title, plan.model.name);
    const std::string cluster = named(plan.cluster.title, plan.cluster.name);
    std::string text =
        fmt::format("# {} on {}, for {}\n\n", model, cluster, launch.framework) +
        fmt::format("Written by Parallelogram for {}. Other versions may read these files otherwise.\n\n"
                    "## What was planned\n\n"
                    "| | |\n|---|---|\n"
                    "| model | {}: {} layers, {} parameters |\n"
                    "| cluster | {}: {} × {} |\n"
                    "| batch | {} samples of {} tokens a step, in {} micro-batch(es) |\n"
                    "| pipeline | {} stage(s), {} |\n",
                    launch.framework, model, plan.model.layerCount(), formatCount(publishedParameterCount(plan.model)),
                    cluster, plan.cluster.devices, markdownEscaped(plan.cluster.device.name), plan.training.globalBatch,
                    plan.sequence(), plan.schedule.microbatches, plan.pipeline(),
                    info(plan.schedule.kind).title.english);
    const PlanProvenance& made = plan.provenance;
    if (!made.method.empty()) {
        text += fmt::format("| found by | {}{} |\n", markdownEscaped(made.method),
                            made.space.empty() ? "" : fmt::format(", space {}", markdownEscaped(made.space)));
    }
    text +=
        fmt::format("| certificate | {} |\n", made.certificate.empty() ? "none" : markdownEscaped(made.certificate));
    return text;
}

std::string strategies(const Plan& plan)
{
    std::string text = "\n| layers | stage | strategy of each |\n|---|---|---|\n";
    const int layers = plan.model.layerCount();
    for (int first = 0, next = 0; first < layers; first = next) {
        const auto at = [&plan](int layer) { return plan.strategies[static_cast<std::size_t>(layer)]; };
        next = first + 1;
        while (next < layers && at(next) == at(first) && plan.stageOf(next) == plan.stageOf(first)) {
            ++next;
        }
        text += fmt::format("| {} | {} | {} |\n", rangeText(first, next - first), plan.stageOf(first) + 1,
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

std::string expected(const Plan& plan, const Estimate& estimate, const ErrorBands& bands)
{
    std::string text = fmt::format("\n## What to expect\n\n"
                                   "- Step time: {}, {:.4g} samples/s, {:.4g} tokens/s per device.{}\n"
                                   "- Memory of the fullest device: {} of {}.{}\n",
                                   formatSeconds(estimate.stepTime), estimate.throughput, estimate.tokensPerDevice,
                                   bandText(bands.time, estimate.stepTime, formatSeconds),
                                   formatBytes(static_cast<double>(estimate.peakMemory)),
                                   formatBytes(static_cast<double>(plan.budget())),
                                   bandText(bands.memory, static_cast<double>(estimate.peakMemory), formatBytes));
    text += "\nPer device of each stage, at its peak:\n\n"
            "| stage | memory | weights | gradients | optimizer | activations | passing | context |\n"
            "|---|---|---|---|---|---|---|---|\n";
    for (std::size_t stage = 0; stage < estimate.stages.size(); ++stage) {
        const MemoryBreakdown& memory = estimate.stages[stage].memory;
        text += fmt::format("| {} |", stage + 1);
        for (const Bytes bytes : {memory.total(), memory.weights, memory.gradients, memory.optimizer,
                                  memory.activations, memory.transient, memory.context}) {
            text += fmt::format(" {} |", formatBytes(static_cast<double>(bytes)));
        }
        text += '\n';
    }
    for (const Issue& issue : estimate.issues) {
        text += fmt::format("\n**{}**\n", markdownEscaped(issue.message.english()));
    }
    return text;
}

/// Says how a run starts from the weights of a checkpoint, and how it starts without one.
std::string startingWeights(const Launch& launch)
{
    return fmt::format("\n## Starting from pretrained weights\n\n{} As it is, the run starts from random weights.\n",
                       launch.pretrained);
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
    if (plan.training.documentTokens > 0) {
        fillIn.push_back(fmt::format("Samples packed of documents of {} tokens on average, with attention inside each "
                                     "document (variable-length kernels). Over whole samples it takes longer.",
                                     plan.training.documentTokens));
    }
    const ErrorBands bands = context.bands != nullptr ? *context.bands : ErrorBands();
    return planned(launch, plan) + strategies(plan) + expected(plan, figures, bands) +
           listed("What to fill in", fillIn) + startingWeights(launch) +
           listed("What the framework does otherwise than these figures have it", launch.remarks) +
           listed("Files", names);
}

}  // namespace pgram
