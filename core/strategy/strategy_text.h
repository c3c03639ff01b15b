// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads strategies as people type them: the texts of shortName(), and the same in plain ASCII.
#pragma once

#include "core/base/error.h"
#include "core/strategy/layer_strategy.h"

#include <string_view>

namespace pgram {

/// Reads a strategy: "TP2·SDP4 ckpt", "tp2-sdp4-ckpt", "tp8-sp-cp4-sdp", "DP4·TP2" (strided tensor group),
/// "SDP2·TP2·DP2" (hybrid sharding), "zero1-8", "U4·DP2" or "ulysses4-dp2", "CP2·DP4·EP4 sel", "TP4+SP·DP8·EP8·ETP1",
/// "CP8·SDP" (sharded over the ring alone), "TP4+2D", "TP8+2.5D2", "TP8+3D", "RSA4", "single". Groups are written
/// innermost first; any of "·*, -" separates them. Errors: an unknown word, a degree missing or below 2 (of ETP: 1), a
/// dimension named twice, two data kinds that do not make a hybrid.
[[nodiscard]] Result<LayerStrategy> parseStrategy(std::string_view text);

}  // namespace pgram
