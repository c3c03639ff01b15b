// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The measured run that the window has beside its plans: traces, memory snapshots and logs of steps, read in the
// background one after another. GUI thread only.
#pragma once

#include "traces/measured_step.h"
#include "traces/step_log.h"
#include "widgets/work/worker.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace pgram {

/// The measured step of one rank, or a log of steps, and its file.
struct MeasuredFile {
    QString file;                              ///< path
    std::shared_ptr<const MeasuredRank> rank;  ///< null = a log
    std::shared_ptr<const StepLog> log;        ///< null = a rank
};

class MeasuredRun : public QObject {
    Q_OBJECT
public:
    explicit MeasuredRun(QObject* parent = nullptr);

    /// Reads a trace or a log behind those that are being read, and adds what it has. A file that was read before is
    /// read again.
    void open(const QString& file);
    /// Stops the reading and forgets what is not read yet.
    void cancel();
    /// Removes all ranks and logs, and stops the reading.
    void clear();

    /// Returns the ranks by their numbers, then the logs.
    [[nodiscard]] const std::vector<MeasuredFile>& measured() const { return m_measured; }
    /// Returns the files of these, then those that are not read yet, each once.
    [[nodiscard]] QStringList files() const;
    /// Returns the longest of the measured steps, in seconds; 0 without one.
    [[nodiscard]] double longestStep() const;
    [[nodiscard]] bool isRunning() const { return !m_files.isEmpty(); }
    /// Returns the file that is being read; empty if none is.
    [[nodiscard]] QString reading() const { return m_files.isEmpty() ? QString() : m_files.front(); }
    /// Returns the share of this file that has been read.
    [[nodiscard]] double progress() const { return m_progress; }

Q_SIGNALS:
    /// Ranks or logs came or went.
    void changed();
    /// A log came.
    void logRead(const QString& file);
    /// More has been read, or the reading began or ended.
    void progressed();
    /// A file could not be read.
    void failed(const pgram::Error& error);

private:
    void readNext();
    void take(const QString& file, const std::vector<MeasuredFile>& read);

    std::vector<MeasuredFile> m_measured;
    QStringList m_files;  ///< files to be read; the first one is being read
    double m_progress = 0;
    Worker m_worker{Priority::Answer};
};

}  // namespace pgram
