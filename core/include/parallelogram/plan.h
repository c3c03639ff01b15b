// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans, their files, their estimates, and comparisons of plans.
#pragma once

#include "core/plan/compare.h"
#include "core/plan/estimate.h"
#include "core/plan/plan.h"
#include "core/plan/plan_json.h"
