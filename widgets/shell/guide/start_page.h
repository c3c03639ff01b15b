// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a first start shows: what this program is, the three ways in (plan a model, learn, open a file), and the
// question that each view answers. It covers the window until one of the ways is taken, and comes again only when it is
// asked for. GUI thread only.
#pragma once

#include "widgets/document/workbench.h"

#include <QWidget>

#include <functional>

class QComboBox;
class QGridLayout;
class QLabel;
class QMainWindow;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace pgram {

class LessonBox;
class QuantityEdit;
class TitleLabel;
class ViewArea;

/// What the page has others do.
struct StartWays {
    /// Plans the model on the cluster with so many nodes; 0 = as many as the cluster has.
    std::function<void(const QString& model, const QString& cluster, int nodes)> plan;
    std::function<void(const QString& lesson)> learn;
    std::function<void()> course;
    std::function<void()> open;
    std::function<void(const QString& file)> openRecent;
    std::function<QStringList()> recent;
};

class StartPage : public QWidget {
    Q_OBJECT
public:
    /// Over the whole of `window` below its menus; all outlive it.
    StartPage(Workbench* bench, ViewArea* views, StartWays ways, QMainWindow* window);

    /// With what is there now.
    void open();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void leave();
    /// Leaves, as something that the page covers is wanted.
    void giveWay();
    [[nodiscard]] bool covers(const QWidget* widget) const;
    [[nodiscard]] LessonBox* card();
    void connectCard();
    void addLinks(QVBoxLayout* column);
    void showNodes();
    void colourLinks();
    void cover();
    void fill();
    void retranslate();
    /// Goes, and then does it.
    template <typename Way>
    void take(const Way& way);

    QMainWindow* m_window;
    Workbench* m_bench;
    ViewArea* m_views;
    StartWays m_ways;
    TitleLabel* m_title;
    QLabel* m_text;
    LessonBox* m_card;
    QLabel* m_modelLabel;
    QComboBox* m_model;
    QLabel* m_clusterLabel;
    QComboBox* m_cluster;
    QLabel* m_nodesLabel;
    QuantityEdit* m_nodes;
    QPushButton* m_plan;
    QToolButton* m_open;
    QVBoxLayout* m_recent;
    QToolButton* m_first;
    QToolButton* m_class;
    QToolButton* m_course;
    QToolButton* m_close;
};

}  // namespace pgram
