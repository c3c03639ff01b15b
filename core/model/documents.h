// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lengths of the documents that samples are packed of. Each document attends to itself alone, so that attention depends
// on the sum of the squared lengths; everything else depends on the tokens.
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// A distribution of lengths. Documents longer than a sample are cut at its length.
class DocumentLengths {
public:
    /// Makes no documents: a sample is one.
    DocumentLengths() = default;
    /// Makes documents of `tokens` tokens each; 0: none.
    explicit DocumentLengths(std::int64_t tokens);

    /// Parses "2048" (equal lengths), "256-4096" (every length of a range alike often), "512x3,2048" (three documents
    /// of 512 tokens for one of 2,048) or "lognormal:600,4000" (by the median and the 95th percentile). Empty or "0":
    /// none. Errors: any other text; a length of 0 or beyond the longest sequence.
    [[nodiscard]] static Result<DocumentLengths> parse(std::string_view text);

    [[nodiscard]] bool isEmpty() const { return m_bins == nullptr; }
    /// Returns the length of all documents, or 0 if there are none or they differ.
    [[nodiscard]] std::int64_t equal() const { return m_equal; }
    /// Returns what parse() reads; empty without documents.
    [[nodiscard]] const std::string& text() const { return m_text; }

    /// Returns the mean length of a document of a sample of `sequence` tokens; 0 without documents.
    [[nodiscard]] double meanTokens(std::int64_t sequence) const;
    /// Returns the length of equal documents that attend to as many pairs of tokens: the sum of squares over the sum of
    /// lengths, each cut at `sequence`. 0 without documents.
    [[nodiscard]] double pairTokens(std::int64_t sequence) const;
    /// Returns the keys that a query reads on average under a causal mask and a window, 0 = no window.
    [[nodiscard]] double keysPerToken(std::int64_t sequence, std::int64_t window) const;
    /// Returns the standard deviation of the pairs of tokens of a packed sample, relative to their mean.
    [[nodiscard]] double spread(std::int64_t sequence) const;

    bool operator==(const DocumentLengths& other) const { return m_text == other.m_text; }

private:
    struct Bin {
        double length = 0;
        double weight = 0;
    };
    [[nodiscard]] double sum(std::int64_t sequence, auto figure) const;
    void take(std::vector<Bin> bins);

    std::string m_text;
    std::int64_t m_equal = 0;
    std::shared_ptr<const std::vector<Bin>> m_bins;
};

}  // namespace pgram
