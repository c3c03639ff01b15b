// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/precision.h"

#include "core/base/index.h"

#include <algorithm>

namespace pgram {

namespace {

// Transformer Engine is cited at d0067d0d of 2026-08-22.
constexpr std::array allPrecisions{
    PrecisionRow{.precision = Precision::Fp32,
                 .name = "fp32",
                 .title = Core::tr("FP32"),
                 .elementBytes = 4,
                 .operandBits = 32,
                 .units = {Precision::Fp32, Precision::Fp32, Precision::Fp32, Precision::Fp32},
                 .source = "IEEE 754 binary32"},
    PrecisionRow{.precision = Precision::Tf32,
                 .name = "tf32",
                 .title = Core::tr("TF32"),
                 .elementBytes = 4,
                 .operandBits = 32,
                 .units = {Precision::Tf32, Precision::Fp32, Precision::Fp32, Precision::Fp32},
                 .source = "NVIDIA A100 whitepaper: tensors of 32 bits, of which products read 19"},
    PrecisionRow{.precision = Precision::Fp16,
                 .name = "fp16",
                 .title = Core::tr("FP16 mixed"),
                 .elementBytes = 2,
                 .operandBits = 16,
                 .units = {Precision::Fp16, Precision::Bf16, Precision::Fp32, Precision::Fp32},
                 .measured = ProductType::Bf16,
                 .source = "arXiv 1710.03740"},
    PrecisionRow{.precision = Precision::Bf16,
                 .name = "bf16",
                 .title = Core::tr("BF16 mixed"),
                 .elementBytes = 2,
                 .operandBits = 16,
                 .units = {Precision::Bf16, Precision::Fp16, Precision::Fp32, Precision::Fp32},
                 .measured = ProductType::Bf16,
                 .source = "arXiv 1905.12322"},
    PrecisionRow{.precision = Precision::Fp8,
                 .name = "fp8",
                 .title = Core::tr("FP8 per tensor"),
                 .elementBytes = 2,
                 .operandBits = 8,
                 .units = {Precision::Fp8, Precision::Bf16, Precision::Fp16, Precision::Fp32},
                 .measured = ProductType::Fp8,
                 .devices = Core::tr("Ada, Hopper or newer, or MI300"),
                 .source = "arXiv 2209.05433; Transformer Engine, recipes DelayedScaling and Float8CurrentScaling"},
    PrecisionRow{.precision = Precision::Fp8Block,
                 .name = "fp8_block",
                 .title = Core::tr("FP8 blockwise"),
                 .elementBytes = 2,
                 .operandBits = 8,
                 .scaleBytes = 4,
                 .inputsPerScale = 128,
                 .weightsPerScale = 128 * 128,
                 .units = {Precision::Fp8, Precision::Bf16, Precision::Fp16, Precision::Fp32},
                 .measured = ProductType::Fp8Block,
                 .isBlockFormat = true,
                 .devices = Core::tr("Hopper or newer"),
                 .source = "arXiv 2412.19437 §3.3; Transformer Engine, float8_blockwise_tensor.py: get_scale_shape"},
    // Nobody measured its products: those of Fp8 stand in. Of both forms in 8 bits they leave published MXFP8 runs
    // closer.
    PrecisionRow{.precision = Precision::MxFp8,
                 .name = "mxfp8",
                 .title = Core::tr("MXFP8"),
                 .elementBytes = 2,
                 .operandBits = 8,
                 .scaleBytes = 1,
                 .inputsPerScale = 32,
                 .weightsPerScale = 32,
                 .units = {Precision::Fp8, Precision::Bf16, Precision::Fp16, Precision::Fp32},
                 .measured = ProductType::Fp8,
                 .isBlockFormat = true,
                 .devices = Core::tr("Blackwell or newer"),
                 .source = "OCP Microscaling Formats 1.0; Transformer Engine, mxfp8_tensor.py: get_scale_shape"},
    // Matrices are rounded in squares of 16 × 16, and each row of one keeps its scale.
    PrecisionRow{.precision = Precision::Fp4,
                 .name = "fp4",
                 .title = Core::tr("NVFP4"),
                 .elementBytes = 2,
                 .operandBits = 4,
                 .scaleBytes = 1,
                 .inputsPerScale = 16,
                 .weightsPerScale = 16,
                 .units = {Precision::Fp4, Precision::Fp8, Precision::Bf16, Precision::Fp16},
                 .measured = ProductType::Fp4,
                 .devices = Core::tr("Blackwell or newer"),
                 .source = "arXiv 2509.25149; Transformer Engine, nvfp4_tensor.py: get_scale_shape"},
};

static_assert(std::ranges::is_sorted(allPrecisions, {}, &PrecisionRow::precision) &&
              allPrecisions.size() == static_cast<std::size_t>(Precision::Fp4) + 1);

}  // namespace

std::span<const PrecisionRow> precisions()
{
    return allPrecisions;
}

const PrecisionRow& precisionRow(Precision precision)
{
    return allPrecisions[at(precision)];
}

}  // namespace pgram
