// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The centre of the window: the linked views, one at a time, or all at once in a grid. A tab for each place is on the
// left, the views of the shown place are on the right. Views of ViewPlace::More have tabs of their own while they are
// open. GUI thread only.
#pragma once

#include "core/base/index.h"
#include "widgets/views/all_views.h"

#include <QWidget>

#include <map>
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
    /// Shows the view of the place that was shown last.
    void setPlace(ViewPlace place);
    [[nodiscard]] ViewPlace place() const;
    void showNextOfPlace();
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
    void showTabs();
    [[nodiscard]] std::vector<View*> viewsOf(ViewPlace place) const;
    [[nodiscard]] View* viewOf(const QString& name) const;
    int open(const QString& name);
    void close(int tab);

    Arrangement m_arrangement = Arrangement::Tabs;
    std::vector<View*> m_views;
    std::vector<Cell> m_cells;
    int m_current = 0;
    std::map<ViewPlace, View*> m_last;  ///< view of each place that was shown last
    QTabBar* m_places;                  ///< a tab per place, then one per open view of More
    QTabBar* m_tabs;                    ///< views of the shown place
    QWidget* m_head;                    ///< both rows of tabs
    QStackedWidget* m_stack;
    QSplitter* m_grid;
    QScrollArea* m_gridScroll;
};

}  // namespace pgram
