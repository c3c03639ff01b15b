// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/collective_log.h"

#include "core/base/quantity.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace pgram {

namespace {

constexpr std::array elementTypes{"int8",   "char",     "uint8",    "int32",    "int",    "uint32",
                                  "int64",  "uint64",   "half",     "float16",  "float",  "float32",
                                  "double", "bfloat16", "fp8_e4m3", "fp8_e5m2", "f8e4m3", "f8e5m2"};
constexpr std::array operations{"all_reduce", "all_gather", "reduce_scatter", "alltoall", "broadcast",
                                "sendrecv",   "hypercube",  "gather",         "scatter",  "reduce"};
constexpr double mostBytes = 1e15;
constexpr int mostRanks = 1 << 20;

struct ParsedRow {
    LogRow row;
    bool reduces = false;   ///< the redop column names an operation
    bool hasRedop = false;  ///< the file has a redop column
    bool hasRoot = false;   ///< the root column names a rank
};

bool isType(std::string_view word)
{
    return std::ranges::find(elementTypes, word) != elementTypes.end();
}

/// Seconds and rates that begin at word `i`, where they agree with the size.
std::optional<LogRow> ratesAt(const std::vector<std::string_view>& words, std::size_t i, double bytes)
{
    if (i + 2 >= words.size()) {
        return std::nullopt;
    }
    const auto time = decimalNumber(words[i]);
    const auto algorithm = decimalNumber(words[i + 1]);
    const auto bus = decimalNumber(words[i + 2]);
    if (!time || !algorithm || !bus || *time <= 0 || *algorithm < 0 || *bus < 0) {
        return std::nullopt;
    }
    const double rate = bytes / (*time * 1e-6) * 1e-9;  // GB/s
    const bool agrees = std::abs(rate - *algorithm) <= 0.02 + 0.05 * rate;
    return agrees ? std::optional(LogRow{bytes, *time * 1e-6, *algorithm * 1e9, *bus * 1e9}) : std::nullopt;
}

/// Size, count and type begin a row, whatever a launcher put before them.
std::optional<ParsedRow> rowOf(std::string_view line)
{
    const std::size_t prefix = line.rfind(">:");
    const std::vector<std::string_view> words =
        splitWords(prefix == std::string_view::npos ? line : line.substr(prefix + 2));
    for (std::size_t i = 0; i + 5 < words.size(); ++i) {
        const auto bytes = wholeNumber(words[i]);
        if (!bytes || !wholeNumber(words[i + 1]) || !isType(words[i + 2])) {
            continue;
        }
        std::size_t next = i + 3;
        ParsedRow parsed;
        parsed.hasRedop = !decimalNumber(words[next]);
        parsed.reduces = parsed.hasRedop && words[next] != "none";
        next += parsed.hasRedop ? 1 : 0;
        const auto size = std::min(mostBytes, static_cast<double>(*bytes));
        for (std::size_t root = 0; root < 2; ++root) {  // the column of the root may lack
            if (const auto row = ratesAt(words, next + root, size)) {
                parsed.row = *row;
                parsed.hasRoot = root == 1 && !words[next].starts_with('-');
                return parsed;
            }
        }
        return std::nullopt;
    }
    return std::nullopt;
}

/// "all_reduce_perf" anywhere: the command, or the closing line of new versions.
std::string namedOperation(std::string_view text)
{
    for (const char* operation : operations) {
        const std::string name = std::string(operation) + "_perf";
        for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
            const char before = at > 0 ? text[at - 1] : ' ';
            if (before != '_' && !(before >= 'a' && before <= 'z')) {
                return operation;
            }
        }
    }
    return {};
}

/// From what moves over the links for what goes through the collective.
std::string likelyOperation(const ParsedRow& parsed)
{
    const double factor = parsed.row.algorithmRate > 0 ? parsed.row.busRate / parsed.row.algorithmRate : 0;
    const bool whole = factor > 0.995 && factor < 1.005;
    if (factor > 1.005) {
        return "all_reduce";
    }
    if (parsed.reduces) {
        return whole ? (parsed.hasRoot ? "reduce" : "all_reduce") : "reduce_scatter";
    }
    return whole ? (parsed.hasRoot ? "broadcast" : "sendrecv") : "all_gather";
}

