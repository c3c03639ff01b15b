// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constants of a cluster from the measurements of a node, kind by kind (docs/method/time.md, Calibration). What the
// measurements do not determine stays as it is, and is noted.
#pragma once

#include "core/exchange/format.h"
#include "core/exchange/kernel_log.h"

#include <string>
#include <vector>

namespace pgram {

/// A cluster that takes its constants from a log, and what is to be said of them.
struct NodeConstants {
    const KernelLog& log;
    const std::string& where;           ///< the file
    Cluster& cluster;                   ///< cluster with the log's device
    Reading& reading;                   ///< receives notes and checks
    std::vector<std::string> measured;  ///< "rate_share 0.81"

    /// Returns "node.jsonl (torch 2.9.0, CUDA 12.8)".
    [[nodiscard]] std::string origin() const;
    /// Lists a constant with its value.
    void say(const std::string& name, double value);
    /// Sets a constant, with the measurements behind it, and lists it.
    void set(const std::string& name, Constant& constant, double value, const std::string& measurements);
};

/// Takes the efficiencies of the optimizer's update and of attention, and the level of products in runs, from blocks of
/// the log's model: the difference between two blocks and one, as plain PyTorch runs them. Embedding, head and loss are
/// in no fit, and checked. Errors: those of the families of frameworks.
[[nodiscard]] Result<void> takeBlocks(NodeConstants& node, const PresetStore& store);
/// Takes latency and efficiency of the innermost link from messages, and the constants of its collectives. Collectives
/// of more devices than this link joins become measured times.
void takeCollectives(NodeConstants& node);

}  // namespace pgram
