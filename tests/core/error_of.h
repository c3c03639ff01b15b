// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a refusal says.
#pragma once

#include "core/base/error.h"

#include <QString>

namespace pgram::test {

template <typename T>
QString errorOf(const Result<T>& result)
{
    return result ? "accepted" : QString::fromStdString(result.error().text());
}

}  // namespace pgram::test