/// Returns the number of ranks by the ratio of bus rate and algorithm rate, which nccl-tests define as 2(n-1)/n or
/// (n-1)/n. 0: the ratio does not depend on the ranks, or two numbers of ranks print the same ratio.
int ranksByRates(const std::string& operation, const LogRow& row)
{
    const double doubled = operation == "all_reduce" ? 2 : 1;
    const bool depends = operation == "all_reduce" || operation == "all_gather" || operation == "reduce_scatter" ||
                         operation == "alltoall";
    constexpr double rounding = 0.005e9;
    if (!depends || row.algorithmRate <= 1e9) {
        return 0;
    }
    const auto ranks = [doubled](double factor) { return factor < doubled ? doubled / (doubled - factor) : 1e9; };
    const double least = ranks((row.busRate - rounding) / (row.algorithmRate + rounding));
    const double most = ranks((row.busRate + rounding) / (row.algorithmRate - rounding));
    const double whole = std::ceil(least);
    return whole <= most && whole + 1 > most && whole >= 2 && whole <= mostRanks ? static_cast<int>(whole) : 0;
}

/// "#  Rank  3 Group  0 Pid 71 on host-1 device  3 [0x00] NVIDIA H100 80GB HBM3".
struct RankLine {
    int rank = 0;
    std::string host;
    std::string device;
};

std::optional<RankLine> rankLineOf(std::string_view line)
{
    const std::size_t at = line.find("Rank ");
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const std::vector<std::string_view> words = splitWords(line.substr(at));
    const auto on = std::ranges::find(words, "on");
    const auto rank = words.size() > 1 ? wholeNumber(words[1]) : std::nullopt;
    if (!rank || *rank >= mostRanks || words.end() - on < 4 || on[2] != "device") {
        return std::nullopt;
    }
    const std::size_t bracket = line.find(']', at);
    return RankLine{static_cast<int>(*rank), std::string(on[1]),
                    bracket == std::string_view::npos ? std::string() : std::string(trimmed(line.substr(bracket + 1)))};
}

void readRanks(std::string_view text, CollectiveLog& log)
{
    std::set<int> ranks;
    std::set<std::string> hosts;
    for (const std::string_view line : splitLines(text)) {
        if (const auto found = rankLineOf(line)) {
            ranks.insert(found->rank);
            hosts.insert(found->host);
            log.device = found->device;
        }
    }
    if (!ranks.empty()) {
        log.ranks = *ranks.rbegin() + 1;
        log.nodes = static_cast<int>(ranks.size()) == log.ranks ? static_cast<int>(hosts.size()) : 0;
    }
}

}  // namespace

bool hasCollectiveLog(std::string_view text)
{
    return std::ranges::any_of(splitLines(text), [](std::string_view line) { return rowOf(line).has_value(); });
}

Result<CollectiveLog> parseCollectiveLog(std::string_view text, const std::string& where)
{
    CollectiveLog log;
    std::optional<ParsedRow> largest;
    for (const std::string_view line : splitLines(text)) {
        const auto parsed = rowOf(line);
        if (!parsed || parsed->row.bytes < 1) {
            continue;
        }
        log.rows.push_back(parsed->row);
        largest = largest && largest->row.bytes > parsed->row.bytes ? largest : parsed;
    }
    if (!largest) {
        return badInput(Core::tr("has no row of a collective: size, count, type, time and both bandwidths"), where,
                        Core::tr("Give the table that nccl-tests print"));
    }
    std::ranges::stable_sort(log.rows, {}, &LogRow::bytes);
    // If a size was measured twice, the last measurement counts.
    std::vector<LogRow> rows;
    for (const LogRow& row : log.rows) {
        if (!rows.empty() && rows.back().bytes == row.bytes) {
            rows.back() = row;
        } else {
            rows.push_back(row);
        }
    }
    log.rows = std::move(rows);
    log.operation = namedOperation(text);
    if (log.operation.empty()) {
        log.operation = likelyOperation(*largest);
        log.operationIsGuessed = true;
    }
    readRanks(text, log);
    const int byRates = ranksByRates(log.operation, log.rows.back());
    if (byRates > log.ranks) {  // the list is cut, or missing
        log.ranksAreGuessed = true;
        log.ranks = byRates;
        log.nodes = 0;
    }
    return log;
}

}  // namespace pgram
