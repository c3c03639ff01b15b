// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Errors as values: the problem, its place and the remedy. Every function that can be refused returns Result. Only two
// kinds of exceptions leave a function of the core: std::bad_alloc, from anywhere, and exceptions that a function of
// the caller throws.
#pragma once

#include "core/base/text.h"

#include <string>
#include <tl/expected.hpp>

namespace pgram {

/// Kinds of errors, with the exit code of pgram.
enum class ErrorKind {
    BadInput,    ///< a file, an argument or a value that cannot be used: exit code 2
    Infeasible,  ///< a valid question without an answer: exit code 1
    Internal,    ///< a fault of the program: exit code 3
};

/// Place of an error: a file, a JSON pointer or an option, which is the same in every language; or a text.
struct Place : Text {
    Place() = default;
    /// A verbatim place.
    Place(const char* verbatim) : Text(std::string(verbatim)) {}  // NOLINT
    /// A verbatim place.
    Place(std::string verbatim) : Text(std::move(verbatim)) {}  // NOLINT
    /// A text, or whatever converts to one.
    template <typename Any, typename = std::enable_if_t<std::is_convertible_v<Any, Text>>>
    Place(Any text) : Text(std::move(text))
    {}  // NOLINT
};

/// An error as a value.
struct Error {
    ErrorKind kind = ErrorKind::BadInput;  ///< kind of error
    Text what;                             ///< the problem, one sentence without a full stop
    Place where;                           ///< may be empty
    Text todo;                             ///< the remedy; may be empty

    /// Returns "WHERE: WHAT. TODO." on one line.
    [[nodiscard]] std::string text() const;
};

/// A value or an error.
template <typename T>
using Result = tl::expected<T, Error>;

/// Returns the message of the system for an errno.
[[nodiscard]] Text systemText(int code);

/// Returns an unexpected BadInput, to be returned from a function of type Result<T>.
[[nodiscard]] tl::unexpected<Error> badInput(Text what, Place where = {}, Text todo = {});

}  // namespace pgram
