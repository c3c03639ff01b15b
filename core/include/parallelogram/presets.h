// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Presets by name or file: models, clusters and scenarios.
#pragma once

#include "core/presets/preset_store.h"
#include "core/search/task/scenario.h"
