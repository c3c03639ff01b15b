// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The docks around the views, and the ways in which they can stand: Explore has all of them at hand, Compare gives its
// room to the plans, Teach to the view. A row for each dock, which the layouts, the menus and the way from pane to pane
// go through. Made for one window, which owns it. GUI thread only.
#pragma once

#include "widgets/document/workbench.h"

#include <QKeySequence>
#include <QObject>
#include <QTimer>

#include <array>
#include <optional>
#include <vector>

class QDockWidget;
class QMainWindow;
class QUndoGroup;

namespace pgram {

enum class LayoutName { Explore, Compare, Teach };
inline constexpr std::array allLayouts{LayoutName::Explore, LayoutName::Compare, LayoutName::Teach};

[[nodiscard]] QString layoutKey(LayoutName layout);  ///< "explore", "compare", "teach"
[[nodiscard]] std::optional<LayoutName> layoutFromKey(const QString& key);

struct DockSpec;
struct DockPanel {
    const DockSpec* spec;
    QWidget* widget;
    QDockWidget* dock = nullptr;
};

class DockLayouts : public QObject {
    Q_OBJECT
public:
    /// Makes a dock of `window` for each panel, as Explore has them.
    DockLayouts(QMainWindow* window, std::vector<DockPanel> panels);

    /// In the order of the table.
    [[nodiscard]] const std::vector<DockPanel>& docks() const { return m_docks; }

    /// The docks as the layout has them at first; widths and heights grow with the type.
    void arrange(LayoutName layout, int typePercent = 100);
    /// Gives the docks at the sides their widths for this type. The views keep at least about half of the window: where
    /// Scenario and Inspector would take more, they stand behind one another.
    void resizeSides(int typePercent);
    /// Sets the number of plans: until there are two, the list of plans takes the height of one.
    void setPlans(int count);
    /// Where everything stands, and whether Scenario and Inspector share a side for want of room.
    [[nodiscard]] QByteArray state() const;
    bool restore(const QByteArray& state);
    /// Shows a dock in front of those that share its place, with the focus in it.
    void open(const char* key);
    /// Shows the Inspector for a selection as soon as no mouse button is down, unless somebody has closed it.
    void inspect();
    void retranslate();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QDockWidget* made(const DockPanel& panel);
    [[nodiscard]] QDockWidget* dock(const char* key) const;
    /// Scenario, or the lesson where that has its place.
    [[nodiscard]] QDockWidget* left() const;
    /// Each dock at its own side, beside its neighbours or behind them.
    void takeSides();
    /// Places a sheet over the views.
    void placeSheet(QDockWidget* sheet);
    [[nodiscard]] bool isSheet(const QDockWidget* dock) const;
    void floatSheets();
    void shareSide();

    QMainWindow* m_window;
    std::vector<DockPanel> m_docks;
    QDockWidget* m_scenario = nullptr;
    QDockWidget* m_lesson = nullptr;
    QDockWidget* m_inspector = nullptr;
    QTimer m_settled;
    QTimer m_inspecting;
    [[nodiscard]] int plansHeight() const;

    LayoutName m_layout = LayoutName::Explore;
    int m_plans = 0;
    int m_typePercent = 100;
    bool m_inspectorClosed = false;  ///< by hand
    bool m_crowded = false;          ///< Scenario and Inspector need more than half of the window
    bool m_together = false;         ///< which is why they stand behind one another, and not because somebody wants it
};

enum class DockMenu { View, Edit };

struct DockSpec {
    const char* key;    ///< the dock's object name
    const char* title;  ///< in the context of DockLayouts
    Qt::DockWidgetArea area;
    std::vector<LayoutName> layouts;  ///< those that show it at first
    QWidget* (*make)(Workbench* bench, QUndoGroup* histories);
    DockMenu menu = DockMenu::View;
    QList<QKeySequence> keys = {};
    bool isSheet = false;  ///< a window over the views
};

/// In the order of the menus; with F6, the views come after the docks on their left.
[[nodiscard]] const std::vector<DockSpec>& dockTable();
[[nodiscard]] std::vector<DockPanel> makePanels(Workbench* bench, QUndoGroup* histories);

/// The panel of a kind; there must be one.
template <typename Panel>
Panel* panelOf(const std::vector<DockPanel>& panels)
{
    Panel* found = nullptr;
    for (const DockPanel& each : panels) {
        auto* panel = qobject_cast<Panel*>(each.widget);
        found = panel != nullptr ? panel : found;
    }
    return found;
}

}  // namespace pgram
