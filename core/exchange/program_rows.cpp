// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/program_rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace pgram {

namespace {

constexpr const char* cost = "cost";
/// Solvers stop within absolute tolerances.
constexpr double micro = 1e6;

double mebibytes(Bytes bytes)
{
    return static_cast<double>(bytes) / static_cast<double>(MiB);
}

class Rows {
public:
    Rows(const Task& task, Bytes budget) : m_task(task), m_budget(budget) {}

    std::string text()
    {
        addRow('N', cost);
        for (int stage = 0; stage < stages(); ++stage) {
            addRow('L', fmt::format("memory_{}", stage), mebibytes(m_budget));
            addRow('L', fmt::format("pace_{}", stage));
            addColumn(fmt::format("peak_{}", stage), {{fmt::format("memory_{}", stage), 1}});
            addColumn("pace", {{fmt::format("pace_{}", stage), -1}});
        }
        addColumn("pace", {{cost, 1}});
        for (int layer = 0; layer < layers(); ++layer) {
            addRow('E', fmt::format("one_{}", layer), 1);
            for (int stage = 0; stage < stages(); ++stage) {
                if (mayBeOn(layer, stage)) {
                    addLayer(layer, stage);
                }
            }
        }
        return written();
    }

private:
    struct Entry {
        std::string row;
        double value = 0;
    };
    [[nodiscard]] int stages() const { return m_task.key.pipeline; }
    [[nodiscard]] int layers() const { return m_task.layers(); }
    /// Each stage has a layer.
    [[nodiscard]] bool mayBeOn(int layer, int stage) const
    {
        return stage >= 0 && stage < stages() && layer >= stage && layers() - layer >= stages() - stage;
    }

    void addRow(char kind, const std::string& name, double right = 0)
    {
        if (m_known.insert(name).second) {
            m_rows += fmt::format(" {} {}\n", kind, name);
            if (right != 0) {
                m_right += fmt::format(" RHS {} {:.17g}\n", name, right);
            }
        }
    }
    void addColumn(const std::string& name, const std::vector<Entry>& entries)
    {
        auto& own = m_columns[name];
        own.insert(own.end(), entries.begin(), entries.end());
    }
    /// Returns the entries of a share in the objective and in the pace of the stage.
    [[nodiscard]] std::vector<Entry> costsOf(int stage, const StepShare& share) const
    {
        return {{cost, micro * share.trip()},
                {fmt::format("pace_{}", stage), micro * m_task.objective.repeats() * share.pace}};
    }

    /// The layer on the stage: its strategies, and how each of them goes on.
    void addLayer(int layer, int stage)
    {
        const std::string here = fmt::format("{}_{}", layer, stage);
        addRow('L', "peak_" + here);
        addColumn(fmt::format("peak_{}", stage), {{"peak_" + here, -1}});
        for (const Candidate& candidate : m_task.of(layer)) {
            const std::string own = fmt::format("{}_{}", here, candidate.strategy);
            std::vector<Entry> entries = costsOf(stage, candidate.share);
            entries.push_back({fmt::format("one_{}", layer), 1});
            entries.push_back({fmt::format("memory_{}", stage), mebibytes(candidate.heldWith(m_task.kept(stage)))});
            entries.push_back({"peak_" + here, mebibytes(candidate.transient)});
            if (layer + 1 < layers()) {
                entries.push_back({"out_" + own, -1});
            }
            if (layer > 0) {
                entries.push_back({"in_" + own, -1});
            }
            addColumn("x_" + own, entries);
            m_whole.push_back("x_" + own);
            addWays(layer, stage, candidate, own);
        }
        if (layer + 1 < layers()) {
            addRelayouts(layer, stage);
            addTransfers(layer, stage);
        }
    }

