// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Memory snapshots of PyTorch (`torch.cuda.memory._dump_snapshot`): the history of its caching allocator, in a pickle,
// gzip or plain.
#pragma once

#include "core/base/error.h"
#include "traces/read_control.h"
#include "traces/trace.h"

#include <filesystem>
#include <vector>

namespace pgram {

/// Reads a snapshot: a trace without kernels for each device in it, with the device's index as its rank. Bytes are as
/// tensors asked for, counted back from the blocks that are in use at the end; a tensor is gone when its release is
/// requested. Without history the trace has one moment, the one of the snapshot. Without times it has one moment with
/// the peaks. Trace::unused says so. Errors: those of Pickle::read(); not a snapshot; no memory of a device; a request
/// to stop.
[[nodiscard]] Result<std::vector<Trace>> readMemorySnapshot(const std::filesystem::path& file,
                                                            const ReadControl& control = {});

}  // namespace pgram
