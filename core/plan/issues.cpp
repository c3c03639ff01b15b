// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/issues.h"

#include "core/base/format.h"
#include "core/base/index.h"
#include "core/model/encoder.h"
#include "core/plan/stage_fill.h"
#include "core/plan/volumes.h"
#include "core/strategy/legality.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace pgram {

namespace {

/// Returns the strategy of the first layer of its run.
const LayerStrategy& firstOfRun(const Plan& plan, int layer)
{
    while (layer > 0 && plan.model.runOf(layer - 1) == plan.model.runOf(layer)) {
        --layer;
    }
    return plan.strategies[at(layer)];
}

std::optional<Verdict> verdictOf(const Plan& plan, int layer, std::span<const std::int64_t> slices)
{
    const LayerSpec& spec = plan.model.layer(layer);
    if (spec.sharedBy > 0) {
        if (auto refused = sharingRefusal(spec, plan.strategies[at(layer)], plan.pipeline(), firstOfRun(plan, layer))) {
            return refused;
        }
    }
    if (auto refused = hostRefusal(plan.strategies[at(layer)], plan.cluster)) {
        return refused;
    }
    if (auto refused = refusal(plan.model.layer(layer), plan.strategies[at(layer)], plan.stageDevices(), plan.training,
                               plan.sequence(), plan.schedule.microbatches)) {
        return refused;
    }
    return sliceRefusal(plan.model.layer(layer), plan.strategies[at(layer)], plan.stageDevices(), plan.training, slices,
                        plan.schedule.microbatches);
}

Issue refusedLayers(const Plan& plan, const Verdict& verdict, int first, int last)
{
    Issue issue;
    issue.code = name(verdict.rule);
    issue.layer = first;
    issue.stage = plan.stageOf(first);
    const std::string strategy = shortName(plan.strategies[at(first)]);
    const Text where = first == last ? Text(plan.model.layerName(first))
                                     : Core::tr("{} to {}", plan.model.layerName(first), plan.model.layerName(last));
    issue.message = Core::tr("{} cannot run {}: {}", where, strategy, explain(verdict));
    return issue;
}

Issue planIssue(const char* code, const Text& problem)
{
    Issue issue;
    issue.code = code;
    issue.message = problem;
    return issue;
}

Issue recutNote(const Text& before)
{
    Issue issue;
    issue.severity = Severity::Note;
    issue.code = "recut";
    issue.message = Core::tr("No runtime can run the cut of the file, {}: the chunks are cut evenly instead", before);
    return issue;
}

Phrase nameOf(MemoryPart part)
{
    switch (part) {
    case MemoryPart::Weights:
        return Core::tr("weights");
    case MemoryPart::Gradients:
        return Core::tr("gradients");
    case MemoryPart::Optimizer:
        return Core::tr("optimizer states");
    case MemoryPart::Activations:
        return Core::tr("activations");
    case MemoryPart::Transient:
        return Core::tr("transient tensors");
    case MemoryPart::Context:
        break;
    }
    return Core::tr("device context");
}

/// Returns a note on unknown members, which may be typing errors or come from another release.
Issue unknownNote(const Plan& plan)
{
    constexpr std::size_t named = 3;
    std::vector<std::string> members;
    for (const auto& [pointer, json] : plan.unknown) {
        members.push_back(members.size() < named ? pointer : "…");
        if (members.size() > named) {
            break;
        }
    }
    Issue note =
        planIssue("unknown", Core::tr("kept, and not known here: {}", fmt::format("{}", fmt::join(members, ", "))));
    note.severity = Severity::Note;
    return note;
}

}  // namespace

