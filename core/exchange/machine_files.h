// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One cluster from several files about a machine: its devices, their links, the times of collectives and of kernels.
#pragma once

#include "core/exchange/format.h"

#include <span>

namespace pgram {

/// Returns the number of formats of machines that recognise the file: a file may hold the output of several tools, one
/// after another. 0: the file is not about a machine.
[[nodiscard]] std::size_t machinePartsIn(const ForeignFile& file);

/// Reads files about one machine as one cluster, whatever their order: devices first, then the matrix of links, times
/// of collectives, and kernels. What a file gives replaces guesses of the files before it, and their notes. The source
/// of the cluster names the file behind each part. Errors: a file that is not of a machine; two files with the same
/// part, but for collectives, whose times are all kept; files of different devices; those of the readers.
[[nodiscard]] Result<Reading> readMachine(std::span<const ForeignFile> files, const ReadContext& context);

}  // namespace pgram
