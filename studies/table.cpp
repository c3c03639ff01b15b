// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "studies/table.h"

#include "core/base/check.h"
#include "studies/results.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace pgram {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t rowsBetweenReports = 4096;
constexpr std::size_t frontBins = 1024;
/// Texts of the plans are most of the file; a plan is read when it is opened.
constexpr std::string_view planColumn = "plan";

std::string numberText(double value)
{
    constexpr double mostWhole = 1e15;
    return value == std::floor(value) && std::abs(value) < mostWhole ? fmt::format("{:.0f}", value)
                                                                     : fmt::format("{:.12g}", value);
}

/// A column while its rows are read. It holds numbers until the first text comes.
class ColumnReader {
public:
    ColumnReader(std::string name, std::size_t rows)
    {
        const auto known =
            std::ranges::find_if(studyColumns(), [&](const StudyColumn& each) { return each.name == name; });
        m_column.result = known == studyColumns().end() ? nullptr : &*known;
        m_column.isText = m_column.result != nullptr && m_column.result->type == StudyColumn::Type::Text;
        m_column.name = std::move(name);
        m_column.values.reserve(rows);
    }

    void take(const Statement& row, int index)
    {
        if (row.isNull(index)) {
            m_column.values.push_back(missing);
        } else if (row.isText(index)) {
            makeText();
            m_column.values.push_back(indexOf(row.view(index)));
        } else {
            const double number = row.number(index);
            m_column.values.push_back(m_column.isText ? indexOf(numberText(number)) : number);
        }
    }

    /// Returns the column, whose texts are in their order.
    ResultColumn end()
    {
        if (m_column.isText) {
            sortTexts();
        }
        m_column.low = std::numeric_limits<double>::infinity();
        m_column.high = -m_column.low;
        for (const double value : m_column.values) {
            m_column.low = value < m_column.low ? value : m_column.low;
            m_column.high = value > m_column.high ? value : m_column.high;
        }
        m_column.values.shrink_to_fit();
        return std::move(m_column);
    }

private:
    void makeText()
    {
        if (!m_column.isText) {
            m_column.isText = true;
            for (double& value : m_column.values) {
                value = std::isnan(value) ? value : indexOf(numberText(value));
            }
        }
    }

    double indexOf(std::string_view text)
    {
        if (m_last >= 0 && m_column.texts[static_cast<std::size_t>(m_last)] == text) {
            return m_last;
        }
        const auto [known, isNew] = m_indexes.try_emplace(std::string(text), static_cast<int>(m_column.texts.size()));
        if (isNew) {
            m_column.texts.emplace_back(text);
        }
        m_last = known->second;
        return m_last;
    }

    void sortTexts()
    {
        std::vector<std::size_t> order(m_column.texts.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, [&](std::size_t index) -> const std::string& { return m_column.texts[index]; });
        std::vector<double> places(order.size());
        std::vector<std::string> texts(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            places[order[i]] = static_cast<double>(i);
            texts[i] = std::move(m_column.texts[order[i]]);
        }
        m_column.texts = std::move(texts);
        for (double& value : m_column.values) {
            value = std::isnan(value) ? value : places[static_cast<std::size_t>(value)];
        }
    }

    ResultColumn m_column;
    std::unordered_map<std::string, int> m_indexes;  ///< by text
    int m_last = -1;                                 ///< rows next to each other often have the same text
};

std::string quotedName(const std::string& name)
{
    std::string text = "\"";
    for (const char c : name) {
        text += c == '"' ? std::string(2, c) : std::string(1, c);
    }
    return text + '"';
}

}  // namespace

StudyColumn::Unit ResultColumn::unit() const
{
    return result != nullptr          ? result->unit
           : name.ends_with("_bytes") ? StudyColumn::Unit::Memory
                                      : StudyColumn::Unit::Number;
}

StudyColumn::Better ResultColumn::better() const
{
    return result != nullptr ? result->better : StudyColumn::Better::Neither;
}

std::string ResultColumn::text(std::size_t row) const
{
    const double value = values[row];
    return std::isnan(value) ? std::string() : isText ? texts[static_cast<std::size_t>(value)] : numberText(value);
}

