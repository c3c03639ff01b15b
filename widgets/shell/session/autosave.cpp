// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/session/autosave.h"

#include "core/base/json.h"
#include "widgets/document/session.h"

#include <filesystem>

namespace pgram {

namespace {

constexpr std::chrono::seconds usualInterval{10};

}  // namespace

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

AutosaveClock::Time Autosave::now() const
{
    return AutosaveClock::Time(m_time.elapsed());
}

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
