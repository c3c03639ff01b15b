// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The last step of a search whose bound is not met. The exact search finds the least objective; a plan of a larger one
// may have a shorter simulated step, mostly one whose cuts lie a layer beside.
#pragma once

#include "core/search/outer/incumbent.h"
#include "core/search/task/task_list.h"

#include <span>
#include <stop_token>

namespace pgram {

/// Moves one cut of the best plan, or several neighbouring ones together, a layer forward or back as long as that makes
/// its simulated step shorter and it fits in `usable` bytes per device. Within a fixed effort, some milliseconds: same
/// plan, same result. Nothing where the bound is met, there is no plan of a task, or it has one stage.
void polishCuts(std::span<const ListedTask> listed, const TaskSource& source, Bytes usable, const std::stop_token& stop,
                Incumbent& incumbent);

}  // namespace pgram
