// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lengths of documents, and how samples are made of them. Packed: a sample is filled with documents, each of which
// attends to itself alone, so that attention depends on the sum of the squared lengths; everything else depends on the
// tokens. Padded: a sample is one document, and a micro-batch has the length of its longest.
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Two lengths, in tokens, that occur with a mean and a variance.
struct TwoLengths {
    double low = 0;
    double high = 0;
    double lowShare = 1;  ///< how often `low` occurs, 0 to 1
    /// Returns the mean of a figure of each length.
    [[nodiscard]] double mean(double ofLow, double ofHigh) const { return lowShare * ofLow + (1 - lowShare) * ofHigh; }
    /// Returns the standard deviation of a figure of each length.
    [[nodiscard]] double deviation(double ofLow, double ofHigh) const;
};

/// Returns the mean of the greatest of `count` standard normal variables; 0 for one of them.
[[nodiscard]] double greatestOfNormals(int count);

/// A distribution of lengths. Documents longer than a sample are cut at its length.
class DocumentLengths {
public:
    /// Makes no documents: a sample is one.
    DocumentLengths() = default;
    /// Makes documents of `tokens` tokens each; 0: none.
    explicit DocumentLengths(std::int64_t tokens);

    /// Parses "2048" (equal lengths), "256-4096" (every length of a range alike often), "512x3,2048" (three documents
    /// of 512 tokens for one of 2,048) or "lognormal:600,4000" (by the median and the 95th percentile); "padded:" in
    /// front of any of them: samples are padded. Empty or "0": none. Errors: any other text; a length of 0 or beyond
    /// the longest sequence.
    [[nodiscard]] static Result<DocumentLengths> parse(std::string_view text);

    [[nodiscard]] bool isEmpty() const { return m_bins == nullptr; }
    /// Returns true if a sample is one document, and false if it is packed of several.
    [[nodiscard]] bool isPadded() const { return m_isPadded; }
    /// Returns true if samples of one length differ in their work.
    [[nodiscard]] bool differ() const { return m_isPadded || (!isEmpty() && m_equal == 0); }
    /// Returns the length of all packed documents, or 0 if there are none or they differ.
    [[nodiscard]] std::int64_t equal() const { return m_equal; }
    /// Returns what parse() reads; empty without documents.
    [[nodiscard]] const std::string& text() const { return m_text; }

    /// Returns the mean length of a document of a sample of `sequence` tokens; 0 without documents.
    [[nodiscard]] double meanTokens(std::int64_t sequence) const;
    /// Returns the length of equal documents that attend to as many pairs of tokens: the sum of squares over the sum of
    /// lengths, each cut at `sequence`. 0 without packed documents.
    [[nodiscard]] double pairTokens(std::int64_t sequence) const;
    /// Returns the keys that a query reads on average under a causal mask and a window, 0 = no window.
    [[nodiscard]] double keysPerToken(std::int64_t sequence, std::int64_t window) const;
    /// Returns the standard deviation of the pairs of tokens of a packed sample, relative to their mean.
    [[nodiscard]] double spread(std::int64_t sequence) const;
    /// Returns the length of the longest document.
    [[nodiscard]] double longest(std::int64_t sequence) const;
    /// Returns the pairs of the busiest of `parts` ranks over their mean, where rank r has the chunks r and
    /// 2·parts - 1 - r of each packed sample. The mean of 256 drawn samples, the same ones in each call.
    [[nodiscard]] double busiestPart(std::int64_t sequence, int parts) const;
    /// Returns the length of the longest of `samples` samples: two lengths with the mean and the variance that it has.
    /// Precondition: the samples are padded, and there is at least one.
    [[nodiscard]] TwoLengths longestOf(double samples, std::int64_t sequence) const;

    bool operator==(const DocumentLengths& other) const { return m_text == other.m_text; }

private:
    struct Bin {
        double length = 0;
        double weight = 0;
    };
    /// The lengths from the shortest to the longest, and what was computed from them.
    struct Bins {
        std::vector<Bin> all;
        std::mutex mutex;
        std::map<std::pair<std::int64_t, int>, double> busiest;  ///< by tokens of a sample and ranks
    };
    [[nodiscard]] static Result<DocumentLengths> parseLengths(std::string_view text);
    [[nodiscard]] double sum(std::int64_t sequence, auto figure) const;
    [[nodiscard]] double drawnBusiestPart(std::int64_t sequence, int parts) const;
    void take(std::vector<Bin> bins);

    std::string m_text;
    std::int64_t m_equal = 0;
    bool m_isPadded = false;
    std::shared_ptr<Bins> m_bins;
};

}  // namespace pgram
