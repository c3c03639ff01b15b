// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/session/session_keeper.h"

#include "core/base/index.h"
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/plan/plan_json.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/shell/files/plan_files.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/shell/window/main_window.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <QSocketNotifier>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <unistd.h>

namespace pgram {

namespace {

constexpr std::array endings{SIGTERM, SIGHUP, SIGINT};

/// Where the handler writes: a handler may do little else.
volatile std::sig_atomic_t writingEnd = -1;

extern "C" void tell(int)
{
    const int error = errno;
    const char byte = 0;
    static_cast<void>(::write(writingEnd, &byte, 1) == 1);
    errno = error;
}

}  // namespace

/// A session that a crash left, and its file, which nobody else can take meanwhile.
struct SessionKeeper::Leftover {
    std::unique_ptr<RecoveryFile> file;
    KeptSession session;
};

namespace {

/// Largest file that a session is read from: more than that was not written by this program.
constexpr std::size_t mostBytes = std::size_t{1} << 30;

std::filesystem::path pathOf(const QString& file)
{
    return std::filesystem::path(file.toStdU16String());
}

struct Words {
    Q_DECLARE_TR_FUNCTIONS(SessionKeeper)
};

QString ageText(qint64 seconds)
{
    constexpr qint64 minute = 60;
    constexpr qint64 hour = 60 * minute;
    constexpr qint64 day = 24 * hour;
    if (seconds < minute) {
        return Words::tr("less than a minute ago");
    }
    if (seconds < hour) {
        return Words::tr("%n minute(s) ago", nullptr, static_cast<int>(seconds / minute));
    }
    if (seconds < day) {
        return Words::tr("%n hour(s) ago", nullptr, static_cast<int>(seconds / hour));
    }
    return Words::tr("%n day(s) ago", nullptr, static_cast<int>(seconds / day));
}

/// "14:05", with the day where it is not this one.
QString timeText(const QDateTime& time)
{
    const QDateTime local = time.toLocalTime();
    const QLocale locale = QLocale::system();
    return local.date() == QDate::currentDate() ? locale.toString(local.time(), QLocale::ShortFormat)
                                                : locale.toString(local, QLocale::ShortFormat);
}

/// Of the plan as the file has it; -1 = there is none.
int rowOf(const Session& session, const QString& file)
{
    for (int row = 0; row < session.count() && !file.isEmpty(); ++row) {
        if (session.at(row).file() == file && !session.at(row).isModified()) {
            return row;
        }
    }
    return -1;
}

/// What its file says; none where there is no such file. The name may differ: an opened plan gets a free one.
std::optional<Plan> inItsFile(const KeptPlan& kept)
{
    if (kept.file.isEmpty()) {
        return std::nullopt;
    }
    auto saved = loadPlan(pathOf(kept.file));
    if (!saved) {
        return std::nullopt;
    }
    saved->name = kept.plan->name;
    return std::move(*saved);
}

/// A plan is unmodified only while its file still says the same. That of a window that was closed may have been written
/// `anew` since, and is taken as its file has it.
std::unique_ptr<PlanDocument> documentOf(const KeptPlan& kept, bool anew = false)
{
    const std::optional<Plan> saved = kept.modified ? std::nullopt : inItsFile(kept);
    auto plan = std::make_unique<PlanDocument>(anew && saved ? std::make_shared<const Plan>(*saved) : kept.plan);
    plan->setSearch(kept.search);
    plan->setCompared(kept.compared);
    if (kept.modified || (!kept.file.isEmpty() && saved != *plan->plan())) {
        plan->setUnsaved(kept.file);
    } else {
        plan->setSaved(kept.file);
    }
    return plan;
}

}  // namespace

SessionKeeper::SessionKeeper(MainWindow* window, Settings* settings, RecoveryFolder folder)
    : m_window(window),
      m_settings(settings),
      m_autosave(window->session(), std::move(folder), [this] { return look(); })
{
    connect(settings, &Settings::changed, this, &SessionKeeper::followSetting);
    connect(&m_autosave, &Autosave::failed, this, [this](const Error& error) {
        m_window->messages()->post(Tone::Bad, tr("Autosave failed: %1").arg(errorText(error)));
        setKeeping(false);
    });
    connect(&m_autosave, &Autosave::saved, this, [this] { setKeeping(true); });
    followSetting(SettingId::AutosaveSeconds);
    setKeeping(true);
}

SessionKeeper::~SessionKeeper() = default;

KeptSession SessionKeeper::look() const
{
    KeptSession kept = keptSession(*m_window->session());
    kept.scenario = m_window->scenario()->request();
    if (const QString study = m_window->results()->path(); !study.isEmpty()) {
        kept.study = QFileInfo(study).absoluteFilePath();
    }
    for (const QString& trace : m_window->measured()->files()) {
        kept.traces.append(QFileInfo(trace).absoluteFilePath());
    }
    if (const View* view = m_window->views()->current()) {
        kept.view = view->viewName();
    }
    return kept;
}

void SessionKeeper::followSetting(SettingId id)
{
    if (id == SettingId::AutosaveSeconds) {
        const int seconds = m_settings->get(id).toInt();
        m_autosave.setInterval(std::chrono::seconds(std::clamp(seconds, leastAutosaveSeconds, mostAutosaveSeconds)));
    } else if (id == SettingId::RestoreSession) {
        setKeeping(m_canKeep);
    }
}

/// The window need not ask before it closes where its plans come back.
void SessionKeeper::setKeeping(bool can)
{
    m_canKeep = can;
    const bool wanted = m_settings->get(SettingId::RestoreSession).toBool();
    m_window->files()->setUnsavedKept(m_interrupted || (can && wanted));
}

bool SessionKeeper::begin(bool again)
{
    const int before = m_window->session()->count();
    const bool offered = offerLeftover(again && m_settings->get(SettingId::RestoreSession).toBool());
    return offered || m_window->session()->count() > before;
}

/// What a closed window left is no question: it is shown `again`, or stays for a start that does so.
bool SessionKeeper::offerLeftover(bool again)
{
    std::vector<std::unique_ptr<RecoveryFile>> stay;  // held, so that they are not found once more
    while (auto file = m_autosave.folder().takeLeftover()) {
        auto session = readTextFile(pathOf(file->path()), mostBytes).and_then([&file](const std::string& text) {
            return keptSessionFromText(text, file->path().toStdString());
        });
        if (session && session->closed) {
            if (again) {
                showAgain(std::move(file), *session);
            } else {
                stay.push_back(std::move(file));
            }
            continue;
        }
        if (session && session->plans.empty() && !session->closedPlans.empty()) {
            bringBack(*session);  // They were closed, and can be opened again: no question.
            m_autosave.supersede(std::move(file));
            continue;
        }
        if (session && !session->plans.empty()) {
            offer(std::make_shared<Leftover>(Leftover{std::move(file), std::move(*session)}));
            return true;
        }
        setAside(*file, session ? Error{ErrorKind::BadInput, Core::tr("holds no plan"), file->path().toStdString(), {}}
                                : session.error());
        if (file->exists()) {
            return false;  // It stays, and would be taken again and again.
        }
    }
    return false;
}

void SessionKeeper::setAside(RecoveryFile& file, const Error& error)
{
    const QString aside = file.setAside();
    const QString why = errorText(error);
    m_window->messages()->post(Tone::Bad, aside.isEmpty()
                                              ? tr("The autosaved session could not be read: %1").arg(why)
                                              : tr("The autosaved session could not be read and was moved to %1: %2")
                                                    .arg(QFileInfo(aside).fileName(), why));
}

void SessionKeeper::offer(const std::shared_ptr<Leftover>& leftover)
{
    const KeptSession& kept = leftover->session;
    const int count = static_cast<int>(kept.plans.size());
    const qint64 age = std::max<qint64>(0, kept.written.secsTo(QDateTime::currentDateTimeUtc()));
    const QString text = tr("Parallelogram did not close properly. %n plan(s) from %1 (%2) can be restored; up to %3 s "
                            "of later work may be lost.",
                            nullptr, count)
                             .arg(timeText(kept.written), ageText(age))
                             .arg(kept.interval);
    m_window->messages()->post({Tone::Warning, text, tr("Restore %n Plan(s)", nullptr, count),
                                [this, leftover] { restore(leftover); }, tr("Discard"),
                                [this, leftover] { discard(leftover); }});
}

void SessionKeeper::restore(const std::shared_ptr<Leftover>& leftover)
{
    bringBack(leftover->session);
    for (const Error& error : leftover->session.missing) {
        m_window->messages()->post(error);
    }
    if (!leftover->session.missing.empty()) {
        setAside(*leftover->file, leftover->session.missing.front());
    }
    m_autosave.supersede(std::move(leftover->file));
    Q_EMIT restored();
    offerLeftover();
}

void SessionKeeper::discard(const std::shared_ptr<Leftover>& leftover)
{
    leftover->file->remove();
    leftover->file.reset();
    Session* session = m_window->session();
    for (const KeptPlan& plan : leftover->session.plans) {
        session->addClosed(documentOf(plan));
    }
    const auto bringBack = [session, count = leftover->session.plans.size()] {
        for (std::size_t plan = 0; plan < count; ++plan) {
            session->reopenClosed();
        }
    };
    m_window->messages()->post(
        {Tone::Note, tr("The plans of the earlier session were discarded."), tr("Bring Back"), bringBack});
    Q_EMIT discarded();
    offerLeftover();
}

/// The newest comes first, and its plan stays the one that is shown.
void SessionKeeper::showAgain(std::unique_ptr<RecoveryFile> file, const KeptSession& session)
{
    const int shown = m_window->session()->currentRow();
    bringBack(session);
    if (shown >= 0) {
        m_window->session()->show(shown);
    }
    for (const Error& error : session.missing) {
        m_window->messages()->post(error);
    }
    if (!session.missing.empty()) {
        setAside(*file, session.missing.front());
    }
    m_autosave.supersede(std::move(file));
}

void SessionKeeper::bringBack(const KeptSession& kept)
{
    Session* session = m_window->session();
    const int first = session->count();
    std::vector<int> rows;
    for (const KeptPlan& plan : kept.plans) {
        int row = kept.closed && !plan.modified ? rowOf(*session, plan.file) : -1;
        if (row < 0) {
            row = session->count();
            addPlan(plan, kept.closed, first == 0);
        }
        rows.push_back(row);
    }
    if (kept.reference >= 0) {
        session->setReference(rows[at(kept.reference)]);
    }
    if (!rows.empty() && (kept.shown >= 0 || session->currentRow() < 0)) {
        session->show(kept.shown >= 0 ? rows[at(kept.shown)] : rows.back());
    }
    for (const KeptPlan& plan : kept.closedPlans) {
        session->addClosed(documentOf(plan));
    }
    if (first == 0) {
        if (!kept.study.isEmpty()) {
            if (const Result<void> opened = m_window->results()->open(kept.study); !opened) {
                m_window->messages()->post(opened.error());
            }
        }
        for (const QString& trace : kept.traces) {
            m_window->measured()->open(trace);
        }
        m_window->views()->setCurrent(kept.view);
        if (kept.scenario) {
            m_window->scenario()->reset(*kept.scenario);
        }
    }
}

void SessionKeeper::addPlan(const KeptPlan& kept, bool anew, bool keepName)
{
    Session* session = m_window->session();
    auto entry = documentOf(kept, anew);
    if (const QString free = session->freeName(qs(kept.plan->name)); !keepName) {
        entry->setName(free);
    }
    session->insert(session->count(), std::move(entry));
}

void SessionKeeper::interrupt()
{
    m_interrupted = true;
    setKeeping(m_canKeep);
    m_window->close();
}

void SessionKeeper::finish()
{
    KeptSession session = look();
    session.closed = m_settings->get(SettingId::RestoreSession).toBool();
    const bool hasSomething =
        !session.plans.empty() || !session.closedPlans.empty() || !session.study.isEmpty() || !session.traces.isEmpty();
    const bool wanted = session.closed ? hasSomething : m_interrupted && session.isAtRisk();
    if (wanted) {
        m_autosave.leave(std::move(session));
    } else {
        m_autosave.finish();
    }
}

EndSignals::EndSignals(QObject* parent) : QObject(parent)
{
    if (::pipe2(m_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return;
    }
    writingEnd = m_pipe[1];
    m_notifier = new QSocketNotifier(m_pipe[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &EndSignals::take);
    struct sigaction action {};
    action.sa_handler = &tell;
    action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
    for (const int signal : endings) {
        ::sigaction(signal, &action, nullptr);
    }
}

EndSignals::~EndSignals()
{
    for (const int signal : endings) {
        std::signal(signal, SIG_DFL);
    }
    for (const int end : m_pipe) {
        if (end >= 0) {
            ::close(end);
        }
    }
}

void EndSignals::take()
{
    char byte = 0;
    if (::read(m_pipe[0], &byte, 1) == 1) {
        Q_EMIT arrived();
    }
}

}  // namespace pgram
