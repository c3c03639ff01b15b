// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Texts of the core in the window's language: lupdate finds their patterns in the core's sources, in the context
// "Core".
#pragma once

#include "core/base/error.h"

#include <QString>

namespace pgram {

/// A translation has "{}" for the values in their order, or "{0}", "{1}", … in its own.
[[nodiscard]] QString coreText(const Text& text);

/// "WHERE: WHAT. TODO.", as Error::text(), in the window's language.
[[nodiscard]] QString errorText(const Error& error);

}  // namespace pgram
