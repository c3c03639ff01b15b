// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "studies/run.h"

#include "core/base/check.h"
#include "core/base/json.h"
#include "core/base/quantity.h"
#include "core/base/workers.h"
#include "core/search/search.h"

#include <chrono>
#include <mutex>

namespace pgram {

namespace {

constexpr std::int64_t mostShards = 1'000'000;
constexpr Seconds betweenTransactions = 0.25;

/// Collects rows of several threads and adds them in transactions.
class RowWriter {
public:
    RowWriter(StudyResults& results, StudyProgress progress, const std::function<void(const StudyProgress&)>& tell)
        : m_results(results), m_tell(tell), m_progress(progress)
    {}

    void take(StudyRow row)
    {
        const std::lock_guard lock(m_mutex);
        m_rows.push_back(std::move(row));
        if (secondsSince(m_written) >= betweenTransactions) {
            write();
        }
    }
    [[nodiscard]] bool hasFailed()
    {
        const std::lock_guard lock(m_mutex);
        return !m_result;
    }
    [[nodiscard]] Result<StudyProgress> end()
    {
        const std::lock_guard lock(m_mutex);
        write();
        return m_result ? Result<StudyProgress>(m_progress) : tl::unexpected(m_result.error());
    }

private:
    using Clock = std::chrono::steady_clock;
    [[nodiscard]] static Seconds secondsSince(Clock::time_point time)
    {
        return std::chrono::duration<double>(Clock::now() - time).count();
    }

    void write()
    {
        if (m_result && !m_rows.empty()) {
            m_result = m_results.add(m_rows);
            m_progress.done += static_cast<std::int64_t>(m_rows.size());
            m_progress.added += static_cast<std::int64_t>(m_rows.size());
        }
        m_rows.clear();
        m_written = Clock::now();
        m_progress.seconds = secondsSince(m_start);
        if (m_tell) {
            m_tell(m_progress);
        }
    }

    StudyResults& m_results;
    const std::function<void(const StudyProgress&)>& m_tell;
    std::mutex m_mutex;
    std::vector<StudyRow> m_rows;
    StudyProgress m_progress;
    Result<void> m_result;
    Clock::time_point m_start = Clock::now();
    Clock::time_point m_written = Clock::now();
};

/// Returns the row of a request; nothing if the search was stopped.
std::optional<StudyRow> answer(const Study& study, std::int64_t id, const PresetStore& store, const StudyRun& how,
                               std::stop_token stop)
{
    const Json members = study.membersOf(id);
    StudyAnswer answer;
    answer.version = how.version;
    Result<SearchRequest> request = requestOf(study, members, store);
    if (!request) {
        answer.error = request.error().text();
        return rowOf(id, members, answer);
    }
    request->threads = 1;
    answer.request = &*request;
    const Result<SearchResult> result = search(*request, stop);
    if (stop.stop_requested()) {
        return std::nullopt;
    }
    if (result) {
        answer.result = &*result;
    } else {
        answer.error = result.error().text();
    }
    return rowOf(id, members, answer);
}

}  // namespace

Result<Shard> parseShard(std::string_view text)
{
    const std::size_t slash = text.find('/');
    if (slash != std::string_view::npos) {
        const auto index = parseCount(text.substr(0, slash), 1, mostShards);
        const auto count = parseCount(text.substr(slash + 1), 1, mostShards);
        if (index && count && *index <= *count) {
            return Shard{*index - 1, *count};
        }
    }
    return badInput(Core::tr("'{}' is not a part of a study", std::string(text.substr(0, 40))), {},
                    Core::tr("Give one such as 2/8, the second of eight"));
}

Result<StudyProgress> run(StudyResults& results, const PresetStore& store, const StudyRun& how, std::stop_token stop)
{
    PGRAM_TRY(const std::vector<bool> done, results.done());
    StudyProgress start;
    for (std::int64_t id = how.shard.index; id < results.study().size(); id += how.shard.count) {
        ++start.all;
        start.done += done[static_cast<std::size_t>(id)] ? 1 : 0;
    }
    RowWriter writer(results, start, how.progress);
    forEachInOrder(workersFor(how.threads), static_cast<std::size_t>(start.all), [&](std::size_t i) {
        const std::int64_t id = how.shard.index + static_cast<std::int64_t>(i) * how.shard.count;
        if (done[static_cast<std::size_t>(id)] || stop.stop_requested() || writer.hasFailed()) {
            return;
        }
        if (std::optional<StudyRow> row = answer(results.study(), id, store, how, stop)) {
            writer.take(std::move(*row));
        }
    });
    return writer.end();
}

}  // namespace pgram
