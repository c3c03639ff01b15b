// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Models: layers and their dimensions; their files.
#pragma once

#include "core/model/architecture.h"
#include "core/model/model_json.h"
