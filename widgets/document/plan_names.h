// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How plans are made known: by the method that made them, and by what tells two of one name apart. Plain functions.
// The planner's own plan after its copy was edited by hand: still there, to be set beside what became of it. GUI thread
// only.
#pragma once

#include "core/plan/plan.h"
#include "widgets/document/session.h"

#include <QString>

namespace pgram {

/// As the file has it where it is none of ours; empty = made by hand.
[[nodiscard]] QString methodName(const Plan& plan);
/// The first fact in which `plan` differs from `other`, as it is in `plan`: "batch 64"; empty where none is.
[[nodiscard]] QString distinguishingFact(const Plan& plan, const Plan& other);
/// The file's name where it differs from the other's, else its folder's; empty where neither does, or without a file.
[[nodiscard]] QString distinguishingFile(const QString& file, const QString& other);
/// A file name out of a plan's name, without a suffix.
[[nodiscard]] QString fileStem(const QString& name);
/// ".pgplan.json": as the desktop knows plan files, and the command line names them.
[[nodiscard]] QString planSuffix();

/// Made by a search, and no longer what that found; a new name alone is no difference.
[[nodiscard]] bool differsFromPlanned(const PlanDocument& plan);

/// Ticks the plan of `row` and the one that its search found, which becomes the reference; that is added where the
/// session does not have it any more. `row` is shown afterwards; it must differ from what was planned.
void comparePlanned(Session& session, int row);

}  // namespace pgram
