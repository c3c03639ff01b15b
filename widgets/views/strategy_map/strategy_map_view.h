// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The strategy map: every layer as a cell in its chunk of a stage, coloured by how it is spread, hatched where it
// recomputes. Click, Shift+click, Ctrl+click, drag and arrow keys select layers; Ctrl+C and Ctrl+V carry strategies
// between them; the grip below a chunk drags its cut to the next one, which shows what it would cost until it is let
// go. GUI thread only.
#pragma once

#include "widgets/document/nearest_strategy.h"
#include "widgets/kit/gesture.h"
#include "widgets/views/common/view.h"
#include "widgets/views/strategy_map/strategy_map_painter.h"

namespace pgram {

class StrategyMapView : public View {
    Q_OBJECT
public:
    StrategyMapView(Document* document, SelectionModel* selection, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("strategy-map"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Strategy map"); }
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<ViewKey> keys() override;

    /// Where everything stands in the widget at this moment.
    [[nodiscard]] QRectF areaOf(const LessonPlace& place) override;
    [[nodiscard]] MapLayout currentLayout() const { return document()->plan() ? layoutIn(rect()) : MapLayout{}; }
    /// What the context menu offers for the selected layers, in its order. They outlive the view.
    void setTools(const ViewTools& tools) override { m_menuActions = tools.planRest; }

protected:
    void refresh() override;
    void refreshSelection() override;
    [[nodiscard]] bool ownsEscape() const override { return m_draggedCut >= 0 || View::ownsEscape(); }
    void paintOverlay(QPainter& painter) override;
    [[nodiscard]] std::optional<Selection> selectionOfRow(int row) const override;
    [[nodiscard]] QString tipAt(const QPointF& position) override;
    [[nodiscard]] QRectF menuAnchor() override;
    void fillMenu(QMenu& menu, const std::optional<QPointF>& position) override;
    void pressed(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void dragged(const QPointF& position, const std::optional<QPointF>& moved) override;
    void released(const QPointF& position, bool clicked) override;
    void hovered() override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    static constexpr double gripThickness = 12;

    [[nodiscard]] MapLayout layoutIn(const QRectF& rect) const;
    [[nodiscard]] QString layerTip(int layer) const;
    [[nodiscard]] QString chunkTip(int chunk) const;
    /// Selects from the anchor to `layer`.
    void extendTo(int layer);
    void includeLayers(int first, int last);
    void selectChunk(int chunk);
    void moveCutByKey(int layers);
    /// Chooses the layer, or with Shift all from the anchor to it.
    void goTo(int layer, const QKeyEvent& event);
    [[nodiscard]] int besideLead(int chunks) const;
    /// Drops the drag, or else the selection.
    void leaveByKey();
    /// The first layer right of the dragged cut, were it let go at `position`.
    [[nodiscard]] int draggedTo(const QPointF& position) const;
    /// Leaves the plan as it is.
    void endDrag();
    /// The strategies of the selected layers, and the table as text.
    void copyStrategies();
    [[nodiscard]] StrategyPaste pasteOfClipboard() const;
    void pasteStrategies();
    void addClipboardActions(QMenu& menu);

    QList<QAction*> m_menuActions;
    int m_hoverLayer = -1;
    int m_hoverCut = -1;
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
