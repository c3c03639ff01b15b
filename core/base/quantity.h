// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Quantities as people type them, with their units: the one reader of the command line and of the window's fields.
// What format.h writes of memory is read back.
#pragma once

#include "core/base/error.h"
#include "core/base/units.h"

#include <string>
#include <string_view>

namespace pgram {

/// "24GiB", "24 GB", "24Gi", "16384 MiB", "1.5TiB" -> bytes. KiB, MiB, GiB, TiB and Ki, Mi, Gi, Ti are powers of 1024,
/// KB, MB, GB, TB powers of 1000, case is of no account. A number alone counts `unit`s, which is for a field that shows
/// its unit. Where that is 0 it counts bytes, and fewer than 1 MiB of them are refused with the question what was
/// meant. Errors: not a number, negative, no unit or an unknown one, G and M alone (1000 or 1024?), above 8 PiB.
[[nodiscard]] Result<Bytes> parseMemory(std::string_view text, Bytes unit = 0);

/// The least that parseMemory reads as `bytes` or more, to three digits: "31.7GiB", "512MiB".
[[nodiscard]] std::string memoryToType(Bytes bytes);

/// "4096", "4k", "128Ki", "1.5k", "1M" -> a whole number. k and Ki are 1024, M and Mi 1024², as sequence lengths and
/// batches are counted: 4k tokens are 4096. Errors: no whole number, an unknown unit, less than `least`, over `most`.
[[nodiscard]] Result<std::int64_t> parseCount(std::string_view text, std::int64_t least, std::int64_t most);

/// "2T", "300B", "1.5e12", "500M", "4096" -> tokens that are trained on, in powers of 1000 as they are told. Errors, at
/// `where`: no number, an unknown unit, less than 1, over 10^18.
[[nodiscard]] Result<double> parseTokens(std::string_view text, const std::string& where);

}  // namespace pgram
