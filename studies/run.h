// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs the requests of a study that have no row yet, on all cores.
#pragma once

#include "studies/results.h"

#include <functional>
#include <stop_token>

namespace pgram {

/// A part of a study: every `count`-th request, from number `index` on. Parts do not overlap, and together are all.
struct Shard {
    std::int64_t index = 0;
    std::int64_t count = 1;
};
/// Parses "2/8": the second of eight parts.
[[nodiscard]] Result<Shard> parseShard(std::string_view text);

struct StudyProgress {
    std::int64_t done = 0;   ///< requests of the shard that have a row
    std::int64_t all = 0;    ///< requests of the shard
    std::int64_t added = 0;  ///< rows added by this run
    Seconds seconds = 0;     ///< since it began
};

struct StudyRun {
    Shard shard;
    int threads = 0;      ///< 0 = one per core
    std::string version;  ///< version of the program
    std::function<void(const StudyProgress&)> progress;
};

/// Runs the requests of a shard that have no row, and adds their rows, at least twice a second. Ends early, with the
/// rows so far, if `stop` is requested. Returns the progress at the end. Errors: those of StudyResults::add().
[[nodiscard]] Result<StudyProgress> run(StudyResults& results, const PresetStore& store, const StudyRun& how,
                                        std::stop_token stop);

}  // namespace pgram
