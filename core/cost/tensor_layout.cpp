// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/tensor_layout.h"

namespace pgram {

namespace {

/// Numbers of elements of the full matrices X, W and Y.
struct Matrices {
    explicit Matrices(const ProductShape& product)
        : input(product.rows * product.inner),
          weight(product.inner * product.columns),
          output(product.rows * product.columns)
    {}

    double input;
    double weight;
    double output;
};

}  // namespace

std::vector<GroupTransfer> gridTransfers(const TensorGrid& grid, const ProductShape& product, bool turned)
{
    const Matrices whole(product);
    const int q = grid.side;
    const double parts = static_cast<double>(q) * q;
    const double input = whole.input / parts;
    const double weight = whole.weight / parts;
    if (grid.dimensions == 3) {
        const double output = whole.output / parts;
        const int in = turned ? 2 : 0;
        const int out = 2 - in;
        return {{CollectiveKind::AllGather, in, input, 1, 0},       {CollectiveKind::AllGather, 1, weight, 1, 0},
                {CollectiveKind::ReduceScatter, out, output, 1, 0}, {CollectiveKind::AllGather, out, output, 0, 1},
                {CollectiveKind::ReduceScatter, in, input, 0, 1},   {CollectiveKind::ReduceScatter, 1, weight, 0, 1}};
    }
    return {{CollectiveKind::Broadcast, 0, input, q, q},
            {CollectiveKind::Broadcast, 1, weight, q, q},
            {CollectiveKind::Reduce, 0, input, 0, q},
            {CollectiveKind::Reduce, 1, weight, 0, q}};
}

double gatheredElements(const TensorGrid& grid, const ProductShape& product)
{
    if (grid.dimensions != 3) {
        return 0;
    }
    const Matrices whole(product);
    const double parts = grid.weightParts();
    return (whole.input + whole.weight) * (grid.side - 1) / parts;
}

std::vector<GroupTransfer> ringTransfers(double keys, double values)
{
    return {{CollectiveKind::AllGather, 0, keys, 1, 1},
            {CollectiveKind::AllGather, 0, values, 1, 1},
            {CollectiveKind::AllReduce, 0, keys, 0, 1},
            {CollectiveKind::AllReduce, 0, values, 0, 1}};
}

Received received(std::span<const GroupTransfer> transfers, int size)
{
    Received sum;
    for (const GroupTransfer& transfer : transfers) {
        const double once = bytesPerRank(transfer.kind, size, transfer.elements);
        sum.forward += transfer.forward * once;
        sum.backward += transfer.backward * once;
    }
    return sum;
}

}  // namespace pgram
