// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/session/autosave.h"

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "widgets/document/session.h"

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
#include <filesystem>
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

constexpr std::chrono::seconds usualInterval{10};

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
    // With a dot in front, or without one as version 0.2 wrote them.
    const QString parts = file.fileName() + QStringLiteral(".*.part");
    for (const QString& part : file.dir().entryList({parts, u'.' + parts}, QDir::Files | QDir::Hidden)) {
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

Autosave::Autosave(Session* session, RecoveryFolder folder, std::function<KeptSession()> look, QObject* parent)
    : QObject(parent),
      m_folder(std::move(folder)),
      m_look(std::move(look)),
      m_clock(usualInterval),
      m_worker(std::make_unique<Worker>(Priority::Immediate))
{
    m_time.start();
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::save);
    for (const auto signal : {&Session::inserted, &Session::removed, &Session::changed, &Session::currentChanged,
                              &Session::referenceChanged, &Session::comparedChanged}) {
        connect(session, signal, this, &Autosave::change);
    }
    connect(session, &Session::stateChanged, this, &Autosave::change);
    connect(m_worker.get(), &Worker::failed, this, [this](quint64, const Error& error) { fail(error); });
    connect(m_worker.get(), &Worker::ended, this, [this] {
        if (m_writing) {
            succeed(m_writing);
        }
    });
}

Autosave::~Autosave() = default;

void Autosave::setInterval(std::chrono::milliseconds interval)
{
    m_clock.setInterval(interval);
    schedule();
}

void Autosave::supersede(std::unique_ptr<RecoveryFile> leftover)
{
    m_superseded.push_back(std::move(leftover));
    change();
}

void Autosave::change()
{
    m_clock.changed(now());
    schedule();
}

/// What the session does not tell, such as the scenario, is looked at once an interval while there is a file.
void Autosave::schedule()
{
    if (m_writing) {
        return;
    }
    if (const auto due = m_clock.due()) {
        m_timer.start(std::max(AutosaveClock::Time(0), *due - now()));
    } else if (m_last) {
        m_timer.start(m_clock.interval());
    } else {
        m_timer.stop();
    }
}

void Autosave::save()
{
    auto session = std::make_shared<KeptSession>(m_look());
    session->interval = static_cast<int>(std::chrono::ceil<std::chrono::seconds>(m_clock.interval()).count());
    m_clock.started(now());
    Q_EMIT saving(*session);
    if (!session->isAtRisk()) {
        removeFile();
        succeed(nullptr);
    } else if (m_last && m_last->saysTheSameAs(*session)) {
        succeed(m_last);
    } else {
        session->written = QDateTime::currentDateTimeUtc();
        write(std::move(session));
    }
}

Result<void> Autosave::makeFile()
{
    if (m_file) {
        return {};
    }
    auto made = m_folder.create();
    if (!made) {
        return tl::unexpected(made.error());
    }
    m_file = std::move(*made);
    return {};
}

void Autosave::write(std::shared_ptr<const KeptSession> session)
{
    if (const auto made = makeFile(); !made) {
        fail(made.error());
        return;
    }
    m_writing = session;
    m_worker->start([session = std::move(session), path = std::filesystem::path(m_file->path().toStdU16String())](
                        const std::stop_token&, const Worker::Post&) {
        return writeTextFile(path, toText(*session), FileReaders::Owner);
    });
}

void Autosave::succeed(std::shared_ptr<const KeptSession> session)
{
    m_writing.reset();
    m_last = std::move(session);
    m_said = false;
    removeSuperseded();
    schedule();
    Q_EMIT saved(m_last);
}

void Autosave::fail(const Error& error)
{
    m_writing.reset();
    m_clock.failed();
    schedule();
    if (!std::exchange(m_said, true)) {
        Q_EMIT failed(error);
    }
}

void Autosave::removeFile()
{
    if (m_file) {
        m_file->remove();
        m_file.reset();
    }
}

void Autosave::removeSuperseded()
{
    for (const auto& leftover : m_superseded) {
        leftover->remove();
    }
    m_superseded.clear();
}

void Autosave::finish()
{
    m_timer.stop();
    m_worker.reset();
    removeFile();
    removeSuperseded();
}

/// What cannot be written leaves what was written before, and whatever it was to replace.
void Autosave::leave(KeptSession session)
{
    m_timer.stop();
    m_worker.reset();
    session.written = QDateTime::currentDateTimeUtc();
    const auto left = makeFile().and_then(
        [&] { return writeTextFile(m_file->path().toStdU16String(), toText(session), FileReaders::Owner); });
    if (left) {
        removeSuperseded();
    }
    m_file.reset();
}

}  // namespace pgram
