// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files that run a study on a batch system: an array of Slurm with its merge step, and examples for other schedulers.
#pragma once

#include "studies/study.h"

#include <map>

namespace pgram {

struct BatchRun {
    int tasks = 8;                  ///< parts of the study
    int threads = 1;                ///< requests at a time in each part
    std::filesystem::path program;  ///< pgram, as the machines of the cluster see it
    std::filesystem::path study;    ///< file of the study
};

/// Returns the texts of the files, by their path in the folder.
[[nodiscard]] std::map<std::string, std::string> batchFiles(const Study& study, const BatchRun& run);

}  // namespace pgram
