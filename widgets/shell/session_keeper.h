// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// No work is lost: what a window holds is kept while it runs, offered again after a crash, and its files are opened
// again after it was closed. GUI thread only.
#pragma once

#include "widgets/shell/autosave.h"
#include "widgets/shell/settings.h"

#include <QObject>

#include <memory>

namespace pgram {

class MainWindow;

class SessionKeeper : public QObject {
    Q_OBJECT
public:
    /// Keeps the window's session in `folder` from now on. Window and settings outlive it.
    SessionKeeper(MainWindow* window, Settings* settings, RecoveryFolder folder);
    ~SessionKeeper() override;

    /// At the start: offers what a crash left, or else, where `files` asks for it, opens the files of the last time.
    /// False when the window is still as it comes.
    bool begin(bool files);
    /// At the end of a window that was closed: remembers its files, and nothing is left to be recovered.
    void finish();
    [[nodiscard]] Autosave* autosave() { return &m_autosave; }
    /// What would be kept now.
    [[nodiscard]] KeptSession look() const;

Q_SIGNALS:
    void restored();
    void discarded();

private:
    struct Leftover;
    void followSetting(SettingId id);
    bool offerLeftover();
    void offer(const std::shared_ptr<Leftover>& leftover);
    void restore(const std::shared_ptr<Leftover>& leftover);
    void discard(const std::shared_ptr<Leftover>& leftover);
    void setAside(RecoveryFile& file, const Error& error);
    void bringBack(const KeptSession& kept);
    void addPlan(const KeptPlan& kept, bool keepName);
    bool openLastFiles();

    MainWindow* m_window;
    Settings* m_settings;
    Autosave m_autosave;
};

}  // namespace pgram
