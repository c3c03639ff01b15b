// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Shipped and own models, clusters and scenarios, by name or file.
#pragma once

#include "core/plan/preset_store.h"
#include "core/search/task/scenario.h"
