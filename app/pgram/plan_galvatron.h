// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram plan --rules galvatron-3: the best plan of a profiled model as Hetu-Galvatron's own engine would score it.
#pragma once

#include "app/pgram/command.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/time_limit.h"

namespace pgram::cli {

/// `out`: a Galvatron plan file to write, or a plan file of ours where the name ends in .pgplan.json; may be empty.
[[nodiscard]] Result<ExitCode> planUnderGalvatron(const PlanOptions& options, const std::string& out,
                                                  const TimeLimit& limit, const Invocation& invocation);

}  // namespace pgram::cli
