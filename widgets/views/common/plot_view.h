// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A view that is made of plots. It brings them what plots have everywhere: the wheel zooms, a drag pans, Shift and a
// drag zooms into a box, a double click shows everything; a click on a legend's entry hides its series; the arrow keys
// go from mark to mark and say what they stand for, + - 0 zoom; a readout follows the pointer. GUI thread only.
#pragma once

#include "widgets/views/common/plot.h"
#include "widgets/views/common/view.h"

#include <memory>
#include <optional>
#include <vector>

namespace pgram {

class PlotView : public View {
    Q_OBJECT
public:
    PlotView(Document* document, SelectionModel* selection, int plots, QWidget* parent = nullptr);

    /// As it stands in the widget at this moment.
    [[nodiscard]] const Plot& plotNow(int index) const;
    [[nodiscard]] int focusedMark() const { return m_mark; }  ///< of the focused plot; -1 = none
    /// What the readout says; empty = none is shown.
    [[nodiscard]] QString readout() const { return m_readout ? m_readout->text : QString(); }

protected:
    /// With the figures of now; those without something to show stay as begin() left them.
    virtual void fillPlots(const Theme& theme) = 0;
    /// Of each plot; empty = not shown.
    [[nodiscard]] virtual std::vector<QRectF> panelsIn(const QRectF& rect) const = 0;
    /// Another number has the plots filled anew: a small picture shows less.
    [[nodiscard]] virtual int variantIn(const QRectF&) const { return 0; }
    /// Rich text: of a mark, or of the plot under -1.
    [[nodiscard]] virtual QString markTip(int plot, int mark) const = 0;
    [[nodiscard]] virtual QString titleTip(int) const { return {}; }
    virtual void openMark(int plot, int mark) = 0;
    virtual void clickTitle(int) {}
    /// Another mark is under the pointer or chosen: repaint what follows it.
    virtual void markMoved(int) { update(); }
    /// Tab goes through so many plots before it leaves the view.
    [[nodiscard]] virtual int tabStops() const { return 1; }

    /// Other figures: the plots are filled anew when they are next shown.
    void plotsChanged();
    /// Fills and places them for a picture in `rect`.
    void placePlots(const QRectF& rect) const;
    [[nodiscard]] Plot& plot(int index) const { return *m_plots[index]; }
    [[nodiscard]] int plotAt(const QPointF& position) const;  ///< -1 = none
    [[nodiscard]] int currentPlot() const { return m_plot; }
    [[nodiscard]] int variant() const { return m_filledFor.variant; }  ///< of variantIn(), for fillPlots()
    /// The mark of a plot that is pointed at, or else chosen; -1 = none.
    [[nodiscard]] int shownMark(int index) const;
    void focusMark(int index, int mark);
    /// No mark is chosen or pointed at; plot `index` is in hand.
    void forgetMarks(int index);
    /// To the mark before or after, to the first or last one; what Enter does, which is given where there is no mark;
    /// zoom.
    [[nodiscard]] std::vector<ViewKey> plotKeys(const QString& beside, const QString& ends, const QString& open,
                                                const std::function<void()>& without);
    /// Returns the keys that zoom.
    [[nodiscard]] std::vector<ViewKey> zoomKeys();

    [[nodiscard]] double missingHeight(const QRectF& area) const override;
    void paintOverlay(QPainter& painter) override;
    [[nodiscard]] QString tipAt(const QPointF& position) override;
    [[nodiscard]] QRectF menuAnchor() override;
    void fillMenu(QMenu& menu, const std::optional<QPointF>& position) override;
    bool focusNextPrevChild(bool next) override;
    void pressed(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void dragged(const QPointF& position, const std::optional<QPointF>& moved) override;
    void released(const QPointF& position, bool clicked) override;
    void hovered() override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    struct Look {
        qint64 palette = 0;
        QFont font;
        int variant = 0;
        bool operator==(const Look&) const = default;
    };
    void hover(int index, int mark);
    void moveMark(bool back, bool toEnd);
    void zoomed(bool changed);
    void toggleSeries(int index, const QString& series);

    std::vector<std::unique_ptr<Plot>> m_plots;
    mutable bool m_filled = false;
    mutable Look m_filledFor;
    int m_plot = 0;
    int m_mark = -1;
    int m_hoverPlot = -1;
    int m_hoverMark = -1;
    int m_pressed = -1;           ///< the plot that is dragged
    std::optional<QRectF> m_box;  ///< to zoom into
    std::optional<Plot::Readout> m_readout;
};

}  // namespace pgram
