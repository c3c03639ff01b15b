// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The views of the window, in their order, and the places that hold them.
#pragma once

#include "widgets/document/workbench.h"
#include "widgets/views/common/view.h"

#include <array>
#include <vector>

namespace pgram {

/// Place of the window. A place holds the views that answer one kind of question; views of More are opened one by one.
enum class ViewPlace { Plan, Step, Alternatives, WhatIf, Compare, More };
inline constexpr std::array allPlaces{ViewPlace::Plan, ViewPlace::Step, ViewPlace::Alternatives, ViewPlace::WhatIf,
                                      ViewPlace::Compare};

/// A view, and how it is set up (View::setOptions()).
struct ViewPage {
    QString view;
    QVariantMap options;
};
/// Returns the view for "VIEW" or "VIEW:PAGE". Pages of former versions are those that took their place.
[[nodiscard]] ViewPage viewPage(const QString& name);

/// Returns the names of all views.
[[nodiscard]] QStringList viewNames();
[[nodiscard]] ViewPlace placeOfView(const QString& viewName);
[[nodiscard]] QString placeTitle(ViewPlace place);

/// One of each, without parents. `bench` outlives them.
[[nodiscard]] std::vector<View*> makeViews(Workbench* bench);

/// What a view is looked at for, as one question; empty: there is no such view.
[[nodiscard]] QString viewQuestion(const QString& viewName);

}  // namespace pgram
