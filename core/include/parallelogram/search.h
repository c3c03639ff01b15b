// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The planner: a request in, a certified plan out.
#pragma once

#include "core/search/memory_frontier.h"
#include "core/search/search.h"
#include "core/search/why_not.h"
