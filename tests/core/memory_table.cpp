// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/memory_table.h"

#include <algorithm>
#include <set>

namespace pgram {

namespace {

/// C(l, E) for one bound on the backward peak. Cells are [layer][memory][candidate].
class Table {
public:
    Table(const Task& task, const StageQuestion& question, Bytes quantum, Bytes peak)
        : m_task(task),
          m_question(question),
          m_quantum(quantum),
          m_peak(peak),
          m_cells((question.budget - peak) / quantum + 1)
    {}

    std::optional<TableAnswer> solve()
    {
        if (m_question.budget < m_peak) {
            return std::nullopt;
        }
        for (int layer = m_question.first; layer < m_question.end; ++layer) {
            addLayer(layer);
        }
        return best();
    }

private:
    struct Cell {
        Seconds cost = infinity;
        int before = -1;  ///< candidate of the layer before
    };
    using Row = std::vector<Cell>;  ///< by memory·candidates + candidate

    [[nodiscard]] Bytes units(const Candidate& candidate) const
    {
        const Bytes held = candidate.heldWith(m_question.kept);
        return (held + m_quantum - 1) / m_quantum;
    }

    [[nodiscard]] Seconds costOf(const Candidate& candidate) const
    {
        return m_task.objective.span(candidate.share) + candidate.share.once;
    }

    void addLayer(int layer)
    {
        const std::vector<Candidate>& candidates = m_task.of(layer);
        Row row(static_cast<std::size_t>(m_cells) * candidates.size());
        for (Bytes memory = 0; memory < m_cells; ++memory) {
            for (std::size_t c = 0; c < candidates.size(); ++c) {
                const Bytes left = memory - units(candidates[c]);
                if (left >= 0 && candidates[c].transient <= m_peak) {
                    row[static_cast<std::size_t>(memory) * candidates.size() + c] = bestBefore(layer, left, c);
                }
            }
        }
        m_rows.push_back(std::move(row));
    }

    Cell bestBefore(int layer, Bytes left, std::size_t c) const
    {
        const Candidate& own = m_task.of(layer)[c];
        if (layer == m_question.first) {
            return {costOf(own), -1};
        }
        const std::vector<Candidate>& before = m_task.of(layer - 1);
        Cell best;
        for (std::size_t b = 0; b < before.size(); ++b) {
            const Seconds move = m_task.relayout(layer, before[b].layout, own.layout);
            const Seconds cost = m_rows.back()[static_cast<std::size_t>(left) * before.size() + b].cost +
                                 m_task.objective.span(m_task.objective.ofTransfer(move)) + costOf(own);
            if (cost < best.cost) {
                best = {cost, static_cast<int>(b)};
            }
        }
        return best;
    }

    [[nodiscard]] std::optional<TableAnswer> best() const
    {
        const std::vector<Candidate>& last = m_task.of(m_question.end - 1);
        std::size_t choice = 0;
        Seconds least = infinity;
        for (std::size_t c = 0; c < last.size(); ++c) {
            const Seconds cost = m_rows.back()[static_cast<std::size_t>(m_cells - 1) * last.size() + c].cost;
            if (cost < least) {
                least = cost;
                choice = c;
            }
        }
        if (least == infinity) {
            return std::nullopt;
        }
        return TableAnswer{least, strategiesFrom(choice)};
    }

    [[nodiscard]] std::vector<int> strategiesFrom(std::size_t choice) const
    {
        std::vector<int> strategies;
        Bytes memory = m_cells - 1;
        for (int layer = m_question.end - 1; layer >= m_question.first; --layer) {
            const std::vector<Candidate>& candidates = m_task.of(layer);
            strategies.push_back(candidates[choice].strategy);
            const Row& row = m_rows[static_cast<std::size_t>(layer - m_question.first)];
            const Cell& cell = row[static_cast<std::size_t>(memory) * candidates.size() + choice];
            memory -= units(candidates[choice]);
            choice = static_cast<std::size_t>(std::max(0, cell.before));
        }
        std::reverse(strategies.begin(), strategies.end());
        return strategies;
    }

    const Task& m_task;
    const StageQuestion& m_question;
    Bytes m_quantum;
    Bytes m_peak;
    Bytes m_cells;
    std::vector<Row> m_rows;
};

std::set<Bytes> peaksOf(const Task& task, const StageQuestion& question)
{
    std::set<Bytes> peaks;
    for (int layer = question.first; layer < question.end; ++layer) {
        for (const Candidate& candidate : task.of(layer)) {
            peaks.insert(candidate.transient);
        }
    }
    return peaks;
}

}  // namespace

std::optional<TableAnswer> solveMemoryTable(const Task& task, const StageQuestion& question, Bytes quantum)
{
    std::optional<TableAnswer> best;
    for (const Bytes peak : peaksOf(task, question)) {
        std::optional<TableAnswer> answer = Table(task, question, quantum, peak).solve();
        if (answer && (!best || answer->cost < best->cost)) {
            best = std::move(answer);
        }
    }
    return best;
}

}  // namespace pgram
