// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Points at a place of a view: a ring around it, and a veil over the rest, which lifts as soon as somebody works in the
// view. GUI thread only.
#pragma once

#include "core/lessons/lesson.h"
#include "widgets/views/common/view.h"

#include <QPointer>
#include <QWidget>

namespace pgram {

class Spotlight : public QWidget {
    Q_OBJECT
public:
    Spotlight();

    /// The ring follows the place when the picture changes.
    void pointAt(View* view, const LessonPlace& place);
    void lift();  ///< the veil; the ring stays
    void drop();  ///< both
    [[nodiscard]] bool isVeiled() const { return m_veiled; }
    /// Of the view; empty = it points nowhere.
    [[nodiscard]] QRectF area() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QPointer<View> m_view;
    LessonPlace m_place;
    bool m_veiled = false;
};

/// "stage 2 in Memory": where it points, in words.
[[nodiscard]] QString placeText(const View& view, const LessonPlace& place);

}  // namespace pgram
