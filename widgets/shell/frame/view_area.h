// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The centre of the window: the linked views, one at a time in tabs, or all at once in a grid. GUI thread only.
#pragma once

#include "core/base/index.h"
#include "widgets/views/common/view.h"

#include <QWidget>

#include <vector>

class QLabel;
class QScrollArea;
class QSplitter;
class QStackedWidget;
class QTabBar;

namespace pgram {

class ViewArea : public QWidget {
    Q_OBJECT
public:
    enum class Arrangement { Tabs, Grid };

    explicit ViewArea(QWidget* parent = nullptr);
    ~ViewArea() override;

    /// Takes ownership. Views are shown in the order in which they were added.
    void addView(View* view);
    [[nodiscard]] const std::vector<View*>& views() const { return m_views; }

    void setArrangement(Arrangement arrangement);
    [[nodiscard]] Arrangement arrangement() const { return m_arrangement; }

    /// The view in front, or the one of the grid that was last worked in. Null without views.
    [[nodiscard]] View* current() const { return m_views.empty() ? nullptr : m_views[at(m_current)]; }
    void setCurrent(View* view);
    /// By View::viewName(); an unknown name changes nothing and returns false.
    bool setCurrent(const QString& name);
    void setDimmed(bool dimmed);
    /// View::options() of every view by its name, as JSON for the settings. Views that the text does not name stay as
    /// they are.
    [[nodiscard]] QString options() const;
    void setOptions(const QString& json);

Q_SIGNALS:
    void currentChanged(pgram::View* view);
    void arrangementChanged();

private:
    struct Cell {
        QWidget* frame;
        QLabel* header;
    };
    void arrange();
    void retranslate();
    void follow(QWidget* focused);
    void markCurrent();

    Arrangement m_arrangement = Arrangement::Tabs;
    std::vector<View*> m_views;
    std::vector<Cell> m_cells;
    int m_current = 0;
    QTabBar* m_tabs;
    QStackedWidget* m_stack;
    QSplitter* m_grid;
    QScrollArea* m_gridScroll;
};

}  // namespace pgram
