// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Errors as values, units, and how figures are written and read.
#pragma once

#include "core/base/error.h"
#include "core/base/format.h"
#include "core/base/quantity.h"
#include "core/base/units.h"
