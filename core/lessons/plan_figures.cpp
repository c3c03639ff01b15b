// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/lessons/plan_figures.h"

#include "core/cost/operator_time.h"
#include "core/frameworks/target.h"
#include "core/model/mixers.h"
#include "core/questions/plan_question.h"
#include "core/search/pipeline/balance.h"
#include "core/serving/deployment.h"
#include "core/strategy/decision_tree.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace pgram {

namespace {

using P = const Plan&;
using E = const Estimate&;
using Kind = Operator::Kind;

const StageEstimate& fullest(const Estimate& figures)
{
    return *std::ranges::max_element(figures.stages, {},
                                     [](const StageEstimate& stage) { return stage.memory.total(); });
}

/// The largest over the layers' strategies.
template <typename Of>
double mostOf(const Plan& plan, const Of& of)
{
    double value = 0;
    for (const LayerStrategy& strategy : plan.strategies) {
        value = std::max(value, static_cast<double>(of(strategy)));
    }
    return value;
}

template <typename Holds>
double layersWith(const Plan& plan, const Holds& holds)
{
    return static_cast<double>(std::ranges::count_if(plan.strategies, holds));
}

double meanStageTime(const Estimate& figures)
{
    const Seconds sum = std::accumulate(figures.stages.begin(), figures.stages.end(), 0.0,
                                        [](Seconds all, const StageEstimate& stage) { return all + stage.time; });
    return sum / static_cast<double>(figures.stages.size());
}

double slowestStageTime(const Estimate& figures)
{
    return std::ranges::max_element(figures.stages, {}, &StageEstimate::time)->time;
}

/// Bytes that all devices send in a step, of one kind.
double sent(const Estimate& figures, TrafficKind kind)
{
    double bytes = 0;
    for (const VolumeRow& row : figures.volumes) {
        bytes += row.kind == kind ? static_cast<double>(row.bytes) : 0;
    }
    return bytes;
}

/// Largest over the model's runs of layers.
double mostOfModel(const Plan& plan, std::int64_t LayerSpec::*dimension)
{
    std::int64_t value = 0;
    for (const LayerSpec& run : plan.model.runs) {
        value = std::max(value, run.*dimension);
    }
    return static_cast<double>(value);
}

/// Returns the number of layers for which `is` returns true.
template <typename Is>
double layersThat(const Plan& plan, const Is& is)
{
    std::int64_t count = 0;
    for (const LayerSpec& run : plan.model.runs) {
        count += is(run) ? run.count : 0;
    }
    return static_cast<double>(count);
}

/// Returns the seconds of the operators for which `is` returns true, other than products with weights: of all layers
/// for one sample on one device, forward and backward without recomputation (our definition).
template <typename Is>
Seconds mixingTime(const Plan& plan, const Is& is)
{
    const Device& device = plan.cluster.device;
    Seconds seconds = 0;
    for (const LayerSpec& run : plan.model.runs) {
        const LayerWork work = layerWork(run, {.samples = 1, .sequence = plan.sequence()}, plan.training, 1);
        for (const Operator& op : work.operators) {
            if (is(op.kind)) {
                seconds += run.count * op.steps *
                           (operatorSeconds(op, Pass::Forward, device, plan.training) +
                            operatorSeconds(op, Pass::InputGradient, device, plan.training));
            }
        }
    }
    return seconds;
}

/// All but those of the experts that a token does not go through.
double activeParameters(const Plan& plan)
{
    double count = parameterCount(plan.model);
    const Result<ServedModel> model = servedModel(plan.model);
    for (const ServedBlocks& run : model ? model->blocks : std::vector<ServedBlocks>()) {
        count -= run.count * run.expertWeights * std::max(0, run.experts - run.topK);
    }
    return count;
}

/// Returns a figure of the deployment that the Deployment view shows first: one sequence, a prompt as long as the
/// plan's sequence, on the fewest devices that hold the model; 0 if the model does not generate text, or does not fit.
template <WeightKind Kind, typename Of>
double served(const Plan& plan, const Of& of)
{
    DeploymentQuestion question;
    question.model = plan.model;
    question.cluster = plan.cluster;
    question.budget = plan.budget();
    question.prompt = std::max<std::int64_t>(1, plan.sequence());
    question.formats = {WeightFormat{.kind = Kind}};
    const auto answers = deploy(question);
    const Deployment* best = answers ? answers->front().best() : nullptr;
    return best != nullptr ? static_cast<double>(of(*best)) : 0;
}

/// α of Galvatron-BMW: 1 - max/Σ over the stages.
template <typename Of>
double balance(const Estimate& figures, const Of& of)
{
    std::vector<double> values;
    std::ranges::transform(figures.stages, std::back_inserter(values), of);
    return balanceDegree(values);
}

/// All micro-batches of a step, over all layers.
Seconds relayoutTime(const Plan& plan, const Estimate& figures)
{
    const Seconds once =
        std::accumulate(figures.layers.begin(), figures.layers.end(), 0.0,
                        [](Seconds all, const LayerEstimate& layer) { return all + layer.transformation.time(); });
    return once * plan.schedule.microbatches;
}

/// Layer strategies of the decision tree of the plan's space, before or after pruning; infinity: more than anybody
/// counts.
double treeStrategies(const Plan& plan, int TreeCounts::*count)
{
    constexpr std::size_t most = 1 << 20;
    const auto trees = decisionTrees(plan.cluster.devices, requestOf(plan).space, most);
    return trees ? countStrategies(*trees).*count : std::numeric_limits<double>::infinity();
}

constexpr std::array figureRows{
    PlanFigure{"step_time", Core::tr("seconds per step, simulated"), [](P, E e) { return e.stepTime; }},
    PlanFigure{"throughput", Core::tr("samples per second"), [](P, E e) { return e.throughput; }},
    PlanFigure{"mfu_causal", Core::tr("the same, of attention the query-key pairs alone that masks leave"),
               [](P, E e) { return e.causalMfu; }},
    PlanFigure{"mfu", Core::tr("share of the peak that the model's FLOP reach"), [](P, E e) { return e.mfu; }},
    PlanFigure{"bubbles", Core::tr("share of the devices' time that is idle in the pipeline"),
               [](P, E e) { return e.bubbleFraction; }},
    PlanFigure{"exposed_communication", Core::tr("seconds per step of the stage that exposes most"),
               [](P, E e) { return e.exposedCommunication; }},
    PlanFigure{"fits", Core::tr("1 where every stage is within the budget"), [](P, E e) { return e.fits ? 1.0 : 0.0; }},
    PlanFigure{"legal", Core::tr("1 where every layer may run as it is told"),
               [](P, E e) { return e.legal ? 1.0 : 0.0; }},
    PlanFigure{"peak_memory", Core::tr("bytes per device of the fullest stage"),
               [](P, E e) { return static_cast<double>(e.peakMemory); }},
    PlanFigure{"usable_memory", Core::tr("bytes per device that a plan may use"),
               [](P, E e) { return static_cast<double>(e.usableBudget); }},
    PlanFigure{"weights", Core::tr("bytes per device, fullest stage"),
               [](P, E e) { return static_cast<double>(fullest(e).memory.weights); }},
    PlanFigure{"gradients", Core::tr("bytes per device, fullest stage"),
               [](P, E e) { return static_cast<double>(fullest(e).memory.gradients); }},
    PlanFigure{"optimizer_states", Core::tr("bytes per device, fullest stage"),
               [](P, E e) { return static_cast<double>(fullest(e).memory.optimizer); }},
    PlanFigure{"activations", Core::tr("bytes per device, fullest stage, all micro-batches in flight"),
               [](P, E e) { return static_cast<double>(fullest(e).memory.activations); }},
    PlanFigure{"transient", Core::tr("bytes per device, fullest stage, while a layer's backward runs"),
               [](P, E e) { return static_cast<double>(fullest(e).memory.transient); }},
    PlanFigure{"host_memory", Core::tr("bytes per device that wait in host memory, stage with most"),
               [](P, E e) {
                   return static_cast<double>(std::ranges::max(e.stages, {}, &StageEstimate::hostMemory).hostMemory);
               }},
    PlanFigure{"slowest_stage", Core::tr("seconds per micro-batch of the slowest stage"),
               [](P, E e) { return slowestStageTime(e); }},
    PlanFigure{"imbalance", Core::tr("how much slower the slowest stage is than the mean, as a share"),
               [](P, E e) { return slowestStageTime(e) / meanStageTime(e) - 1; }},
    PlanFigure{"alpha_time", Core::tr("α_t, the balance of the stages' times: 1 - largest/sum"),
               [](P, E e) { return balance(e, [](const StageEstimate& stage) { return stage.time; }); }},
    PlanFigure{"alpha_memory", Core::tr("α_m, the balance of the stages' memory: 1 - largest/sum"),
               [](P, E e) {
                   return balance(e,
                                  [](const StageEstimate& stage) { return static_cast<double>(stage.memory.total()); });
               }},
    PlanFigure{"relayout", Core::tr("seconds per step that activations are laid out anew between unlike layers"),
               relayoutTime},
    PlanFigure{"gradient_sync_bytes", Core::tr("bytes that all devices send per step to sum gradients"),
               [](P, E e) { return sent(e, TrafficKind::GradientSync); }},
    PlanFigure{"weight_gather_bytes", Core::tr("bytes that all devices send per step to gather weights"),
               [](P, E e) { return sent(e, TrafficKind::WeightGather); }},
    PlanFigure{"tensor_bytes", Core::tr("bytes that all devices send per step in tensor groups"),
               [](P, E e) { return sent(e, TrafficKind::TensorParallel) + sent(e, TrafficKind::SequenceParallel); }},
    PlanFigure{"context_bytes", Core::tr("bytes that all devices send per step around context-parallel rings"),
               [](P, E e) { return sent(e, TrafficKind::ContextParallel); }},
    PlanFigure{"expert_bytes",
               Core::tr("bytes that all devices send per step to experts and back, and in their tensor groups for it"),
               [](P, E e) { return sent(e, TrafficKind::ExpertParallel); }},
    PlanFigure{"host_bytes", Core::tr("bytes that all devices copy per step to host memory and back"),
               [](P, E e) { return sent(e, TrafficKind::HostTransfer); }},
    PlanFigure{"pipeline_bytes", Core::tr("bytes that all devices send per step between stages"),
               [](P, E e) { return sent(e, TrafficKind::Pipeline); }},
    PlanFigure{"stages", Core::tr("stages of the pipeline"), [](P p, E) { return static_cast<double>(p.pipeline()); }},
    PlanFigure{"chunks", Core::tr("chunks of a stage"),
               [](P p, E) { return static_cast<double>(p.schedule.virtualStages); }},
    PlanFigure{"microbatches", Core::tr("micro-batches per step"),
               [](P p, E) { return static_cast<double>(p.schedule.microbatches); }},
    PlanFigure{"batch", Core::tr("samples per step"),
               [](P p, E) { return static_cast<double>(p.training.globalBatch); }},
    PlanFigure{"sequence", Core::tr("tokens per sample"), [](P p, E) { return static_cast<double>(p.sequence()); }},
    PlanFigure{"document_tokens", Core::tr("tokens per document of a packed sample; without packing, per sample"),
               [](P p, E) {
                   const double document = p.training.documents.pairTokens(p.sequence());
                   return document > 0 ? document : static_cast<double>(p.sequence());
               }},
    PlanFigure{"layers", Core::tr("layers of the model"),
               [](P p, E) { return static_cast<double>(p.model.layerCount()); }},
    PlanFigure{"hidden", Core::tr("values of a token between two layers (h), widest layer"),
               [](P p, E) { return mostOfModel(p, &LayerSpec::hidden); }},
    PlanFigure{"heads", Core::tr("attention heads of a layer (a)"),
               [](P p, E) { return mostOfModel(p, &LayerSpec::heads); }},
    PlanFigure{"attention_layers", Core::tr("layers that mix tokens by attention"),
               [](P p, E) {
                   return layersThat(
                       p, [](const LayerSpec& run) { return run.mixer == Mixer::Attention && run.heads > 0; });
               }},
    PlanFigure{"state_layers", Core::tr("layers that mix tokens by a state: linear attention, state space"),
               [](P p, E) { return layersThat(p, [](const LayerSpec& run) { return stateMixerOf(run) != nullptr; }); }},
    PlanFigure{"attention_time", Core::tr("seconds of attention for one sample on one device, forward and backward"),
               [](P p, E) {
                   return mixingTime(p,
                                     [](Kind kind) { return kind == Kind::Attention || kind == Kind::ScoreProduct; });
               }},
    PlanFigure{"state_time", Core::tr("seconds of states for one sample on one device, forward and backward"),
               [](P p, E) { return mixingTime(p, [](Kind kind) { return kind == Kind::StateScan; }); }},
    PlanFigure{"selected_tokens", Core::tr("tokens that a query of sparse attention reads at most; 0: all"),
               [](P p, E) { return mostOfModel(p, &LayerSpec::selected); }},
    PlanFigure{"parameters", Core::tr("parameters of the model"), [](P p, E) { return parameterCount(p.model); }},
    PlanFigure{"active_parameters", Core::tr("parameters that one token goes through"),
               [](P p, E) { return activeParameters(p); }},
    PlanFigure{"experts", Core::tr("experts of a layer"), [](P p, E) { return mostOfModel(p, &LayerSpec::experts); }},
    PlanFigure{"experts_of_token", Core::tr("experts of a layer that one token goes through"),
               [](P p, E) { return mostOfModel(p, &LayerSpec::topK); }},
    PlanFigure{"devices", Core::tr("devices of the cluster"),
               [](P p, E) { return static_cast<double>(p.cluster.devices); }},
    PlanFigure{"device_memory", Core::tr("bytes per device"),
               [](P p, E) { return static_cast<double>(p.cluster.device.memory); }},
    PlanFigure{"device_flops", Core::tr("peak FLOP per second of a device, in the plan's precision"),
               [](P p, E) { return p.cluster.device.peak(p.training.precision); }},
    PlanFigure{"scan_efficiency", Core::tr("share of that peak at which the planner counts kernels of states"),
               [](P p, E) { return p.cluster.device.scanEfficiency.value; }},
    PlanFigure{"device_bandwidth", Core::tr("bytes per second of a device's memory"),
               [](P p, E) { return p.cluster.device.memoryBandwidth; }},
    PlanFigure{"near_bandwidth", Core::tr("bytes per second out of a device to its nearest neighbours, peak"),
               [](P p, E) { return p.cluster.links.front().bandwidth; }},
    PlanFigure{"far_bandwidth", Core::tr("bytes per second out of a device to the farthest ones, peak"),
               [](P p, E) { return p.cluster.links.back().bandwidth; }},
    PlanFigure{"tree_leaves", Core::tr("layer strategies that the decision tree of the plan's space keeps"),
               [](P p, E) { return treeStrategies(p, &TreeCounts::after); }},
    PlanFigure{"tree_all_leaves", Core::tr("layer strategies of that tree before anything is pruned"),
               [](P p, E) { return treeStrategies(p, &TreeCounts::before); }},
    PlanFigure{"megatron", Core::tr("1 where Megatron-LM can run the plan"),
               [](P p, E) { return beyond(**parseTarget("megatron"), p).empty() ? 1.0 : 0.0; }},
    PlanFigure{"different_strategies", Core::tr("layer strategies of the plan, each counted once"),
               [](P p, E) {
                   std::vector<LayerStrategy> seen;
                   for (const LayerStrategy& strategy : p.strategies) {
                       if (std::ranges::find(seen, strategy) == seen.end()) {
                           seen.push_back(strategy);
                       }
                   }
                   return static_cast<double>(seen.size());
               }},
    PlanFigure{"tensor_layers", Core::tr("layers with a tensor group"),
               [](P p, E) { return layersWith(p, [](const LayerStrategy& s) { return s.tensor > 1; }); }},
    PlanFigure{"tensor", Core::tr("largest tensor-parallel degree of a layer"),
               [](P p, E) { return mostOf(p, [](const LayerStrategy& s) { return s.tensor; }); }},
    PlanFigure{"data", Core::tr("largest data-parallel degree of a layer"),
               [](P p, E) { return mostOf(p, [](const LayerStrategy& s) { return s.data; }); }},
    PlanFigure{"zero", Core::tr("highest ZeRO stage of a layer"),
               [](P p, E) { return mostOf(p, [](const LayerStrategy& s) { return s.zero; }); }},
    PlanFigure{"context", Core::tr("largest context-parallel degree of a layer"),
               [](P p, E) { return mostOf(p, [](const LayerStrategy& s) { return s.context; }); }},
    PlanFigure{"expert", Core::tr("largest expert-parallel degree of a layer"),
               [](P p, E) { return mostOf(p, [](const LayerStrategy& s) { return s.expert; }); }},
    PlanFigure{"recomputed_layers", Core::tr("layers that are recomputed"),
               [](P p, E) { return layersWith(p, [](const LayerStrategy& s) { return s.kept.recomputes(); }); }},
    PlanFigure{"sharded_layers", Core::tr("layers whose weights are sharded (ZeRO-3)"),
               [](P p, E) { return layersWith(p, [](const LayerStrategy& s) { return s.zero >= 3; }); }},
    PlanFigure{"offloaded_layers", Core::tr("layers that leave kept tensors or optimizer states in host memory"),
               [](P p, E) { return layersWith(p, [](const LayerStrategy& s) { return s.usesHost(); }); }},
    PlanFigure{"served_devices", Core::tr("fewest devices that serve the model, weights in BF16"),
               [](P p, E) { return served<WeightKind::Bf16>(p, [](const Deployment& d) { return d.devices(); }); }},
    PlanFigure{
        "served_weights", Core::tr("bytes of weights on each of them, fullest device"),
        [](P p, E) { return served<WeightKind::Bf16>(p, [](const Deployment& d) { return d.memory.weights; }); }},
    PlanFigure{"served_cache", Core::tr("bytes of keys and values of one sequence on each of them"),
               [](P p, E) { return served<WeightKind::Bf16>(p, [](const Deployment& d) { return d.memory.cache; }); }},
    PlanFigure{"served_sequences", Core::tr("sequences that fit on them at once"),
               [](P p, E) {
                   return served<WeightKind::Bf16>(p, [](const Deployment& d) { return d.memory.mostSequences(); });
               }},
    PlanFigure{"first_token", Core::tr("seconds on them until one prompt's first token"),
               [](P p, E) { return served<WeightKind::Bf16>(p, [](const Deployment& d) { return d.firstToken; }); }},
    PlanFigure{"token_time", Core::tr("seconds on them for a token of one sequence"),
               [](P p, E) { return served<WeightKind::Bf16>(p, [](const Deployment& d) { return d.perToken; }); }},
    PlanFigure{"served_devices_int4", Core::tr("fewest devices that serve the model, weights in INT4"),
               [](P p, E) { return served<WeightKind::Int4>(p, [](const Deployment& d) { return d.devices(); }); }},
    PlanFigure{
        "served_weights_int4", Core::tr("bytes of INT4 weights on each of them, fullest device"),
        [](P p, E) { return served<WeightKind::Int4>(p, [](const Deployment& d) { return d.memory.weights; }); }},
    PlanFigure{"first_token_int4", Core::tr("seconds on them until one prompt's first token"),
               [](P p, E) { return served<WeightKind::Int4>(p, [](const Deployment& d) { return d.firstToken; }); }},
    PlanFigure{"token_time_int4", Core::tr("seconds on them for a token of one sequence"),
               [](P p, E) { return served<WeightKind::Int4>(p, [](const Deployment& d) { return d.perToken; }); }},
};

}  // namespace

std::span<const PlanFigure> planFigures()
{
    return figureRows;
}

const PlanFigure* findPlanFigure(std::string_view name)
{
    const auto found = std::ranges::find_if(figureRows, [&](const PlanFigure& row) { return row.name == name; });
    return found == figureRows.end() ? nullptr : &*found;
}

}  // namespace pgram
