// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Devices that a script gives to its launcher: accelerate launch, torchrun, deepspeed, ray, or Slurm. Plain functions.
#pragma once

#include "core/exchange/launch_arguments.h"
#include "core/exchange/plan_settings.h"

#include <array>

namespace pgram {

/// Flags of launchers that give numbers of nodes or processes, with underscores.
inline constexpr std::array launcherCounts{"num_processes",  "nnodes",   "num_nodes",     "num_machines",   "nodes",
                                           "nproc_per_node", "num_gpus", "gpus_per_node", "ntasks_per_node"};

/// Sets the devices of the flags or of the usual variables of the environment; leaves them open if only the start of
/// the script knows a number. Reports variables that another start may change.
void readLaunchDevices(const LaunchArguments& arguments, PlanSettings& settings);

}  // namespace pgram
