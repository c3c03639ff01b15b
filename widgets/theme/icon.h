// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One-colour icons, drawn in the text colour of the palette at the moment of painting, sharp at any scale.
#pragma once

#include <QIcon>
#include <QString>

namespace pgram {

/// An icon of resources/icons/actions by file name without suffix. Follows a change of theme by itself.
[[nodiscard]] QIcon themedIcon(const QString& name);

/// Returns an SVG file of the program with its currentColor as this colour.
[[nodiscard]] QByteArray coloredSvg(const QString& file, const QColor& color);

}  // namespace pgram
