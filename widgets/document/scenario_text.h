// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A scenario in words: what an edit of it changed, and what several schedules are called. Plain functions.
#pragma once

#include "core/search/task/request.h"

#include <QString>

namespace pgram {

/// One of each kind: what "best of all" searches.
[[nodiscard]] std::vector<Schedule> everySchedule();
/// "best of all", "best of 1f1b, zb-h1".
[[nodiscard]] QString severalText(const std::vector<Schedule>& schedules);

/// "Model BERT-Huge-32 → LLaMA 3 8B"; what follows from another model or cluster is not said.
[[nodiscard]] QString scenarioEditText(const SearchRequest& before, const SearchRequest& after);

}  // namespace pgram