    void addWays(int layer, int stage, const Candidate& candidate, const std::string& own)
    {
        const std::string here = fmt::format("{}_{}", layer, stage);
        const BoundaryClass& boundary = m_task.boundaryClass(candidate.strategy);
        if (layer + 1 < layers()) {
            addRow('E', "out_" + own);
            if (mayBeOn(layer + 1, stage)) {
                const std::string row = fmt::format("stay_{}_{}", here, candidate.layout);
                addRow('E', row);
                addColumn("stay_" + own, {{"out_" + own, 1}, {row, 1}});
            }
            if (mayBeOn(layer + 1, stage + 1)) {
                const std::string row = fmt::format("leave_{}_{}", here, boundary.sending);
                addRow('E', row);
                addColumn("leave_" + own, {{"out_" + own, 1}, {row, 1}});
            }
        }
        if (layer > 0) {
            addRow('E', "in_" + own);
            if (mayBeOn(layer - 1, stage)) {
                const std::string row = fmt::format("come_{}_{}", here, candidate.layout);
                addRow('E', row);
                addColumn("come_" + own, {{"in_" + own, 1}, {row, 1}});
            }
            if (mayBeOn(layer - 1, stage - 1)) {
                const std::string row = fmt::format("enter_{}_{}", here, boundary.receiving);
                addRow('E', row);
                const Bytes carried = m_task.carriedInto(stage, layer, m_task.kept(stage));
                addColumn("enter_" + own,
                          {{"in_" + own, 1}, {row, 1}, {fmt::format("memory_{}", stage), mebibytes(carried)}});
            }
        }
    }

    void addRelayouts(int layer, int stage)
    {
        if (!mayBeOn(layer + 1, stage)) {
            return;
        }
        for (const int from : layoutsOf(layer)) {
            for (const int to : layoutsOf(layer + 1)) {
                const StepShare share = m_task.objective.ofTransfer(m_task.relayout(layer + 1, from, to));
                std::vector<Entry> entries = costsOf(stage, share);
                entries.push_back({fmt::format("stay_{}_{}_{}", layer, stage, from), -1});
                entries.push_back({fmt::format("come_{}_{}_{}", layer + 1, stage, to), -1});
                addColumn(fmt::format("u_{}_{}_{}_{}", layer, stage, from, to), entries);
            }
        }
    }

    /// Both sides of a boundary wait for what passes it.
    void addTransfers(int layer, int stage)
    {
        if (!mayBeOn(layer + 1, stage + 1)) {
            return;
        }
        std::map<std::pair<int, int>, Seconds> known;
        for (const Candidate& before : m_task.of(layer)) {
            for (const Candidate& after : m_task.of(layer + 1)) {
                const std::pair ends(m_task.boundaryClass(before.strategy).sending,
                                     m_task.boundaryClass(after.strategy).receiving);
                if (!known.contains(ends)) {
                    known[ends] = m_task.receive(stage + 1, layer + 1, before.strategy, after.strategy);
                }
            }
        }
        for (const auto& [ends, seconds] : known) {
            const StepShare share = m_task.objective.ofTransfer(seconds);
            std::vector<Entry> entries = costsOf(stage, share);
            const std::vector<Entry> behind = costsOf(stage + 1, share);
            entries.front().value += behind.front().value;
            entries.push_back(behind.back());
            entries.push_back({fmt::format("leave_{}_{}_{}", layer, stage, ends.first), -1});
            entries.push_back({fmt::format("enter_{}_{}_{}", layer + 1, stage + 1, ends.second), -1});
            addColumn(fmt::format("w_{}_{}_{}_{}", layer, stage, ends.first, ends.second), entries);
        }
    }

    [[nodiscard]] std::set<int> layoutsOf(int layer) const
    {
        std::set<int> layouts;
        for (const Candidate& candidate : m_task.of(layer)) {
            layouts.insert(candidate.layout);
        }
        return layouts;
    }

    [[nodiscard]] std::string written() const
    {
        std::string text = "NAME plan\nROWS\n" + m_rows + "COLUMNS\n";
        for (const auto& [name, entries] : m_columns) {
            for (const Entry& entry : entries) {
                if (entry.value != 0) {
                    text += fmt::format(" {} {} {:.17g}\n", name, entry.row, entry.value);
                }
            }
        }
        text += "RHS\n" + m_right + "BOUNDS\n";
        for (const std::string& name : m_whole) {
            text += fmt::format(" BV BND {}\n", name);
        }
        return text + "ENDATA\n";
    }

    const Task& m_task;
    Bytes m_budget;
    std::set<std::string> m_known;
    std::string m_rows;
    std::string m_right;
    std::map<std::string, std::vector<Entry>> m_columns;
    std::vector<std::string> m_whole;
};

}  // namespace

std::string programRows(const Task& task, Bytes budget)
{
    return Rows(task, budget).text();
}

}  // namespace pgram
