// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// No work is lost: what a window holds is kept while it runs, offered again after a crash, and shown again after it was
// closed. GUI thread only.
#pragma once

#include "widgets/shell/session/autosave.h"
#include "widgets/shell/settings/settings.h"

#include <QObject>

#include <array>
#include <memory>

class QSocketNotifier;

namespace pgram {

class MainWindow;

class SessionKeeper : public QObject {
    Q_OBJECT
public:
    /// Keeps the window's session in `folder` from now on. Window and settings outlive it.
    SessionKeeper(MainWindow* window, Settings* settings, RecoveryFolder folder);
    ~SessionKeeper() override;

    /// At the start: shows the plans of the last time again, where `again` asks for it, and offers what a crash left.
    /// False when the window is still as it comes.
    bool begin(bool again);
    /// At the end of a window that was closed: leaves its plans for the next start, or nothing where the settings want
    /// none of the last time.
    void finish();
    /// The program is ended from outside, by a logout: nobody can be asked, and what is not saved is left in any case.
    void interrupt();
    [[nodiscard]] Autosave* autosave() { return &m_autosave; }
    /// What would be kept now.
    [[nodiscard]] KeptSession look() const;

Q_SIGNALS:
    void restored();
    void discarded();

private:
    struct Leftover;
    void followSetting(SettingId id);
    void setKeeping(bool can);
    bool offerLeftover(bool again = false);
    void showAgain(std::unique_ptr<RecoveryFile> file, const KeptSession& session);
    void offer(const std::shared_ptr<Leftover>& leftover);
    void restore(const std::shared_ptr<Leftover>& leftover);
    void discard(const std::shared_ptr<Leftover>& leftover);
    void setAside(RecoveryFile& file, const Error& error);
    void bringBack(const KeptSession& kept);
    void addPlan(const KeptPlan& kept, bool anew, bool keepName);

    MainWindow* m_window;
    Settings* m_settings;
    Autosave m_autosave;
    bool m_canKeep = true;  ///< the last session could be written
    bool m_interrupted = false;
};

/// The system's word that the program is to end (SIGTERM at a logout, SIGHUP, SIGINT), as a signal of the event
/// loop. A second one ends the program at once. GUI thread only; at most one object at a time.
class EndSignals : public QObject {
    Q_OBJECT
public:
    explicit EndSignals(QObject* parent = nullptr);
    ~EndSignals() override;

Q_SIGNALS:
    void arrived();

private:
    void take();

    std::array<int, 2> m_pipe{-1, -1};
    QSocketNotifier* m_notifier = nullptr;
};

}  // namespace pgram
