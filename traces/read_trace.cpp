// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/read_trace.h"

#include "core/base/check.h"
#include "studies/database.h"
#include "traces/kineto.h"
#include "traces/nsight.h"
#include "traces/packed_file.h"

#include <istream>

namespace pgram {

namespace {

constexpr std::string_view databaseMark = "SQLite format 3";

/// Returns the first bytes of a file, unpacked; empty if it cannot be read.
std::string beginningOf(const std::filesystem::path& file)
{
    constexpr std::streamsize most = 1 << 16;
    const auto packed = PackedFile::open(file);
    if (!packed) {
        return {};
    }
    std::istream stream(packed->get());
    std::string text(most, '\0');
    stream.read(text.data(), most);
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
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
    const auto has = [&text](const char* word) { return text.find(word) != std::string::npos; };
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool isList = first != std::string::npos && text[first] == '[';
    return has("\"traceEvents\"") || (has("\"schemaVersion\"") && has("\"deviceProperties\"")) ||
           (isList && has("\"ph\"") && has("\"ts\""));
}

Result<std::vector<Trace>> readTraces(const std::filesystem::path& file, const ReadControl& control)
{
    if (beginningOf(file).starts_with(databaseMark)) {
        return readNsight(file, control);
    }
    PGRAM_TRY(Trace trace, readKineto(file, control));
    std::vector<Trace> traces;
    traces.push_back(std::move(trace));
    return traces;
}

}  // namespace pgram
