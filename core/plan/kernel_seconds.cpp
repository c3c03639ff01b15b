// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/kernel_seconds.h"

#include "core/base/index.h"
#include "core/cost/operator_time.h"
#include "core/cost/traffic/layer_scene.h"
#include "core/plan/volumes.h"

#include <map>
#include <tuple>

namespace pgram {

namespace {

Seconds& partOf(KernelSeconds& seconds, Operator::Kind kind)
{
    switch (kind) {
    case Operator::Kind::Gemm:
    case Operator::Kind::ScoreProduct:
        return seconds.products;
    case Operator::Kind::Attention:
        return seconds.attention;
    case Operator::Kind::StateScan:
        return seconds.scans;
    case Operator::Kind::Elementwise:
        break;
    }
    return seconds.others;
}

Seconds secondsOf(const Operator& op, bool backward, const Device& device, const Training& training)
{
    if (op.kind != Operator::Kind::Gemm) {
        return op.steps * (operatorSeconds(op, Pass::Forward, device, training) +
                           (backward ? operatorSeconds(op, Pass::InputGradient, device, training) : 0));
    }
    return op.steps * (productSeconds(op, Pass::Forward, device, training) +
                       (backward ? productSeconds(op, Pass::InputGradient, device, training) : 0) +
                       (backward && op.trained ? productSeconds(op, Pass::WeightGradient, device, training) : 0));
}

/// Returns the kernels of one micro-batch of a layer.
KernelSeconds layerKernels(const CostContext& context, const LayerSpec& layer, const LayerStrategy& strategy)
{
    const LayerScene scene(context, layer, strategy);
    Training training = scene.training;
    training.fusedAttention = training.fusedAttention && !scene.sharding.ringAttention;
    training.framework.dispatch = 0;
    const Device& device = scene.cluster.device;
    const int pipeline = scene.keepsTableTwice ? context.pipeline : 1;
    const LayerWork work = layerWork(layer, scene.shard, training, pipeline);
    KernelSeconds sum;
    Seconds all = 0;
    for (const Operator& op : work.operators) {
        const Seconds own = secondsOf(op, work.backward, device, training);
        partOf(sum, op.kind) += own;
        all += own;
    }
    const LayerProfile profile = analyticProfile(layer, scene.shard, training, device, pipeline);
    sum.others += profile.forward + profile.backwardInput + profile.backwardWeight - all;  // sums of gradients
    return {sum.products / device.speed, sum.attention / device.speed, sum.scans / device.speed,
            sum.others / device.speed};
}

}  // namespace

KernelSeconds kernelSeconds(const Plan& plan, int stage)
{
    const CostContext context = contextOf(plan);
    const CostContext own = ofStage(context, context.stages ? plan.blockOf(stage) : 0);
    std::map<std::tuple<int, LayerStrategy>, KernelSeconds> known;
    KernelSeconds sum;
    const double m = plan.schedule.microbatches;
    for (const int layer : plan.layersOf(stage)) {
        const LayerStrategy& strategy = plan.strategies[at(layer)];
        const auto [entry, isNew] = known.try_emplace({plan.model.runOf(layer), strategy});
        if (isNew) {
            entry->second = layerKernels(own, plan.model.layer(layer), strategy);
        }
        const KernelSeconds& kernels = entry->second;
        sum.products += m * kernels.products;
        sum.attention += m * kernels.attention;
        sum.scans += m * kernels.scans;
        sum.others += m * kernels.others;
    }
    return sum;
}

}  // namespace pgram
