// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What went wrong, where, and what to do: the error value of every function that can be refused.
// Errors are values. What crosses a function of the core as an exception: std::bad_alloc, from anywhere, and what a
// function that the caller handed in throws.
#pragma once

#include "core/base/text.h"

#include <string>
#include <tl/expected.hpp>

namespace pgram {

enum class ErrorKind {
    BadInput,    ///< a file, an argument or a value that cannot be used: exit code 2
    Infeasible,  ///< the question is well put and has no answer: exit code 1
    Internal,    ///< a broken promise of ours: exit code 3
};

/// A file, a JSON pointer or an option, which no language changes; or a text.
struct Place : Text {
    Place() = default;
    Place(const char* verbatim) : Text(std::string(verbatim)) {}  // NOLINT
    Place(std::string verbatim) : Text(std::move(verbatim)) {}    // NOLINT
    template <typename Any, typename = std::enable_if_t<std::is_convertible_v<Any, Text>>>
    Place(Any text) : Text(std::move(text))
    {}  // NOLINT
};

struct Error {
    ErrorKind kind = ErrorKind::BadInput;
    Text what;    ///< what is wrong, one sentence without a full stop
    Place where;  ///< may be empty
    Text todo;    ///< what the reader can do about it; may be empty

    /// "WHERE: WHAT. TODO." on one line.
    [[nodiscard]] std::string text() const;
};

template <typename T>
using Result = tl::expected<T, Error>;

/// What the system says of an errno.
[[nodiscard]] Text systemText(int code);

/// An unexpected BadInput, to be returned from a function of type Result<T>.
[[nodiscard]] tl::unexpected<Error> badInput(Text what, Place where = {}, Text todo = {});

}  // namespace pgram
