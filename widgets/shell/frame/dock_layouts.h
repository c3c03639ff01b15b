// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The docks around the views, and the ways in which they can stand: Explore has all of them at hand, Compare gives its
// room to the plans, Teach to the view. Made for one window, which owns it. GUI thread only.
#pragma once

#include <QObject>
#include <QTimer>

#include <array>
#include <optional>

class QDockWidget;
class QMainWindow;

namespace pgram {

enum class LayoutName { Explore, Compare, Teach };
inline constexpr std::array allLayouts{LayoutName::Explore, LayoutName::Compare, LayoutName::Teach};

[[nodiscard]] QString layoutKey(LayoutName layout);  ///< "explore", "compare", "teach"
[[nodiscard]] std::optional<LayoutName> layoutFromKey(const QString& key);

class DockLayouts : public QObject {
    Q_OBJECT
public:
    /// Makes a dock of `window` for each panel, as Explore has them.
    DockLayouts(QMainWindow* window, QWidget* scenario, QWidget* plans, QWidget* inspector, QWidget* history);
    /// The docks go with it.
    ~DockLayouts() override;

    [[nodiscard]] std::array<QDockWidget*, 4> docks() const { return {m_scenario, m_plans, m_inspector, m_history}; }
    /// Hidden in every layout until it is asked for.
    [[nodiscard]] QDockWidget* history() const { return m_history; }

    /// The docks as the layout has them at first; widths and heights grow with the type.
    void arrange(LayoutName layout, int typePercent = 100);
    /// Gives the docks at the sides their widths for this type. The views keep at least about half of the window: where
    /// Scenario and Inspector would take more, they stand behind one another.
    void resizeSides(int typePercent);
    /// Where everything stands, and whether Scenario and Inspector share a side for want of room.
    [[nodiscard]] QByteArray state() const;
    bool restore(const QByteArray& state);
    void retranslate();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QDockWidget* dock(const QString& name, QWidget* content);
    void shareSide();

    QMainWindow* m_window;
    QDockWidget* m_scenario;
    QDockWidget* m_inspector;
    QDockWidget* m_plans;
    QDockWidget* m_history;
    QByteArray m_first;
    QTimer m_settled;
    int m_typePercent = 100;
    bool m_crowded = false;   ///< Scenario and Inspector need more than half of the window
    bool m_together = false;  ///< which is why they stand behind one another, and not because somebody wants it
};

}  // namespace pgram
