// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "studies/database.h"

#include "core/base/check.h"

#include <fmt/format.h>
#include <sqlite3.h>

namespace pgram {

namespace {

constexpr int busyMilliseconds = 60'000;

Text todoAbout(int code)
{
    switch (code) {
    case SQLITE_NOTADB:
        return Core::tr("Give a file of results that pgram study wrote");
    case SQLITE_FULL:
        return Core::tr("Free space on the disk");
    case SQLITE_CORRUPT:
        return Core::tr("The file is damaged: restore a copy of it, or give another one");
    case SQLITE_CANTOPEN:
        return Core::tr("Check the path");
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return Core::tr("Check its permissions");
    default:
        return {};
    }
}

Error errorOf(sqlite3* database, const std::string& file)
{
    const int code = sqlite3_errcode(database) & 0xff;
    return {ErrorKind::BadInput, Core::tr("SQLite: {}", std::string(sqlite3_errmsg(database))), file, todoAbout(code)};
}

/// Returns the URI of a file that nobody changes while it is open.
std::string unchangedUri(const std::string& name)
{
    std::string uri = "file:";
    for (const char c : name) {
        const bool isPlain = c != '%' && c != '?' && c != '#';
        uri += isPlain ? std::string(1, c) : fmt::format("%{:02x}", static_cast<unsigned char>(c));
    }
    return uri + "?immutable=1";
}

}  // namespace

Statement::Statement(sqlite3_stmt* statement) : m_statement(statement) {}

void Statement::Free::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

void Statement::bind(int index, std::int64_t value)
{
    sqlite3_bind_int64(m_statement.get(), index + 1, value);
}

void Statement::bind(int index, double value)
{
    sqlite3_bind_double(m_statement.get(), index + 1, value);
}

void Statement::bind(int index, std::string_view value)
{
    sqlite3_bind_text64(m_statement.get(), index + 1, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void Statement::bindNull(int index)
{
    sqlite3_bind_null(m_statement.get(), index + 1);
}

Result<bool> Statement::step()
{
    const int code = sqlite3_step(m_statement.get());
    if (code == SQLITE_ROW || code == SQLITE_DONE) {
        return code == SQLITE_ROW;
    }
    sqlite3* database = sqlite3_db_handle(m_statement.get());
    const char* file = sqlite3_db_filename(database, "main");
    return tl::unexpected(errorOf(database, file != nullptr ? file : ""));
}

void Statement::reset()
{
    sqlite3_reset(m_statement.get());
}

int Statement::columns() const
{
    return sqlite3_column_count(m_statement.get());
}

std::string Statement::columnName(int index) const
{
    return sqlite3_column_name(m_statement.get(), index);
}

bool Statement::isNull(int index) const
{
    return sqlite3_column_type(m_statement.get(), index) == SQLITE_NULL;
}

bool Statement::isText(int index) const
{
    return sqlite3_column_type(m_statement.get(), index) == SQLITE_TEXT;
}

bool Statement::isInteger(int index) const
{
    return sqlite3_column_type(m_statement.get(), index) == SQLITE_INTEGER;
}

std::int64_t Statement::integer(int index) const
{
    return sqlite3_column_int64(m_statement.get(), index);
}

double Statement::number(int index) const
{
    return sqlite3_column_double(m_statement.get(), index);
}

std::string_view Statement::view(int index) const
{
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(m_statement.get(), index));
    return text == nullptr
               ? std::string_view()
               : std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), index)));
}

void Database::Close::operator()(sqlite3* database) const
{
    sqlite3_close_v2(database);
}

std::string Database::nameOf(const std::filesystem::path& file)
{
    return file.is_absolute() ? file.string() : "./" + file.string();
}

Result<Database> Database::openAs(const std::filesystem::path& file, const std::string& name, int flags)
{
    sqlite3* raw = nullptr;
    const int code = sqlite3_open_v2(name.c_str(), &raw, flags | SQLITE_OPEN_NOMUTEX, nullptr);
    Database database;
    database.m_file = file;
    database.m_database.reset(raw);
    if (code != SQLITE_OK) {
        return tl::unexpected(errorOf(raw, file.string()));
    }
    sqlite3_busy_timeout(raw, busyMilliseconds);
    // SQLite reads the file with the first statement.
    if (Result<std::string> schema = database.first("SELECT count(*) FROM sqlite_master"); !schema) {
        schema.error().where = file.string();
        return tl::unexpected(schema.error());
    }
    return database;
}

Result<Database> Database::open(const std::filesystem::path& file, Access access)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) {
        return badInput(Core::tr("is a directory, not a file"), file.string(), Core::tr("Name a file in it"));
    }
    const std::string name = nameOf(file);
    if (access == Access::Write) {
        return openAs(file, name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    }
    Result<Database> opened = openAs(file, name, SQLITE_OPEN_READONLY);
    // A file with a log needs another file next to it, even to be read. In a folder without permission to write, only a
    // file whose log is empty can be read.
    const bool hasLog = std::filesystem::exists(file.string() + "-wal", ignored);
    if (!opened && !hasLog && std::filesystem::exists(file, ignored)) {
        if (Result<Database> unchanged = openAs(file, unchangedUri(name), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)) {
            return unchanged;
        }
    }
    return opened;
}

Result<void> Database::run(const std::string& sql)
{
    if (sqlite3_exec(m_database.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
        return tl::unexpected(errorOf(m_database.get(), m_file.string()));
    }
    return {};
}

Result<Statement> Database::prepare(const std::string& sql)
{
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(m_database.get(), sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr) !=
        SQLITE_OK) {
        return tl::unexpected(errorOf(m_database.get(), m_file.string()));
    }
    return Statement(statement);
}

Result<std::string> Database::first(const std::string& sql)
{
    PGRAM_TRY(Statement statement, prepare(sql));
    PGRAM_TRY(const bool has, statement.step());
    return has ? statement.text(0) : std::string();
}

}  // namespace pgram
