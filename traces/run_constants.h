// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constants of a cluster from measured runs of one of its plans (docs/method/time.md, Constants from a run). Pure.
#pragma once

#include "core/base/value_note.h"
#include "traces/difference.h"

#include <span>
#include <string>
#include <vector>

namespace pgram {

/// One rank of a run beside its prediction.
struct ComparedRank {
    MeasuredRank run;
    StepDifference difference;
};

/// A constant that the run determines.
struct RunConstant {
    std::string name;   ///< "gemm_efficiency", "rate of all-reduce"
    double before = 0;  ///< value in the plan's cluster
    double after = 0;   ///< value by the run
};

/// Constants of a run.
struct RunConstants {
    Cluster cluster;                      ///< cluster of the plan with the constants
    std::vector<RunConstant> determined;  ///< they have the provenance "measured here"
    std::vector<ValueNote> open;          ///< constants that the run does not determine, with the reason
    Seconds measured = 0;                 ///< step of the run, the mean of its ranks
    Seconds before = 0;                   ///< predicted step of the plan
    Seconds after = 0;                    ///< the same with the constants
};

/// Determines constants by a run of the plan: efficiencies of products, attention and memory from the kernels of
/// forward and backward, that of the update from the optimizer's, and rates of links from transfers of known size. Of
/// ranks that share a transfer, the one that waits least counts. `source`: names of the traces. Errors: a mixed
/// cluster, whose kinds of devices a run does not tell apart.
[[nodiscard]] Result<RunConstants> constantsOf(const Plan& plan, std::span<const ComparedRank> ranks,
                                               const std::string& source);

}  // namespace pgram
