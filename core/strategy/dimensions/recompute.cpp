// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Recomputation: less is kept of a forward, and backward computes it again (1604.06174; of attention alone 2205.05198).
#include "core/strategy/dimensions/dimensions.h"

namespace pgram {

namespace {

bool keepsAll(const LayerStrategy& s)
{
    return !s.kept.recomputes();
}

}  // namespace

constinit const DimensionRules selectiveRules{
    .name = "selective",
    .title = "SEL",
    .what = Core::tr("recomputation of attention alone"),
    .on = &Space::selective,
    .has = [](const LayerStrategy& s) { return s.kept.part == KeptPart::WithoutAttention; },
    .set = [](LayerStrategy& s, bool on) { s.kept.part = on ? KeptPart::WithoutAttention : KeptPart::All; },
    .fits = keepsAll,
    .word = "sel",
    .key = "recompute",
    .value = "selective",
};

constinit const DimensionRules modulesRules{
    .name = "modules",
    .title = "MOD",
    .what = Core::tr("recomputation of chosen modules alone"),
    .on = &Space::modules,
    .has = [](const LayerStrategy& s) { return s.kept.part == KeptPart::WithoutModules; },
    .set = [](LayerStrategy& s, bool on) { s.kept.part = on ? KeptPart::WithoutModules : KeptPart::All; },
    .fits = keepsAll,
    .word = "mod",
    .key = "recompute",
    .value = "modules",
};

constinit const DimensionRules ckptRules{
    .name = "ckpt",
    .title = "CKPT",
    .what = Core::tr("full recomputation of activations"),
    .on = &Space::ckpt,
    .has = [](const LayerStrategy& s) { return s.kept.recomputesAll(); },
    .set = [](LayerStrategy& s, bool on) { s.kept.part = on ? KeptPart::Input : KeptPart::All; },
    .fits = keepsAll,
    .word = "ckpt",
    .key = "recompute",
    .value = "full",
};

}  // namespace pgram
