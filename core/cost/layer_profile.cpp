// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/layer_profile.h"

#include "core/cost/operator_time.h"
#include "core/cost/tensor_layout.h"

#include <algorithm>

namespace pgram {

namespace {

/// Products whose rows the matrix units cannot load run on the ordinary ones, with a small share of the peak.
/// The share is what runs of BLOOM's prequels show whose heads are 108 and 150 wide.
constexpr double unalignedShare = 0.035;

/// A product reads its operands and writes its result besides computing: the two overlap little at either end of a tile
/// (our definition: they add up).
Seconds productSeconds(const Device& device, const Training& training, const Operator& op, double factor,
                       const ProductShape& shape = {})
{
    const Precision precision = training.precision;
    const bool fused = op.kind == Operator::Kind::Attention;
    const bool narrow = isNarrow(precision) && op.quantised;
    const double narrowShare = training.framework.narrowShare *
                               (precision == Precision::Fp8 ? device.fp8Efficiency : device.fp4Efficiency).value;
    const double share = fused ? device.attentionEfficiency.value : narrow ? narrowShare : device.gemmEfficiency.value;
    const Precision computed = isNarrow(precision) && !op.quantised ? Precision::Bf16 : precision;
    const double ofShape = shape.rows > 0 ? shapeEfficiency(device, shape) : 1;
    const FlopRate rate = device.peak(computed) * share * ofShape * (op.aligned ? 1 : unalignedShare);
    return factor * op.flops / rate +
           (op.kind == Operator::Kind::Gemm ? streamSeconds(device, narrow ? op.narrowBytes : op.bytes) : 0) +
           device.launchSeconds.value;
}

Seconds operatorSeconds(const Operator& op, double factor, const Device& device, const Training& training)
{
    if (op.kind == Operator::Kind::Elementwise) {
        const double bytes = factor * op.bytes * training.framework.elementwisePasses;
        return streamSeconds(device, bytes) + device.launchSeconds.value;
    }
    return productSeconds(device, training, op, factor);
}

/// A product, and the two of its backward: the gradients of its input and of its weights.
void addProduct(LayerProfile& profile, const Operator& op, const Device& device, const Training& training)
{
    ++profile.weightTensors;
    const auto seconds = [&](double rows, double inner, double columns) {
        return op.steps * productSeconds(device, training, op, 1, {rows, inner, columns, op.groups});
    };
    const double rows = op.rows / op.groups;
    profile.forward += seconds(rows, op.inner, op.columns);
    if (profile.backward) {
        profile.backwardInput += seconds(rows, op.columns, op.inner);
    }
    if (profile.backward && op.trained) {
        profile.backwardWeight += seconds(op.inner, rows, op.columns);
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

Seconds forwardSeconds(const Operator& op, const Device& device, const Training& training)
{
    if (op.kind != Operator::Kind::Gemm) {
        return operatorSeconds(op, 1, device, training);
    }
    const ProductShape shape{op.rows / op.groups, op.inner, op.columns, op.groups};
    return op.steps * productSeconds(device, training, op, 1, shape);
}

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
    profile.backward = work.backward;
    profile.tensorReductions = work.tensorReductions;
    profile.tensorReductionsBackward = work.tensorReductionsBackward;
    profile.regathered = work.regathered;
    profile.norms = work.norms;
    profile.modelFlops = work.modelFlops;
    if (shard.grid.side > 1) {
        addGathered(profile, work, shard.grid, training.elementBytes());
    }
    for (const Operator& op : work.operators) {
        if (op.kind == Operator::Kind::Gemm) {
            addProduct(profile, op, device, training);
            continue;
        }
        const Seconds forward = operatorSeconds(op, 1, device, training);
        profile.forward += forward;
        const Seconds backward = work.backward ? operatorSeconds(op, op.backwardFactor, device, training) : 0;
        profile.backwardInput += backward;
        if (op.kind == Operator::Kind::Attention || op.kind == Operator::Kind::ScoreProduct) {
            profile.attentionForward += forward;
            profile.attentionBackward += backward;
        }
    }
    profile.backwardWeight += accumulationSeconds(profile, training, device);
    waitForHost(profile, work, training);
    return profile;
}

}  // namespace pgram
