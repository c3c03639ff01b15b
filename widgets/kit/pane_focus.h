// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The keyboard's long steps: from one part of the window to the next, back to where the focus was in each. GUI thread
// only.
#pragma once

#include <QObject>
#include <QPointer>

#include <functional>
#include <vector>

namespace pgram {

class PaneFocus : public QObject {
    Q_OBJECT
public:
    /// The widget of a pane; what holds the focus in it may change with time.
    using Pane = std::function<QWidget*()>;

    explicit PaneFocus(std::vector<Pane> panes, QObject* parent = nullptr);

    /// `step`: 1 = the next pane that is seen, -1 = the one before.
    void move(int step);

private:
    [[nodiscard]] int paneOf(const QWidget* widget) const;
    void remember(QWidget* focused);

    std::vector<Pane> m_panes;
    std::vector<QPointer<QWidget>> m_last;  ///< that had the focus, of each pane
};

}  // namespace pgram
