// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/layout.h"

#include "core/base/index.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <tuple>

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

Area areaOf(const HeldPart& part, double samples, double tokens, double widths)
{
    return {part.dataIndex / samples,       (part.dataIndex + 1) / samples, part.tokenIndex / tokens,
            (part.tokenIndex + 1) / tokens, part.widthIndex / widths,       (part.widthIndex + 1) / widths};
}

Area areaOf(const Layout& layout, int rank)
{
    return areaOf(layout.parts[at(rank)], layout.samples, layout.tokens, layout.widths);
}

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

/// Returns true if every rank of each aligned block of `block` ranks finds what it needs within its block. `holder`:
/// per part, a number of the last block that was seen to hold it; `seen`: the last such number.
bool closedIn(const Layout& before, const Layout& after, int block, std::vector<int>& holder, int& seen)
{
    const auto cell = [&before](int data, int token, int width) {
        return (static_cast<std::size_t>(data) * before.tokens + token) * before.widths + width;
    };
    for (int first = 0; first < after.ranks; first += block) {
        ++seen;
        for (int rank = first; rank < first + block; ++rank) {
            const HeldPart& part = before.parts[at(rank)];
            holder[cell(part.dataIndex, part.tokenIndex, part.widthIndex)] = seen;
        }
        for (int rank = first; rank < first + block; ++rank) {
            const HeldPart& need = after.parts[at(rank)];
            const PartRange samples = touched(need.dataIndex, after.samples, before.samples);
            const PartRange tokens = touched(need.tokenIndex, after.tokens, before.tokens);
            const PartRange widths = touched(need.widthIndex, after.widths, before.widths);
            for (int data = samples.begin; data < samples.end; ++data) {
                for (int token = tokens.begin; token < tokens.end; ++token) {
                    for (int width = widths.begin; width < widths.end; ++width) {
                        if (holder[cell(data, token, width)] != seen) {
                            return false;
                        }
                    }
                }
            }
        }
    }
    return true;
}

int smallestBlock(const Layout& before, const Layout& after)
{
    std::vector<int> holder(static_cast<std::size_t>(before.samples) * before.tokens * before.widths, 0);
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
        const Area need = areaOf(after, rank);
        const double lacks = need.size() - overlap(need, areaOf(before, rank));
        missing.worst = std::max(missing.worst, lacks);
        missing.total += lacks;
    }
    missing.block = missing.worst > 0 ? smallestBlock(before, after) : 1;
    return missing;
}

// --- powers of two: bit by bit

/// Returns, for each bit of an index, most significant first, the bit of the rank that sets it.
std::vector<int> placesOf(const std::vector<HeldPart>& bits, int HeldPart::*index, int parts)
{
    std::vector<int> places(static_cast<std::size_t>(bitsOf(parts)));
    for (std::size_t bit = 0; bit < bits.size(); ++bit) {
        if (const int value = bits[bit].*index; value > 0) {
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

/// Returns the layout without assigning its parts to ranks.
Layout emptyLayoutOf(const LayerStrategy& strategy)
{
    return {strategy.sampleParts(), tokenParts(strategy), strategy.widthParts(), strategy.groupSize(), {}, {}};
}

/// Two parts of sizes 2^-a and 2^-b overlap exactly if the leading bits of their indices agree, and then the smaller
/// part lies within the larger one. The overlap therefore follows from the rank bits that must agree. A block of ranks
/// is closed if every bit beyond it that places a held part places the needed part in the same way.
Missing missingByBit(const Layout& before, const Layout& after)
{
    EqualBits equal(after.bits.size());
    int blockBits = 0;
    for (const auto& [index, held, needed] : {std::tuple(&HeldPart::dataIndex, before.samples, after.samples),
                                              std::tuple(&HeldPart::tokenIndex, before.tokens, after.tokens),
                                              std::tuple(&HeldPart::widthIndex, before.widths, after.widths)}) {
        if (held == 1 && needed == 1) {
            continue;
        }
        const std::vector<int> has = placesOf(before.bits, index, held);
        const std::vector<int> needs = placesOf(after.bits, index, needed);
        for (std::size_t i = 0; i < has.size(); ++i) {
            if (i < needs.size()) {
                equal.join(has[i], needs[i]);
            }
            if (i >= needs.size() || needs[i] != has[i]) {
                blockBits = std::max(blockBits, has[i] + 1);
            }
        }
    }
    const double need = 1.0 / (static_cast<double>(after.samples) * after.tokens * after.widths);
    const double met = 1.0 / (static_cast<double>(std::max(before.samples, after.samples)) *
                              std::max(before.tokens, after.tokens) * std::max(before.widths, after.widths));
    const double ranks = after.ranks;
    const double meeting = std::uint64_t{1} << equal.free();
    Missing missing;
    missing.worst = meeting < ranks ? need : need - met;
    missing.total = ranks * need - meeting * met;
    missing.block = missing.worst > 0 ? 1 << blockBits : 1;
    return missing;
}

}  // namespace

double Area::size() const
{
    return std::max(0.0, sampleEnd - sampleBegin) * std::max(0.0, tokenEnd - tokenBegin) *
           std::max(0.0, widthEnd - widthBegin);
}

Area areaOf(const LayerStrategy& strategy, const HeldPart& part)
{
    return areaOf(part, strategy.sampleParts(), tokenParts(strategy), strategy.widthParts());
}

double overlap(const Area& a, const Area& b)
{
    return Area{std::max(a.sampleBegin, b.sampleBegin), std::min(a.sampleEnd, b.sampleEnd),
                std::max(a.tokenBegin, b.tokenBegin),   std::min(a.tokenEnd, b.tokenEnd),
                std::max(a.widthBegin, b.widthBegin),   std::min(a.widthEnd, b.widthEnd)}
        .size();
}

Layout listedLayoutOf(const LayerStrategy& strategy)
{
    Layout layout = emptyLayoutOf(strategy);
    for (int rank = 0; rank < layout.ranks; ++rank) {
        layout.parts.push_back(heldPart(strategy, rank));
    }
    return layout;
}

Layout layoutOf(const LayerStrategy& strategy)
{
    // Bits describe products of powers of two only.
    if (!isPowerOfTwo(strategy.groupSize())) {
        return listedLayoutOf(strategy);
    }
    Layout layout = emptyLayoutOf(strategy);
    for (int rank = 1; rank < layout.ranks; rank *= 2) {
        layout.bits.push_back(heldPart(strategy, rank));
    }
    return layout;
}

Missing missingShares(const Layout& before, const Layout& after)
{
    if (before == after) {
        return {};
    }
    return before.parts.empty() ? missingByBit(before, after) : missingByRank(before, after);
}

Missing missingShares(const LayerStrategy& before, const LayerStrategy& after)
{
    return missingShares(layoutOf(before), layoutOf(after));
}

}  // namespace pgram
