// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The command line of the window.
#pragma once

#include "core/base/error.h"
#include "widgets/views/common/picture_export.h"

#include <QSize>
#include <QStringList>

namespace pgram {

struct Arguments {
    QStringList plans;
    QString screenshot;      ///< draw the window into this PNG and quit
    QString render;          ///< draw this view of the plan, or "view:page" of it …
    QString out;             ///< … into this file, and quit
    QString view;            ///< in front at the start
    QString layout;          ///< "" = the remembered one
    QString theme;           ///< "" = the remembered one
    QString language;        ///< "" = the remembered one
    QSize size;              ///< invalid = the remembered one
    double scale = 0;        ///< device pixels for each pixel of the window; 0 = 1
    PictureOptions picture;  ///< of what is rendered
    QString lesson;          ///< a name or a file, opened at the start …
    int step = 1;            ///< … at this step
    QString handout;         ///< write the lesson, or its solutions, for printing into this file, and quit
    bool solutions = false;
    QString report;  ///< write a report of the plans into this file, and quit
    QString answer;  ///< text to print instead of running: help, version

    [[nodiscard]] bool drawsWithoutWindow() const
    {
        return !render.isEmpty() || !report.isEmpty() || !handout.isEmpty();
    }
    [[nodiscard]] bool isBatch() const { return !screenshot.isEmpty() || drawsWithoutWindow(); }
};

/// Needs no application object: some of what is asked must be known before there is one.
[[nodiscard]] Result<Arguments> parseArguments(const QStringList& list);

}  // namespace pgram
