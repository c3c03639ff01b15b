// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Keeps a file in the recovery folder for as long as the session holds what is in no file of the user's: written at
// once after the first change and then at most every interval, whole or not at all, off the GUI thread. Lives on the
// GUI thread.
#pragma once

#include "widgets/shell/session/autosave_clock.h"
#include "widgets/shell/session/recovery_folder.h"
#include "widgets/shell/session/session_file.h"
#include "widgets/work/worker.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace pgram {

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
    /// What the session said is on the disk; null = it needs no file, and has none.
    void saved(const std::shared_ptr<const pgram::KeptSession>& session);
    void failed(const pgram::Error& error);

private:
    [[nodiscard]] AutosaveClock::Time now() const;
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
