// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How far our formulas of single kernels are from measured ones, by device, kind and type.
#pragma once

#include "core/fidelity/device_catalogue.h"
#include "validation/measurements/kernel_kinds.h"
#include "validation/measurements/statistics.h"

#include <string>
#include <vector>

namespace pgram {

struct KernelErrors {
    std::string device;  ///< name in the files
    std::string kind;
    std::string type;
    ErrorStatistics errors;
};

/// Shapes of products of as many FLOP, two by two, whose measured times differ by more than a tenth: how often ours are
/// in the same order.
struct KernelOrder {
    std::string device;
    std::string kind;
    std::string type;
    int pairs = 0;
    int right = 0;
};

struct KernelSkip {
    std::string file;
    Text because;
};

struct KernelReport {
    std::vector<KernelErrors> kinds;  ///< by device, kind and type
    std::vector<KernelOrder> orders;
    std::vector<KernelSkip> skipped;
};

/// Returns the samples of the table's lines; of lines with the same measurement the fastest. Errors: those of its
/// cells.
[[nodiscard]] Result<std::vector<KernelSample>> samplesOf(const KernelTable& table, const KernelKind& kind);

/// Compares the tables with the presets. Skips tables of other kinds, and of devices without a preset. Errors: those of
/// the tables' cells.
[[nodiscard]] Result<KernelReport> validateKernels(const std::vector<KernelTable>& tables,
                                                   const DeviceCatalogue& devices);

}  // namespace pgram
