// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/error.h"

#include <cerrno>
#include <cstring>

namespace pgram {

std::string Error::text() const
{
    std::string text = where.empty() ? what.english() : where.english() + ": " + what.english();
    text += '.';
    if (!todo.empty()) {
        text += ' ' + todo.english() + '.';
    }
    return text;
}

namespace {

/// Returns the system's message in English, whatever the language of the locale.
const char* englishText(int code)
{
#ifdef __GLIBC__
    if (const char* const text = ::strerrordesc_np(code)) {
        return text;
    }
#endif
    return std::strerror(code);
}

}  // namespace

Text systemText(int code)
{
    switch (code) {
    case ENOENT:
        return Core::tr("No such file or directory");
    case EACCES:
        return Core::tr("Permission denied");
    case ENOSPC:
        return Core::tr("No space left on device");
    case EISDIR:
        return Core::tr("Is a directory");
    case ENOTDIR:
        return Core::tr("Not a directory");
    case EROFS:
        return Core::tr("Read-only file system");
    case ENAMETOOLONG:
        return Core::tr("File name too long");
    case EIO:
        return Core::tr("Input/output error");
    default:
        return Text(englishText(code));
    }
}

tl::unexpected<Error> badInput(Text what, Place where, Text todo)
{
    return tl::unexpected<Error>(Error{ErrorKind::BadInput, std::move(what), std::move(where), std::move(todo)});
}

}  // namespace pgram
