// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/operator_time.h"

#include "core/cost/attention_time.h"

#include <algorithm>
#include <optional>

namespace pgram {

namespace {

/// Share of the peak for products whose rows do not fit the matrix units and run on the ordinary ones. The share comes
/// from runs of BLOOM's prequels with heads that are 108 and 150 wide.
constexpr double unalignedShare = 0.035;

/// Returns the bytes per operand element to which the constants were fitted: only four-bit elements include their
/// scales.
double operandBytes(ProductType type)
{
    constexpr double blockOfScale = 16;  // four-bit elements that share a scale of eight bits
    return type == ProductType::Bf16 ? 2 : type == ProductType::Fp4 ? 0.5 + 1 / blockOfScale : 1;
}

/// Precision and rate of an operator. Operators that 8-bit and 4-bit training leaves alone use 16 bits.
struct Rate {
    Precision precision;
    FlopRate peak;
    double share;  ///< relative to the peak
};

Rate rateOf(const Device& device, const Training& training, const Operator& op)
{
    const bool narrow = isNarrow(training.precision) && op.quantised;
    const Precision precision = isNarrow(training.precision) && !narrow ? Precision::Bf16 : training.precision;
    double share = device.gemmEfficiency.value;
    if (op.kind == Operator::Kind::Attention) {
        share = device.attentionEfficiency.value;
    } else if (op.kind == Operator::Kind::StateScan) {
        share = device.scanEfficiency.value;
    } else if (narrow) {
        const bool isOfFp8 = precisionRow(precision).operandBits == 8;
        const Constant& ofPeak = isOfFp8 ? device.fp8Efficiency : device.fp4Efficiency;
        share = training.framework.narrowShare * ofPeak.value;
    }
    return {precision, device.peak(precision), share * (op.aligned ? 1 : unalignedShare)};
}

ProductShape shapeOf(const Operator& op, Pass pass)
{
    const double rows = op.rows / op.groups;
    switch (pass) {
    case Pass::Forward:
        break;
    case Pass::InputGradient:
        return {rows, op.columns, op.inner, op.groups};
    case Pass::WeightGradient:
        return {op.inner, rows, op.columns, op.groups};
    }
    return {rows, op.inner, op.columns, op.groups};
}

/// Returns the constants in `kernels` for the precision's type.
const auto* constantsOf(const auto& kernels, Precision precision)
{
    const std::optional<ProductType> type = precisionRow(precision).measured;
    const bool known = type && kernels && kernels->of(*type);
    return known ? &*kernels->of(*type) : nullptr;
}

}  // namespace

Seconds productSeconds(const Operator& op, Pass pass, const Device& device, const Training& training)
{
    const Rate rate = rateOf(device, training, op);
    const ProductShape shape = shapeOf(op, pass);
    const ProductConstants* dense = constantsOf(device.products, rate.precision);
    const ProductConstants* grouped = op.ofExperts ? constantsOf(device.groupedProducts, rate.precision) : nullptr;
    if (const ProductConstants* constants = grouped ? grouped : dense) {
        // Sustained runs fall short of bursts equally in both kinds of products, and never by more than in dense
        // products.
        const double level = rate.share * (grouped && dense ? std::min(1.0, grouped->rateShare / dense->rateShare) : 1);
        // The weight gradient reads operands that forward and the input's gradient have cast. Grouped products read
        // rows that were cast when they were sorted.
        const bool casts = pass != Pass::WeightGradient && !op.ofExperts;
        return productTime(device, *constants, shape, rate.peak, level,
                           operandBytes(*precisionRow(rate.precision).measured), casts);
    }
    // Reads operands and writes the result in addition to computing. The two overlap little at the ends of a tile (our
    // definition: they add up).
    const double bytes = isNarrow(rate.precision) ? op.narrowBytes : op.bytes;
    return op.flops / (rate.peak * rate.share * shapeEfficiency(device, shape)) + streamSeconds(device, bytes) +
           device.launchSeconds.value;
}

Seconds operatorSeconds(const Operator& op, Pass pass, const Device& device, const Training& training)
{
    const double factor = pass == Pass::Forward ? 1 : op.backwardFactor;
    if (op.kind == Operator::Kind::Elementwise) {
        const double bytes = factor * op.bytes * training.framework.elementwisePasses;
        return streamSeconds(device, bytes) + device.launchSeconds.value;
    }
    const Rate rate = rateOf(device, training, op);
    if (op.kind == Operator::Kind::Attention) {
        if (const AttentionConstants* constants = constantsOf(device.attention, rate.precision)) {
            const FusedAttention attention{factor * op.flops,        op.heads,  op.headDim, op.rows,
                                           factor * op.operandBytes, op.window, op.sequence};
            const double level = rate.share * (pass == Pass::Forward ? 1 : constants->backwardShare) *
                                 (training.framework.olderAttention ? constants->olderShare : 1);
            return attentionTime(device, *constants, attention, rate.peak, level);
        }
    }
    const Flops flops = op.kind == Operator::Kind::StateScan ? op.kernelFlops : op.flops;
    return factor * flops / (rate.peak * rate.share) + device.launchSeconds.value;
}

Seconds forwardSeconds(const Operator& op, const Device& device, const Training& training)
{
    if (op.kind != Operator::Kind::Gemm) {
        return op.steps * operatorSeconds(op, Pass::Forward, device, training);
    }
    return op.steps * productSeconds(op, Pass::Forward, device, training);
}

}  // namespace pgram