int StudyTable::indexOf(std::string_view name) const
{
    const auto found = std::ranges::find(columns, name, &ResultColumn::name);
    return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

Result<StudyTable> StudyResults::table(const std::function<void(std::int64_t, std::int64_t)>& progress,
                                       std::stop_token stop)
{
    StudyTable table;
    table.requests = m_study.size();
    PGRAM_TRY(const std::int64_t all, count());
    std::string list;
    std::vector<ColumnReader> readers;
    {
        PGRAM_TRY(const Statement names, m_database.prepare("SELECT * FROM answers LIMIT 0"));
        for (int i = 0; i < names.columns(); ++i) {
            if (const std::string name = names.columnName(i); name != "id" && name != planColumn) {
                list += ", " + quotedName(name);
                readers.emplace_back(name, static_cast<std::size_t>(all));
            }
        }
    }
    PGRAM_TRY(Statement rows, m_database.prepare("SELECT id" + list + " FROM answers ORDER BY id"));
    for (Result<bool> has = rows.step(); !has || *has; has = rows.step()) {
        PGRAM_CHECK(has);
        table.ids.push_back(rows.integer(0));
        for (std::size_t i = 0; i < readers.size(); ++i) {
            readers[i].take(rows, static_cast<int>(i) + 1);
        }
        if (const auto done = static_cast<std::int64_t>(table.rows()); done % rowsBetweenReports == 0) {
            if (progress) {
                progress(done, std::max(all, done));
            }
            if (stop.stop_requested()) {
                break;
            }
        }
    }
    for (ColumnReader& reader : readers) {
        table.columns.push_back(reader.end());
    }
    ResultColumn ids{.name = "id"};
    ids.values.assign(table.ids.begin(), table.ids.end());
    ids.low = table.ids.empty() ? 0 : ids.values.front();
    ids.high = table.ids.empty() ? -1 : ids.values.back();
    table.columns.push_back(std::move(ids));
    return table;
}

Result<Plan> StudyResults::planOf(std::int64_t id, const PresetStore& store)
{
    const std::string where = fmt::format("{}: {}", m_database.file().string(), id);
    PGRAM_TRY(Statement row, m_database.prepare("SELECT members, plan, batch FROM results WHERE id = ?"));
    row.bind(0, id);
    PGRAM_TRY(const bool has, row.step());
    if (!has || row.isNull(1)) {
        return badInput(has ? Core::tr("The request has no plan") : Core::tr("There is no row of this request"), where);
    }
    PGRAM_TRY(const Json members, parseJson(row.text(0), where));
    PGRAM_TRY(const SearchRequest request, requestOf(m_study, members, store));
    return planOfRow(row.text(1), row.integer(2), request, where);
}

std::vector<std::uint32_t> sortedRows(const StudyTable& table, int column, bool descending)
{
    const std::vector<double>& values = table.columns[static_cast<std::size_t>(column)].values;
    std::vector<std::pair<double, std::uint32_t>> keys(table.rows());
    for (std::size_t row = 0; row < keys.size(); ++row) {
        const double key = descending ? -values[row] : values[row];
        keys[row] = {std::isnan(key) ? std::numeric_limits<double>::infinity() : key, static_cast<std::uint32_t>(row)};
    }
    std::ranges::sort(keys);
    std::vector<std::uint32_t> rows(keys.size());
    std::ranges::transform(keys, rows.begin(), [](const auto& key) { return key.second; });
    return rows;
}

std::vector<std::uint32_t> paretoFront(const StudyTable& table, const std::vector<std::uint32_t>& rows, int x, int y)
{
    using Better = StudyColumn::Better;
    const ResultColumn& across = table.columns[static_cast<std::size_t>(x)];
    const ResultColumn& up = table.columns[static_cast<std::size_t>(y)];
    if (across.better() == Better::Neither || up.better() == Better::Neither) {
        return {};
    }
    const double signX = across.better() == Better::Less ? 1 : -1;
    const double signY = up.better() == Better::Less ? 1 : -1;
    struct Cost {
        double x;
        double y;
        std::uint32_t row;
        auto operator<=>(const Cost&) const = default;
    };
    // Bins of x: a row cannot be on the front if a row of an earlier bin is as good in y.
    const double low = signX > 0 ? across.low : -across.high;
    const double width = (across.high - across.low) / static_cast<double>(frontBins);
    const auto binOf = [&](double cost) {
        return width > 0 ? std::min(static_cast<std::size_t>((cost - low) / width), frontBins - 1) : 0;
    };
    const auto eachCost = [&](const auto& use) {
        for (const std::uint32_t row : rows) {
            const Cost cost{signX * across.values[row], signY * up.values[row], row};
            if (!std::isnan(cost.x) && !std::isnan(cost.y)) {
                use(cost);
            }
        }
    };
    std::vector<double> before(frontBins + 1, std::numeric_limits<double>::infinity());
    eachCost([&](const Cost& cost) { before[binOf(cost.x) + 1] = std::min(before[binOf(cost.x) + 1], cost.y); });
    for (std::size_t bin = 1; bin < before.size(); ++bin) {
        before[bin] = std::min(before[bin], before[bin - 1]);
    }
    std::vector<Cost> costs;
    eachCost([&](const Cost& cost) {
        if (cost.y < before[binOf(cost.x)]) {
            costs.push_back(cost);
        }
    });
    std::ranges::sort(costs, [](const Cost& a, const Cost& b) { return a < b; });
    std::vector<std::uint32_t> front;
    double best = std::numeric_limits<double>::infinity();
    for (const Cost& cost : costs) {
        if (cost.y < best) {
            best = cost.y;
            front.push_back(cost.row);
        }
    }
    if (signX < 0) {
        std::ranges::reverse(front);
    }
    return front;
}

}  // namespace pgram
