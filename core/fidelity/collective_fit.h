// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constants of collectives and of a link from measured ones (docs/method/communication.md, Measured collectives). Plain
// values; pure.
#pragma once

#include "core/base/text.h"
#include "core/cluster/collective.h"

#include <array>
#include <optional>
#include <span>

namespace pgram {

/// A measured collective among neighbouring devices.
struct MeasuredCollective {
    int ranks = 2;        ///< devices of the group
    Volume bytes = 0;     ///< bytes that one rank sends (bytesPerRank())
    Seconds seconds = 0;  ///< seconds per call
};

/// A constant that collectives are fitted to.
struct FittedCollectiveConstant {
    const char* name;                     ///< name in cluster files
    double CollectiveConstants::*member;  ///< the constant
    double least;                         ///< least value of a fit
    double most;                          ///< largest value of a fit
};
inline constexpr std::array<FittedCollectiveConstant, 5> fittedCollectiveConstants{{
    {"start_s", &CollectiveConstants::start, 1e-7, 1e-1},
    {"start_s_per_rank", &CollectiveConstants::startPerRank, 1e-8, 1e-2},
    {"rate", &CollectiveConstants::rate, 0.01, 4},
    {"rate_loss", &CollectiveConstants::rateLoss, 1e-3, 1.9},
    {"ramp", &CollectiveConstants::ramp, 1e-2, 4},
}};

/// Result of a fit.
struct CollectiveFit {
    CollectiveConstants constants;                                      ///< fitted ones, and the others as they were
    std::array<bool, fittedCollectiveConstants.size()> isDetermined{};  ///< by fittedCollectiveConstants
    double meanError = 0;                                               ///< mean of |predicted/measured - 1|
};

/// Fits the constants that the measurements determine (fitLogs(), with an influence of 0.05), and keeps the others of
/// `start`. One operation alone; at least one measurement.
[[nodiscard]] CollectiveFit fitCollective(const LinkLevel& link, const CollectiveConstants& start,
                                          std::span<const MeasuredCollective> measured);
/// Returns log(predicted/measured) of a collective.
[[nodiscard]] double collectiveError(const LinkLevel& link, const CollectiveConstants& constants,
                                     const MeasuredCollective& measured);

/// Latency and share of the bandwidth of a link, from messages between two devices: latency + bytes/(bandwidth·share).
struct LinkFit {
    Seconds latency = 0;
    double efficiency = 0;      ///< may exceed 1 if the link is faster than its bandwidth
    bool isDetermined = false;  ///< false: the messages do not determine the share
    double meanError = 0;       ///< mean of |predicted/measured - 1|
};
[[nodiscard]] LinkFit fitLink(const LinkLevel& link, std::span<const MeasuredCollective> messages);
/// Returns log(predicted/measured) of a message.
[[nodiscard]] double messageError(const LinkLevel& link, const LinkFit& fit, const MeasuredCollective& message);

}  // namespace pgram
