// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Traces of any profiler that is read. The content of a file says whose it is.
#pragma once

#include "core/base/error.h"
#include "traces/read_control.h"
#include "traces/trace.h"

#include <filesystem>
#include <vector>

namespace pgram {

/// Returns true if the beginning of a file looks like a trace: events of torch.profiler, an export of Nsight Systems, a
/// memory snapshot or an execution trace of PyTorch, or one of Chakra.
[[nodiscard]] bool isTraceFile(const std::filesystem::path& file);

/// Reads the traces of a file, one per rank. There is at least one. Errors: those of readKineto(), readNsight(),
/// readMemorySnapshot() and readChakra(); an execution trace of PyTorch, which has no times.
[[nodiscard]] Result<std::vector<Trace>> readTraces(const std::filesystem::path& file, const ReadControl& control = {});

}  // namespace pgram
