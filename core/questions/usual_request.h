// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The batch, the space and the schedules that an expert would start from, for a question that leaves them open.
#pragma once

#include "core/base/value_note.h"
#include "core/search/task/request.h"

#include <vector>

namespace pgram {

/// Parts of a question that nobody gave.
struct OpenParts {
    bool batch = true;   ///< samples per step
    bool search = true;  ///< space, schedules and method
    bool operator==(const OpenParts&) const = default;
};

/// Returns the samples per step of published trainings of a model's size, in `why` with their source. A language model
/// gets tokens by its number of parameters, adapters 128 samples, an image model images by its kind. Each eight devices
/// get at least one sample.
[[nodiscard]] ValueNote usualBatch(const SearchRequest& request);

/// Chooses the open parts of a request by its model, cluster and training: usualBatch(); the space "modern" with 1F1B
/// and interleaved:2, searched by Joint. Returns one line for each value that it set, named as the options of pgram.
std::vector<ValueNote> chooseUsual(SearchRequest& request, const OpenParts& open);

}  // namespace pgram
