// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/documents.h"

#include "core/base/quantity.h"
#include "core/model/run_fields.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace pgram {

namespace {

constexpr int mostBins = 1024;
constexpr std::size_t mostEntries = 4096;
constexpr std::string_view logNormal = "lognormal:";
constexpr std::string_view padded = "padded:";

/// Returns the probability that a standard normal variable is below this value.
double normalShare(double value)
{
    return std::erfc(-value / std::sqrt(2.0)) / 2;
}

/// Returns the value below which a standard normal variable is with this probability.
double normalQuantile(double probability)
{
    double low = -40;
    double high = 40;
    for (int step = 0; step < 100; ++step) {
        const double middle = (low + high) / 2;
        (normalShare(middle) < probability ? low : high) = middle;
    }
    return (low + high) / 2;
}

constexpr std::int64_t mostDocuments = std::int64_t{1} << 50;

Result<std::int64_t> lengthOf(std::string_view text)
{
    return parseCount(text, 1, longestSequence);
}

/// Returns both numbers of "A<separator>B", or nothing for another text.
std::optional<std::pair<std::int64_t, std::int64_t>> twoNumbers(std::string_view text, char separator,
                                                                std::int64_t mostSecond = longestSequence)
{
    const std::size_t at = text.find(separator);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const auto first = lengthOf(text.substr(0, at));
    const auto second = parseCount(text.substr(at + 1), 1, mostSecond);
    return first && second ? std::optional(std::pair(*first, *second)) : std::nullopt;
}

Error unreadable(std::string_view text)
{
    return {ErrorKind::BadInput,
            Core::tr("is '{}', which names no lengths of documents", std::string(text.substr(0, 40))),
            {},
            Core::tr("Give 2048, a range 256-4096, a list 512x3,2048 or lognormal:MEDIAN,95TH; padded: in front of "
                     "them where samples are padded to the longest of a micro-batch")};
}

/// Numbers from 0 to 1 that are the same on every machine (splitmix64: Steele, Lea, Flood 2014).
class Draws {
public:
    [[nodiscard]] double next()
    {
        m_state += 0x9e3779b97f4a7c15U;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-53;
    }

private:
    std::uint64_t m_state = 1;
};

}  // namespace

double TwoLengths::deviation(double ofLow, double ofHigh) const
{
    return std::sqrt(lowShare * (1 - lowShare)) * std::abs(ofHigh - ofLow);
}

double greatestOfNormals(int count)
{
    if (count <= 1) {
        return 0;
    }
    // The mean is the integral of 1 - F^count over the values above 0, less that of F^count below.
    constexpr double step = 0.05;
    double mean = 0;
    for (double value = step / 2; value < 9; value += step) {
        mean += step * (1 - std::pow(normalShare(value), count) - std::pow(normalShare(-value), count));
    }
    return mean;
}

DocumentLengths::DocumentLengths(std::int64_t tokens)
{
    if (tokens > 0) {
        m_text = std::to_string(tokens);
        take({{static_cast<double>(tokens), 1}});
    }
}

void DocumentLengths::take(std::vector<Bin> bins)
{
    std::ranges::sort(bins, {}, &Bin::length);
    m_equal = bins.front().length == bins.back().length ? static_cast<std::int64_t>(bins.front().length) : 0;
    m_bins = std::make_shared<Bins>();
    m_bins->all = std::move(bins);
}

Result<DocumentLengths> DocumentLengths::parse(std::string_view text)
{
    if (text.empty() || text == "0") {
        return DocumentLengths();
    }
    const bool isPadded = text.starts_with(padded);
    Result<DocumentLengths> lengths = parseLengths(text.substr(isPadded ? padded.size() : 0));
    if (!lengths) {
        return tl::unexpected(unreadable(text));
    }
    if (isPadded) {
        lengths->m_text = text;
        lengths->m_isPadded = true;
        lengths->m_equal = 0;
    }
    return lengths;
}

