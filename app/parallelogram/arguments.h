// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The command line of the window.
#pragma once

#include "core/base/error.h"

#include <QSize>
#include <QStringList>

#include <optional>

namespace pgram {

struct Arguments {
    QStringList plans;
    QString screenshot;              ///< draw the window into this PNG and quit
    QString render;                  ///< draw this view of the plan, or "view:page" of it …
    QString out;                     ///< … into this file, and quit
    QString view;                    ///< in front at the start
    QString layout;                  ///< "" = the remembered one
    QString theme;                   ///< "" = the remembered one
    QString language;                ///< "" = the remembered one
    QSize size;                      ///< invalid = the remembered one
    double scale = 0;                ///< device pixels for each pixel; 0 = as usual: 1 of a window, 2 of a PNG
    std::optional<QString> caption;  ///< of a drawn view, instead of its own
    bool captioned = true;           ///< a drawn view has a title and a caption
    QString answer;                  ///< text to print instead of running: help, version

    [[nodiscard]] bool isBatch() const { return !screenshot.isEmpty() || !render.isEmpty(); }
};

/// Needs no application object: some of what is asked must be known before there is one.
[[nodiscard]] Result<Arguments> parseArguments(const QStringList& list);

}  // namespace pgram
