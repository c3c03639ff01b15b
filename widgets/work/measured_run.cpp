// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/work/measured_run.h"

#include "core/base/check.h"
#include "traces/read_trace.h"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace pgram {

namespace {

/// Reads the ranks of a trace, or a log: a file that does not look like a trace.
Result<std::vector<MeasuredFile>> readMeasured(const QString& file, const ReadControl& control)
{
    const std::filesystem::path path(file.toStdU16String());
    std::vector<MeasuredFile> measured;
    if (!isTraceFile(path)) {
        PGRAM_TRY(StepLog log, loadStepLog(path, control));
        measured.push_back({file, nullptr, std::make_shared<const StepLog>(std::move(log))});
        return measured;
    }
    PGRAM_TRY(const std::vector<Trace> traces, readTraces(path, control));
    for (const Trace& trace : traces) {
        Result<MeasuredRank> rank = measuredRank(trace);
        if (!rank) {
            rank.error().where = file.toStdString();
            return tl::unexpected(rank.error());
        }
        measured.push_back({file, std::make_shared<const MeasuredRank>(std::move(*rank)), nullptr});
    }
    return measured;
}

}  // namespace

MeasuredRun::MeasuredRun(QObject* parent) : QObject(parent)
{
    connect(&m_worker, &Worker::failed, this, [this](quint64, const Error& error) { Q_EMIT failed(error); });
    connect(&m_worker, &Worker::ended, this, [this] {
        if (!m_files.isEmpty()) {
            m_files.removeFirst();
        }
        readNext();
        Q_EMIT progressed();
    });
}

void MeasuredRun::open(const QString& file)
{
    if (m_files.contains(file)) {
        return;
    }
    m_files.append(file);
    if (m_files.size() == 1) {
        readNext();
    }
    Q_EMIT progressed();
}

void MeasuredRun::readNext()
{
    m_progress = 0;
    if (m_files.isEmpty()) {
        return;
    }
    m_worker.start(
        [this, file = m_files.front()](const std::stop_token& stop, const Worker::Post& post) -> Result<void> {
            constexpr double between = 0.01;
            double told = 0;
            const auto progress = [&](double share) {
                if (share >= told + between) {
                    told = share;
                    post([this, share] {
                        m_progress = share;
                        Q_EMIT progressed();
                    });
                }
            };
            const auto read = readMeasured(file, {stop, progress});
            if (stop.stop_requested()) {
                return {};
            }
            PGRAM_CHECK(read);
            post([this, file, read] { take(file, *read); });
            return {};
        });
}

void MeasuredRun::take(const QString& file, const std::vector<MeasuredFile>& read)
{
    std::erase_if(m_measured, [&](const MeasuredFile& own) { return own.file == file; });
    m_measured.insert(m_measured.end(), read.begin(), read.end());
    std::ranges::stable_sort(m_measured, {}, [](const MeasuredFile& own) {
        return own.rank ? own.rank->rank : std::numeric_limits<int>::max();
    });
    Q_EMIT changed();
    if (read.front().log) {
        Q_EMIT logRead(file);
    }
}

void MeasuredRun::cancel()
{
    m_files.clear();
    m_worker.drop();
    Q_EMIT progressed();
}

void MeasuredRun::clear()
{
    m_measured.clear();
    cancel();
    Q_EMIT changed();
}

QStringList MeasuredRun::files() const
{
    QStringList files;
    for (const MeasuredFile& own : m_measured) {
        files.append(own.file);
    }
    files += m_files;
    files.removeDuplicates();
    return files;
}

double MeasuredRun::longestStep() const
{
    double longest = 0;
    for (const MeasuredFile& own : m_measured) {
        if (!own.rank) {
            continue;
        }
        longest = std::max({longest, own.rank->step.length, own.rank->memory ? own.rank->memory->length : 0});
    }
    return longest;
}

}  // namespace pgram
