// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The runs of the Fidelity view as a table: what was predicted and measured of each, or why nothing was predicted.
#pragma once

#include "widgets/views/common/figure_table.h"
#include "widgets/views/fidelity/fidelity_figures.h"

namespace pgram {

void fillFidelityTable(FigureTable& table, const FidelityFigures& figures);

}  // namespace pgram
