// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a key does, in words.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

namespace pgram {

struct KeyHelp {
    QList<QKeySequence> keys;  ///< each of them does it, or each a step of it in its direction
    QString text;
};

}  // namespace pgram
