// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The one way to a picture file: PNG, SVG or PDF by the file's suffix. Written whole or not at all. Pictures are
// painted in units of 1/96 inch, whatever the format makes of them.
#pragma once

#include <QByteArray>
#include <QSizeF>
#include <QString>

#include <array>
#include <functional>
#include <optional>

class QPainter;
class QRectF;

namespace pgram {

using PicturePainter = std::function<void(QPainter&, const QRectF&)>;

inline constexpr double pictureDpi = 96;
[[nodiscard]] constexpr double unitsOf(double millimetres)
{
    return millimetres / 25.4 * pictureDpi;
}

/// Widths of columns as journals have them.
struct ColumnWidth {
    const char* name;  ///< on the command line
    double millimetres;
};
inline constexpr std::array columnWidths{ColumnWidth{"single", 84}, ColumnWidth{"1.5", 129},
                                         ColumnWidth{"double", 174}};

/// What may be asked for: millimetres, points, dots.
inline constexpr int leastFigure = 40;
inline constexpr int mostFigure = 400;
inline constexpr int leastType = 4;
inline constexpr int mostType = 24;
inline constexpr int leastDpi = 48;
inline constexpr int mostDpi = 2400;
inline constexpr int usualDpi = 300;  ///< of a figure for paper

/// How a picture is to be written.
struct PictureOptions {
    double scale = 2;                ///< pixels of a PNG for each unit
    double width = 0;                ///< mm: a figure for paper, in light colours; 0 = as large as on the screen
    double height = 0;               ///< mm; 0 = in proportion
    double typeSize = 0;             ///< pt; 0 = as on the screen
    bool captioned = true;           ///< with its title above and its caption below
    std::optional<QString> caption;  ///< instead of what the view says

    void setDpi(double dpi) { scale = dpi / pictureDpi; }
};

struct Picture {
    QSizeF size;  ///< in units
    QString title;
    PicturePainter paint;
};

/// `scale`: of a PNG. Empty = done, else what went wrong.
[[nodiscard]] QString savePicture(const QString& file, const Picture& picture, double scale);
/// Its size is in millimetres; where a reader lacks the font it takes another one of the kind.
[[nodiscard]] QByteArray svgOf(const Picture& picture);

/// Empty = done, else what went wrong.
[[nodiscard]] QString saveText(const QString& file, const QString& text);
[[nodiscard]] QString saveBytes(const QString& file, const QByteArray& bytes);
/// Before work that takes long: why the file cannot be written; empty = it can.
[[nodiscard]] QString writeProblem(const QString& file);

}  // namespace pgram
