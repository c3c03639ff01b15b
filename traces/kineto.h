// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Traces of PyTorch's profiler (Kineto): Chrome's Trace Event Format in JSON, gzip or plain. Read as a stream, so that
// memory follows the number of kernels, not the size of the file.
#pragma once

#include "core/base/error.h"
#include "traces/read_control.h"
#include "traces/trace.h"

#include <filesystem>

namespace pgram {

/// Reads a trace. A kernel belongs to the step, and to the phase, in which the host launched it: inside of a function
/// of autograd it is backward, inside of `Optimizer.step` the optimizer. It is recomputation inside of a checkpoint's
/// own function, and inside of an operation that autograd records during a backward: checkpoints that are not reentrant
/// have no function of their own. Pairs of begin and end are read as spans. Trace::unused counts what cannot be used.
/// Errors: not a file, broken gzip or JSON (with the byte), no kernel of a device, a request to stop.
[[nodiscard]] Result<Trace> readKineto(const std::filesystem::path& file, const ReadControl& control = {});

}  // namespace pgram
