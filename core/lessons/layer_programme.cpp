// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/lessons/layer_programme.h"

#include "core/plan/estimate.h"
#include "core/questions/plan_question.h"
#include "core/search/task/task_list.h"

#include <algorithm>
#include <limits>

namespace pgram {

namespace {

constexpr int mostLayers = 12;
constexpr std::size_t mostStrategies = 8;

/// No slower, and no fuller.
bool beats(const LayerLabel& a, const LayerLabel& b)
{
    return a.time <= b.time && a.held <= b.held && a.transient <= b.transient;
}

/// Keeps a label that none of its strategy beats, and drops those that it beats.
void keep(std::vector<LayerLabel>& labels, const LayerLabel& label)
{
    const auto isOfCell = [&](const LayerLabel& other) { return other.strategy == label.strategy; };
    if (std::ranges::any_of(labels, [&](const LayerLabel& other) { return isOfCell(other) && beats(other, label); })) {
        return;
    }
    std::erase_if(labels, [&](const LayerLabel& other) { return isOfCell(other) && beats(label, other); });
    labels.push_back(label);
}

/// The label with one layer more.
LayerLabel behind(const LayerLabel& label, int from, int strategy, const LayerChoice& own, Seconds relayout)
{
    return {strategy, from, label.time + relayout + own.time, label.held + own.held,
            std::max(label.transient, own.transient)};
}

/// Cell by cell, layer by layer; `keepLabel` says which labels of a cell stay.
template <typename Keep>
LabelsByLayer filled(const LayerProgramme& programme, const Keep& keepLabel)
{
    LabelsByLayer labels;
    std::vector<LayerLabel> before{LayerLabel{-1, -1, 0, 0, 0}};
    for (std::size_t layer = 0; layer < programme.choices.size(); ++layer) {
        std::vector<LayerLabel> now;
        for (std::size_t s = 0; s < programme.strategies.size(); ++s) {
            const std::optional<LayerChoice>& own = programme.choices[layer][s];
            for (std::size_t from = 0; own && from < before.size(); ++from) {
                const auto last = static_cast<std::size_t>(std::max(0, before[from].strategy));
                const Seconds relayout = layer == 0 ? 0 : programme.relayouts[layer][last][s];
                keepLabel(now, behind(before[from], layer == 0 ? -1 : static_cast<int>(from), static_cast<int>(s), *own,
                                      relayout));
            }
        }
        std::ranges::stable_sort(now, {}, &LayerLabel::strategy);
        before = now;
        labels.push_back(std::move(now));
    }
    return labels;
}

/// The one task of the plan's question on one stage; none: nothing can be asked so.
std::optional<Subproblem> taskOf(SearchRequest& request, int microbatches)
{
    request.pipelines = {1};
    request.microbatches = {microbatches};
    const MethodRules rules =
        rulesOf(Method::Joint, request.space, candidateSchedules(request), request.cluster.devices);
    const std::vector<Subproblem> tasks = listTasks(request, rules);
    return tasks.empty() ? std::nullopt : std::optional(tasks.front());
}

}  // namespace

Result<LayerProgramme> layerProgramme(const Plan& plan)
{
    if (plan.pipeline() != 1 || plan.model.layerCount() > mostLayers) {
        return badInput(Core::tr("is a programme over layers by hand, of one stage and at most {} layers", mostLayers));
    }
    SearchRequest request = requestOf(plan);
    const std::optional<Subproblem> listed = taskOf(request, plan.schedule.microbatches);
    if (!listed || listed->strategies->strategies.size() > mostStrategies) {
        return badInput(Core::tr("is a programme over layers by hand, of at most {} strategies", mostStrategies));
    }
    const TaskSource source{&request.model, &request.cluster, request.training, candidateSchedules(request), {}};
    const Task task = makeTask(source, *listed).value();

    LayerProgramme programme;
    programme.strategies = task.strategies();
    programme.budget = usableBudget(request.budget(), request.cluster) - request.cluster.contextBytes;
    const std::size_t count = programme.strategies.size();
    for (int layer = 0; layer < task.layers(); ++layer) {
        programme.layers.push_back(plan.model.layerName(layer));
        std::vector<std::optional<LayerChoice>> choices;
        std::vector<std::vector<Seconds>> relayouts(count, std::vector<Seconds>(count, 0));
        for (std::size_t s = 0; s < count; ++s) {
            const auto costs = source.costs->of(task.context(), task.model, *task.types, programme.strategies[s]);
            const std::size_t type = task.typeOf(layer);
            choices.emplace_back(std::nullopt);
            if (costs != nullptr && (*costs)[type]) {
                const LayerFigures& figures = *(*costs)[type];
                const double m = task.key.microbatches;
                choices.back() = LayerChoice{m * (figures.forward + figures.backward) + figures.once,
                                             figures.states + task.kept(0) * figures.kept, figures.transient};
            }
            for (std::size_t before = 0; layer > 0 && before < count; ++before) {
                relayouts[before][s] =
                    task.key.microbatches *
                    task.relayout(layer, task.layoutOf(static_cast<int>(before)), task.layoutOf(static_cast<int>(s)));
            }
        }
        programme.choices.push_back(std::move(choices));
        programme.relayouts.push_back(std::move(relayouts));
    }
    return programme;
}

LabelsByLayer fastestLabels(const LayerProgramme& programme)
{
    return filled(programme, [](std::vector<LayerLabel>& labels, const LayerLabel& label) {
        const auto own = std::ranges::find(labels, label.strategy, &LayerLabel::strategy);
        if (own == labels.end()) {
            labels.push_back(label);
        } else if (label.time < own->time) {
            *own = label;
        }
    });
}

LabelsByLayer fittingLabels(const LayerProgramme& programme)
{
    return filled(programme, [&](std::vector<LayerLabel>& labels, const LayerLabel& label) {
        if (label.memory() <= programme.budget) {
            keep(labels, label);
        }
    });
}

int bestLabel(const LabelsByLayer& labels)
{
    if (labels.empty() || labels.back().empty()) {
        return -1;
    }
    return static_cast<int>(std::ranges::min_element(labels.back(), {}, &LayerLabel::time) - labels.back().begin());
}

std::vector<int> pathTo(const LabelsByLayer& labels, int layer, int label)
{
    std::vector<int> path;
    for (int at = layer; at >= 0 && label >= 0; --at) {
        const LayerLabel& here = labels[static_cast<std::size_t>(at)][static_cast<std::size_t>(label)];
        path.push_back(here.strategy);
        label = here.before;
    }
    std::ranges::reverse(path);
    return path;
}

}  // namespace pgram
