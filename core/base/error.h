// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What went wrong, where, and what to do: the error value of every function that can be refused.
// Errors are values. What crosses a function of the core as an exception: std::bad_alloc, from anywhere, and what a
// function that the caller handed in throws.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace pgram {

enum class ErrorKind {
    BadInput,    ///< a file, an argument or a value that cannot be used: exit code 2
    Infeasible,  ///< the question is well put and has no answer: exit code 1
    Internal,    ///< a broken promise of ours: exit code 3
};

struct Error {
    ErrorKind kind = ErrorKind::BadInput;
    std::string what;   ///< what is wrong, one sentence without a full stop
    std::string where;  ///< file and JSON pointer, or the option; may be empty
    std::string todo;   ///< what the reader can do about it; may be empty

    /// "WHERE: WHAT. TODO." on one line.
    [[nodiscard]] std::string text() const;
};

template <typename T>
using Result = tl::expected<T, Error>;

/// An unexpected BadInput, to be returned from a function of type Result<T>.
[[nodiscard]] tl::unexpected<Error> badInput(std::string what, std::string where = {}, std::string todo = {});

}  // namespace pgram
