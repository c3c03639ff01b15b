// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/megatron_layout.h"

#include "core/base/ascii.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

constexpr std::size_t longestLayout = 1 << 16;

/// Writes repetitions out; an empty text where there is a fault.
class Expansion {
public:
    explicit Expansion(std::string_view text) : m_text(text) {}

    std::string run()
    {
        std::string letters;
        while (m_at < m_text.size()) {
            std::string part;
            if (m_text[m_at] == '(') {
                const std::size_t close = m_text.find(')', m_at);
                if (close == std::string_view::npos) {
                    return {};
                }
                part = Expansion(m_text.substr(m_at + 1, close - m_at - 1)).run();
                m_at = close + 1;
            } else {
                part = m_text[m_at++];
            }
            const std::size_t times = factor();
            if (part.empty() || part.find_first_not_of("EtmL|") != std::string::npos || times == 0 ||
                letters.size() + part.size() * times > longestLayout) {
                return {};
            }
            for (std::size_t i = 0; i < times; ++i) {
                letters += part;
            }
        }
        return letters;
    }

private:
    /// Reads the factor behind a letter or a bracket. Returns 1 without a factor, 0 if it is not a number.
    std::size_t factor()
    {
        if (m_at == m_text.size() || m_text[m_at] != '*') {
            return 1;
        }
        std::size_t times = 0;
        for (++m_at; m_at < m_text.size() && isDigit(m_text[m_at]); ++m_at) {
            times = times * 10 + static_cast<std::size_t>(m_text[m_at] - '0');
            if (times > longestLayout) {
                return 0;
            }
        }
        return times;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

}  // namespace

std::string layoutText(const std::vector<ChunkBlocks>& cut)
{
    std::vector<std::string> chunks;
    for (const ChunkBlocks& chunk : cut) {
        const std::string blocks = chunk.blocks > 1 ? fmt::format("t*{}", chunk.blocks) : chunk.blocks == 1 ? "t" : "";
        const std::string predictions(static_cast<std::size_t>(chunk.predictions), 'm');
        chunks.push_back(fmt::format("{}{}{}{}", chunk.front ? "E" : "", blocks, predictions, chunk.back ? "L" : ""));
    }
    return fmt::format("{}", fmt::join(chunks, "|"));
}

std::optional<std::vector<ChunkBlocks>> parseLayout(std::string_view text)
{
    std::string plain(text);
    std::erase(plain, ',');
    const std::string letters = Expansion(plain).run();
    std::vector<ChunkBlocks> cut(1);
    bool predicts = false;  // no block follows
    for (const char letter : letters) {
        ChunkBlocks& chunk = cut.back();
        if (letter == '|') {
            cut.emplace_back();
        } else if (letter == 't' && !chunk.back && !predicts) {
            ++chunk.blocks;
        } else if (letter == 'm' && !chunk.back) {
            ++chunk.predictions;
            predicts = true;
        } else if (letter == 'E' && cut.size() == 1 && chunk == ChunkBlocks()) {
            chunk.front = true;
        } else if (letter == 'L' && !chunk.back) {
            chunk.back = true;
        } else {
            return std::nullopt;
        }
    }
    bool heads = false;  // before the last chunk
    for (std::size_t i = 0; i + 1 < cut.size(); ++i) {
        heads = heads || cut[i].back;
    }
    return !heads && cut.front().front && cut.back().back ? std::optional(cut) : std::nullopt;
}

}  // namespace pgram
