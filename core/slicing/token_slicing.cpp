// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/slicing/token_slicing.h"

#include "core/base/index.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

/// f and G under one cap, and the slicing that they are of.
class CappedSlicing {
public:
    explicit CappedSlicing(const SliceTimes& times)
        : m_times(times),
          m_ends(at(times.sequences()), std::vector<Seconds>(at(times.units() + 1))),
          m_parted(at(times.sequences() + 1))
    {}

    /// G of all sequences; never, where a cap leaves no way.
    Seconds solve(Seconds cap)
    {
        m_cap = cap;
        for (int batch = 1; batch <= m_times.sequences(); ++batch) {
            solveEnds(batch);
        }
        m_parted[0] = 0;
        for (int count = 1; count <= m_times.sequences(); ++count) {
            m_parted[at(count)] = infinity;
            for (int batch = 1; batch <= count; ++batch) {
                m_parted[at(count)] = std::min(m_parted[at(count)], m_parted[at(count - batch)] + whole(batch));
            }
        }
        return m_parted.back();
    }

    [[nodiscard]] std::vector<SlicedPiece> pieces() const
    {
        std::vector<SlicedPiece> all;
        for (int left = m_times.sequences(); left > 0; left -= all.back().sequences) {
            int batch = 1;
            while (m_parted[at(left - batch)] + whole(batch) != m_parted[at(left)]) {
                ++batch;
            }
            all.push_back({batch, slices(batch)});
        }
        std::ranges::reverse(all);
        return all;
    }

private:
    [[nodiscard]] Seconds whole(int batch) const { return m_ends[at(batch - 1)].back(); }

    /// Forward from each context: its feasible lengths are a row of the table.
    void solveEnds(int batch)
    {
        std::vector<Seconds>& ends = m_ends[at(batch - 1)];
        std::ranges::fill(ends, infinity);
        ends[0] = 0;
        for (int context = 0; context < m_times.units(); ++context) {
            const Seconds before = ends[at(context)];
            if (before == infinity) {
                continue;
            }
            const Seconds* times = m_times.behind(batch, context).data();
            const std::size_t reach = m_times.reach(batch, context, m_cap);
            Seconds* end = ends.data() + context + 1;
            for (std::size_t i = 0; i < reach; ++i) {
                const Seconds after = times[i] <= m_cap ? before + times[i] : infinity;
                end[i] = after < end[i] ? after : end[i];
            }
        }
    }

    [[nodiscard]] std::vector<int> slices(int batch) const
    {
        const std::vector<Seconds>& ends = m_ends[at(batch - 1)];
        std::vector<int> tokens;
        int length = 1;
        for (int end = m_times.units(); end > 0; end -= length) {
            const auto isLast = [&](int units) {
                const Seconds time = m_times.of(batch, units, end - units);
                return time <= m_cap && ends[at(end - units)] + time == ends[at(end)];
            };
            for (length = 1; !isLast(length);) {
                ++length;
            }
            tokens.push_back(length * m_times.grid());
        }
        std::ranges::reverse(tokens);
        return tokens;
    }

    const SliceTimes& m_times;
    std::vector<std::vector<Seconds>> m_ends;  ///< f, by sequences, then end
    std::vector<Seconds> m_parted;             ///< G, by sequences
    Seconds m_cap = infinity;
};

/// The least that the longest slice of `batch` sequences can take.
Seconds leastLongest(const SliceTimes& times, int batch)
{
    std::vector<Seconds> ends(at(times.units() + 1), infinity);
    ends[0] = 0;
    for (int context = 0; context < times.units(); ++context) {
        const Seconds before = ends[at(context)];
        Seconds* end = ends.data() + context + 1;
        for (const Seconds time : times.behind(batch, context)) {
            *end = std::min(*end, std::max(before, time));
            ++end;
        }
    }
    return ends.back();
}

/// Returns the least longest slice of any division into pieces.
Seconds leastLongest(const SliceTimes& times)
{
    std::vector<Seconds> parted(at(times.sequences() + 1), infinity);
    parted[0] = 0;
    for (int batch = 1; batch <= times.sequences(); ++batch) {
        const Seconds longest = leastLongest(times, batch);
        for (int count = batch; count <= times.sequences(); ++count) {
            parted[at(count)] = std::min(parted[at(count)], std::max(parted[at(count - batch)], longest));
        }
    }
    return parted.back();
}

}  // namespace

TokenSlicing withSeconds(std::vector<SlicedPiece> pieces, const SliceTime& time, int stages, int repeats)
{
    TokenSlicing slicing;
    for (const SlicedPiece& piece : pieces) {
        int context = 0;
        for (const int tokens : piece.tokens) {
            const Seconds taken = time(piece.sequences, tokens, context);
            slicing.work += taken;
            slicing.longest = std::max(slicing.longest, taken);
            context += tokens;
        }
    }
    slicing.work *= repeats;
    slicing.seconds = slicing.work + (stages - 1) * slicing.longest;
    slicing.pieces = std::move(pieces);
    return slicing;
}

TokenSlicing bestSlicing(const SliceTimes& times, int stages, int repeats)
{
    const SliceTime onGrid = [&times](int sequences, int tokens, int context) {
        return times.of(sequences, tokens / times.grid(), context / times.grid());
    };
    CappedSlicing capped(times);
    const Seconds least = stages > 1 ? leastLongest(times) : 0;
    TokenSlicing best;
    best.seconds = infinity;
    Seconds cap = infinity;
    int caps = 0;
    do {
        const Seconds work = repeats * capped.solve(cap);
        ++caps;
        if (work == infinity) {
            break;
        }
        TokenSlicing slicing = withSeconds(capped.pieces(), onGrid, stages, repeats);
        const Seconds below = std::nextafter(slicing.longest, 0.0);
        if (slicing.seconds < best.seconds) {
            best = std::move(slicing);
        }
        cap = std::min(below, (best.seconds - work) / std::max(1, stages - 1));
    } while (stages > 1 && cap >= least);
    best.caps = caps;
    return best;
}

}  // namespace pgram
