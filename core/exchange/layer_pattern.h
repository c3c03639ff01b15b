// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Patterns of layers: lists of 0 and 1 as Megatron-LM's arguments write them in Python ("[0]*3+[1]*58",
// "([1]*5+[0])*8"), and the letters of hybrid models ("M-M*-"). Plain functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Returns the list, cut off behind `most` elements. Returns nothing for any other text.
[[nodiscard]] std::optional<std::vector<bool>> parsePattern(std::string_view text, std::int64_t most);

/// Returns the letters of a hybrid model's layers, without the separators of stages and without what follows "/", the
/// layers that predict ahead. The letters are M (Mamba), G (gated delta net), * (attention), - (MLP) and E (experts).
/// Returns nothing for a text with any other letter.
[[nodiscard]] std::optional<std::string> parseHybridPattern(std::string_view text);

}  // namespace pgram
