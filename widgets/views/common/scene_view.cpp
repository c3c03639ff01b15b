// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/scene_view.h"

#include "core/lessons/lesson.h"
#include "widgets/theme/theme.h"

#include <QAccessible>
#include <QPainter>

#include <array>

namespace pgram {

namespace {

/// The kinds of a lesson's places, as literals.
constexpr std::array<std::string_view, 4> placeKinds{"stage", "layer", "cut", "device"};

}  // namespace

SceneView::SceneView(Document* document, SelectionModel* selection, QWidget* parent) : View(document, selection, parent)
{
    QAccessible::installFactory(&SceneView::accessOf);  // once more changes nothing
}

void SceneView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    if (rect == pictureArea()) {
        return scene().paint(painter);
    }
    Scene other(theme, inside(theme, rect));
    build(other);
    other.paint(painter);
}

const Scene& SceneView::scene()
{
    Key key{pictureArea(), palette().cacheKey(), font(), document()->plan(), document()->estimate()};
    if (m_scene == nullptr || m_key != key) {
        const Theme theme(palette(), font());
        auto scene = std::make_unique<Scene>(theme, inside(theme, key.area));
        if (key.plan) {
            build(*scene);
        }
        m_key = std::move(key);
        m_scene = std::move(scene);
    }
    return *m_scene;
}

QRectF SceneView::areaOf(const LessonPlace& place)
{
    QRectF area;
    for (const std::string_view kind : placeKinds) {
        area |= place.kind == kind ? scene().areaOf({kind, place.index}) : QRectF();
    }
    if (area.isEmpty()) {
        for (const int stage : stagesOf(place)) {
            area |= scene().areaOf({"stage", stage});
        }
    }
    return area.isEmpty() ? View::areaOf(place) : area;
}

void SceneView::pictureChanged()
{
    m_scene.reset();
    View::pictureChanged();
}

void SceneView::paintOverlay(QPainter& painter)
{
    const Scene& picture = scene();
    Scene marks(picture.theme(), picture.area());
    mark(marks);
    marks.paint(painter);
}

QString SceneView::tipAt(const QPointF& position)
{
    const Ref ref = scene().at(position);
    return ref.isKnown() ? tipOf(ref, position) : QString();
}

}  // namespace pgram
