// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One translation context for everything that the Compare view says.
#pragma once

#include <QCoreApplication>

namespace pgram {

struct CompareText {
    Q_DECLARE_TR_FUNCTIONS(CompareText)
};

}  // namespace pgram