Result<DocumentLengths> DocumentLengths::parseLengths(std::string_view text)
{
    DocumentLengths lengths;
    if (const auto equal = lengthOf(text)) {
        return DocumentLengths(*equal);
    }
    std::vector<Bin> bins;
    if (text.starts_with(logNormal)) {
        const auto named = twoNumbers(text.substr(logNormal.size()), ',');
        if (!named || named->first > named->second) {
            return tl::unexpected(unreadable(text));
        }
        const auto median = static_cast<double>(named->first);
        const double deviation = std::log(static_cast<double>(named->second) / median) / normalQuantile(0.95);
        for (int i = 0; i < mostBins; ++i) {
            const double length = median * std::exp(deviation * normalQuantile((i + 0.5) / mostBins));
            bins.push_back({std::max(1.0, std::round(length)), 1});
        }
    } else if (const auto range = twoNumbers(text, '-'); range && range->first <= range->second) {
        const std::int64_t count = std::min<std::int64_t>(mostBins, range->second - range->first + 1);
        const double width = static_cast<double>(range->second - range->first + 1) / static_cast<double>(count);
        for (std::int64_t i = 0; i < count; ++i) {
            const double middle = (static_cast<double>(i) + 0.5) * width - 0.5;
            bins.push_back({static_cast<double>(range->first) + middle, 1});
        }
    } else {
        for (std::size_t from = 0; from <= text.size() && bins.size() <= mostEntries;) {
            const std::size_t end = std::min(text.find(',', from), text.size());
            const std::string_view entry = text.substr(from, end - from);
            const auto times = twoNumbers(entry, 'x', mostDocuments);
            const auto once = lengthOf(entry);
            if (!times && !once) {
                return tl::unexpected(unreadable(text));
            }
            bins.push_back(times ? Bin{static_cast<double>(times->first), static_cast<double>(times->second)}
                                 : Bin{static_cast<double>(*once), 1});
            from = end + 1;
        }
        if (bins.size() > mostEntries) {
            return tl::unexpected(unreadable(text));
        }
    }
    lengths.m_text = text;
    lengths.take(std::move(bins));
    return lengths;
}

/// Returns the sum of a figure of each length, cut at `sequence`, times how often the length occurs.
double DocumentLengths::sum(std::int64_t sequence, auto figure) const
{
    double all = 0;
    for (const Bin& bin : m_bins->all) {
        all += bin.weight * figure(std::min(bin.length, static_cast<double>(sequence)));
    }
    return all;
}

double DocumentLengths::meanTokens(std::int64_t sequence) const
{
    return isEmpty() ? 0
                     : sum(sequence, [](double length) { return length; }) / sum(sequence, [](double) { return 1.0; });
}

double DocumentLengths::pairTokens(std::int64_t sequence) const
{
    if (isEmpty() || m_isPadded || m_equal > 0) {
        return static_cast<double>(std::min(m_equal, sequence));
    }
    return sum(sequence, [](double length) { return length * length; }) /
           sum(sequence, [](double length) { return length; });
}

double DocumentLengths::keysPerToken(std::int64_t sequence, std::int64_t window) const
{
    if (isEmpty() || m_isPadded) {
        return 0;
    }
    const auto span = static_cast<double>(window > 0 ? window : sequence);
    const auto keys = [span](double length) {
        return length <= span ? length * length / 2 : span * (length - span / 2);
    };
    return sum(sequence, keys) / sum(sequence, [](double length) { return length; });
}

double DocumentLengths::spread(std::int64_t sequence) const
{
    if (isEmpty() || m_isPadded || m_equal > 0) {
        return 0;
    }
    // A renewal process with rewards: the variance of all squares in a sample is that of l*l - c*l for each document,
    // with c so that its mean is 0.
    const double count = sum(sequence, [](double) { return 1.0; });
    const double mean = meanTokens(sequence);
    const double c = pairTokens(sequence);
    const double variance =
        sum(sequence, [c](double length) { return std::pow(length * length - c * length, 2); }) / count;
    const double documents = static_cast<double>(sequence) / mean;
    return std::sqrt(documents * variance) / (documents * c * mean);
}

