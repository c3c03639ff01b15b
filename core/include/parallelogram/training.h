// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Training of a model: batch, precision, optimizer, framework.
#pragma once

#include "core/model/training.h"
