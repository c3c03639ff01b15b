// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The matrix that nvidia-smi topo -m prints: what joins each pair of devices. Plain values.
#pragma once

#include "core/base/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// How far two devices are, nearest first. SOC of old drivers is SYS.
enum class PairLink { NvLink, Pix, Pxb, Phb, Node, Sys };

struct Pair {
    PairLink link = PairLink::Sys;
    int nvLinks = 0;  ///< beside NvLink
    bool operator==(const Pair&) const = default;
};
/// "NV18", "PIX", …
[[nodiscard]] std::string nameOf(const Pair& pair);

struct Topology {
    int devices = 0;
    std::vector<std::vector<Pair>> pairs;  ///< devices × devices, symmetric; the diagonal means nothing
};

/// Whether some line is the head of such a matrix.
[[nodiscard]] bool hasTopology(std::string_view text);
/// Whatever stands around the matrix; its head may lack its tab and be underlined, rows may be indented or cut off as
/// long as the other row of a pair says it. Errors, with the line: a word that is no link, a pair that nobody says or
/// of which its rows say different things.
[[nodiscard]] Result<Topology> parseTopology(std::string_view text, const std::string& where);

}  // namespace pgram
