// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The one way to a picture file: PNG, SVG or PDF by the file's suffix. Written whole or not at all.
#pragma once

#include <QSize>
#include <QString>

#include <functional>

class QByteArray;
class QPainter;
class QRectF;

namespace pgram {

using PicturePainter = std::function<void(QPainter&, const QRectF&)>;

/// `size` in device-independent pixels; a PNG has two of its pixels to each. Empty = done, else what went wrong.
[[nodiscard]] QString savePicture(const QString& file, QSize size, const QString& title, const PicturePainter& paint);

/// Empty = done, else what went wrong.
[[nodiscard]] QString saveText(const QString& file, const QString& text);
[[nodiscard]] QString saveBytes(const QString& file, const QByteArray& bytes);

}  // namespace pgram
