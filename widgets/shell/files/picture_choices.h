// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The kinds of picture files, as the file types of a file dialog. Plain functions.
#pragma once

#include <QString>

#include <vector>

namespace pgram {

struct PictureChoice {
    QString filter;  ///< "PNG (*.png)"
    QString suffix;  ///< that the file gets; empty = the one that it was given
};

/// In the window's language; the first one is the usual one.
[[nodiscard]] std::vector<PictureChoice> pictureChoices();
/// The file with the suffix of the choice.
[[nodiscard]] QString withSuffix(const QString& file, const PictureChoice& choice);

}  // namespace pgram
