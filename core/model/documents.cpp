// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/documents.h"

#include "core/base/quantity.h"
#include "core/model/run_fields.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace pgram {

namespace {

constexpr int mostBins = 1024;
constexpr std::size_t mostEntries = 4096;
constexpr std::string_view logNormal = "lognormal:";

/// Returns the value below which a standard normal variable is with this probability.
double normalQuantile(double probability)
{
    double low = -40;
    double high = 40;
    for (int step = 0; step < 100; ++step) {
        const double middle = (low + high) / 2;
        (std::erfc(-middle / std::sqrt(2.0)) / 2 < probability ? low : high) = middle;
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
            Core::tr("Give 2048, a range 256-4096, a list 512x3,2048 or lognormal:MEDIAN,95TH")};
}

}  // namespace

DocumentLengths::DocumentLengths(std::int64_t tokens)
{
    if (tokens > 0) {
        m_text = std::to_string(tokens);
        take({{static_cast<double>(tokens), 1}});
    }
}

void DocumentLengths::take(std::vector<Bin> bins)
{
    const auto same = [&bins](const Bin& bin) { return bin.length == bins.front().length; };
    m_equal = std::ranges::all_of(bins, same) ? static_cast<std::int64_t>(bins.front().length) : 0;
    m_bins = std::make_shared<const std::vector<Bin>>(std::move(bins));
}

Result<DocumentLengths> DocumentLengths::parse(std::string_view text)
{
    DocumentLengths lengths;
    if (text.empty() || text == "0") {
        return lengths;
    }
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
    for (const Bin& bin : *m_bins) {
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
    if (isEmpty() || m_equal > 0) {
        return static_cast<double>(std::min(m_equal, sequence));
    }
    return sum(sequence, [](double length) { return length * length; }) /
           sum(sequence, [](double length) { return length; });
}

double DocumentLengths::keysPerToken(std::int64_t sequence, std::int64_t window) const
{
    if (isEmpty()) {
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
    if (isEmpty() || m_equal > 0) {
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

}  // namespace pgram
