// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Seconds of a device's kernels, as the program of kernelProgram() prints them: one JSON object per line. Plain values.
#pragma once

#include "core/base/error.h"
#include "core/base/value_note.h"
#include "core/fidelity/product_fit.h"

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

/// Kernels of one device.
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
    std::vector<ValueNote> ignored;      ///< lines that are not measurements
    std::vector<ValueNote> unknown;      ///< members that are not read
};

/// Returns the Python program that measures kernels and prints such a file. It needs PyTorch alone.
[[nodiscard]] std::string kernelProgram();

/// Returns true if a line of the text is a measured kernel.
[[nodiscard]] bool hasKernelLog(std::string_view text);
/// Reads the file. Lines that do not begin with a brace are noted and left out. Errors, with the line: a line that is
/// cut off, a missing or impossible figure, a second device, products of two formats; no measured kernel at all.
[[nodiscard]] Result<KernelLog> parseKernelLog(std::string_view text, const std::string& where);

}  // namespace pgram
