// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What stands above and below a picture in a file, so that it explains itself in a paper or on a slide: the plan and
// the view as its title; model, cluster, batch, schedule and step time, and what the figures rest on, as its caption.
#pragma once

#include "core/plan/estimate.h"
#include "widgets/theme/theme.h"

#include <QRectF>
#include <QString>
#include <QStringList>

class QPainter;

namespace pgram {

struct PictureCaption {
    QString title;
    QStringList lines;
};

/// "plan name – view".
[[nodiscard]] QString pictureTitle(const QString& view, const Plan& plan);
/// "GPT-3 (sequence 2048) on 64 × A100 (cluster); batch 512, 1F1B, 32 micro-batches; step 1.24 s, …".
[[nodiscard]] QString runLine(const Plan& plan, const Estimate& estimate);
/// Which figures are counted and which are estimated, and from what kinds of constants.
[[nodiscard]] QString basisLine(const Plan& plan);
[[nodiscard]] PictureCaption captionOf(const QString& view, const Plan& plan, const Estimate& estimate);

/// Where the title, the lines and the picture between them stand; the picture keeps at least half of the height.
struct CaptionLayout {
    QRectF title;
    QRectF picture;
    QRectF lines;
    double missing = 0;  ///< units of height of the area that all lines would need in addition
};
[[nodiscard]] CaptionLayout layoutCaption(const Theme& theme, const QRectF& area, const PictureCaption& caption);
/// Returns what is left for the picture.
QRectF paintCaption(QPainter& painter, const Theme& theme, const QRectF& area, const PictureCaption& caption);

}  // namespace pgram
