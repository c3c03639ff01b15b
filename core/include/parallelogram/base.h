// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Errors as values, units, and quantities as texts.
#pragma once

#include "core/base/error.h"
#include "core/base/format.h"
#include "core/base/quantity.h"
#include "core/base/units.h"

/// The planner as a library. Its types are values; functions that can fail return Result.
namespace pgram {}
