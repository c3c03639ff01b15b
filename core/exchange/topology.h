// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The matrix of nvidia-smi topo -m: the link between each pair of devices. Plain values.
#pragma once

#include "core/base/error.h"
#include "core/base/names.h"

#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Link between two devices, nearest first. SOC of old drivers is SYS.
enum class PairLink { NvLink, Pix, Pxb, Phb, Node, Sys };
template <>
inline constexpr std::array<std::string_view, 6> enumNames<PairLink>{"NV", "PIX", "PXB", "PHB", "NODE", "SYS"};

struct Pair {
    PairLink link = PairLink::Sys;
    int nvLinks = 0;  ///< number of links, for NvLink
    bool operator==(const Pair&) const = default;
};
/// "NV18", "PIX", …
[[nodiscard]] std::string nameOf(const Pair& pair);

struct Topology {
    int devices = 0;
    std::vector<std::vector<Pair>> pairs;  ///< devices × devices, symmetric; the diagonal means nothing
};

/// Returns true if a line is the head of such a matrix.
[[nodiscard]] bool hasTopology(std::string_view text);
/// Reads the matrix in a text. The head may lack its tab and be underlined, and rows may be indented; a row may be cut
/// off if the other row of each missing pair is complete. Errors, with the line: a word that is not a link, a pair
/// without a link or with two different ones.
[[nodiscard]] Result<Topology> parseTopology(std::string_view text, const std::string& where);

}  // namespace pgram
