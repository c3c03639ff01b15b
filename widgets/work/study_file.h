// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The results of a study that the window has open: read in the background, only to be read, while other programs may
// add rows. GUI thread only.
#pragma once

#include "studies/results.h"
#include "widgets/work/worker.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace pgram {

class StudyFile : public QObject {
    Q_OBJECT
public:
    explicit StudyFile(QObject* parent = nullptr);

    /// Opens a file of results, or the results of a study file: those next to it, or in the current folder. Begins to
    /// read the rows. Errors, with which the file before stays open: those of StudyResults::openToRead(); a study
    /// without results.
    [[nodiscard]] Result<void> open(const QString& path);
    /// Reads the rows again.
    void refresh();

    [[nodiscard]] bool isRunning() const { return m_worker.isRunning(); }
    /// Returns the share of the rows that have been read.
    [[nodiscard]] double progress() const { return m_progress; }
    /// Returns the file of results; empty without one.
    [[nodiscard]] const QString& path() const { return m_path; }
    /// Returns the study; null without a file.
    [[nodiscard]] const Study* study() const { return m_study.get(); }
    /// Returns the rows; null until the first reading ends.
    [[nodiscard]] std::shared_ptr<const StudyTable> table() const { return m_table; }
    /// Returns the plan of a row of the table; nothing, after failed(), if StudyResults::planOf() returns an error.
    [[nodiscard]] std::optional<Plan> planOf(int row, const PresetStore& store);

Q_SIGNALS:
    /// Another file is open, or its rows arrived.
    void changed();
    /// More rows have been read, or the reading began or ended.
    void progressed();
    /// The rows or a plan could not be read.
    void failed(const pgram::Error& error);

private:
    QString m_path;
    std::unique_ptr<const Study> m_study;
    std::shared_ptr<const StudyTable> m_table;
    double m_progress = 0;
    Worker m_worker{Priority::Immediate};
};

}  // namespace pgram
