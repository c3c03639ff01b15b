// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The suites of measured runs as a list beside the plots of the Fidelity view: runs, skipped ones and errors of each.
#pragma once

#include "widgets/views/fidelity/fidelity_picture.h"

namespace pgram {

/// Places a line for each suite in `layout.list`: the largest suites where there is no room for all, with the chosen
/// one, and all together at the end. Lines stay as high as their text.
void placeFidelityList(const Theme& theme, const FidelityFigures& figures, FidelityLayout& layout);
void paintFidelityList(QPainter& painter, const Theme& theme, const FidelityFigures& figures,
                       const FidelityLayout& layout);

}  // namespace pgram
