// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The one question for the file that something is to be written to: nothing is replaced unasked. GUI thread only.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace pgram {

struct SaveQuestion {
    QString title;
    QString proposal;  ///< folder and file name
    QString filters;   ///< ";;" between them
    /// The file that is written when `name` was named under the filter.
    std::function<QString(const QString& name, const QString& filter)> complete;
};

/// A file dialog asks before it replaces what was named, and knows nothing of the suffix that is put behind it: where
/// that makes another file, which exists, it is asked here. Empty = declined.
[[nodiscard]] QString askSaveFile(QWidget* window, const SaveQuestion& question);

/// Whether a file that exists, or those in a folder, may be overwritten.
[[nodiscard]] bool mayReplace(QWidget* window, const QString& title, const QString& file);

/// A completion: `suffix` behind a name that has none.
[[nodiscard]] std::function<QString(const QString&, const QString&)> usualSuffix(const QString& suffix);

}  // namespace pgram
