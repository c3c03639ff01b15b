// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/nsight.h"

#include "core/base/check.h"
#include "studies/database.h"
#include "traces/packed_file.h"
#include "traces/trace_builder.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>

namespace pgram {

namespace {

constexpr std::int64_t threadBits = 0xFF'FFFF;  ///< thread in a globalTid; the bits above are the process
constexpr std::int64_t rowsBetween = 4096;      ///< rows between two reports of progress
constexpr double nanosecond = 1e-3;             ///< microseconds

/// Returns the columns of a table; none if the file lacks the table or has a view in its place.
using Columns = std::set<std::string, std::less<>>;

Result<Columns> columnsOf(Database& database, const std::string& table)
{
    PGRAM_TRY(Statement statement,
              database.prepare("SELECT c.name FROM sqlite_master AS t, pragma_table_info(t.name) AS c "
                               "WHERE t.type = 'table' AND t.name = '" +
                               table + "'"));
    Columns columns;
    for (;;) {
        PGRAM_TRY(const bool isRow, statement.step());
        if (!isRow) {
            return columns;
        }
        columns.insert(statement.text(0));
    }
}

/// The tables of an export in order, each read row by row into the traces of its devices.
class Export {
public:
    Export(Database& database, const ReadControl& control) : m_database(database), m_control(control) {}

    Result<std::vector<Trace>> read();

private:
    using Owner = std::pair<std::int64_t, std::int64_t>;  ///< process and device
    using Take = std::function<void(const Statement&)>;

    Result<void> countRows();
    /// Reads these columns of a table; `take` is called for each row. A table that is missing has no rows.
    Result<void> rows(const std::string& table, const std::vector<std::string>& wanted, const Take& take);
    Result<void> readNames();
    Result<void> readKernels();
    Result<void> readCopies(const std::string& table, const char* name);
    Result<void> readLaunches();
    Result<void> readRanges();
    Result<void> readDevices();
    void add(const Statement& row, KernelKind kind, std::string_view name);
    [[nodiscard]] TraceBuilder& builderOf(const Owner& owner) { return m_builders[owner]; }
    [[nodiscard]] std::string_view nameOf(std::int64_t id) const
    {
        const auto found = m_names.find(id);
        return found == m_names.end() ? std::string_view() : std::string_view(found->second);
    }
    [[nodiscard]] std::string file() const { return m_database.file().string(); }

