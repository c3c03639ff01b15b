// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Training of a model: the choices that belong neither to the model, nor to the cluster, nor to the plan.
#pragma once

#include "core/base/names.h"
#include "core/base/precision.h"
#include "core/base/units.h"
#include "core/model/documents.h"
#include "core/model/modules.h"
#include "core/model/optimizer.h"

#include <cstdint>
#include <string>

namespace pgram {

/// Choice of the parameters that train.
enum class TuningMethod {
    All,    ///< every parameter trains
    Lora,   ///< low-rank adapters beside frozen weights (arXiv 2106.09685)
    Qlora,  ///< low-rank adapters beside frozen weights of 4 bits (arXiv 2305.14314)
};
template <>
inline constexpr std::array<std::string_view, 3> enumNames<TuningMethod>{"all", "lora", "qlora"};

/// Matrices of blocks that have adapters. Linear: all of them.
enum class AdapterTargets { Linear, Attention, Mlp };
template <>
inline constexpr std::array<std::string_view, 3> enumNames<AdapterTargets>{"linear", "attention", "mlp"};

/// Choice of the weights that train, in addition to LayerSpec::frozen.
struct Tuning {
    TuningMethod method = TuningMethod::All;  ///< all parameters, or adapters
    int rank = 16;  ///< r of an adapter, A of inputs x r and B of r x outputs; of LoRA and QLoRA
    AdapterTargets targets = AdapterTargets::Linear;  ///< matrices with adapters
    bool operator==(const Tuning&) const = default;
};

/// Objective of preference tuning (DPO, arXiv 2305.18290): a sample is a chosen and a rejected sequence, whose
/// log-probabilities are compared with those of a frozen reference model. Adapters compare with their own base, which
/// needs no second copy of the weights.
enum class Preference {
    None,         ///< no preference tuning: a sample is one sequence
    Precomputed,  ///< the reference has run before, or the objective has none (SimPO, ORPO)
    Device,       ///< the reference runs with each micro-batch; its weights lie beside the trained ones, sharded alike
    Host,         ///< the same, with its weights in host memory, copied to the device for each micro-batch
};
template <>
inline constexpr std::array<std::string_view, 4> enumNames<Preference>{"none", "precomputed", "device", "host"};

/// Treatment of the logits by the loss.
enum class LossKind {
    Plain,    ///< single steps in 32 bits: probabilities are kept, gradients of all logits are made in backward
    Fused,    ///< one kernel: logits stay in 16 bits, their gradient takes their place
    Chunked,  ///< one kernel with the head's product, a chunk of tokens at a time: forward makes the gradients of the
              ///< product's input and of its weights, and keeps no logits (Liger Kernel, arXiv 2410.10989 §3.2)
};
template <>
inline constexpr std::array<std::string_view, 3> enumNames<LossKind>{"plain", "fused", "chunked"};

/// Upper limit of Training::expertLoad: 64 experts on 64 ranks, of which one gets all tokens.
inline constexpr double greatestExpertLoad = 64;

/// Costs and habits of a training framework, beyond the work itself.
struct Framework {
    std::string name;                 ///< name of its family; empty: no framework
    double elementwisePasses = 1;     ///< memory traffic of element-wise work over that of Megatron's fused kernels
    Seconds dispatch = 0;             ///< host time to issue one operator; the device waits where it is the longer
    bool overlapGradients = true;     ///< gradient sync runs beside the last backward, not after it
    bool overlapActivations = false;  ///< tensor-parallel transfers run beside the products that need them, and sends
                                      ///< between the chunks of an interleaved pipeline beside compute
    int bufferBytes = 0;     ///< a parameter, in flat copies of weights or gradients that are not sharded; none at z=3
    int logitCopyBytes = 0;  ///< a logit, in copies that an unfused loss holds beside probabilities and their gradient
    int gradientCopyBytes = 0;    ///< a parameter, of 32-bit gradients that the optimizer keeps, sharded with its state
    bool dropsGradients = false;  ///< they are freed after the update and made anew by backward (PyTorch's zero_grad):
                                  ///< those of a step's only micro-batch come as its activations go
    bool separateWeightGradients = false;  ///< a backward makes its layer's weight gradients in 16 bits before it adds
                                           ///< them to those of the micro-batches before
    bool keepsGatheredInputs = false;      ///< Megatron SP: products keep their gathered inputs and not their share
    bool eagerNorms = false;  ///< norms are single steps, which keep their input in 32 bits and the normalised one
    bool keepsNarrowInputs = true;    ///< products of 8 or 4 bits keep their inputs so, and copies of their matrices
                                      ///< beside those of 16 bits from one micro-batch to the next (Transformer
                                      ///< Engine); else they cast both from 16 bits each time (torchao)
    bool olderAttention = false;      ///< by kernels of the architecture before (FlashAttention-2 on Hopper)
    bool scattersBoundaries = false;  ///< a tensor group sends each rank's share of what all hold to the next stage,
                                      ///< and gathers it there (Megatron's scatter and gather, arXiv 2104.04473 §4.1)
    bool gathersWhenNeeded = false;   ///< z=3: weights are gathered tensor by tensor when a step needs them, again for
                                      ///< recomputation, beside nothing
    double narrowShare = 1;           ///< relative rate of 8-bit products with a scale per row
    double collectiveShare = 1;       ///< relative rate of the collectives of its layers
    bool fusedDispatch =
        false;  ///< a token goes to each rank or node of its experts once, and is put in their order on
                ///< the way (DeepEP, HybridEP); else as often as it has experts, in steps of their own
    bool overlapsDispatch = false;  ///< tokens of one micro-batch travel to their experts and back beside the compute
                                    ///< of another (Megatron-Core's overlap_moe_expert_parallel_comm, DualPipe)
    bool overlapsSharedExperts = false;  ///< they travel beside the compute of the layer's shared experts
                                         ///< (Megatron-Core's moe_shared_expert_overlap); less than overlapsDispatch
    bool narrowDispatch = false;  ///< in 8-bit training tokens travel to their experts in 8 bits with their scales,
                                  ///< and back in 16 (DeepSeek-V3, arXiv 2412.19437 §3.3.3)
    bool keepsOffloadedGradients = false;  ///< gradients of an optimizer in host memory stay on the device until the
                                           ///< step ends (Megatron-Core's HybridDeviceOptimizer); else each
                                           ///< micro-batch's leave where one rank has them whole (ZeRO-Offload)
    bool loopsExperts = false;  ///< a device computes its experts one after the other, each in products of its own, and
                                ///< gathers each matrix of theirs by itself under z=3 (Transformers before 5.0,
                                ///< DeepSpeed); else in grouped products
    bool keepsExpertOutputs = false;  ///< results of experts are weighed when they are back with their tokens, so that
                                      ///< the router's gradient needs them (Megatron-Core before 0.14); else they are
                                      ///< weighed in front of the last product
    bool cutsSamples = false;  ///< context ranks divide packed samples by position (PyTorch's context_parallel); else
                               ///< each document by itself (Megatron-Core, Transformer Engine)
    double cacheShare = 1.12;  ///< memory that the caching allocator reserves over what tensors need at the peak;
                               ///< fitted (docs/method/memory.md, Memory that the driver shows)
    double driverBytes = 0;    ///< bytes that the driver counts for the framework besides tensors, context and buffers
    Seconds gatherDispatch = 0;  ///< host time to gather one matrix of an expert, of loopsExperts under z=3
    bool operator==(const Framework&) const = default;
};

/// Training of a model: batch, precision, optimizer, framework.
struct Training {
    std::int64_t globalBatch = 8;                ///< B, samples per step
    std::int64_t sequenceLength = 0;             ///< n, tokens per sample; 0 = the model's own
    Precision precision = Precision::Bf16;       ///< number format of compute
    int gradientBytes = 4;                       ///< bytes per parameter of the accumulated gradient: 2 or 4 (fp32: 4)
    Optimizer optimizer = Optimizer::Adam;       ///< with the states that its row lists
    int stateBytes = 4;                          ///< bytes of an element of the optimizer's states: 2 or 4
    bool masterWeights = true;                   ///< 16-bit weights have a copy of 32 bits, which is updated
    Tuning tuning;                               ///< which weights train
    Preference preference = Preference::None;    ///< preference tuning, and the place of its reference model
    ModuleSet recomputedModules = cheapModules;  ///< modules that layers of KeptPart::WithoutModules compute again
    double offloadShare = 1;          ///< share of the optimizer states that an offloaded optimizer leaves to the
                                      ///< host, which updates their weights; the device has the rest
    LossKind loss = LossKind::Plain;  ///< loss of the head
    bool fusedAttention = true;       ///< attention that never stores its n x n matrix (16-bit formats only)
    DocumentLengths documents;        ///< lengths of documents, of which samples are packed or to which they are padded
    double expertLoad = 1;  ///< rows that come to the rank whose experts get most, over the mean; of every layer
    Framework framework;    ///< costs and habits of the framework

