// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A view's picture outside the window: in files, and on the clipboard.
#include "widgets/theme/theme.h"
#include "widgets/views/common/paper_look.h"
#include "widgets/views/common/view.h"

#include <QApplication>
#include <QClipboard>
#include <QPainter>

namespace pgram {

namespace {

constexpr int copyScale = 2;

}  // namespace

QString View::exportPicture(const QString& file, const PictureOptions& options)
{
    if (!hasPicture()) {
        return m_document->plan() ? emptyNote() : tr("There is no plan to draw");
    }
    const PaperLook paper(*this, options.typeSize, options.width > 0);
    catchUp();
    return savePicture(file, pictureOf(readableSize(pictureSize(options), options), options), options.scale);
}

QByteArray View::svgPicture(const QSizeF& size)
{
    return svgOf(pictureOf(size, {.captioned = false}));
}

/// In units: as the view is, or in the proportions that it has.
QSizeF View::pictureSize(const PictureOptions& options) const
{
    const bool sized = isVisible() || testAttribute(Qt::WA_Resized);
    const QSize usual = sizeHint();
    const QSizeF shown = sized ? size().expandedTo(usual / 2) : usual;
    if (options.width <= 0) {
        return shown;
    }
    const double height = options.height > 0 ? options.height : options.width * shown.height() / shown.width();
    return {unitsOf(options.width), unitsOf(height)};
}

PictureCaption View::captionFor(const PictureOptions& options) const
{
    PictureCaption caption = pictureCaption();
    if (options.caption) {
        caption.lines = options.caption->split(u'\n');
    }
    return caption;
}

/// Returns `size` as it is, or where its height is only a proportion, high enough for what the picture must show.
QSizeF View::readableSize(QSizeF size, const PictureOptions& options) const
{
    if (options.width <= 0 || options.height > 0) {
        return size;
    }
    constexpr int mostRounds = 8;  // rows of plots share what is added
    const Theme theme(palette(), font());
    const PictureCaption caption = captionFor(options);
    for (int round = 0; round < mostRounds; ++round) {
        const QRectF area(QPointF(), size);
        const CaptionLayout captioned = layoutCaption(theme, area, caption);
        const double missing =
            options.captioned ? std::max(missingHeight(captioned.picture), captioned.missing) : missingHeight(area);
        if (missing < 1) {
            break;
        }
        size.rheight() += missing;
    }
    return size;
}

Picture View::pictureOf(const QSizeF& size, const PictureOptions& options)
{
    catchUp();
    const PictureCaption caption = captionFor(options);
    return {size, caption.title, [this, caption, captioned = options.captioned](QPainter& painter, const QRectF& area) {
                const Theme theme(palette(), font());
                paintPicture(painter, captioned ? paintCaption(painter, theme, area, caption) : area);
            }};
}

/// On the surface that it was drawn for: who pastes it may have another one.
void View::copyPicture()
{
    if (!hasPicture()) {
        return;
    }
    catchUp();
    const QSize size = this->size().expandedTo(sizeHint() / 2);
    QImage image(size * copyScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(copyScale);
    image.fill(Theme(palette(), font()).surface);
    QPainter painter(&image);
    paintPicture(painter, QRectF(QPointF(), size));
    painter.end();
    QApplication::clipboard()->setImage(image);
}

}  // namespace pgram
