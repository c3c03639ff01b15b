// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The runs of the model as a table, and the buttons that add, copy, move and take away one. What the model cannot be is
// said below it, and nothing happens. GUI thread only.
#pragma once

#include "widgets/docks/model/model_draft.h"

#include <QWidget>

class QMenu;
class QTableWidget;
class QToolButton;

namespace pgram {

class ProblemLabel;

class RunsBox : public QWidget {
    Q_OBJECT
public:
    explicit RunsBox(ModelDraft* draft, QWidget* parent = nullptr);

    [[nodiscard]] std::size_t current() const;
    /// Of the last button that could not do what it says; empty: none.
    [[nodiscard]] QString problem() const;

Q_SIGNALS:
    void currentChanged(std::size_t run);

private:
    QToolButton* button(const char* name, void (RunsBox::*does)());
    void add(LayerKind kind);
    void copy();
    void takeAway();
    void split();
    void moveUp() { move(-1); }
    void moveDown() { move(1); }
    void move(int by);
    void act(const Result<Architecture>& next, const ModelDraft::Place& place, std::size_t current);
    void show();
    void choose(std::size_t run);
    void tell();
    void retranslate();
    void enable();

    ModelDraft* m_draft;
    QTableWidget* m_table;
    QToolButton* m_add;
    QMenu* m_kinds;
    QToolButton* m_copy;
    QToolButton* m_remove;
    QToolButton* m_up;
    QToolButton* m_down;
    QToolButton* m_split;
    ProblemLabel* m_problem;
    std::size_t m_told = 0;
    bool m_fills = false;
};

}  // namespace pgram