    Database& m_database;
    const ReadControl& m_control;
    std::map<std::string, Columns, std::less<>> m_tables;
    std::map<std::int64_t, std::string> m_names;  ///< StringIds
    std::map<Owner, TraceBuilder> m_builders;
    std::int64_t m_all = 0;   ///< rows of all tables
    std::int64_t m_done = 0;  ///< rows that were read
    std::int64_t m_unusable = 0;
    std::int64_t m_open = 0;
};

Result<void> Export::countRows()
{
    for (const char* table :
         {"StringIds", "CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMSET",
          "CUPTI_ACTIVITY_KIND_RUNTIME", "NVTX_EVENTS", "TARGET_INFO_GPU"}) {
        PGRAM_TRY(m_tables[table], columnsOf(m_database, table));
        if (!m_tables[table].empty()) {
            PGRAM_TRY(const std::string count, m_database.first(fmt::format("SELECT count(*) FROM {}", table)));
            m_all += std::stoll(count);
        }
    }
    return {};
}

Result<void> Export::rows(const std::string& table, const std::vector<std::string>& wanted, const Take& take)
{
    const Columns& columns = m_tables[table];
    if (columns.empty()) {
        return {};
    }
    std::string sql = "SELECT ";
    for (const std::string& column : wanted) {
        sql += (&column == &wanted.front() ? "" : ", ") + (columns.contains(column) ? '"' + column + '"' : "NULL");
    }
    PGRAM_TRY(Statement statement, m_database.prepare(sql + " FROM " + table));
    for (;;) {
        PGRAM_TRY(const bool isRow, statement.step());
        if (!isRow) {
            return {};
        }
        take(statement);
        if (++m_done % rowsBetween == 0) {
            if (m_control.stop.stop_requested()) {
                return stoppedReading(m_database.file());
            }
            if (m_control.progress) {
                m_control.progress(static_cast<double>(m_done) / static_cast<double>(m_all));
            }
        }
    }
}

Result<void> Export::readNames()
{
    return rows("StringIds", {"id", "value"}, [this](const Statement& row) { m_names[row.integer(0)] = row.text(1); });
}

/// Adds a kernel or a copy: start, end, deviceId, globalPid and correlationId are its first columns.
void Export::add(const Statement& row, KernelKind kind, std::string_view name)
{
    constexpr double latest = 4e18;  // nanoseconds
    const double start = row.number(0);
    const double end = row.number(1);
    if (row.isNull(0) || row.isNull(1) || !(std::abs(start) < latest) || !(end >= start) || !(end - start < 1e15)) {
        ++m_unusable;
        return;
    }
    TraceBuilder::Kernel kernel{name, kind, start * nanosecond, end * nanosecond, row.isNull(4) ? -1 : row.integer(4)};
    const TraceTransfer transfer{.kind = transferKind(name)};
    if (kind == KernelKind::Transfer) {
        kernel.transfer = &transfer;
    }
    builderOf({row.integer(3) & ~threadBits, row.integer(2)}).add(kernel);
}

Result<void> Export::readKernels()
{
    return rows("CUPTI_ACTIVITY_KIND_KERNEL",
                {"start", "end", "deviceId", "globalPid", "correlationId", "demangledName", "shortName"},
                [this](const Statement& row) {
                    const std::string_view name = nameOf(row.integer(row.isNull(5) ? 6 : 5));
                    add(row, kernelKind(name), name);
                });
}

Result<void> Export::readCopies(const std::string& table, const char* name)
{
    return rows(table, {"start", "end", "deviceId", "globalPid", "correlationId"},
                [&](const Statement& row) { add(row, KernelKind::Copy, name); });
}

Result<void> Export::readLaunches()
{
    return rows("CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "globalTid", "correlationId"}, [this](const Statement& row) {
        if (row.isNull(0) || row.isNull(2)) {
            return;
        }
        const std::int64_t process = row.integer(1) & ~threadBits;
        for (auto& [owner, builder] : m_builders) {
            if (owner.first == process || row.isNull(1) || owner.first == 0) {
                builder.addLaunch(row.integer(2), row.integer(1), row.number(0) * nanosecond);
            }
        }
    });
}

Result<void> Export::readRanges()
{
    constexpr std::int64_t pushPop = 59;
    constexpr std::int64_t startEnd = 60;
    return rows(
        "NVTX_EVENTS", {"start", "end", "globalTid", "text", "textId", "eventType"}, [this](const Statement& row) {
            const bool isRange = row.isNull(5) || row.integer(5) == pushPop || row.integer(5) == startEnd;
            const std::string_view name = row.isNull(3) ? nameOf(row.integer(4)) : row.view(3);
            // emit_nvtx writes a number of autograd behind operations that it records.
            const bool isRecorded = name.starts_with("aten::") && name.find(", seq = ") != std::string_view::npos;
            const auto work = isRecorded ? std::optional(HostWork::Recorded) : hostWork(name);
            if (!isRange || !work) {
                return;
            }
            if (row.isNull(0) || row.isNull(1)) {
                ++m_open;
                return;
            }
            const double start = row.number(0) * nanosecond;
            const double end = row.number(1) * nanosecond;
            const std::int64_t process = row.integer(2) & ~threadBits;
            for (auto& [owner, builder] : m_builders) {
                if (owner.first == process || row.isNull(2) || owner.first == 0) {
                    builder.addSpan(row.integer(2), *work, start, end, name);
                }
            }
        });
}

Result<void> Export::readDevices()
{
    return rows("TARGET_INFO_GPU", {"id", "name"}, [this](const Statement& row) {
        for (auto& [owner, builder] : m_builders) {
            if (owner.second == row.integer(0)) {
                builder.trace().device = row.text(1);
            }
        }
    });
}

Result<std::vector<Trace>> Export::read()
{
    PGRAM_CHECK(countRows());
    const Text todo = Core::tr("Give a file of: nsys export --type sqlite");
    const Columns& kernels = m_tables["CUPTI_ACTIVITY_KIND_KERNEL"];
    if (m_tables["StringIds"].empty()) {
        return badInput(Core::tr("is not an export of Nsight Systems"), file(), todo);
    }
    if (kernels.empty() || !kernels.contains("start") || !kernels.contains("end")) {
        return badInput(Core::tr("has no kernel of a device"), file(),
                        Core::tr("Profile with: nsys profile --trace cuda,nvtx"));
    }
    PGRAM_CHECK(readNames());
    PGRAM_CHECK(readKernels());
    PGRAM_CHECK(readCopies("CUPTI_ACTIVITY_KIND_MEMCPY", "Memcpy"));
    PGRAM_CHECK(readCopies("CUPTI_ACTIVITY_KIND_MEMSET", "Memset"));
    PGRAM_CHECK(readLaunches());
    PGRAM_CHECK(readRanges());
    PGRAM_CHECK(readDevices());
    if (m_builders.empty()) {
        return badInput(Core::tr("has no kernel of a device"), file(),
                        Core::tr("Profile with: nsys profile --trace cuda,nvtx"));
    }
    std::vector<Trace> traces;
    for (auto& [owner, builder] : m_builders) {
        builder.shareSpans();
        Trace& trace = builder.trace();
        if (m_unusable > 0) {
            trace.unused.push_back(Core::tr("events without a start or a duration that can be used: {}", m_unusable));
        }
        if (m_open > 0) {
            trace.unused.push_back(Core::tr("events that begin and do not end: {}", m_open));
        }
        if (m_builders.size() > 1) {
            trace.rank = static_cast<int>(traces.size());
            trace.ranks = static_cast<int>(m_builders.size());
        }
        PGRAM_TRY(Trace read,
                  builder.finished(builder.saysPhases() ? KernelPhase::Forward : KernelPhase::Unknown, file(), todo));
        traces.push_back(std::move(read));
    }
    return traces;
}

}  // namespace

Result<std::vector<Trace>> readNsight(const std::filesystem::path& file, const ReadControl& control)
{
    PGRAM_TRY(Database database, Database::open(file, Database::Access::Read));
    PGRAM_CHECK(database.run("PRAGMA trusted_schema = OFF"));
    return Export(database, control).read();
}

}  // namespace pgram
