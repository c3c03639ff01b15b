// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Finds strategies of large decision trees by words of their names: "tp8 ckpt". GUI thread only.
#pragma once

#include "core/strategy/decision_tree.h"

#include <QLineEdit>

#include <optional>
#include <set>

namespace pgram {

/// The kept strategies whose names hold every word of `text`, in capitals or not; nothing where there is no word.
[[nodiscard]] std::optional<std::set<LayerStrategy>> matching(const std::vector<DecisionTree>& trees,
                                                              const QString& text);

/// At the top of its view.
class TreeFilter : public QLineEdit {
    Q_OBJECT
public:
    explicit TreeFilter(QWidget* view);

    void retranslate();
    void place();
    /// What is left of the view below.
    [[nodiscard]] QRect below() const;

Q_SIGNALS:
    /// To the tree below, by Enter, by an arrow or, when it was empty, by Escape.
    void left();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace pgram
