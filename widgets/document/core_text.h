// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Texts of the core in the window's language: lupdate finds their patterns in the core's sources, in the context
// "Core".
// Texts and figures of the core as Qt has them, in its formats. Plain functions.
#pragma once

#include "core/base/error.h"
#include "core/base/units.h"

#include <QString>

namespace pgram {

[[nodiscard]] inline QString qs(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

[[nodiscard]] QString secondsText(double seconds);
[[nodiscard]] QString bytesText(double bytes);
[[nodiscard]] QString bytesText(Bytes bytes);
[[nodiscard]] QString volumeText(double bytes);
[[nodiscard]] QString percentText(double share);
[[nodiscard]] QString numberText(double number);

/// A translation has "{}" for the values in their order, or "{0}", "{1}", … in its own.
[[nodiscard]] QString coreText(const Text& text);

/// "WHERE: WHAT. TODO.", as Error::text(), in the window's language.
[[nodiscard]] QString errorText(const Error& error);

}  // namespace pgram
