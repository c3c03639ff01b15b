// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Compute of one direction of a layer, the transfers that run beside it and those that it waits for.
#pragma once

#include "core/cost/layer_profile.h"

#include <vector>

namespace pgram {

/// Seconds of one micro-batch on one device, which compute and communication share (docs/method/communication.md,
/// Overlap).
class Lane {
public:
    /// `traffic`: seconds of transfers that are beside the compute already.
    Lane(Seconds compute, double slowdown, Seconds traffic = 0)
        : m_compute(compute), m_slowdown(slowdown), m_before(traffic)
    {}

    /// Puts a transfer beside the compute, on top of those that are there; returns the seconds that it adds.
    Seconds beside(Seconds transfer)
    {
        const Seconds already = exposed(traffic());
        const Seconds with = exposed(traffic() + transfer);
        m_beside += transfer;
        return with - already;
    }
    /// Puts a transfer after the compute, which waits for it.
    void after(Seconds transfer) { m_after.push_back(transfer); }

    [[nodiscard]] Seconds compute() const { return m_compute; }
    [[nodiscard]] Seconds traffic() const { return m_before + m_beside; }
    [[nodiscard]] Seconds total() const
    {
        Seconds sum = m_compute + exposed(traffic());
        for (const Seconds wait : m_after) {
            sum += wait;
        }
        return sum;
    }

private:
    [[nodiscard]] Seconds exposed(Seconds communication) const
    {
        return overlapped(m_compute, communication, m_slowdown) - m_compute;
    }

    Seconds m_compute;
    double m_slowdown;
    Seconds m_before;
    Seconds m_beside = 0;
    std::vector<Seconds> m_after;
};

}  // namespace pgram
