// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The one way to a picture file: PNG, SVG or PDF by the file's suffix. Written whole or not at all.
#pragma once

#include <QSize>
#include <QString>

#include <functional>
#include <optional>

class QByteArray;
class QPainter;
class QRectF;

namespace pgram {

using PicturePainter = std::function<void(QPainter&, const QRectF&)>;

/// How a picture is to be written.
struct PictureOptions {
    double scale = 2;                ///< pixels of a PNG for each device-independent one
    bool captioned = true;           ///< with its title above and its caption below
    std::optional<QString> caption;  ///< instead of what the view says
};

/// `size` in device-independent pixels. Empty = done, else what went wrong.
[[nodiscard]] QString savePicture(const QString& file, QSize size, const QString& title, double scale,
                                  const PicturePainter& paint);

/// Empty = done, else what went wrong.
[[nodiscard]] QString saveText(const QString& file, const QString& text);
[[nodiscard]] QString saveBytes(const QString& file, const QByteArray& bytes);

}  // namespace pgram
