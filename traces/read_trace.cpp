// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/read_trace.h"

#include "core/base/check.h"
#include "studies/database.h"
#include "traces/chakra.h"
#include "traces/kineto.h"
#include "traces/memory_snapshot.h"
#include "traces/nsight.h"
#include "traces/packed_file.h"

namespace pgram {

namespace {

constexpr std::string_view databaseMark = "SQLite format 3";

/// Returns true for the first instruction of a pickle: a protocol of 2 to 5.
bool isPickle(const std::string& text)
{
    return text.size() > 1 && text[0] == '\x80' && text[1] >= 2 && text[1] <= 5;
}

bool isExport(const std::filesystem::path& file)
{
    Result<Database> database = Database::open(file, Database::Access::Read);
    const auto found = database ? database->first("SELECT count(*) FROM sqlite_master WHERE name IN ('StringIds', "
                                                  "'CUPTI_ACTIVITY_KIND_KERNEL', 'CUPTI_ACTIVITY_KIND_RUNTIME')")
                                : Result<std::string>("0");
    return found && *found != "0";
}

}  // namespace

bool isTraceFile(const std::filesystem::path& file)
{
    const std::string text = beginningOf(file);
    if (text.starts_with(databaseMark)) {
        return isExport(file);
    }
    if (isPickle(text) || isChakra(text) || isObserverTrace(text)) {
        return true;
    }
    const auto has = [&text](const char* word) { return text.find(word) != std::string::npos; };
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool isList = first != std::string::npos && text[first] == '[';
    return has("\"traceEvents\"") || (has("\"schemaVersion\"") && has("\"deviceProperties\"")) ||
           (isList && has("\"ph\"") && has("\"ts\""));
}

Result<std::vector<Trace>> readTraces(const std::filesystem::path& file, const ReadControl& control)
{
    const std::string text = beginningOf(file);
    if (text.starts_with(databaseMark)) {
        return readNsight(file, control);
    }
    if (isPickle(text)) {
        return readMemorySnapshot(file, control);
    }
    if (isObserverTrace(text)) {
        return observerTraceError(file);
    }
    PGRAM_TRY(Trace trace, isChakra(text) ? readChakra(file, control) : readKineto(file, control));
    std::vector<Trace> traces;
    traces.push_back(std::move(trace));
    return traces;
}

}  // namespace pgram
