// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Search view's figures as one table: a row for every point of its four plots.
#pragma once

#include "widgets/views/search/search_figures.h"

namespace pgram {

class FigureTable;

void fillSearchTable(FigureTable& table, const SearchFigures& figures);

}  // namespace pgram
