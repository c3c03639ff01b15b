// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The measured steps that the window has beside its plans: traces and memory snapshots, read in the background one
// after another. GUI thread only.
#pragma once

#include "traces/measured_step.h"
#include "widgets/work/worker.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace pgram {

/// The measured step of one rank, and its file.
struct MeasuredFile {
    QString file;  ///< path
    std::shared_ptr<const MeasuredRank> rank;
};

class MeasuredRun : public QObject {
    Q_OBJECT
public:
    explicit MeasuredRun(QObject* parent = nullptr);

    /// Reads a trace behind those that are being read, and adds its ranks. A file that was read before is read again.
    void open(const QString& file);
    /// Stops the reading and forgets what is not read yet.
    void cancel();
    /// Removes all ranks, and stops the reading.
    void clear();

    [[nodiscard]] const std::vector<MeasuredFile>& ranks() const { return m_ranks; }
    /// Returns the files of the ranks, then those that are not read yet, each once.
    [[nodiscard]] QStringList files() const;
    /// Returns the longest of the measured steps, in seconds; 0 without one.
    [[nodiscard]] double longestStep() const;
    [[nodiscard]] bool isRunning() const { return !m_files.isEmpty(); }
    /// Returns the file that is being read; empty if none is.
    [[nodiscard]] QString reading() const { return m_files.isEmpty() ? QString() : m_files.front(); }
    /// Returns the share of this file that has been read.
    [[nodiscard]] double progress() const { return m_progress; }

Q_SIGNALS:
    /// Ranks came or went.
    void changed();
    /// More has been read, or the reading began or ended.
    void progressed();
    /// A file could not be read.
    void failed(const pgram::Error& error);

private:
    void readNext();
    void take(const QString& file, const std::vector<std::shared_ptr<const MeasuredRank>>& ranks);

    std::vector<MeasuredFile> m_ranks;
    QStringList m_files;  ///< files to be read; the first one is being read
    double m_progress = 0;
    Worker m_worker{Priority::Answer};
};

}  // namespace pgram
