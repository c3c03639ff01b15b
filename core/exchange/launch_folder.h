// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The files of every launch folder besides the framework's own: the script that starts the run on one machine, the same
// for Slurm, the table of ranks, and a README. Pure; the text depends on nothing but the plan, the
// estimate and its bands.
#pragma once

#include "core/exchange/format.h"

namespace pgram {

inline constexpr const char* launchScriptName = "train.sh";
inline constexpr const char* slurmScriptName = "train.sbatch";
inline constexpr const char* rankTableName = "ranks.csv";
inline constexpr const char* requirementsName = "requirements.txt";
inline constexpr const char* readmeName = "README.md";

/// Machines that the plan's devices lie in, and devices in each of them.
struct Machines {
    int count = 1;
    int devices = 1;
};
[[nodiscard]] Machines machinesOf(const Cluster& cluster);

/// Returns the command up to the program: "torchrun --nnodes 2 …".
[[nodiscard]] std::string torchrun(const Plan& plan);
[[nodiscard]] std::string launchScript(const Launch& launch, const Plan& plan);
[[nodiscard]] std::string slurmScript(const Launch& launch, const Plan& plan);
/// Returns a CSV file with the place of each device, stage by stage in the order of global ranks.
[[nodiscard]] std::string rankTable(const Plan& plan, bool byLayer);
[[nodiscard]] std::string readme(const Launch& launch, const Plan& plan, const WriteContext& context,
                                 const std::vector<NamedFile>& files);

/// Adds the files that are not among `files` yet.
void addLaunchFiles(const Launch& launch, const Plan& plan, const WriteContext& context, std::vector<NamedFile>& files);

}  // namespace pgram
