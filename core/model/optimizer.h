// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Optimizers: a table with the states and the work per step of each.
#pragma once

#include "core/base/units.h"

#include <span>

namespace pgram {

struct Training;

/// Optimizers, in the order of lists.
enum class Optimizer { Adam, Sgd, Adam8, Adafactor, Muon, PlainSgd };

/// The parameters that a layer trains on one device, as optimizers tell them apart.
struct TrainedShapes {
    double hidden = 0;     ///< in matrices of blocks
    double tables = 0;     ///< in matrices of embedding and head
    double vectors = 0;    ///< norms, biases and all others that are not matrices
    double edges = 0;      ///< rows and columns of all matrices
    Flops orthogonal = 0;  ///< FLOP of one Newton–Schulz iteration over the hidden matrices

    /// Adds `count` matrices of `rows` x `columns`.
    void add(double rows, double columns, double count, bool isHidden);
    /// Returns the number of parameters.
    [[nodiscard]] double all() const { return hidden + tables + vectors; }
    bool operator==(const TrainedShapes&) const = default;
};

/// States that an optimizer keeps, and the work of its step. States are tensors beside the parameters, of
/// Training::stateBytes an element.
struct OptimizerRow {
    Optimizer optimizer;    ///< which optimizer the row describes
    const char* name;       ///< in files and options
    const char* title;      ///< on the screen, a name in every language
    double perHidden;       ///< states for each parameter in a block's matrix
    double perTable;        ///< … in a table
    double perVector;       ///< … elsewhere
    double perEdge;         ///< … for each row and column of a matrix
    double blockwiseBytes;  ///< bytes per element of states that are quantised in blocks; 0: Training::stateBytes
    int gradientReads;      ///< passes over the gradients in a step
    int newtonSchulzSteps;  ///< iterations over the hidden matrices
    const char* source;     ///< source of the figures
};

/// Returns all rows, by enumerator.
[[nodiscard]] std::span<const OptimizerRow> optimizers();
/// Returns the row of an optimizer.
[[nodiscard]] const OptimizerRow& optimizerRow(Optimizer optimizer);

/// Returns the optimizer's bytes per parameter: the master copy of 16-bit weights (4, unless the training has none) and
/// its states, on average over a layer's trained parameters. Mixed Adam 12, Adam in 32 bits 8, SGD with momentum 8 and
/// 4. Sources: the rows.
[[nodiscard]] double optimizerBytes(const Training& training, const TrainedShapes& trained);

}  // namespace pgram
