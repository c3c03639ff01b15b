// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Keys that several views have, in words. A test presses each key that a view names, and looks for others that do
// something.
#pragma once

#include "widgets/views/common/key_help.h"

#include <QCoreApplication>

#include <vector>

namespace pgram {

/// The words of all keys.
struct ViewKeys {
    Q_DECLARE_TR_FUNCTIONS(ViewKeys)
};

[[nodiscard]] KeyHelp escapeKey();
[[nodiscard]] std::vector<KeyHelp> stageKeys();
[[nodiscard]] std::vector<KeyHelp> timeKeys();
[[nodiscard]] std::vector<KeyHelp> operator+(std::vector<KeyHelp> some, const std::vector<KeyHelp>& more);

}  // namespace pgram
