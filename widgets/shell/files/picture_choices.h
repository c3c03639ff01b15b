// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The ways in which a picture can be exported, as the file types of a file dialog. Plain functions.
#pragma once

#include "widgets/views/common/picture_export.h"

#include <QString>

#include <vector>

namespace pgram {

struct PictureChoice {
    QString filter;  ///< "PNG, 4 pixels for one (*.png)"
    QString suffix;  ///< that the file gets; empty = the one that it was given
    PictureOptions options;
};

/// In the window's language; the first one is the usual one.
[[nodiscard]] std::vector<PictureChoice> pictureChoices();
/// The file with the suffix of the choice.
[[nodiscard]] QString withSuffix(const QString& file, const PictureChoice& choice);

}  // namespace pgram
