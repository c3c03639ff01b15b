// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/work/measured_run.h"

#include "core/base/check.h"
#include "traces/read_trace.h"

#include <algorithm>
#include <filesystem>

namespace pgram {

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
            const auto traces = readTraces(std::filesystem::path(file.toStdU16String()), {stop, progress});
            if (stop.stop_requested()) {
                return {};
            }
            PGRAM_CHECK(traces);
            std::vector<std::shared_ptr<const MeasuredRank>> ranks;
            for (const Trace& trace : *traces) {
                Result<MeasuredRank> rank = measuredRank(trace);
                if (!rank) {
                    rank.error().where = file.toStdString();
                    return tl::unexpected(rank.error());
                }
                ranks.push_back(std::make_shared<const MeasuredRank>(std::move(*rank)));
            }
            post([this, file, ranks] { take(file, ranks); });
            return {};
        });
}

void MeasuredRun::take(const QString& file, const std::vector<std::shared_ptr<const MeasuredRank>>& ranks)
{
    std::erase_if(m_ranks, [&](const MeasuredFile& own) { return own.file == file; });
    for (const auto& rank : ranks) {
        m_ranks.push_back({file, rank});
    }
    std::ranges::stable_sort(m_ranks, {}, [](const MeasuredFile& own) { return own.rank->rank; });
    Q_EMIT changed();
}

void MeasuredRun::cancel()
{
    m_files.clear();
    m_worker.drop();
    Q_EMIT progressed();
}

void MeasuredRun::clear()
{
    m_ranks.clear();
    cancel();
    Q_EMIT changed();
}

QStringList MeasuredRun::files() const
{
    QStringList files;
    for (const MeasuredFile& own : m_ranks) {
        files.append(own.file);
    }
    files += m_files;
    files.removeDuplicates();
    return files;
}

double MeasuredRun::longestStep() const
{
    double longest = 0;
    for (const MeasuredFile& own : m_ranks) {
        longest = std::max({longest, own.rank->step.length, own.rank->memory ? own.rank->memory->length : 0});
    }
    return longest;
}

}  // namespace pgram