double DocumentLengths::longest(std::int64_t sequence) const
{
    return isEmpty() ? 0 : std::min(m_bins->all.back().length, static_cast<double>(sequence));
}

double DocumentLengths::busiestPart(std::int64_t sequence, int parts) const
{
    if (isEmpty() || m_isPadded || parts <= 1) {
        return 1;
    }
    const std::lock_guard lock(m_bins->mutex);
    const auto [known, isNew] = m_bins->busiest.try_emplace({sequence, parts}, 1);
    if (isNew) {
        known->second = drawnBusiestPart(sequence, parts);
    }
    return known->second;
}

double DocumentLengths::drawnBusiestPart(std::int64_t sequence, int parts) const
{
    constexpr int samples = 256;
    const std::vector<Bin>& bins = m_bins->all;
    std::vector<double> below;
    for (double weight = 0; const Bin& bin : bins) {
        below.push_back(weight += bin.weight);
    }
    const auto tokens = static_cast<double>(sequence);
    const double chunk = tokens / (2 * parts);
    Draws draws;
    double sum = 0;
    std::vector<double> pairs(static_cast<std::size_t>(parts));
    for (int sample = 0; sample < samples; ++sample) {
        std::ranges::fill(pairs, 0);
        for (double start = 0; start < tokens;) {
            const auto drawn = std::ranges::upper_bound(below, draws.next() * below.back());
            const auto bin = std::min(static_cast<std::size_t>(drawn - below.begin()), bins.size() - 1);
            const double end = std::min(tokens, start + bins[bin].length);
            // A query reads the keys of its document before it.
            const auto keysUpTo = [start](double position) { return (position - start) * (position - start) / 2; };
            for (double from = start; from < end;) {
                const auto index = std::min(static_cast<int>(from / chunk), 2 * parts - 1);
                const double to = index + 1 == 2 * parts ? end : std::min(end, (index + 1) * chunk);
                pairs[static_cast<std::size_t>(std::min(index, 2 * parts - 1 - index))] +=
                    keysUpTo(to) - keysUpTo(from);
                from = to;
            }
            start = end;
        }
        const double all = std::accumulate(pairs.begin(), pairs.end(), 0.0);
        sum += all > 0 ? std::ranges::max(pairs) * parts / all : 1;
    }
    return sum / samples;
}

TwoLengths DocumentLengths::longestOf(double samples, std::int64_t sequence) const
{
    const double all = sum(sequence, [](double) { return 1.0; });
    double mean = 0;
    double square = 0;
    std::vector<std::pair<double, double>> shares;  // how often each length is the longest
    for (double weight = 0; const Bin& bin : m_bins->all) {
        const double before = std::pow(weight / all, samples);
        weight += bin.weight;
        const double share = std::pow(weight / all, samples) - before;
        const double length = std::min(bin.length, static_cast<double>(sequence));
        shares.emplace_back(length, share);
        mean += share * length;
        square += share * length * length;
    }
    double lowShare = 0;
    for (const auto& [length, share] : shares) {
        lowShare += length < mean ? share : 0;
    }
    const double deviation = std::sqrt(std::max(0.0, square - mean * mean));
    if (deviation < 1e-6 * mean || lowShare <= 0 || lowShare >= 1) {
        return {mean, mean, 1};
    }
    // Two lengths around the mean whose distances from it multiply to the variance, between the shortest and the
    // longest.
    const double variance = deviation * deviation;
    double below = std::min(deviation * std::sqrt((1 - lowShare) / lowShare), mean - shares.front().first);
    below = std::max(below, variance / (shares.back().first - mean));
    const double above = variance / below;
    return {mean - below, mean + above, above / (above + below)};
}

}  // namespace pgram
