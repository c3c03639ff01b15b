// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Clusters: devices, links, time of collectives; their files.
#pragma once

#include "core/cluster/cluster.h"
#include "core/cluster/cluster_json.h"
#include "core/cluster/collective.h"
