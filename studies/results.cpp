// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "studies/results.h"

#include "core/base/check.h"
#include "core/base/json.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace pgram {

namespace {

constexpr int resultsVersion = 1;
/// "PGST": marks the file among SQLite files (PRAGMA application_id).
constexpr int applicationId = 0x50475354;

const char* typeName(StudyColumn::Type type)
{
    switch (type) {
    case StudyColumn::Type::Text:
        return "TEXT";
    case StudyColumn::Type::Integer:
        return "INTEGER";
    case StudyColumn::Type::Real:
        return "REAL";
    }
    return "TEXT";
}

/// Returns a name as SQL quotes it.
std::string quoted(const std::string& name, char mark = '"')
{
    std::string text(1, mark);
    for (const char c : name) {
        text += c;
        if (c == mark) {
            text += c;
        }
    }
    return text + mark;
}

std::string columnList(const std::string& prefix = {})
{
    std::vector<std::string> names;
    for (const StudyColumn& column : studyColumns()) {
        names.push_back(prefix + quoted(column.name));
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

bool isResult(const std::string& member)
{
    return std::ranges::any_of(studyColumns(), [&](const StudyColumn& column) { return column.name == member; });
}

/// Returns the statements that create the tables and the view.
std::string tablesOf(const Study& study)
{
    std::string sql =
        fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", applicationId, resultsVersion);
    sql += "CREATE TABLE study (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;";
    sql += "CREATE TABLE results (id INTEGER PRIMARY KEY, members TEXT NOT NULL";
    for (const StudyColumn& column : studyColumns()) {
        sql += fmt::format(", {} {}", quoted(column.name), typeName(column.type));
    }
    sql += "); CREATE VIEW answers AS SELECT id";
    for (const std::string& member : study.members()) {
        const std::string path = "$." + quoted(member);
        // A model or a cluster that is in the study itself has its name in the column.
        const bool mayBeObject = member == "model" || member == "cluster";
        const std::string value = fmt::format("json_extract(members, {})", quoted(path, '\''));
        sql += fmt::format(
            ", {} AS {}",
            mayBeObject ? fmt::format("coalesce(json_extract(members, {}), {})", quoted(path + ".name", '\''), value)
                        : value,
            quoted(isResult(member) ? "asked_" + member : member));
    }
    return sql + ", " + columnList() + " FROM results;";
}

void bindValue(Statement& statement, int index, const StudyColumn& column, const Json& value)
{
    if (value.is_null()) {
        statement.bindNull(index);
    } else if (column.type == StudyColumn::Type::Text) {
        statement.bind(index, std::string_view(value.get_ref<const std::string&>()));
    } else if (column.type == StudyColumn::Type::Integer) {
        statement.bind(index, value.get<std::int64_t>());
    } else {
        statement.bind(index, value.get<double>());
    }
}

Json valueAt(const Statement& statement, int index)
{
    return statement.isNull(index)      ? Json()
           : statement.isText(index)    ? Json(statement.text(index))
           : statement.isInteger(index) ? Json(statement.integer(index))
                                        : Json(statement.number(index));
}

std::string textOf(const Study& study)
{
    return dumped(toJson(study));
}

/// Returns the study of a file of results. Errors: it is another file.
Result<Study> studyOf(Database& database)
{
    const std::string file = database.file().string();
    const Text todo = Core::tr("Give a file of results that pgram study wrote");
    PGRAM_TRY(const std::string id, database.first("PRAGMA application_id"));
    PGRAM_TRY(const std::string version, database.first("PRAGMA user_version"));
    if (id != std::to_string(applicationId)) {
        return badInput(Core::tr("does not have the results of a study"), file, todo);
    }
    if (std::stoi(version) > resultsVersion) {
        return badInput(Core::tr("has version {}, which is newer than {}", version, resultsVersion), file,
                        Core::tr("Use a newer version of Parallelogram"));
    }
    PGRAM_TRY(const std::string text, database.first("SELECT value FROM study WHERE name = 'study'"));
    PGRAM_TRY(const std::string folder, database.first("SELECT value FROM study WHERE name = 'folder'"));
    return parseStudy(text, file, folder);
}

Error otherStudy(const std::filesystem::path& file)
{
    return {ErrorKind::BadInput, Core::tr("has the results of another study"), file.string(),
            Core::tr("Choose another file for the results")};
}

Error notWritten(const std::filesystem::path& file, int code)
{
    return {ErrorKind::BadInput, Core::tr("cannot be written: {}", systemText(code)), file.string(),
            code == ENOENT   ? Core::tr("Check the path")
            : code == EACCES ? Core::tr("Check its permissions")
                             : Text()};
}

/// Checks that a file is missing, is empty, or has results of the study. Changes no file.
Result<void> checkIsOf(const Study& study, const std::filesystem::path& file)
{
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) {
        return {};
    }
    PGRAM_TRY(Database database, Database::open(file, Database::Access::Read));
    PGRAM_TRY(const std::string tables, database.first("SELECT count(*) FROM sqlite_master"));
    if (tables == "0") {
        return {};
    }
    PGRAM_TRY(const Study own, studyOf(database));
    return textOf(own) == textOf(study) ? Result<void>() : tl::unexpected(otherStudy(file));
}

/// Compares versions such as 0.9.0 and 0.10.0 by their numbers. 1.0-rc is older than 1.0.
bool isOlder(std::string_view a, std::string_view b)
{
    const auto isDigitAt = [](std::string_view text) { return !text.empty() && text[0] >= '0' && text[0] <= '9'; };
    const auto takeNumber = [&](std::string_view& text) {
        std::int64_t number = 0;
        for (; isDigitAt(text); text.remove_prefix(1)) {
            number = std::min<std::int64_t>(number * 10 + (text[0] - '0'), 1'000'000'000'000);
        }
        return number;
    };
    while (!a.empty() && !b.empty()) {
        if (isDigitAt(a) && isDigitAt(b)) {
            const std::int64_t ofA = takeNumber(a);
            const std::int64_t ofB = takeNumber(b);
            if (ofA != ofB) {
                return ofA < ofB;
            }
        } else if (a[0] != b[0]) {
            return a[0] < b[0];
        } else {
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    return a.empty() ? !b.empty() && b[0] != '-' : a[0] == '-';
}

}  // namespace

StudyRow rowOf(std::int64_t id, const Json& members, const StudyAnswer& answer)
{
    StudyRow row{id, dumped(members), {}};
    for (const StudyColumn& column : studyColumns()) {
        row.values.push_back(column.value(answer));
    }
    return row;
}

Result<StudyResults::Lock> StudyResults::Lock::take(const std::filesystem::path& file)
{
    // Two links to one file share the lock.
    std::error_code failed;
    std::filesystem::path lockFile = std::filesystem::weakly_canonical(file, failed);
    lockFile = failed || lockFile.empty() ? file : lockFile;
    lockFile += ".lock";
    Lock lock;
    lock.m_descriptor = open(lockFile.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
    if (lock.m_descriptor < 0) {
        return tl::unexpected(notWritten(file, errno));
    }
    if (flock(lock.m_descriptor, LOCK_EX | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK
                   ? badInput(Core::tr("another process adds results of this study"), file.string(),
                              Core::tr("Wait until it ends, or give each process a shard and a file of its own"))
                   : tl::unexpected(notWritten(file, errno));
    }
    return lock;
}

StudyResults::Lock::Lock(Lock&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

StudyResults::Lock& StudyResults::Lock::operator=(Lock&& other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

StudyResults::Lock::~Lock()
{
    if (m_descriptor >= 0) {
        close(m_descriptor);
    }
}

Result<StudyResults> StudyResults::openToWrite(const std::filesystem::path& file, const Study& study)
{
    PGRAM_CHECK(checkIsOf(study, file));
    StudyResults results;
    PGRAM_TRY(Lock lock, Lock::take(file));
    results.m_lock = std::move(lock);
    PGRAM_TRY(Database database, Database::open(file, Database::Access::Write));
    results.m_database = std::move(database);
    PGRAM_CHECK(results.m_database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"));
    PGRAM_TRY(const std::string tables, results.m_database.first("SELECT count(*) FROM sqlite_master"));
    if (tables == "0") {
        PGRAM_CHECK(
            results.m_database.run("BEGIN IMMEDIATE;" + tablesOf(study) +
                                   fmt::format("INSERT INTO study VALUES ('study', {}), ('folder', {}); COMMIT;",
                                               quoted(textOf(study), '\''), quoted(study.folder.string(), '\''))));
    }
    PGRAM_TRY(const Study own, studyOf(results.m_database));
    if (textOf(own) != textOf(study)) {
        return tl::unexpected(otherStudy(file));
    }
    results.m_study = study;
    return results;
}

Result<StudyResults> StudyResults::openToRead(const std::filesystem::path& file)
{
    StudyResults results;
    PGRAM_TRY(Database database, Database::open(file, Database::Access::Read));
    results.m_database = std::move(database);
    PGRAM_TRY(Study study, studyOf(results.m_database));
    results.m_study = std::move(study);
    return results;
}

Result<std::vector<bool>> StudyResults::done()
{
    std::vector<bool> done(static_cast<std::size_t>(m_study.size()));
    PGRAM_TRY(Statement rows, m_database.prepare("SELECT id FROM results"));
    for (Result<bool> has = rows.step(); !has || *has; has = rows.step()) {
        PGRAM_CHECK(has);
        const auto id = static_cast<std::size_t>(rows.integer(0));
        if (id < done.size()) {
            done[id] = true;
        }
    }
    return done;
}

Result<std::int64_t> StudyResults::count()
{
    return m_database.first("SELECT count(*) FROM results").map([](const std::string& text) -> std::int64_t {
        return std::stoll(text);
    });
}

Result<void> StudyResults::add(const std::vector<StudyRow>& rows)
{
    std::string places = "?, ?";
    for (std::size_t i = 0; i < studyColumns().size(); ++i) {
        places += ", ?";
    }
    PGRAM_CHECK(m_database.run("BEGIN IMMEDIATE"));
    const auto addAll = [&]() -> Result<void> {
        PGRAM_TRY(Statement insert, m_database.prepare("INSERT OR IGNORE INTO results (id, members, " + columnList() +
                                                       ") VALUES (" + places + ")"));
        for (const StudyRow& row : rows) {
            insert.reset();
            insert.bind(0, row.id);
            insert.bind(1, std::string_view(row.members));
            int index = 2;
            for (std::size_t i = 0; i < row.values.size(); ++i) {
                bindValue(insert, index++, studyColumns()[i], row.values[i]);
            }
            PGRAM_CHECK(insert.step());
        }
        return {};
    };
    const Result<void> added = addAll();
    const Result<void> ended = m_database.run(added ? "COMMIT" : "ROLLBACK");
    return added ? ended : added;
}

Result<StudyResults::WithoutPlan> StudyResults::withoutPlan()
{
    WithoutPlan none;
    PGRAM_TRY(Statement rows, m_database.prepare("SELECT status, count(*), min(id) FROM results "
                                                 "WHERE status IN ('refused', 'infeasible') GROUP BY status "
                                                 "ORDER BY status"));
    for (;;) {
        PGRAM_TRY(const bool has, rows.step());
        if (!has) {
            return none;
        }
        (rows.text(0) == "refused" ? none.refused : none.infeasible) = rows.integer(1);
        PGRAM_TRY(none.reason,
                  m_database.first(fmt::format("SELECT error FROM results WHERE id = {}", rows.integer(2))));
    }
}

Result<void> StudyResults::takeRows(const std::filesystem::path& other)
{
    std::vector<std::string> differences;
    for (const StudyColumn& column : studyColumns()) {
        if (!column.isOfRun) {
            differences.push_back(fmt::format("a.{0} IS NOT b.{0}", quoted(column.name)));
        }
    }
    PGRAM_TRY(const std::string differing,
              m_database.first(fmt::format(
                  "SELECT a.id FROM results a JOIN other.results b USING (id) WHERE a.version = b.version AND ({}) "
                  "ORDER BY a.id LIMIT 1",
                  fmt::join(differences, " OR "))));
    if (!differing.empty()) {
        return badInput(Core::tr("its row {} differs from the one of the same version in the results", differing),
                        other.string(), Core::tr("Run this request again, or leave the file out"));
    }
    const std::string taken = fmt::format("INSERT OR REPLACE INTO results (id, members, {}) SELECT b.id, b.members, {} "
                                          "FROM other.results b LEFT JOIN results a USING (id) WHERE ",
                                          columnList(), columnList("b."));
    std::vector<std::pair<std::string, std::string>> newer;
    {
        PGRAM_TRY(Statement versions,
                  m_database.prepare("SELECT DISTINCT a.version, b.version FROM results a JOIN other.results b "
                                     "USING (id) WHERE a.version <> b.version"));
        for (Result<bool> has = versions.step(); !has || *has; has = versions.step()) {
            PGRAM_CHECK(has);
            if (isOlder(versions.text(0), versions.text(1))) {
                newer.emplace_back(versions.text(0), versions.text(1));
            }
        }
    }
    PGRAM_CHECK(m_database.run(taken + "a.id IS NULL"));
    for (const auto& [ours, its] : newer) {
        PGRAM_TRY(Statement replace, m_database.prepare(taken + "a.version = ? AND b.version = ?"));
        replace.bind(0, std::string_view(ours));
        replace.bind(1, std::string_view(its));
        PGRAM_CHECK(replace.step());
    }
    return {};
}

Result<void> StudyResults::merge(const std::filesystem::path& other)
{
    std::error_code ignored;
    if (std::filesystem::equivalent(other, m_database.file(), ignored)) {
        return {};
    }
    {
        PGRAM_TRY(StudyResults its, openToRead(other));
        if (textOf(its.m_study) != textOf(m_study)) {
            return tl::unexpected(otherStudy(other));
        }
        PGRAM_CHECK(its.m_database.prepare("SELECT id, members, " + columnList("results.") + " FROM results"));
        PGRAM_TRY(const std::string problem, its.m_database.first("PRAGMA quick_check(1)"));
        if (problem != "ok") {
            return badInput(Core::tr("SQLite: {}", problem), other.string(),
                            Core::tr("The file is damaged: restore a copy of it, or give another one"));
        }
    }
    PGRAM_TRY(Statement attach, m_database.prepare("ATTACH ? AS other"));
    attach.bind(0, std::string_view(Database::nameOf(other)));
    PGRAM_CHECK(attach.step());
    attach.reset();
    Result<void> merged = m_database.run("BEGIN IMMEDIATE").and_then([&] { return takeRows(other); }).and_then([&] {
        return m_database.run("COMMIT");
    });
    if (!merged) {
        (void)m_database.run("ROLLBACK");
    }
    const Result<void> detached = m_database.run("DETACH other");
    return merged ? detached : merged;
}

Result<void> StudyResults::forEachAnswer(const std::function<Result<void>(const std::vector<std::string>&)>& head,
                                         const std::function<Result<void>(const std::vector<Json>&)>& each)
{
    PGRAM_TRY(Statement rows, m_database.prepare("SELECT * FROM answers ORDER BY id"));
    std::vector<std::string> names;
    for (int i = 0; i < rows.columns(); ++i) {
        names.push_back(rows.columnName(i));
    }
    PGRAM_CHECK(head(names));
    std::vector<Json> values(names.size());
    for (Result<bool> has = rows.step(); !has || *has; has = rows.step()) {
        PGRAM_CHECK(has);
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = valueAt(rows, static_cast<int>(i));
        }
        PGRAM_CHECK(each(values));
    }
    return {};
}

}  // namespace pgram
