// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Galvatron's keys carry their figures in their names: reading "layertype_0_bsz4_seq[512,512]" piece by piece.
#pragma once

#include "core/galvatron/profile.h"

#include <optional>
#include <string_view>

namespace pgram::galvatron {

/// Largest number of layer types in a profile.
inline constexpr int mostTypes = 64;

class KeyReader {
public:
    explicit KeyReader(std::string_view key) : m_rest(key) {}

    /// Steps over `text` when the rest starts with it.
    bool skip(std::string_view text);
    /// Cuts `text` off the end when the rest ends with it.
    bool dropEnd(std::string_view text);
    /// Returns the text before `mark`, and skips both; returns the rest if it does not contain `mark`.
    std::string_view until(std::string_view mark);
    [[nodiscard]] std::string_view rest() const { return m_rest; }

private:
    std::string_view m_rest;
};

/// Decimal digits alone, up to 2^40.
[[nodiscard]] std::optional<std::int64_t> wholeNumber(std::string_view text);
/// "2048" or "[512,512]".
[[nodiscard]] std::optional<Sequence> sequenceOf(std::string_view text);

}  // namespace pgram::galvatron
