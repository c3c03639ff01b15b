// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/topology.h"

#include "core/exchange/words.h"

#include <array>
#include <fmt/format.h>
#include <optional>

namespace pgram {

namespace {

constexpr int mostOfMachine = 256;  ///< devices of one machine
constexpr int mostNvLinks = 64;

/// -1: no "GPU7".
int deviceOf(std::string_view word)
{
    if (!word.starts_with("GPU")) {
        return -1;
    }
    const auto number = wholeNumber(word.substr(3));
    return number && *number < mostOfMachine ? static_cast<int>(*number) : -1;
}

std::optional<Pair> pairOf(std::string_view word)
{
    if (word == "SOC") {
        return Pair{PairLink::Sys};
    }
    if (word.starts_with("NV")) {
        const auto links = wholeNumber(word.substr(2));
        return links && *links > 0 && *links <= mostNvLinks
                   ? std::optional(Pair{PairLink::NvLink, static_cast<int>(*links)})
                   : std::nullopt;
    }
    const auto link = parse<PairLink>(word);
    return link ? std::optional(Pair{*link}) : std::nullopt;
}

/// The words of a line without what a terminal would draw them with: "[4m", with or without its escape.
std::vector<std::string_view> wordsOf(std::string_view line, std::string& kept)
{
    kept.clear();
    for (std::size_t i = 0; i < line.size(); ++i) {
        const std::size_t from = line[i] == '\x1b' ? i + 1 : i;
        std::size_t end = from;
        if (end < line.size() && line[end] == '[') {
            ++end;
            while (end < line.size() && ((line[end] >= '0' && line[end] <= '9') || line[end] == ';')) {
                ++end;
            }
            if (end < line.size() && (line[end] == 'm' || line[end] == 'K')) {
                i = end;
                continue;
            }
        }
        kept += line[i] == '\x1b' ? ' ' : line[i];
    }
    return splitWords(kept);
}

/// Devices of a head, in its order; empty: the line is none. A row of one device has its link behind its name.
std::vector<int> headOf(const std::vector<std::string_view>& words)
{
    std::vector<int> devices;
    for (const std::string_view word : words) {
        const int device = deviceOf(word);
        if (device < 0) {
            break;
        }
        devices.push_back(device);
    }
    const bool isRow = devices.size() == 1 && words.size() > 1 && (words[1] == "X" || pairOf(words[1]));
    return isRow || devices.empty() || devices.front() != 0 ? std::vector<int>() : devices;
}

class Reader {
public:
    explicit Reader(const std::string& where) : m_where(where) {}

    Result<void> read(std::string_view text)
    {
        std::string kept;
        int number = 0;
        for (const std::string_view line : splitLines(text)) {
            ++number;
            const std::vector<std::string_view> words = wordsOf(line, kept);
            if (m_head.empty()) {
                m_head = headOf(words);
                m_seen.assign(m_head.size(), std::vector<std::optional<Pair>>(m_head.size()));
            } else if (!words.empty() && deviceOf(words.front()) >= 0) {
                if (Result<void> row = readRow(words, number); !row) {
                    return row;
                }
            }
        }
        return m_head.empty() ? badInput(Core::tr("has no matrix of links, whose head begins with GPU0"), m_where,
                                         Core::tr("Give the output of nvidia-smi topo -m"))
                              : Result<void>();
    }

    Result<Topology> take() const
    {
        Topology topology;
        const std::size_t devices = m_head.size();
        topology.devices = static_cast<int>(devices);
        topology.pairs.assign(devices, std::vector<Pair>(devices));
        for (std::size_t i = 0; i < devices; ++i) {
            for (std::size_t j = i + 1; j < devices; ++j) {
                const auto& one = m_seen[i][j];
                const auto& other = m_seen[j][i];
                if (!one && !other) {
                    return badInput(Core::tr("does not say what joins GPU{} and GPU{}", i, j), m_where,
                                    Core::tr("The matrix is cut off: give all of it"));
                }
                if (one && other && *one != *other) {
                    return badInput(Core::tr("says {} of GPU{} to GPU{}, and {} the other way round", nameOf(*one), i,
                                             j, nameOf(*other)),
                                    m_where);
                }
                topology.pairs[i][j] = topology.pairs[j][i] = one ? *one : *other;
            }
        }
        return topology;
    }

private:
    Result<void> readRow(const std::vector<std::string_view>& words, int number)
    {
        const auto row = static_cast<std::size_t>(deviceOf(words.front()));
        if (row >= m_head.size()) {
            return badInput(Core::tr("has a row of GPU{}, which its head does not name", row), place(number));
        }
        for (std::size_t i = 0; i < m_head.size() && i + 1 < words.size(); ++i) {
            const auto column = static_cast<std::size_t>(m_head[i]);
            const std::string_view word = words[i + 1];
            if (column >= m_head.size() || column == row) {
                continue;
            }
            const auto pair = pairOf(word);
            if (!pair) {
                return badInput(
                    Core::tr("has '{}' for GPU{} and GPU{}, which is not a link", word.substr(0, 20), row, column),
                    place(number), Core::tr("Links are NV1, NV2, …, PIX, PXB, PHB, NODE, SYS"));
            }
            m_seen[row][column] = pair;
        }
        return {};
    }

    [[nodiscard]] std::string place(int number) const { return fmt::format("{}:{}", m_where, number); }

    const std::string& m_where;
    std::vector<int> m_head;
    std::vector<std::vector<std::optional<Pair>>> m_seen;
};

}  // namespace

std::string nameOf(const Pair& pair)
{
    const std::string link(name(pair.link));
    return pair.link == PairLink::NvLink ? fmt::format("{}{}", link, pair.nvLinks) : link;
}

bool hasTopology(std::string_view text)
{
    std::string kept;
    bool head = false;
    for (const std::string_view line : splitLines(text)) {
        const std::vector<std::string_view> words = wordsOf(line, kept);
        if (head && !words.empty() && deviceOf(words.front()) == 0) {
            return words.size() > 1 && (words[1] == "X" || pairOf(words[1]));
        }
        head = head || !headOf(words).empty();
    }
    return false;
}

Result<Topology> parseTopology(std::string_view text, const std::string& where)
{
    Reader reader(where);
    return reader.read(text).and_then([&reader] { return reader.take(); });
}

}  // namespace pgram
