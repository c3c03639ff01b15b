// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/layout.h"

#include "core/base/index.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>

namespace pgram {

namespace {

bool isPowerOfTwo(int number)
{
    return std::has_single_bit(static_cast<unsigned>(number));
}

int bitsOf(int powerOfTwo)
{
    return std::countr_zero(static_cast<unsigned>(powerOfTwo));
}

// --- any degrees: rank by rank

/// Range [begin, end) of the equal parts that part `index` of `wanted` equal parts touches.
struct PartRange {
    int begin = 0;
    int end = 0;
};

PartRange touched(int index, int wanted, int parts)
{
    const auto scaled = [&](std::int64_t edge) { return edge * parts; };
    return {static_cast<int>(scaled(index) / wanted),
            static_cast<int>((scaled(std::int64_t{index} + 1) + wanted - 1) / wanted)};
}

/// Calls `visit` with each part of `before` that part `need` of `after` touches, until it returns false. Returns false
/// if it did.
bool eachTouched(const Layout& before, const Layout& after, const Parts& need, const auto& visit)
{
    std::array<PartRange, boundaryAxes.size()> ranges;
    Parts part{};
    for (std::size_t axis = 0; axis < need.size(); ++axis) {
        ranges[axis] = touched(need[axis], after.parts[axis], before.parts[axis]);
        part[axis] = ranges[axis].begin;
    }
    for (;;) {
        if (!visit(part)) {
            return false;
        }
        std::size_t axis = part.size();
        while (axis > 0 && ++part[axis - 1] == ranges[axis - 1].end) {
            part[axis - 1] = ranges[axis - 1].begin;
            --axis;
        }
        if (axis == 0) {
            return true;
        }
    }
}

/// Returns the share of the whole activation in which part `a` of one layout and part `b` of another overlap.
double overlap(const Layout& from, const Parts& a, const Layout& to, const Parts& b)
{
    double share = 1;
    for (std::size_t axis = 0; axis < a.size(); ++axis) {
        const double held = from.parts[axis];
        const double needed = to.parts[axis];
        share *= std::max(0.0, std::min((a[axis] + 1) / held, (b[axis] + 1) / needed) -
                                   std::max(a[axis] / held, b[axis] / needed));
    }
    return share;
}

/// Returns true if every rank of each aligned block of `block` ranks finds what it needs within its block. `holder`:
/// per part, a number of the last block that was seen to hold it; `seen`: the last such number.
bool closedIn(const Layout& before, const Layout& after, int block, std::vector<int>& holder, int& seen)
{
    const auto cell = [&before](const Parts& part) {
        std::size_t index = 0;
        for (std::size_t axis = 0; axis < part.size(); ++axis) {
            index = index * static_cast<std::size_t>(before.parts[axis]) + static_cast<std::size_t>(part[axis]);
        }
        return index;
    };
    for (int first = 0; first < after.ranks; first += block) {
        ++seen;
        for (int rank = first; rank < first + block; ++rank) {
            holder[cell(before.held[at(rank)])] = seen;
        }
        for (int rank = first; rank < first + block; ++rank) {
            const auto isHeld = [&](const Parts& part) { return holder[cell(part)] == seen; };
            if (!eachTouched(before, after, after.held[at(rank)], isHeld)) {
                return false;
            }
        }
    }
    return true;
}

/// Returns the number of all parts.
double countOf(const Parts& parts)
{
    double count = 1;
    for (const int along : parts) {
        count *= along;
    }
    return count;
}

int smallestBlock(const Layout& before, const Layout& after)
{
    std::vector<int> holder(static_cast<std::size_t>(countOf(before.parts)), 0);
    int seen = 0;
    for (int block = 2; block < after.ranks; ++block) {
        if (after.ranks % block == 0 && closedIn(before, after, block, holder, seen)) {
            return block;
        }
    }
    return after.ranks;
}

Missing missingByRank(const Layout& before, const Layout& after)
{
    Missing missing;
    for (int rank = 0; rank < after.ranks; ++rank) {
        const Parts& need = after.held[at(rank)];
        const double lacks = overlap(after, need, after, need) - overlap(before, before.held[at(rank)], after, need);
        missing.worst = std::max(missing.worst, lacks);
        missing.total += lacks;
    }
    missing.block = missing.worst > 0 ? smallestBlock(before, after) : 1;
    return missing;
}

// --- powers of two: bit by bit

/// Returns, for each bit of an index, most significant first, the bit of the rank that sets it.
std::vector<int> placesOf(const std::vector<Parts>& bits, std::size_t axis, int parts)
{
    std::vector<int> places(static_cast<std::size_t>(bitsOf(parts)));
    for (std::size_t bit = 0; bit < bits.size(); ++bit) {
        if (const int value = bits[bit][axis]; value > 0) {
            places[places.size() - 1 - static_cast<std::size_t>(bitsOf(value))] = static_cast<int>(bit);
        }
    }
    return places;
}

/// Bits of a rank that must be equal if the rank holds anything of what it needs.
class EqualBits {
public:
    explicit EqualBits(std::size_t bits) : m_parent(bits), m_free(static_cast<int>(bits))
    {
        std::iota(m_parent.begin(), m_parent.end(), 0);
    }
    void join(int a, int b)
    {
        const int rootA = root(a);
        const int rootB = root(b);
        if (rootA != rootB) {
            m_parent[at(rootA)] = rootB;
            --m_free;
        }
    }
    /// Returns the number of bits that are still free.
    [[nodiscard]] int free() const { return m_free; }

private:
    [[nodiscard]] int root(int bit) const
    {
        while (m_parent[at(bit)] != bit) {
            bit = m_parent[at(bit)];
        }
        return bit;
    }
    std::vector<int> m_parent;
    int m_free;
};

/// Returns the part that a rank holds.
Parts partOf(const Sharding& sharding, int rank)
{
    Parts part{};
    for (std::size_t axis = 0; axis < part.size(); ++axis) {
        part[axis] = sharding.boundary.part(boundaryAxes[axis], rank);
    }
    return part;
}

/// Returns the layout without assigning its parts to ranks.
Layout emptyLayoutOf(const Sharding& sharding, int ranks)
{
    Layout layout;
    layout.ranks = ranks;
    for (std::size_t axis = 0; axis < layout.parts.size(); ++axis) {
        layout.parts[axis] = sharding.boundary.parts(boundaryAxes[axis]);
    }
    return layout;
}

/// Two parts of sizes 2^-a and 2^-b overlap exactly if the leading bits of their indices agree, and then the smaller
/// part lies within the larger one. The overlap therefore follows from the rank bits that must agree. A block of ranks
/// is closed if every bit beyond it that places a held part places the needed part in the same way.
Missing missingByBit(const Layout& before, const Layout& after)
{
    EqualBits equal(after.bits.size());
    int blockBits = 0;
    Parts finer{};
    for (std::size_t axis = 0; axis < finer.size(); ++axis) {
        finer[axis] = std::max(before.parts[axis], after.parts[axis]);
        const std::vector<int> has = placesOf(before.bits, axis, before.parts[axis]);
        const std::vector<int> needs = placesOf(after.bits, axis, after.parts[axis]);
        for (std::size_t i = 0; i < has.size(); ++i) {
            if (i < needs.size()) {
                equal.join(has[i], needs[i]);
            }
            if (i >= needs.size() || needs[i] != has[i]) {
                blockBits = std::max(blockBits, has[i] + 1);
            }
        }
    }
    const double need = 1.0 / countOf(after.parts);
    const double met = 1.0 / countOf(finer);
    const double ranks = after.ranks;
    const double meeting = std::uint64_t{1} << equal.free();
    Missing missing;
    missing.worst = meeting < ranks ? need : need - met;
    missing.total = ranks * need - meeting * met;
    missing.block = missing.worst > 0 ? 1 << blockBits : 1;
    return missing;
}

/// Returns the rank nearest to `rank` among those in its block, if there are any. Nothing leaves a block that holds all
/// it needs.
int nearestHolder(const std::vector<int>& ascending, int rank, int block)
{
    const int blockBegin = rank / block * block;
    auto begin = std::ranges::lower_bound(ascending, blockBegin);
    auto end = std::lower_bound(begin, ascending.end(), blockBegin + block);
    if (begin == end) {
        begin = ascending.begin();
        end = ascending.end();
    }
    const auto above = std::lower_bound(begin, end, rank);
    if (above == begin || (above != end && *above - rank < rank - *(above - 1))) {
        return *above;
    }
    return *(above - 1);
}

}  // namespace

Layout listedLayoutOf(const LayerStrategy& strategy)
{
    const Sharding sharding = shardingOf(strategy);
    Layout layout = emptyLayoutOf(sharding, strategy.groupSize());
    for (int rank = 0; rank < layout.ranks; ++rank) {
        layout.held.push_back(partOf(sharding, rank));
    }
    return layout;
}

Layout layoutOf(const LayerStrategy& strategy)
{
    // Bits describe products of powers of two only.
    if (!isPowerOfTwo(strategy.groupSize())) {
        return listedLayoutOf(strategy);
    }
    const Sharding sharding = shardingOf(strategy);
    Layout layout = emptyLayoutOf(sharding, strategy.groupSize());
    for (int rank = 1; rank < layout.ranks; rank *= 2) {
        layout.bits.push_back(partOf(sharding, rank));
    }
    return layout;
}

Missing missingShares(const Layout& before, const Layout& after)
{
    if (before == after) {
        return {};
    }
    return before.held.empty() ? missingByBit(before, after) : missingByRank(before, after);
}

Missing missingShares(const LayerStrategy& before, const LayerStrategy& after)
{
    return missingShares(layoutOf(before), layoutOf(after));
}

void eachRelayoutFlow(const LayerStrategy& before, const LayerStrategy& after,
                      const std::function<void(const ShareFlow&)>& sink)
{
    const Layout from = listedLayoutOf(before);
    const Layout to = listedLayoutOf(after);
    const int block = missingShares(before, after).block;
    std::map<Parts, std::vector<int>> holders;  // ascending
    for (int rank = 0; rank < to.ranks; ++rank) {
        holders[from.held[at(rank)]].push_back(rank);
    }
    for (int rank = 0; rank < to.ranks; ++rank) {
        const Parts& own = from.held[at(rank)];
        const Parts& need = to.held[at(rank)];
        eachTouched(from, to, need, [&](const Parts& part) {
            const auto held = holders.find(part);
            const double share = held == holders.end() || part == own ? 0 : overlap(from, part, to, need);
            if (share > 0) {
                sink({nearestHolder(held->second, rank, block), rank, share});
            }
            return true;
        });
    }
}

}  // namespace pgram
