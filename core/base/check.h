// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Errors that a function hands on.
#pragma once

#include "core/base/error.h"

#include <utility>

/// Returns the error of the expression from the function that contains it.
#define PGRAM_CHECK(...)                                                                                               \
    do {                                                                                                               \
        if (auto outcome = (__VA_ARGS__); !outcome) {                                                                  \
            return tl::unexpected(std::move(outcome).error());                                                         \
        }                                                                                                              \
    } while (false)

/// Declares a value of the expression, or returns its error from the function that contains it:
///     PGRAM_TRY(const Plan plan, loadPlan(file));
#define PGRAM_TRY(declaration, ...) PGRAM_TRY_IN(PGRAM_OUTCOME(__LINE__), declaration, __VA_ARGS__)
#define PGRAM_OUTCOME(line) PGRAM_OUTCOME_OF(line)
#define PGRAM_OUTCOME_OF(line) outcome##line
#define PGRAM_TRY_IN(outcome, declaration, ...)                                                                        \
    auto outcome = (__VA_ARGS__);                                                                                      \
    if (!outcome) {                                                                                                    \
        return tl::unexpected(std::move(outcome).error());                                                             \
    }                                                                                                                  \
    declaration = *std::move(outcome)
