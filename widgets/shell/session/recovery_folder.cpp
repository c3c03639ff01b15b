// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/session/recovery_folder.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QStandardPaths>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pgram {

namespace {

const QString suffix = QStringLiteral(".json");
const QString lockSuffix = QStringLiteral(".lock");

QByteArray lockPath(const QString& path)
{
    return QFile::encodeName(path + lockSuffix);
}

/// Held until the descriptor is closed, by us or by the end of the process. -1 = somebody else holds it.
int takeLock(const QByteArray& file)
{
    const int lock = ::open(file.constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    struct stat info {};
    // A file without a name was removed by who held it before us: this is no lock on the path any more.
    if (lock >= 0 && ::flock(lock, LOCK_EX | LOCK_NB) == 0 && ::fstat(lock, &info) == 0 && info.st_nlink > 0) {
        return lock;
    }
    if (lock >= 0) {
        ::close(lock);
    }
    return -1;
}

}  // namespace

std::unique_ptr<RecoveryFile> RecoveryFile::hold(const QString& path)
{
    const int lock = takeLock(lockPath(path));
    return lock < 0 ? nullptr : std::unique_ptr<RecoveryFile>(new RecoveryFile(path, lock));
}

RecoveryFile::~RecoveryFile()
{
    if (!exists()) {
        ::unlink(lockPath(m_path).constData());
    }
    ::close(m_lock);
}

bool RecoveryFile::exists() const
{
    return QFile::exists(m_path);
}

void RecoveryFile::remove()
{
    QFile::remove(m_path);
    removeParts();
}

QString RecoveryFile::setAside()
{
    removeParts();
    QString aside = m_path + QStringLiteral(".broken");
    for (int number = 2; QFile::exists(aside); ++number) {
        aside = QStringLiteral("%1.broken-%2").arg(m_path).arg(number);
    }
    return QFile::rename(m_path, aside) ? aside : QString();
}

void RecoveryFile::removeParts() const
{
    const QFileInfo file(m_path);
    for (const QString& part : file.dir().entryList({file.fileName() + QStringLiteral(".*.part")}, QDir::Files)) {
        QFile::remove(file.dir().filePath(part));
    }
}

QString RecoveryFolder::usual()
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).filePath(QStringLiteral("recovery"));
}

Result<std::unique_ptr<RecoveryFile>> RecoveryFolder::create() const
{
    constexpr int attempts = 8;
    QDir().mkpath(m_path);
    QFile::setPermissions(m_path, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const QString name = QStringLiteral("session-%1-%2%3")
                                 .arg(QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss")))
                                 .arg(QRandomGenerator::global()->generate(), 8, 16, QLatin1Char('0'))
                                 .arg(suffix);
        if (auto made = RecoveryFile::hold(QDir(m_path).filePath(name))) {
            return made;
        }
    }
    return badInput(Core::tr("cannot be written: {}", systemText(errno)), m_path.toStdString(),
                    Core::tr("Check its permissions"));
}

std::unique_ptr<RecoveryFile> RecoveryFolder::takeLeftover() const
{
    const QDir folder(m_path);
    for (QString lock : folder.entryList({QLatin1Char('*') + suffix + lockSuffix}, QDir::Files)) {
        lock.chop(lockSuffix.size());
        if (!folder.exists(lock)) {
            if (const auto swept = RecoveryFile::hold(folder.filePath(lock)); swept && !swept->exists()) {
                swept->remove();
            }
        }
    }
    for (const QString& name : folder.entryList({QLatin1Char('*') + suffix}, QDir::Files, QDir::Time)) {
        auto found = RecoveryFile::hold(folder.filePath(name));
        if (found && found->exists()) {
            return found;
        }
    }
    return nullptr;
}

}  // namespace pgram
