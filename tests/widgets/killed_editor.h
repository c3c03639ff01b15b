// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A window that is edited at random until it is killed, as a process of its own. It takes what it is offered to
// restore, and prints a line for everything that the test must be able to check afterwards:
//     RESTORED digest      after the offer was taken
//     STATE digest ms      what there is now, before anything can be written down; SAFE where all of it is in files
//     FILE digest          of a plan, before its file is written
//     SAVED digest         is on the disk
#pragma once

#include "widgets/shell/session_file.h"

#include <QByteArray>
#include <QString>

namespace pgram {

/// Of all that a session says. Whether a plan differs from its file is left out: the file may be newer.
[[nodiscard]] QByteArray digestOf(KeptSession session);
[[nodiscard]] QByteArray digestOf(const Plan& plan);

/// Never returns by itself.
int runEditor(const QString& folder, const QString& presets, unsigned seed, int intervalMilliseconds);

}  // namespace pgram
