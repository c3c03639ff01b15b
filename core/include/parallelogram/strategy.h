// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Strategies of layers: search space, decision tree, names, legality.
#pragma once

#include "core/strategy/decision_tree.h"
#include "core/strategy/dimension_rules.h"
#include "core/strategy/layer_strategy.h"
#include "core/strategy/legality.h"
#include "core/strategy/space.h"
#include "core/strategy/strategy_pattern.h"
#include "core/strategy/strategy_text.h"