std::vector<Issue> legalityIssues(const Plan& plan)
{
    std::vector<Issue> issues;
    const int layers = plan.model.layerCount();
    const std::vector<std::int64_t> slices = sliceTokens(plan);
    for (int first = 0; first < layers;) {
        const std::optional<Verdict> verdict = verdictOf(plan, first, slices);
        int last = first;
        if (verdict) {
            const auto& strategies = plan.strategies;
            while (last + 1 < layers && plan.stageOf(last + 1) == plan.stageOf(first) &&
                   strategies[at(last + 1)] == strategies[at(first)] && verdictOf(plan, last + 1, slices) == verdict) {
                ++last;
            }
            issues.push_back(refusedLayers(plan, *verdict, first, last));
        }
        first = last + 1;
    }
    if (const Result<void> has = checkPrecision(plan.cluster, plan.training.precision); !has) {
        issues.push_back(planIssue("precision", has.error().what));
    }
    if (plan.training.preference == Preference::Host && !plan.cluster.host.isKnown()) {
        issues.push_back(planIssue("host-link", explain({Rule::HostLink, 0, 0})));
    }
    if (const Result<void> fits = checkImages(plan.model, plan.sequence()); !fits) {
        issues.push_back(planIssue("images", fits.error().what));
    }
    const Phrase problem = scheduleProblem(plan.schedule, plan.pipeline());
    if (!problem.empty()) {
        issues.push_back(planIssue("schedule", problem));
    }
    if (!plan.provenance.recut.empty()) {
        issues.push_back(recutNote(plan.provenance.recut));
    }
    if (!plan.unknown.empty()) {
        issues.push_back(unknownNote(plan));
    }
    return issues;
}

std::vector<Issue> budgetIssues(const Plan& plan, const std::vector<StageEstimate>& stages)
{
    std::vector<Issue> issues;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const MemoryBreakdown& memory = stages[i].memory;
        const Bytes over = memory.total() - stages[i].usable;
        if (over <= 0) {
            continue;
        }
        Issue issue;
        issue.code = "over-budget";
        issue.stage = static_cast<int>(i);
        issue.layer = plan.chunk(chunkOfStage(plan.schedule, plan.pipeline(), issue.stage, 0)).firstLayer;
        issue.message =
            Core::tr("Stage {} needs {} per device, {} more than the {} that it may use; the largest part is {}", i,
                     formatBytes(static_cast<double>(memory.total())), formatBytes(static_cast<double>(over)),
                     formatBytes(static_cast<double>(stages[i].usable)), nameOf(largestPart(memory)));
        issues.push_back(issue);
    }
    return issues;
}

std::vector<Issue> kindIssues(const Plan& plan)
{
    const bool isMeasured =
        std::ranges::any_of(plan.model.runs, [](const LayerSpec& run) { return run.measured.has_value(); });
    const auto isOther = [](const DeviceKind& kind) { return kind.device.has_value(); };
    if (!isMeasured || std::ranges::none_of(plan.cluster.kinds, isOther)) {
        return {};
    }
    Issue issue;
    issue.severity = Severity::Warning;
    issue.code = "measured-elsewhere";
    issue.message = Core::tr("Layers take what was measured of them, on whichever kind of device they are");
    return {issue};
}

std::vector<Issue> deviceIssues(const Plan& plan)
{
    if (plan.budget() <= plan.cluster.mostMemory()) {
        return {};
    }
    Issue issue;
    issue.severity = Severity::Warning;
    issue.code = "over-device";
    issue.message = Core::tr("The memory budget of {} is more than the {} that a device has",
                             formatBytes(static_cast<double>(plan.budget())),
                             formatBytes(static_cast<double>(plan.cluster.mostMemory())));
    return {issue};
}

Text hostRemark(const HostNeed& host)
{
    const std::string needed = formatBytes(static_cast<double>(host.needed));
    if (host.isUnknown()) {
        return Core::tr("A node of {} device(s) needs {} of host memory, and how much it has is not known",
                        host.devices, needed);
    }
    if (host.isExceeded()) {
        return Core::tr("A node of {} device(s) needs {} of host memory, more than the {} that it has", host.devices,
                        needed, formatBytes(static_cast<double>(host.available)));
    }
    return {};
}

std::vector<Issue> hostIssues(const HostNeed& host)
{
    Issue issue;
    issue.severity = Severity::Warning;
    issue.code = host.isUnknown() ? "host-memory-unknown" : "over-host-memory";
    issue.message = hostRemark(host);
    issue.stage = host.stage;
    return issue.message.empty() ? std::vector<Issue>() : std::vector{issue};
}

}  // namespace pgram
