// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Builds with sanitizers are an order of magnitude slower: long tests then do a part, and limits of time are longer.
#pragma once

namespace pgram::test {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr int slowdown = 10;
#else
inline constexpr int slowdown = 1;
#endif

}  // namespace pgram::test
