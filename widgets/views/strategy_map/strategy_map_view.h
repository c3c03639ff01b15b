// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The strategy map: every layer as a cell in its chunk of a stage, coloured by how it is spread, hatched where it
// recomputes. Click, Shift+click, Ctrl+click, drag and arrow keys select layers; Ctrl+C and Ctrl+V carry strategies
// between them; the grip below a chunk drags its cut to the next one, which shows what it would cost until it is let
// go. GUI thread only.
#pragma once

#include "widgets/document/nearest_strategy.h"
#include "widgets/kit/gesture.h"
#include "widgets/views/common/scene_view.h"
#include "widgets/views/strategy_map/strategy_map_painter.h"

namespace pgram {

class StrategyMapView : public SceneView {
    Q_OBJECT
public:
    StrategyMapView(Document* document, SelectionModel* selection, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("strategy-map"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Strategy map"); }
    [[nodiscard]] std::vector<ViewKey> keys() override;

    /// The layout in the widget at this moment.
    [[nodiscard]] MapLayout currentLayout()
    {
        return document()->plan() ? mapLayout(scene(), *document()->plan(), m_folds) : MapLayout{};
    }
    /// What the context menu offers for the selected layers, in its order. They outlive the view.
    void setTools(const ViewTools& tools) override { m_menuActions = tools.planRest; }

protected:
    void refresh() override;
    void refreshSelection() override;
    [[nodiscard]] bool ownsEscape() const override { return m_draggedCut >= 0 || View::ownsEscape(); }
    void build(Scene& scene) override;
    void mark(Scene& marks) override;
    [[nodiscard]] std::optional<Selection> selectionOfRow(int row) const override;
    [[nodiscard]] QString tipOf(const Ref& ref, const QPointF& position) override;
    [[nodiscard]] QRectF menuAnchor() override;
    [[nodiscard]] double missingHeight(const QRectF& area) const override;
    void fillMenu(QMenu& menu, const std::optional<QPointF>& position) override;
    void pressed(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void dragged(const QPointF& position, const std::optional<QPointF>& moved) override;
    void released(const QPointF& position, bool clicked) override;
    void hovered() override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QString cutTip(int cut) const;
    [[nodiscard]] QString layerTip(int layer);
    [[nodiscard]] QString chunkTip(int chunk, int last) const;
    /// Selects from the anchor to `layer`.
    void extendTo(int layer);
    /// Selects from the cell of the anchor to the cell of `layer`, both whole.
    void reachTo(int layer);
    void setFolded(bool folds);
    void includeLayers(int first, int last);
    void moveCutByKey(int layers);
    /// Chooses the layer, or with Shift all from the anchor to it.
    void goTo(int layer, const QKeyEvent& event);
    [[nodiscard]] int besideLead(int chunks) const;
    /// Drops the drag, or else the selection.
    void leaveByKey();
    /// The first layer right of the dragged cut, were it let go at `position`.
    [[nodiscard]] int draggedTo(const QPointF& position);
    /// Leaves the plan as it is.
    void endDrag();
    /// The strategies of the selected layers, and the table as text.
    void copyStrategies();
    [[nodiscard]] StrategyPaste pasteOfClipboard() const;
    void pasteStrategies();
    void addClipboardActions(QMenu& menu);

    QList<QAction*> m_menuActions;
    Ref m_hover;          ///< the layer or the cut below the mouse
    bool m_folds = true;  ///< equal layers of a large plan share cells
    int m_anchor = -1;
    int m_lead = -1;  ///< the moving end of the selected range
    bool m_selecting = false;
    int m_draggedCut = -1;
    Gesture m_gesture;                     ///< of the keys that move a cut
    std::optional<QPointF> m_dragPointer;  ///< of a drag that has moved
};

/// Adds a submenu for each field that the layers offer. `document` shows a plan and outlives the menu.
void addStrategyMenus(QMenu& menu, Document* document, LayerRange range);

}  // namespace pgram
