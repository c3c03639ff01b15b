// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads quantities with their units, as people type them on the command line and in the fields of the window. Reads
// everything that format.h writes for memory.
#pragma once

#include "core/base/error.h"
#include "core/base/units.h"

#include <optional>
#include <string>
#include <string_view>

namespace pgram {

/// Reads a finite decimal number, such as 1e9, with nothing before and behind it.
[[nodiscard]] std::optional<double> decimalNumber(std::string_view word);

/// Reads a memory size: "24GiB", "24 GB", "24Gi", "16384 MiB", "1.5TiB". KiB, MiB, GiB, TiB and Ki, Mi, Gi, Ti are
/// powers of 1024, KB, MB, GB, TB powers of 1000; case does not matter. A number alone counts `unit`s, for fields that
/// show their unit. If `unit` is 0, it counts bytes, and must be at least 1 MiB. Errors: not a number, negative, no
/// unit or an unknown one, G and M alone (1000 or 1024?), above 8 PiB.
[[nodiscard]] Result<Bytes> parseMemory(std::string_view text, Bytes unit = 0);

/// Returns the smallest text of three digits that parseMemory() reads as `bytes` or more: "31.7GiB", "512MiB".
[[nodiscard]] std::string memoryToType(Bytes bytes);

/// Reads a whole number: "4096", "4k", "128Ki", "1.5k", "1M". k and Ki are 1024, M and Mi 1024², as sequence lengths
/// and batches are counted: 4k tokens are 4096. Errors: no whole number, an unknown unit, less than `least`, over
/// `most`.
[[nodiscard]] Result<std::int64_t> parseCount(std::string_view text, std::int64_t least, std::int64_t most);

/// Reads a number in powers of 1000: "2.5", "100k", "1M", "1.5B", "2T". Errors: not a number, an unknown unit, less
/// than `least`, over `most`.
[[nodiscard]] Result<double> parseNumber(std::string_view text, double least, double most);

/// Reads a number of training tokens, in powers of 1000: "2T", "300B", "1.5e12", "500M", "100M tokens", "4096". Errors,
/// at `where`: no number, an unknown unit, less than 1, over 10^18.
[[nodiscard]] Result<double> parseTokens(std::string_view text, const std::string& where);

}  // namespace pgram
