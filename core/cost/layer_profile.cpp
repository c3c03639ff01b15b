// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/layer_profile.h"

#include "core/cost/operator_time.h"
#include "core/cost/tensor_layout.h"

#include <algorithm>

namespace pgram {

namespace {

/// Adds a product and the two products of its backward: the gradients of its input and of its weights.
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

/// Reads the weight gradient of a micro-batch; reads and writes the sum of earlier ones.
Seconds accumulationSeconds(const LayerProfile& profile, const Training& training, const Device& device)
{
    const double parameters = profile.trained.used + profile.trained.experts;
    return streamSeconds(device, parameters * (training.elementBytes() + 2.0 * training.gradientBytes));
}

/// The host issues operators one after another. If issuing takes longer than the device needs, the device waits. A
/// product's backward consists of two operators, or one if its weights are not trained.
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

/// Returns the average weight bytes per parameter. Some of the layer's matrices may have 4 bits.
double weightBytes(const LayerWork& work, const Training& training)
{
    const double all = work.parameters + work.expertParameters;
    if (work.quantised == 0 || all <= 0) {
        return training.elementBytes();
    }
    const double share = std::min(1.0, work.quantised / all);
    return share * quantisedBytes + (1 - share) * training.elementBytes();
}

/// Returns the bytes of 8-bit or 4-bit copies of the matrices, which are made from 16 bits once per step (Transformer
/// Engine d0067d0d, module/linear.py: the weight workspace; Megatron-LM d98e8a64, extensions/transformer_engine.py:
/// is_first_microbatch). Forward reads a copy by rows. The gradient of the input reads a copy by columns, unless a
/// tensor has a single scale and the device multiplies matrices in either order: NVIDIA's devices that have MXFP8
/// (is_non_tn_fp8_gemm_supported).
double narrowCopies(const LayerWork& work, const Training& training, const Device& device)
{
    const bool inEitherOrder = precisionRow(training.precision).scaleBytes == 0 && device.has(Precision::MxFp8);
    return work.narrowCopies * (work.backward && !inEitherOrder ? 2 : 1);
}

/// Adds the gathered tensors of a layer on a grid. 3D: backward reads the operands as forward gathered them, and
/// gathers the gradient of a result. 2D: the panels in transfer, two of each operand of the widest product.
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
