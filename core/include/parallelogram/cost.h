// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Seconds and bytes of one layer under a strategy.
#pragma once

#include "core/cost/layer_cost.h"
#include "core/cost/relayout.h"
