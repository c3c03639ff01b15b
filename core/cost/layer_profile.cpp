// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/layer_profile.h"

#include <algorithm>

namespace pgram {

namespace {

Seconds productSeconds(const Device& device, Precision precision, Flops flops)
{
    const FlopRate rate = device.peak(precision) * device.gemmEfficiency.value;
    return (flops + device.gemmHalfWork.value) / rate + device.launchSeconds.value;
}

Seconds operatorSeconds(const Operator& op, double factor, const Device& device, Precision precision)
{
    if (op.kind == Operator::Kind::Elementwise) {
        return streamSeconds(device, factor * op.bytes) + device.launchSeconds.value;
    }
    return productSeconds(device, precision, factor * op.flops);
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
    profile.tensorReductions = work.tensorReductions;
    profile.tensorReductionsBackward = work.tensorReductionsBackward;
    profile.modelFlops = work.modelFlops;
    for (const Operator& op : work.operators) {
        const Seconds forward = operatorSeconds(op, 1, device, training.precision);
        profile.forward += forward;
        if (op.kind == Operator::Kind::Gemm) {
            profile.backwardInput += forward;
            profile.backwardWeight += forward;
            continue;
        }
        profile.backwardInput += operatorSeconds(op, op.backwardFactor, device, training.precision);
        if (op.kind == Operator::Kind::Attention) {
            profile.attentionForward += forward;
        }
    }
    return profile;
}

}  // namespace pgram
