// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Megatron-LM's layout strings: what each chunk of a pipeline holds. "Et*7|t*8|t*8|t*9L": E is the embedding, t a
// block, m a layer of multi-token prediction, L the head, | ends a chunk; x*n and (…)*n repeat. Plain functions.
#pragma once

#include "core/exchange/uniform_plan.h"

#include <optional>
#include <string>
#include <string_view>

namespace pgram {

[[nodiscard]] std::string layoutText(const std::vector<ChunkBlocks>& cut);
/// Empty: other letters, brackets in brackets, an end that is missing or twice, more than 65,536 letters,
/// a block behind a layer of multi-token prediction.
[[nodiscard]] std::optional<std::vector<ChunkBlocks>> parseLayout(std::string_view text);

}  // namespace pgram
