// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Time of one direction (forward or backward) of a layer: its compute, the transfers that overlap with it, and those
// that do not.
#pragma once

#include "core/cost/layer_profile.h"

#include <vector>

namespace pgram {

/// Time of one direction of a layer for one micro-batch. While compute and transfers overlap, they share the device and
/// slow each other down (docs/method/communication.md, Overlap).
class Lane {
public:
    /// `compute`: seconds of compute. `slowdown`: factor by which overlap slows compute down, at least 1. `traffic`:
    /// seconds of transfers that already overlap with the compute.
    Lane(Seconds compute, double slowdown, Seconds traffic = 0)
        : m_compute(compute), m_slowdown(slowdown), m_before(traffic)
    {}

    /// Adds a transfer that overlaps with the compute and follows the earlier transfers. Returns its exposed seconds,
    /// by which total() grows.
    Seconds beside(Seconds transfer)
    {
        const Seconds already = exposed(traffic());
        const Seconds with = exposed(traffic() + transfer);
        m_beside += transfer;
        return with - already;
    }
    /// Adds a transfer that overlaps with nothing: total() grows by all its seconds.
    void after(Seconds transfer) { m_after.push_back(transfer); }

    /// Returns the seconds of compute.
    [[nodiscard]] Seconds compute() const { return m_compute; }
    /// Returns the seconds of all transfers that overlap with the compute.
    [[nodiscard]] Seconds traffic() const { return m_before + m_beside; }
    /// Returns the seconds of compute and of everything that it does not hide.
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
