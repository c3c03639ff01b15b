// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Execution traces of MLCommons Chakra (files .et): messages of Protocol Buffers, each behind its length: metadata,
// then a node for each operation of the host and of the device.
#pragma once

#include "core/base/error.h"
#include "traces/read_control.h"
#include "traces/trace.h"

#include <filesystem>
#include <string_view>

namespace pgram {

/// Returns true if a file begins with the metadata of Chakra. `text`: the first bytes.
[[nodiscard]] bool isChakra(std::string_view text);

/// Returns true if a file begins as the JSON of PyTorch's ExecutionTraceObserver, which has no times.
[[nodiscard]] bool isObserverTrace(std::string_view text);

/// Returns the error of such a file: what it lacks.
[[nodiscard]] tl::unexpected<Error> observerTraceError(const std::filesystem::path& file);

/// Reads a trace. Nodes of the device are its kernels. A kernel is backward if an operation that launched it belongs to
/// an operation of another thread (fw_tid), or by the names that hostWork() knows. If no node has a start, each one
/// starts when its stream and the device nodes that it depends on have ended; Trace::unused says so. Errors: not a
/// file, a broken message (with the byte), no node of the device with a duration, a request to stop.
[[nodiscard]] Result<Trace> readChakra(const std::filesystem::path& file, const ReadControl& control = {});

}  // namespace pgram
