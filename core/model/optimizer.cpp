// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/optimizer.h"

#include "core/base/index.h"
#include "core/model/training.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

/// A byte, and of each block of 256 its largest in 32 bits.
constexpr double blockwise = 1 + 4.0 / 256;

constexpr std::array allOptimizers{
    OptimizerRow{Optimizer::Adam, "adam", "AdamW", 2, 2, 2, 0, 0, 1, 0,
                 "arXiv 1412.6980, 1711.05101: two moments of each parameter"},
    OptimizerRow{Optimizer::Sgd, "sgd", "SGD, momentum", 1, 1, 1, 0, 0, 1, 0, "torch.optim.SGD: a momentum buffer"},
    OptimizerRow{Optimizer::Adam8, "adam-8bit", "AdamW, 8 bit", 2, 2, 2, 0, blockwise, 1, 0,
                 "arXiv 2110.02861: both moments quantised block by block; bitsandbytes has blocks of 256. Ours: small "
                 "tensors, which stay in 32 bits there, are quantised too"},
    // A matrix has a mean of squares for each row and each column, a vector one for each element; no first moment.
    // Ours: gradients are read for the means, and again for the update and its clipping.
    OptimizerRow{Optimizer::Adafactor, "adafactor", "Adafactor", 0, 0, 1, 1, 0, 2, 0, "arXiv 1804.04235 §3, beta1 = 0"},
    OptimizerRow{Optimizer::Muon, "muon", "Muon", 1, 2, 2, 0, 0, 1, 5,
                 "kellerjordan.github.io/posts/muon: momentum and five Newton–Schulz iterations for hidden matrices, "
                 "AdamW for the rest; arXiv 2502.16982"},
    OptimizerRow{Optimizer::PlainSgd, "sgd-plain", "SGD", 0, 0, 0, 0, 0, 1, 0, "torch.optim.SGD without momentum"},
};

constexpr bool areInEnumOrder()
{
    for (std::size_t i = 0; i < allOptimizers.size(); ++i) {
        if (static_cast<std::size_t>(allOptimizers[i].optimizer) != i) {
            return false;
        }
    }
    return true;
}
static_assert(areInEnumOrder());

/// States of a layer's parameters over their number. One number where all parameters have equally many.
double statesPerParameter(const OptimizerRow& of, const TrainedShapes& trained)
{
    if (of.perEdge == 0 && of.perHidden == of.perTable && of.perTable == of.perVector) {
        return of.perHidden;
    }
    const double all = trained.all();
    return all > 0 ? (of.perHidden * trained.hidden + of.perTable * trained.tables + of.perVector * trained.vectors +
                      of.perEdge * trained.edges) /
                         all
                   : 0;
}

}  // namespace

/// X of r x c, r ≤ c: A = X·Xᵀ, B = b·A + c·A², X = a·X + B·X.
void TrainedShapes::add(double rows, double columns, double count, bool isHidden)
{
    (isHidden ? hidden : tables) += count * rows * columns;
    edges += count * (rows + columns);
    if (isHidden) {
        const double r = std::min(rows, columns);
        const double c = std::max(rows, columns);
        orthogonal += count * (4 * r * r * c + 2 * r * r * r);
    }
}

std::span<const OptimizerRow> optimizers()
{
    return allOptimizers;
}

const OptimizerRow& optimizerRow(Optimizer optimizer)
{
    return allOptimizers[at(optimizer)];
}

double optimizerBytes(const Training& training, const TrainedShapes& trained)
{
    const OptimizerRow& of = optimizerRow(training.optimizer);
    const double masterCopy = training.elementBytes() == 2 && training.masterWeights ? 4 : 0;
    const double width = of.blockwiseBytes > 0 ? of.blockwiseBytes : training.stateBytes;
    return masterCopy + width * statesPerParameter(of, trained);
}

}  // namespace pgram
