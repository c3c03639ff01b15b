// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a model is trained: batch, precision, optimizer, framework.
#pragma once

#include "core/model/training.h"
