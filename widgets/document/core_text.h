// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The core knows one language. The window finds the pattern that an English sentence of the core was made from,
// translates it, and puts the values of the sentence in: the core needs no word for it, and keeps its plain strings.
#pragma once

#include "core/base/error.h"

#include <QString>

#include <span>
#include <string_view>

namespace pgram {

/// Names and sentences of the core as it writes them, with "{}" where it puts a value in.
[[nodiscard]] std::span<const char* const> coreWords();

/// A text of the core in the window's language; as it is where the translation does not know it. A translation has "{}"
/// for the values in their order, or "{0}", "{1}", … in its own.
[[nodiscard]] QString coreText(std::string_view text);

/// "WHERE: WHAT. TODO.", as Error::text(), in the window's language.
[[nodiscard]] QString errorText(const Error& error);

}  // namespace pgram