    bool operator==(const Training&) const = default;

    /// Returns the tokens per sample; `ofModel` is the model's own sequence length.
    [[nodiscard]] std::int64_t sequence(std::int64_t ofModel) const
    {
        return sequenceLength > 0 ? sequenceLength : ofModel;
    }

    /// Returns the tokens of a sample, on average, without padding; `ofModel` as in sequence().
    [[nodiscard]] double tokensOfSample(std::int64_t ofModel) const
    {
        const std::int64_t whole = sequence(ofModel);
        const double tokens = documents.isPadded() ? documents.meanTokens(whole) : static_cast<double>(whole);
        return sequencesPerSample() * tokens;
    }

    /// Returns the sequences of a sample: 2 in preference tuning.
    [[nodiscard]] int sequencesPerSample() const { return preference == Preference::None ? 1 : 2; }
    /// Returns true if a reference model runs forward with each micro-batch.
    [[nodiscard]] bool runsReference() const
    {
        return preference == Preference::Device || preference == Preference::Host;
    }
    /// Returns true if the reference model has weights of its own: adapters compare with the weights beside them.
    [[nodiscard]] bool copiesReference() const { return runsReference() && tuning.method == TuningMethod::All; }

    /// Returns true if gradients take the place of the kept tensors that backward frees: the framework drops the old
    /// gradients, and the step has one micro-batch.
    [[nodiscard]] bool makesGradientsInPlace(int microbatches) const
    {
        return framework.dropsGradients && microbatches == 1;
    }

    /// Returns w, the bytes of an activation element and of a weight in compute precision.
    [[nodiscard]] int elementBytes() const { return precisionRow(precision).elementBytes; }
    /// Returns true if attention stores its n x n matrix. Fused kernels exist for 16-bit formats only.
    [[nodiscard]] bool storesAttentionMatrix() const { return !fusedAttention || elementBytes() != 2; }
};

}  // namespace pgram
