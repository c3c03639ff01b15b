// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pipeline schedules, their simulator and the search objective.
#pragma once

#include "core/schedule/objective.h"
#include "core/schedule/schedule.h"
#include "core/schedule/simulator.h"
