// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pipeline parallelism (1811.06965). It splits the cluster before the tree splits a stage.
#include "core/strategy/dimensions/dimensions.h"

namespace pgram {

constinit const DimensionRules ppRules{
    .name = "pp",
    .title = "PP",
    .what = Core::tr("pipeline parallel: the model cut into stages"),
    .on = &Space::pp,
};

}  // namespace pgram
