// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The planner: a request in, a certified plan out.
#pragma once

#include "core/questions/memory_frontier.h"
#include "core/questions/why_not.h"
#include "core/search/search.h"
