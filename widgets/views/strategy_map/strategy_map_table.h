// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The strategy map as a table: a row a layer.
#pragma once

#include "core/plan/estimate.h"

#include <memory>

namespace pgram {

class FigureTable;

/// Null plan = no rows.
void fillStrategyMapTable(FigureTable& table, std::shared_ptr<const Plan> plan,
                          std::shared_ptr<const Estimate> estimate);

}  // namespace pgram
