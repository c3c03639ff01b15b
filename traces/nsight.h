// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Exports of Nsight Systems (`nsys export --type sqlite`): the tables of kernels, copies, calls of the CUDA runtime and
// NVTX ranges, as the user guide of Nsight Systems describes them ("SQLite Schema Reference").
#pragma once

#include "core/base/error.h"
#include "traces/read_control.h"
#include "traces/trace.h"

#include <filesystem>
#include <vector>

namespace pgram {

/// Reads an export: a trace for each process and device in it, by device. NVTX ranges say steps ("step 3",
/// "iteration 3") and phases: those of torch.autograd.profiler.emit_nvtx, or "forward", "backward", "optimizer". A
/// thread without ranges has those of the other threads of its process. Trace::unused counts what cannot be used.
/// Errors: not an SQLite file, not an export of Nsight Systems, no kernel of a device, a request to stop.
[[nodiscard]] Result<std::vector<Trace>> readNsight(const std::filesystem::path& file, const ReadControl& control = {});

}  // namespace pgram
