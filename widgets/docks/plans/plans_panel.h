// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The session's plans as a sortable table, and beside it the shown plan against the reference, figure by figure.
// GUI thread only.
#pragma once

#include "widgets/document/session.h"

#include <QWidget>

class QAction;
class QMenu;
class QSortFilterProxyModel;
class QTableView;
class QToolButton;

namespace pgram {

class ComparisonModel;
class FidelityLibrary;
class PlansModel;

class PlansPanel : public QWidget {
    Q_OBJECT
public:
    /// `session` outlives the panel.
    PlansPanel(Session* session, FidelityLibrary* fidelity, QWidget* parent = nullptr);

    [[nodiscard]] PlansModel* model() const { return m_model; }
    [[nodiscard]] ComparisonModel* comparison() const { return m_comparison; }
    /// The actions of the table's context menu, in its order.
    void setContextActions(const QList<QAction*>& actions);
    void editCurrentName();
    /// One entry for each column that can be hidden.
    void fillColumnMenu(QMenu& menu);

    [[nodiscard]] QByteArray headerState() const;
    void restoreHeader(const QByteArray& state);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showChosen();
    void showComparison();
    void offerColumns(const QPoint& place);
    void followSession();
    void widenColumns();
    void fitName();
    void retranslate();

    Session* m_session;
    PlansModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    ComparisonModel* m_comparison;
    QTableView* m_compared;
    QToolButton* m_compare;
    bool m_following = false;
    bool m_widened = false;  ///< the columns have widths that the user knows
};

}  // namespace pgram
