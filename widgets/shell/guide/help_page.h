// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The pages of the help: the texts of resources/help, Markdown with links "help:NAME" from page to page; the one that
// says how far to trust the numbers with the figures of now.
#pragma once

#include "widgets/work/fidelity_library.h"

#include <QString>
#include <QStringList>

namespace pgram {

inline const QString contentsPage = QStringLiteral("contents");
inline const QString fidelityPage = QStringLiteral("fidelity");

/// All of them, the contents first.
[[nodiscard]] QStringList helpPages();
/// Markdown in a language of the window; empty where there is no such page.
[[nodiscard]] QString helpText(const QString& page, const QString& language);
/// The first heading of a page.
[[nodiscard]] QString helpTitle(const QString& text);

/// The page of the figures; without `data` it says that the figures are on their way.
[[nodiscard]] QString fidelityHelp(const QString& language, const FidelityData* data);

}  // namespace pgram
