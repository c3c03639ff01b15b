// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Keeps a file in the recovery folder for as long as the session holds what is in no file of the user's: written at
// once after the first change and then at most every interval, whole or not at all, off the GUI thread. Lives on the
// GUI thread.
#pragma once

#include "core/base/error.h"
#include "widgets/shell/session/session_file.h"
#include "widgets/work/worker.h"

#include <QElapsedTimer>
#include <QFile>
#include <QObject>
#include <QString>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace pgram {

/// One file of the folder, held by this object alone of all processes. Its lock goes with the object, and so does the
/// lock's file unless there is a session in the file.
class RecoveryFile {
public:
    /// Null when somebody holds it.
    [[nodiscard]] static std::unique_ptr<RecoveryFile> hold(const QString& path);
    ~RecoveryFile();
    RecoveryFile(const RecoveryFile&) = delete;
    RecoveryFile& operator=(const RecoveryFile&) = delete;

    [[nodiscard]] const QString& path() const { return m_path; }
    [[nodiscard]] bool exists() const { return QFile::exists(m_path); }
    /// The session in it, and what half-written ones a killed process left beside it.
    void remove();
    /// Renames what cannot be read, so that nobody is asked about it again; its new path, or none when it stays.
    [[nodiscard]] QString setAside();

private:
    RecoveryFile(QString path, int lock) : m_path(std::move(path)), m_lock(lock) {}
    void removeParts() const;

    QString m_path;
    int m_lock;
};

/// The folder where every running window keeps what would be lost with it: a file for each, beside a lock that the
/// system lets go of when its process ends, however it ends. What lies there without its lock held is a leftover of
/// a window that did not get to remove it.
class RecoveryFolder {
public:
    explicit RecoveryFolder(QString path) : m_path(std::move(path)) {}

    /// The user's own.
    [[nodiscard]] static QString usual();
    [[nodiscard]] const QString& path() const { return m_path; }
    /// A new file of this process; makes the folder.
    [[nodiscard]] Result<std::unique_ptr<RecoveryFile>> create() const;
    /// The newest leftover; null = there is none. Sweeps locks that have no session.
    [[nodiscard]] std::unique_ptr<RecoveryFile> takeLeftover() const;

private:
    QString m_path;
};

/// When to write down what has changed: at once after the first change, and then once an interval, so that no
/// change waits for longer than that. Knows no clock: times are those of any that does not go back.
class AutosaveClock {
public:
    using Time = std::chrono::milliseconds;

    explicit AutosaveClock(Time interval) : m_interval(interval) {}

    void setInterval(Time interval) { m_interval = interval; }
    [[nodiscard]] Time interval() const { return m_interval; }

    void changed(Time now) { m_waiting = std::min(m_waiting.value_or(now), now); }
    /// When the next writing is to start; nothing = all is written down, or on its way.
    [[nodiscard]] std::optional<Time> due() const
    {
        if (!m_waiting) {
            return std::nullopt;
        }
        return m_started ? std::max(*m_waiting, *m_started + m_interval) : *m_waiting;
    }

    /// What has changed until now is being written.
    void started(Time now)
    {
        m_writing = m_waiting;
        m_waiting.reset();
        m_started = now;
    }
    /// It was not: it waits on.
    void failed()
    {
        if (m_writing) {
            changed(*m_writing);
        }
    }

private:
    Time m_interval;
    std::optional<Time> m_waiting;  ///< since when the oldest change that is not written waits
    std::optional<Time> m_writing;  ///< the same of what is being written
    std::optional<Time> m_started;  ///< the last writing
};

class Session;

class Autosave : public QObject {
    Q_OBJECT
public:
    /// `session` outlives it. `look` says what the session is now, without the interval.
    Autosave(Session* session, RecoveryFolder folder, std::function<KeptSession()> look, QObject* parent = nullptr);
    ~Autosave() override;

    [[nodiscard]] const RecoveryFolder& folder() const { return m_folder; }
    void setInterval(std::chrono::milliseconds interval);
    /// Goes as soon as the session, which holds what was in it, is written down itself.
    void supersede(std::unique_ptr<RecoveryFile> leftover);
    /// The end: nothing is left to be recovered. Waits for a write that is on its way, and removes what it wrote.
    void finish();
    /// The end: leaves the session for the next start.
    void leave(KeptSession session);

Q_SIGNALS:
    /// What the session says is about to be written, or its file removed.
    void saving(const pgram::KeptSession& session);
    /// What the session said is on the disk; null = it needs no file, and has none.
    void saved(const std::shared_ptr<const pgram::KeptSession>& session);
    void failed(const pgram::Error& error);

private:
    [[nodiscard]] AutosaveClock::Time now() const { return AutosaveClock::Time(m_time.elapsed()); }
    void change();
    void schedule();
    void save();
    void write(std::shared_ptr<const KeptSession> session);
    [[nodiscard]] Result<void> makeFile();
    void succeed(std::shared_ptr<const KeptSession> session);
    void fail(const Error& error);
    void removeFile();
    void removeSuperseded();

    RecoveryFolder m_folder;
    std::function<KeptSession()> m_look;
    AutosaveClock m_clock;
    QElapsedTimer m_time;
    QTimer m_timer;
    std::unique_ptr<RecoveryFile> m_file;
    std::vector<std::unique_ptr<RecoveryFile>> m_superseded;
    std::shared_ptr<const KeptSession> m_last;     ///< in the file now
    std::shared_ptr<const KeptSession> m_writing;  ///< on its way there
    bool m_said = false;                           ///< that it cannot be written
    std::unique_ptr<Worker> m_worker;
};

}  // namespace pgram
