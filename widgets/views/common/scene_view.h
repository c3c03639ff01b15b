// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A view whose picture is a scene: it describes what it shows once, and the mouse, tips, lessons and the cursor ask the
// description. GUI thread only.
#pragma once

#include "widgets/views/common/scene.h"
#include "widgets/views/common/view.h"

#include <memory>

class QAccessibleInterface;

namespace pgram {

class SceneView : public View {
    Q_OBJECT
public:
    SceneView(Document* document, SelectionModel* selection, QWidget* parent = nullptr);

    void paintPicture(QPainter& painter, const QRectF& rect) override;
    /// The picture in the widget at this moment; empty without a plan.
    [[nodiscard]] const Scene& scene();
    /// The things of the place, or of its stages where the picture shows those alone.
    [[nodiscard]] QRectF areaOf(const LessonPlace& place) override;
    /// Returns the tip of a thing as plain text.
    [[nodiscard]] QString spoken(const Ref& ref);

protected:
    /// Describes the picture; called while there is a plan.
    virtual void build(Scene& scene) = 0;
    /// Adds marks that belong to the screen alone: selection, hover, a weighed change. `scene()` is the picture below.
    virtual void mark(Scene&) {}
    /// Returns the tip of a thing, rich text, for the pointer at `position`.
    [[nodiscard]] virtual QString tipOf(const Ref&, const QPointF& position)
    {
        static_cast<void>(position);
        return {};
    }

    void pictureChanged() override;
    void paintOverlay(QPainter& painter) override;
    [[nodiscard]] QString tipAt(const QPointF& position) override;

private:
    /// Makes the accessible object of a scene view; null for other objects.
    static QAccessibleInterface* accessOf(const QString& name, QObject* object);

    /// The inputs of the kept scene.
    struct Key {
        QRect area;
        qint64 palette = 0;
        QFont font;
        std::shared_ptr<const Plan> plan;
        std::shared_ptr<const Estimate> estimate;
        bool operator==(const Key&) const = default;
    };

    Key m_key;
    std::unique_ptr<const Scene> m_scene;  ///< null = to be built
};

}  // namespace pgram
