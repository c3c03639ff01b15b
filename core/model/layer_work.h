// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Work of one layer for one micro-batch on one device, counted operator by operator: FLOP of its matrix products,
// bytes of all other operators, and the tensors that its backward reads (docs/method/time.md, A layer on one device).
// Independent of the kind of device; without seconds.
#pragma once

#include "core/base/units.h"
#include "core/model/architecture.h"
#include "core/model/tensor_grid.h"
#include "core/model/tuning.h"

#include <compare>
#include <vector>

namespace pgram {

/// The part of a layer that one device works on.
struct ShardShape {
    double samples = 1;         ///< b, of the micro-batch, on this device
    std::int64_t sequence = 0;  ///< n
    std::int64_t behind = 0;    ///< tokens before them whose keys and values their attention reads: of a slice
    int tensor = 1;             ///< t
    TensorGrid grid{};          ///< grid of the tensor group; t is 1 then
    int context = 1;            ///< c, or the ranks of a ring of self-attention
    int ulysses = 1;            ///< u: 1/u of the tokens everywhere but in attention, which has all of 1/u of the heads
    int expert = 1;             ///< e
    int expertTensor = 0;       ///< ranks that one expert is split over; 0 = t
    bool tokensSplit = false;  ///< Megatron sequence parallelism: norms, dropouts and boundaries hold 1/t of the tokens
    auto operator<=>(const ShardShape&) const = default;
};

/// One kernel. A matrix product has a weight-gradient twin in backward, attention and element-wise work have not.
/// Attention is fused (its matrix never leaves the chip) or, as ScoreProduct, two products around a stored matrix.
/// StateScan: kernels of a mixer with a state.
struct Operator {
    enum class Kind { Gemm, Attention, ScoreProduct, StateScan, Elementwise };
    Kind kind = Kind::Elementwise;
    Flops flops = 0;        ///< forward
    Flops kernelFlops = 0;  ///< StateScan: FLOP of its kernels in forward, which work on whole chunks
    double rows = 0;  ///< rows of a matrix product's result in forward, all groups together; of fused attention the
                      ///< queries of one head; 0 elsewhere
    double inner = 0;
    double columns = 0;
    double groups = 1;       ///< products of one shape in one launch, one an expert; `flops` is of all
    bool ofExperts = false;  ///< in that launch, however few experts this device holds
    double repeated = 0;     ///< share of its forward that recomputing Training::recomputedModules repeats
    bool ofShared = false;   ///< belongs to the experts that all tokens visit
    int steps = 1;  ///< launches one after the other, each of these figures: panels of a grid, experts of a loop
    bool quantised = false;     ///< a matrix product that 8-bit or 4-bit training computes in so few
    bool aligned = true;        ///< a matrix product whose widths are whole multiples of 16 bytes
    bool trained = true;        ///< backward makes the gradient of its weights
    double heads = 0;           ///< heads of fused attention, all sequences on this device; 0 elsewhere
    double headDim = 0;         ///< width of queries and keys
    double window = 0;          ///< keys that a query sees at most, of a causal `sequence`; 0 = all before it
    double sequence = 0;        ///< tokens, where there is a window
    double operandBytes = 0;    ///< bytes of queries, keys, values and output
    double bytes = 0;           ///< moved in forward
    double narrowBytes = 0;     ///< the same with operands of 8 or 4 bits
    double visible = 1;         ///< share of the query-key pairs of attention that masks leave; 1 elsewhere
    double backwardFactor = 2;  ///< backward work over forward work, all of it in the input-gradient half unless Gemm
};

/// Bytes that backward reads, for the micro-batch (not per sample).
struct KeptTensors {
    double whole = 0;                ///< without recomputation
    double attentionMatrix = 0;      ///< the part of `whole` that selective recomputation drops
    double modules = 0;              ///< the part that recomputing modules drops
    double input = 0;                ///< the layer's input, which full recomputation keeps
    double lasting = 0;              ///< the part of `input` that a later layer joins: it stays on the device
    double activationGradients = 0;  ///< that the widest step of backward holds
    double logitGradients = 0;       ///< made while the loss runs backward
    double freedByLoss = 0;          ///< the part of `whole`, less the logits' gradients, that is free when the head's
                                     ///< product runs backward
};

/// Parameters of a layer on one device.
struct ParameterCounts {
    double owned = 0;    ///< experts aside
    double experts = 0;  ///< owned
    double used = 0;     ///< owned parameters, and a tied table that another layer owns
};

struct LayerWork {
    std::vector<Operator> operators;
    KeptTensors kept;
    double parameters = 0;        ///< owned by this device, experts aside
    double expertParameters = 0;  ///< owned by this device
    double usedParameters = 0;    ///< `parameters`, and a tied table that another layer owns
    ParameterCounts trained;      ///< trained parameters, or adapters
    TrainedShapes shapes;         ///< shapes of `trained`
    double quantised = 0;         ///< parameters in matrices of 4 bits
    double expanded = 0;          ///< parameters of the largest such matrix, which has 16 bits during its use
    double narrowCopies = 0;      ///< bytes of one copy of the matrices in 8 or 4 bits that products of blocks read
    bool backward = true;         ///< a gradient comes to it
    int tensorReductions = 0;     ///< all-reduces of the block's output over the tensor group in forward
    int tensorReductionsBackward = 0;
    int moduleReductions = 0;        ///< the part of `tensorReductions` that recomputing modules repeats
    std::vector<double> regathered;  ///< bytes of each input that backward gathers again from its shares
    int norms = 0;
    Flops modelFlops = 0;   ///< forward and backward of the micro-batch, undivided by t, c and u, attention in full
    Flops causalFlops = 0;  ///< the same with the query-key pairs alone that masks leave
};

/// `pipeline` decides whether a tied head owns its table (P > 1: each end keeps a copy; pass 1
/// where both ends are one stage's).
[[nodiscard]] LayerWork layerWork(const LayerSpec& layer, const ShardShape& shard, const Training& training,
                                  int pipeline);

/// Elements per sample that flow from `layer` to `next` (encoder output beside the decoder's own in a T5, skips beside
/// the map of a U-Net, outputs of earlier layers beside those of a prediction layer).
[[nodiscard]] double boundaryElements(const LayerSpec& layer, const LayerSpec& next, std::int64_t sequence);

/// Tokens per sample that the layer works on.
[[nodiscard]] std::int64_t tokensOf(const LayerSpec& layer, std::int64_t sequence);

}  // namespace pgram
