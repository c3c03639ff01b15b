// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// An SQLite file. Errors name the file and give SQLite's reason.
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace pgram {

/// A prepared statement. Values are bound and columns are read by their index from 0.
class Statement {
public:
    Statement() = default;
    explicit Statement(sqlite3_stmt* statement);

    void bind(int index, std::int64_t value);
    void bind(int index, double value);
    void bind(int index, std::string_view value);
    void bindNull(int index);
    /// Runs to the next row. Returns true if there is one.
    [[nodiscard]] Result<bool> step();
    /// Makes it ready to run again. Keeps the bound values.
    void reset();

    [[nodiscard]] int columns() const;
    [[nodiscard]] std::string columnName(int index) const;
    [[nodiscard]] bool isNull(int index) const;
    [[nodiscard]] bool isText(int index) const;
    [[nodiscard]] bool isInteger(int index) const;
    [[nodiscard]] std::int64_t integer(int index) const;
    [[nodiscard]] double number(int index) const;
    [[nodiscard]] std::string text(int index) const { return std::string(view(index)); }
    /// Returns the text, which is valid until the next step.
    [[nodiscard]] std::string_view view(int index) const;

private:
    struct Free {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Free> m_statement;
};

/// An open SQLite file. One thread at a time.
class Database {
public:
    enum class Access { Read, Write };
    /// Opens a file. Write: creates it if it is missing. Errors: missing, a directory, not an SQLite file, not
    /// writable.
    [[nodiscard]] static Result<Database> open(const std::filesystem::path& file, Access access);
    /// Returns the name of a file for SQLite, which takes no file for a URI or for a database in memory (":memory:").
    [[nodiscard]] static std::string nameOf(const std::filesystem::path& file);

    /// Runs statements that return no rows.
    [[nodiscard]] Result<void> run(const std::string& sql);
    [[nodiscard]] Result<Statement> prepare(const std::string& sql);
    /// Returns the first column of the first row as text; empty if there is no row.
    [[nodiscard]] Result<std::string> first(const std::string& sql);
    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }

private:
    struct Close {
        void operator()(sqlite3* database) const;
    };
    [[nodiscard]] static Result<Database> openAs(const std::filesystem::path& file, const std::string& name, int flags);

    std::filesystem::path m_file;
    std::unique_ptr<sqlite3, Close> m_database;
};

}  // namespace pgram
