// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Results of a study in an SQLite file (WAL): one row for each request that is done. The table `study` has the study
// itself, the table `results` a row per request, and the view `answers` the same with a column for each member that
// varies. A member with the name of a result has the column asked_NAME.
#pragma once

#include "studies/columns.h"
#include "studies/database.h"
#include "studies/study.h"
#include "studies/table.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace pgram {

/// A finished request.
struct StudyRow {
    std::int64_t id = 0;       ///< number of the request in the study, from 0
    std::string members;       ///< JSON object of the members that it set
    std::vector<Json> values;  ///< one for each of studyColumns(), in their order
};

/// Returns the row of an answer.
[[nodiscard]] StudyRow rowOf(std::int64_t id, const Json& members, const StudyAnswer& answer);

/// The file of results of one study.
class StudyResults {
public:
    /// Opens the file of a study to add rows, and creates it if it is missing. Errors: the file has the results of
    /// another study; another process adds rows to it; those of Database::open().
    [[nodiscard]] static Result<StudyResults> openToWrite(const std::filesystem::path& file, const Study& study);
    /// Opens a file to read it.
    [[nodiscard]] static Result<StudyResults> openToRead(const std::filesystem::path& file);

    [[nodiscard]] const Study& study() const { return m_study; }
    /// Returns which requests are done, by number.
    [[nodiscard]] Result<std::vector<bool>> done();
    /// Returns the number of rows.
    [[nodiscard]] Result<std::int64_t> count();
    /// Requests without a plan.
    struct WithoutPlan {
        std::int64_t refused = 0;     ///< requests that cannot be made
        std::int64_t infeasible = 0;  ///< requests for which no plan fits the memory
        std::string reason;           ///< error of the first refused request, or of the first infeasible one
    };
    /// Returns the requests without a plan.
    [[nodiscard]] Result<WithoutPlan> withoutPlan();
    /// Adds rows in one transaction: all of them are in the file afterwards, or none. A request that has a row keeps
    /// it.
    [[nodiscard]] Result<void> add(const std::vector<StudyRow>& rows);
    /// Adds the rows of another file of the same study. Of two rows of one request the newer version of the program
    /// counts, of one version the row of this file. Its own file adds nothing. Errors: another study; a damaged file;
    /// two rows of one version that differ in more than the columns that differ from run to run.
    [[nodiscard]] Result<void> merge(const std::filesystem::path& other);
    /// Calls `each` with the columns' names and then with every row of the view `answers`, by number.
    [[nodiscard]] Result<void>
    forEachAnswer(const std::function<Result<void>(const std::vector<std::string>& names)>& head,
                  const std::function<Result<void>(const std::vector<Json>& values)>& each);
    /// Returns all rows as columns, without their plans. Calls `progress` now and then with the rows so far and all of
    /// them. Ends early, with the rows so far, if `stop` is requested.
    [[nodiscard]] Result<StudyTable>
    table(const std::function<void(std::int64_t done, std::int64_t all)>& progress = {}, std::stop_token stop = {});
    /// Returns the plan of a row. Errors: the row is missing, the row has no plan, the presets that its request names
    /// are gone, those of planOfRow().
    [[nodiscard]] Result<Plan> planOf(std::int64_t id, const PresetStore& store);

private:
    /// A lock that a process holds as long as it adds rows: the file NAME.lock. The system frees it whenever the
    /// process ends.
    class Lock {
    public:
        /// Takes the lock of a file of results.
        [[nodiscard]] static Result<Lock> take(const std::filesystem::path& file);
        Lock() = default;
        Lock(Lock&& other) noexcept;
        Lock& operator=(Lock&& other) noexcept;
        ~Lock();

    private:
        int m_descriptor = -1;
    };

    /// Adds the rows of the attached database `other`.
    [[nodiscard]] Result<void> takeRows(const std::filesystem::path& other);

    Lock m_lock;
    Database m_database;
    Study m_study;
};

}  // namespace pgram
