// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The folder where every running window keeps what would be lost with it: a file for each, beside a lock that the
// system lets go of when its process ends, however it ends. What lies there without its lock held is a leftover of a
// window that did not get to remove it.
#pragma once

#include "core/base/error.h"

#include <QString>

#include <memory>

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
    [[nodiscard]] bool exists() const;
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

}  // namespace pgram
