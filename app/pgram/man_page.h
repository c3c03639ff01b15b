// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The manual page of pgram, written from its own commands and options: it cannot say what they do not.
#pragma once

#include <CLI/App.hpp>
#include <string>

namespace pgram::cli {

/// In man(7)'s markup, UTF-8.
[[nodiscard]] std::string manPage(const CLI::App& app, const std::string& version);

}  // namespace pgram::cli
