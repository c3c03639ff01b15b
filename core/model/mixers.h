// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a block mixes tokens: attention, or a state that each token updates and reads (linear attention, state-space
// layers). One row of sizes per kind of state; parameters, work, kept tensors and files use the rows.
#pragma once

#include "core/base/text.h"
#include "core/model/architecture.h"

namespace pgram {

/// Sizes of a mixer with a state. Its fields of LayerSpec: `heads` states of `headDim` x `valueDim` elements, `kvHeads`
/// heads of queries and keys (groups of B and C in Mamba-2), and `convolution` tokens of a short convolution.
struct StateMixer {
    int gates = 0;                 ///< gates of the output from the product of the input, each as wide as the values
    int scalars = 0;               ///< values of each head and token from that product: decay, strength of writing
    bool lowRankGates = false;     ///< two more gates, each from a product of one head's width and a second one
    int vectors = 0;               ///< trained values of each head
    bool hasNorm = true;           ///< the output has a norm
    bool normsAll = false;         ///< the norm of the output has a weight for all values, not for those of one head
    bool convolutionBias = false;  ///< the short convolution has a bias
    bool activates = false;        ///< an activation replaces the convolution
    bool keepsActivated = true;    ///< backward reads the results of the convolution; else it computes them again
    bool scansChannels = false;    ///< each value is a channel with a state; keys and steps are products of the values
    double stateFlops = 0;         ///< FLOP of a token for each element of a head's state, one token after the other
    bool isDelta = false;          ///< a token replaces what the state has at its key (2412.06464), and does not add
    int chunk = 0;                 ///< tokens that kernels work on at once
    int keptSquares = 0;           ///< matrices of chunk x chunk elements that backward reads, for each head and chunk
};

/// Returns the sizes of a layer's mixer, or null if it has no state.
[[nodiscard]] const StateMixer* stateMixerOf(const LayerSpec& layer);
/// Returns true if a layer of the model has a mixer with a state.
[[nodiscard]] bool hasStates(const Architecture& model);
/// Takes the mixer and all its sizes from a block: what is left is its feed-forward part.
void clearMixer(LayerSpec& block);
/// Returns the name of a mixer on the screen.
[[nodiscard]] Phrase titleOf(Mixer mixer);

/// Widths of one token in a mixer with a state, all heads together.
struct StateWidths {
    double keys = 0;       ///< queries, and as many keys
    double values = 0;     ///< values, and the output
    double convolved = 0;  ///< queries, keys and values
    double projected = 0;  ///< columns of the product of the input, low-rank gates aside
};
[[nodiscard]] StateWidths stateWidthsOf(const LayerSpec& layer, const StateMixer& mixer);

/// Returns the parameters of a layer's mixer, its norm in front aside.
[[nodiscard]] double mixerParameters(const LayerSpec& layer);
/// Returns the parameters of the matrices among them.
[[nodiscard]] double mixerMatrices(const LayerSpec& layer);
/// Returns the elements of the states of all heads of one sequence; 0 without a state.
[[nodiscard]] double stateElements(const LayerSpec& layer);
/// Returns FLOP of the kernels that update and read the states, for one token and head, forward: products of whole
/// chunks.
[[nodiscard]] double chunkFlops(const LayerSpec& layer, const StateMixer& mixer);

/// Returns the parameters of the indexer that selects the tokens of sparse attention; 0 if the layer has none.
[[nodiscard]] double indexerMatrices(const LayerSpec& layer);
/// Returns the parameters of the product that compressed keys are made of, the indexer's aside; 0 if there are none.
[[nodiscard]] double compressorMatrices(const LayerSpec& layer);

}  // namespace pgram
