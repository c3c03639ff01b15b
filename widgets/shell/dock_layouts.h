// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The docks around the views, and how they stand. Made for one window, which it outlives not. GUI thread only.
#pragma once

#include <QObject>

#include <array>

class QDockWidget;
class QMainWindow;

namespace pgram {

class DockLayouts : public QObject {
    Q_OBJECT
public:
    /// Makes a dock of `window` for each panel, as they stand at first.
    DockLayouts(QMainWindow* window, QWidget* scenario, QWidget* plans, QWidget* inspector);
    /// The docks go with it.
    ~DockLayouts() override;

    [[nodiscard]] QDockWidget* scenario() const { return m_scenario; }
    [[nodiscard]] QDockWidget* plans() const { return m_plans; }
    [[nodiscard]] QDockWidget* inspector() const { return m_inspector; }
    [[nodiscard]] std::array<QDockWidget*, 3> docks() const { return {m_scenario, m_plans, m_inspector}; }

    /// The docks as they stand at first.
    void reset();
    void retranslate();

private:
    QDockWidget* dock(const QString& name, QWidget* content, Qt::DockWidgetArea area);
    void resizeDocks();

    QMainWindow* m_window;
    QDockWidget* m_scenario;
    QDockWidget* m_inspector;
    QDockWidget* m_plans;
    QByteArray m_first;
};

}  // namespace pgram
