// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measurements of a node, as the program of nodeProgram() prints them: kernels of its device, blocks of a model, and
// collectives among its devices; one JSON object per line. Plain values.
#pragma once

#include "core/base/error.h"
#include "core/base/value_note.h"
#include "core/cluster/collective.h"
#include "core/fidelity/product_fit.h"
#include "core/model/architecture.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// A measured kernel and its line in the file.
struct LoggedKernel {
    int line = 0;         ///< number of the line, from 1
    Seconds seconds = 0;  ///< seconds per launch
    bool graph = true;    ///< launched from a graph, so that the host's time is not in it
};
/// A measured matrix product.
struct LoggedProduct : LoggedKernel {
    ProductShape shape;  ///< its rows, inner width and columns
};
/// A kernel that reads and writes memory.
struct LoggedStream : LoggedKernel {
    double bytes = 0;  ///< bytes that one launch reads and writes
};

/// A measured forward and the backward behind it.
struct LoggedPass {
    int line = 0;          ///< number of the line, from 1
    double samples = 1;    ///< samples of the micro-batch
    double tokens = 0;     ///< tokens per sample
    Seconds forward = 0;   ///< seconds of a forward
    Seconds backward = 0;  ///< seconds of its backward
    Seconds total() const { return forward + backward; }
};
/// Fused attention with as many heads of keys and values as of queries.
struct LoggedAttention : LoggedPass {
    double heads = 1;
    double headDim = 0;  ///< elements per head
    bool causal = true;  ///< a query sees the keys up to its own
};
/// Blocks of the model one after the other, or its embedding, head and loss.
struct LoggedBlocks : LoggedPass {
    int blocks = 0;  ///< number of blocks; 0 = embedding, head and loss
};
/// A measured collective of neighbouring devices, or a message from one to the next.
struct LoggedCollective {
    int line = 0;                                     ///< number of the line, from 1
    CollectiveKind kind = CollectiveKind::AllReduce;  ///< the operation
    int ranks = 2;                                    ///< devices of the group
    Volume bytes = 0;                                 ///< buffer as in collectiveCost()
    Seconds seconds = 0;                              ///< seconds per call
};

/// Measurements of one node.
struct KernelLog {
    std::string device;                   ///< "NVIDIA H100 80GB HBM3"
    int devices = 0;                      ///< number of devices that the program saw; 0 = the file does not say
    Bytes memory = 0;                     ///< 0 = the file does not say
    int multiprocessors = 0;              ///< 0 = the file does not say
    std::string software;                 ///< "torch 2.9.0, CUDA 12.8"; may be empty
    Precision numbers = Precision::Bf16;  ///< format of all products: Fp16 or Bf16
    std::vector<LoggedProduct> products;
    std::vector<LoggedStream> streams;
    std::vector<LoggedKernel> launches;  ///< kernels that do next to nothing
    std::vector<LoggedStream> updates;   ///< updates by the optimizer, with the bytes that they read and write
    std::optional<Architecture> model;   ///< model of the blocks; empty: the file has none
    std::vector<LoggedAttention> attention;
    std::vector<LoggedBlocks> blocks;  ///< empty without a model
    std::vector<LoggedCollective> collectives;
    std::vector<ValueNote> skipped;  ///< measurements that the program left out, with the reason
    std::vector<ValueNote> ignored;  ///< lines that are not measurements
    std::vector<ValueNote> unknown;  ///< members that are not read
};

/// Returns the Python program that measures a node with blocks of the model, and prints such a file. It needs PyTorch
/// alone. Errors: a model that plain PyTorch programs do not have (decoderModelOf()).
[[nodiscard]] Result<std::string> nodeProgram(const Architecture& model);

/// Returns true if a line of the text is a measured kernel.
[[nodiscard]] bool hasKernelLog(std::string_view text);
/// Reads the file. Lines that do not begin with a brace, and kernels of an unknown kind, are noted and left out.
/// Errors, with the line: a line that is cut off, a missing or impossible figure, a second device or model, products of
/// two formats, a block without a model before it; no measurement at all.
[[nodiscard]] Result<KernelLog> parseKernelLog(std::string_view text, const std::string& where);

}  // namespace pgram
