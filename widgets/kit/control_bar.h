// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fields above a picture, declared as rows: each has its label above it. GUI thread only.
#pragma once

#include <QString>

#include <map>
#include <vector>

class QWidget;

namespace pgram {

/// A row of a ControlBar.
struct Control {
    QWidget* field;
    QString label;       ///< also its name for screen readers; empty: a button that says what it does
    bool isUsed = true;  ///< false: hidden
    QString toolTip = {};
};

class ControlBar {
public:
    /// `view` is the parent of the fields, and outlives the bar.
    explicit ControlBar(QWidget* view) : m_view(view) {}

    /// Shows the fields that are used, and returns their places, from left to right.
    std::vector<QWidget*> show(const std::vector<Control>& controls);

private:
    class Place;

    QWidget* m_view;
    std::map<QWidget*, Place*> m_places;  ///< by field
};

}  // namespace pgram
