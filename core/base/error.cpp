// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/error.h"

namespace pgram {

std::string Error::text() const
{
    std::string text = where.empty() ? what : where + ": " + what;
    text += '.';
    if (!todo.empty()) {
        text += ' ' + todo + '.';
    }
    return text;
}

tl::unexpected<Error> badInput(std::string what, std::string where, std::string todo)
{
    return tl::unexpected<Error>(Error{ErrorKind::BadInput, std::move(what), std::move(where), std::move(todo)});
}

}  // namespace pgram
