// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/layer_profile.h"

#include "core/cost/operator_time.h"
#include "core/cost/tensor_layout.h"

#include <algorithm>

namespace pgram {

namespace {

/// A product, and the two of its backward: the gradients of its input and of its weights.
void addProduct(LayerProfile& profile, const Operator& op, const Device& device, const Training& training)
{
    ++profile.weightTensors;
    const auto seconds = [&](Pass pass) { return op.steps * productSeconds(op, pass, device, training); };
    profile.forward += seconds(Pass::Forward);
    if (profile.backward) {
        profile.backwardInput += seconds(Pass::InputGradient);
    }
    if (profile.backward && op.trained) {
        profile.backwardWeight += seconds(Pass::WeightGradient);
    }
}

void addOperator(LayerProfile& profile, const Operator& op, bool backward, const Device& device,
                 const Training& training)
{
    if (op.kind == Operator::Kind::Gemm) {
        addProduct(profile, op, device, training);
        return;
    }
    const Seconds ahead = op.steps * operatorSeconds(op, Pass::Forward, device, training);
    const Seconds back = backward ? op.steps * operatorSeconds(op, Pass::InputGradient, device, training) : 0;
    profile.forward += ahead;
    profile.backwardInput += back;
    if (op.kind == Operator::Kind::Attention || op.kind == Operator::Kind::ScoreProduct) {
        profile.attentionForward += ahead;
        profile.attentionBackward += back;
    }
}

/// The weight gradient of a micro-batch is read, and the sum of those before it read and written.
Seconds accumulationSeconds(const LayerProfile& profile, const Training& training, const Device& device)
{
    const double parameters = profile.trained.used + profile.trained.experts;
    return streamSeconds(device, parameters * (training.elementBytes() + 2.0 * training.gradientBytes));
}

/// The host issues operators one after the other: where it needs longer than the device, the device waits. A product's
/// backward is two operators, or one where its weights are not trained.
void waitForHost(LayerProfile& profile, const LayerWork& work, const Training& training)
{
    double operators = 0;
    double products = 0;
    for (const Operator& op : work.operators) {
        operators += op.steps;
        products += op.kind == Operator::Kind::Gemm && op.trained ? op.steps : 0;
    }
    const Seconds dispatch = training.framework.dispatch;
    profile.forward = std::max(profile.forward, dispatch * operators);
    const Seconds backward = profile.backward ? dispatch * (operators + products) : 0;
    profile.backwardInput += std::max(0.0, backward - profile.backwardInput - profile.backwardWeight);
}

/// Of a parameter, those of matrices in 4 bits among all of the layer's.
double weightBytes(const LayerWork& work, const Training& training)
{
    const double all = work.parameters + work.expertParameters;
    if (work.quantised == 0 || all <= 0) {
        return training.elementBytes();
    }
    const double share = std::min(1.0, work.quantised / all);
    return share * quantisedBytes + (1 - share) * training.elementBytes();
}

/// Bytes of the matrices' copies in 8 or 4 bits, made of those in 16 once a step (Transformer Engine d0067d0d,
/// module/linear.py: the weight workspace; Megatron-LM d98e8a64, extensions/transformer_engine.py:
/// is_first_microbatch). Forward reads one by rows. The gradient of the input reads one by columns, unless there is one
/// scale a tensor and the device multiplies matrices in either order: NVIDIA's that have MXFP8
/// (is_non_tn_fp8_gemm_supported).
double narrowCopies(const LayerWork& work, const Training& training, const Device& device)
{
    const bool inEitherOrder = precisionRow(training.precision).scaleBytes == 0 && device.has(Precision::MxFp8);
    return work.narrowCopies * (work.backward && !inEitherOrder ? 2 : 1);
}

/// What a layer on a grid holds beyond its parts. 3D: backward reads the operands as forward gathered them, and gathers
/// a result's gradient. 2D: the panels that are on their way, of the widest product two of each operand.
void addGathered(LayerProfile& profile, const LayerWork& work, const TensorGrid& grid, double width)
{
    const double square = static_cast<double>(grid.side) * grid.side;
    double widest = 0;
    for (const Operator& op : work.operators) {
        if (op.kind != Operator::Kind::Gemm) {
            continue;
        }
        const ProductShape whole{op.rows * grid.side, op.inner * grid.side, op.columns * grid.side};
        profile.products.push_back(whole);
        profile.kept.whole += width * gatheredElements(grid, whole);
        const double elements =
            grid.dimensions == 3 ? whole.rows * whole.columns : 2 * whole.inner * (whole.rows + whole.columns);
        widest = std::max(widest, elements / square);
    }
    profile.kept.activationGradients += width * widest;
}

}  // namespace

Seconds streamSeconds(const Device& device, double bytes)
{
    return bytes / (device.memoryBandwidth * device.memoryEfficiency.value);
}

Seconds overlapped(Seconds compute, Seconds communication, double slowdown)
{
    return std::max(compute, communication) + (slowdown - 1) * std::min(compute, communication);
}

LayerProfile analyticProfile(const LayerSpec& layer, const ShardShape& shard, const Training& training,
                             const Device& device, int pipeline)
{
    const LayerWork work = layerWork(layer, shard, training, pipeline);
    LayerProfile profile;
    profile.kept = work.kept;
    profile.parameters = work.parameters;
    profile.expertParameters = work.expertParameters;
    profile.usedParameters = work.usedParameters;
    profile.trained = work.trained;
    profile.shapes = work.shapes;
    profile.trains = trainsIn(layer, training);
    profile.weightBytes = weightBytes(work, training);
    profile.expanded = training.elementBytes() * work.expanded;
    profile.narrowCopies = narrowCopies(work, training, device);
    profile.backward = work.backward;
    profile.tensorReductions = work.tensorReductions;
    profile.tensorReductionsBackward = work.tensorReductionsBackward;
    profile.moduleReductions = work.moduleReductions;
    profile.regathered = work.regathered;
    profile.norms = work.norms;
    profile.modelFlops = work.modelFlops;
    profile.causalFlops = work.causalFlops;
    if (shard.grid.side > 1) {
        addGathered(profile, work, shard.grid, training.elementBytes());
    }
    for (const Operator& op : work.operators) {
        const Seconds ahead = profile.forward;
        const Seconds back = profile.backwardInput + profile.backwardWeight;
        addOperator(profile, op, work.backward, device, training);
        profile.modulesForward += op.repeated * (profile.forward - ahead);
        if (op.ofShared) {
            profile.sharedForward += profile.forward - ahead;
            profile.sharedBackward += profile.backwardInput + profile.backwardWeight - back;
        }
    }
    profile.backwardWeight += accumulationSeconds(profile, training, device);
    waitForHost(profile, work, training);
    return profile;
}

}  // namespace pgram
