// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows and columns of a task's programme (plan_program.h) in free MPS.
#pragma once

#include "core/search/task/task.h"

#include <string>

namespace pgram {

/// `budget`: bytes per device without the context.
[[nodiscard]] std::string programRows(const Task& task, Bytes budget);

}  // namespace pgram
