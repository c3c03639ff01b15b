// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/questions/why_not.h"

#include "core/questions/kept_layers.h"
#include "core/search/task/method_rules.h"
#include "core/strategy/decision_tree.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <span>

namespace pgram {

namespace {

Result<void> check(const WhyNotQuestion& question)
{
    if (static_cast<bool>(question.reference) != static_cast<bool>(question.referenceEstimate)) {
        return badInput(Core::tr("the plan and its estimate go together"), "reference");
    }
    const int layers = question.request.model.layerCount();
    if (question.reference && static_cast<int>(question.reference->strategies.size()) != layers) {
        return badInput(Core::tr("the plan has {} layer(s), the question's model {}",
                                 question.reference->strategies.size(), layers),
                        "reference");
    }
    if (question.firstLayer < 0 || question.layerCount < 1 || question.firstLayer > layers - question.layerCount) {
        return badInput(Core::tr("no layers {} to {}: the model has {}", question.firstLayer,
                                 std::int64_t{question.firstLayer} + question.layerCount - 1, layers),
                        "layers", Core::tr("Ask about layers from 0 to {}", layers - 1));
    }
    return {};
}

/// Returns the strategies that the question allows: one, or all that its pattern matches.
std::vector<LayerStrategy> asked(const WhyNotQuestion& question, const Space& space)
{
    if (!question.pattern) {
        return {question.strategy};
    }
    std::vector<LayerStrategy> matching;
    const int devices = question.request.cluster.devices;
    for (const int pipeline : pipelineDegrees(devices, space)) {
        std::ranges::copy_if(searchedStrategies(devices, pipeline, space), std::back_inserter(matching),
                             [&](const LayerStrategy& s) { return question.pattern->matches(s); });
    }
    return matching;
}

/// If some layer refuses all of the strategies, stores its refusal of the first one at the fewest micro-batches,
/// because more of them only divide the batch further.
void findRefusal(const WhyNotQuestion& question, const SearchRequest& request,
                 const std::vector<LayerStrategy>& strategies, WhyNot& answer)
{
    const int fewest =
        request.microbatches.empty() ? 1 : *std::min_element(request.microbatches.begin(), request.microbatches.end());
    const std::int64_t sequence = request.training.sequence(request.model.sequenceLength);
    for (int layer = question.firstLayer; layer < question.firstLayer + question.layerCount; ++layer) {
        const auto refusalOf = [&](const LayerStrategy& strategy) {
            const auto refused = hostRefusal(strategy, request.cluster);
            return refused ? refused
                           : refusal(request.model.layer(layer), strategy, strategy.groupSize(), request.training,
                                     sequence, fewest);
        };
        if (std::ranges::all_of(strategies, [&](const LayerStrategy& s) { return refusalOf(s).has_value(); })) {
            answer.refusal = refusalOf(strategies.front());
            answer.refusedLayer = layer;
            answer.outcome = WhyNot::Outcome::Illegal;
            return;
        }
    }
}

bool runsIt(const WhyNotQuestion& question)
{
    if (!question.reference) {
        return false;
    }
    const auto asked =
        std::span(question.reference->strategies)
            .subspan(static_cast<std::size_t>(question.firstLayer), static_cast<std::size_t>(question.layerCount));
    return std::ranges::all_of(asked, Allowed{question.strategy, question.pattern});
}

int countRecomputedElsewhere(const WhyNotQuestion& question, const Plan& plan)
{
    int count = 0;
    for (std::size_t layer = 0; layer < plan.strategies.size(); ++layer) {
        const int index = static_cast<int>(layer);
        if (index < question.firstLayer || index >= question.firstLayer + question.layerCount) {
            count += plan.strategies[layer].kept.recomputes() ? 1 : 0;
        }
    }
    return count;
}

/// The reference is a plan that contains the strategy where it runs it: the answer is never worse.
void takeBest(const WhyNotQuestion& question, SearchResult& found, WhyNot& answer)
{
    const auto& reference = question.referenceEstimate;
    const bool valid = answer.used && reference->fits && reference->legal;
    if (valid && (!found.plan ||
                  rankedBy(*reference, question.request.rule) <= rankedBy(*found.estimate, question.request.rule))) {
        answer.plan = question.reference;
        answer.estimate = question.referenceEstimate;
    } else if (found.plan) {
        answer.plan = std::make_shared<const Plan>(std::move(*found.plan));
        answer.estimate = found.estimate;
    }
}

void explainCost(const WhyNotQuestion& question, WhyNot& answer)
{
    answer.outcome = WhyNot::Outcome::Costed;
    answer.after = stepParts(*answer.plan, *answer.estimate);
    if (!question.reference) {
        return;
    }
    answer.comparison = compare(*question.reference, *question.referenceEstimate, *answer.plan, *answer.estimate);
    answer.before = stepParts(*question.reference, *question.referenceEstimate);
    answer.recomputedElsewhere =
        countRecomputedElsewhere(question, *answer.plan) - countRecomputedElsewhere(question, *question.reference);
}

}  // namespace

SpacePlace placeOf(const LayerStrategy& strategy, const Space& space, int devices)
{
    SpacePlace place;
    place.kind = SpacePlace::Kind::NoStage;
    place.rule = Verdict{Rule::GroupSize, strategy.groupSize(), devices};
    place.pipeline = devices % strategy.groupSize() == 0 ? devices / strategy.groupSize() : 0;
    for (const DecisionTree& tree : decisionTrees(devices, space)) {
        if (tree.groupSize != strategy.groupSize()) {
            continue;
        }
        place.kind = SpacePlace::Kind::NoLeaf;
        place.rule.reset();
        for (const TreeNode& node : tree.nodes) {
            if (std::find(node.strategies.begin(), node.strategies.end(), strategy) != node.strategies.end()) {
                place.kind = node.pruned ? SpacePlace::Kind::Pruned : SpacePlace::Kind::Kept;
                place.rule = node.pruned;
                return place;
            }
        }
    }
    return place;
}

namespace {

SpacePlace placeOf(const WhyNotQuestion& question, const Space& space, const std::vector<LayerStrategy>& strategies)
{
    if (!question.pattern) {
        return placeOf(question.strategy, space, question.request.cluster.devices);
    }
    SpacePlace place;
    if (strategies.empty()) {
        place.kind = SpacePlace::Kind::NoStage;
    } else if (asked(question, space).empty()) {
        place.kind = SpacePlace::Kind::NoLeaf;
    }
    return place;
}

/// Nothing to search for: no stage of these devices can hold it, or the model has too few layers for the stages.
bool holdsNowhere(const WhyNotQuestion& question, const SearchRequest& request, WhyNot& answer)
{
    const bool tooDeep = answer.place.pipeline > request.model.layerCount();
    if (answer.place.kind != SpacePlace::Kind::NoStage && !tooDeep) {
        return false;
    }
    answer.outcome = WhyNot::Outcome::NoStage;
    answer.place.kind = SpacePlace::Kind::NoStage;
    if (!question.pattern) {
        answer.place.rule = Verdict{Rule::GroupSize, question.strategy.groupSize(), request.cluster.devices};
    }
    return true;
}

}  // namespace

SearchRequest pinnedRequest(const WhyNotQuestion& question)
{
    SearchRequest request = question.request;
    if (question.reference) {
        request.training.globalBatch = question.reference->training.globalBatch;
    }
    request.batches.clear();
    request.pins.push_back({question.firstLayer, question.layerCount, question.strategy, question.pattern});
    if (!question.pattern) {
        request.pipelines = {request.cluster.devices / question.strategy.groupSize()};
    }
    if (!isFree(request.method)) {
        request.method = Method::Base;
    }
    return request;
}

Result<WhyNot> whyNot(const WhyNotQuestion& question, std::stop_token stop, const ProgressSink& progress)
{
    if (Result<void> checked = check(question); !checked) {
        return tl::unexpected(checked.error());
    }
    const SearchRequest request = pinnedRequest(question);
    WhyNot answer;
    const Space space =
        rulesOf(request.method, request.space, candidateSchedules(request), request.cluster.devices).space;
    const std::vector<LayerStrategy> strategies =
        asked(question, question.pattern ? widened(space, *question.pattern) : space);
    answer.place = placeOf(question, space, strategies);
    answer.used = runsIt(question);
    if (holdsNowhere(question, request, answer)) {
        return answer;
    }
    findRefusal(question, request, strategies, answer);
    if (answer.refusal) {
        return answer;
    }
    Result<SearchResult> found = search(request, stop, progress);
    if (!found) {
        return tl::unexpected(found.error());
    }
    answer.certificate = found->certificate;
    takeBest(question, *found, answer);
    if (answer.plan) {
        explainCost(question, answer);
        return answer;
    }
    answer.infeasibility = std::move(found->infeasibility);
    answer.outcome = answer.infeasibility ? WhyNot::Outcome::Infeasible : WhyNot::Outcome::Stopped;
    return answer;
}

}  // namespace pgram
