// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/session_keeper.h"

#include "core/base/json.h"
#include "core/plan/plan_json.h"
#include "widgets/docks/scenario_panel.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/message_bar.h"
#include "widgets/shell/view_area.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

#include <filesystem>

namespace pgram {

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
    const QLocale locale;
    return local.date() == QDate::currentDate() ? locale.toString(local.time(), QLocale::ShortFormat)
                                                : locale.toString(local, QLocale::ShortFormat);
}

/// Whether the file says what the plan says. The name may differ: an opened plan gets a free one.
bool isOnDisk(const Plan& plan, const QString& file)
{
    auto saved = loadPlan(pathOf(file));
    if (!saved) {
        return false;
    }
    saved->name = plan.name;
    return planToJson(*saved) == planToJson(plan);
}

int rowOf(const Session& session, const QString& file)
{
    for (int row = 0; row < session.count() && !file.isEmpty(); ++row) {
        if (session.at(row).file == file) {
            return row;
        }
    }
    return -1;
}

}  // namespace

SessionKeeper::SessionKeeper(MainWindow* window, Settings* settings, RecoveryFolder folder)
    : m_window(window),
      m_settings(settings),
      m_autosave(window->session(), std::move(folder), [this] { return look(); })
{
    connect(settings, &Settings::changed, this, &SessionKeeper::followSetting);
    connect(&m_autosave, &Autosave::failed, this, [this](const Error& error) {
        m_window->messages()->post(
            {Tone::Bad,
             tr("Unsaved plans cannot be kept against a crash: %1").arg(QString::fromStdString(error.text())),
             {},
             {}});
    });
    followSetting(SettingId::AutosaveSeconds);
}

SessionKeeper::~SessionKeeper() = default;

KeptSession SessionKeeper::look() const
{
    KeptSession kept = keptSession(*m_window->session());
    kept.scenario = m_window->scenario()->request();
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
    }
}

bool SessionKeeper::begin(bool files)
{
    const bool offered = offerLeftover();
    return offered || (files && openLastFiles());
}

bool SessionKeeper::offerLeftover()
{
    while (auto file = m_autosave.folder().takeLeftover()) {
        auto session = readTextFile(pathOf(file->path()), mostBytes).and_then([&file](const std::string& text) {
            return keptSessionFromText(text, file->path().toStdString());
        });
        if (session && !session->plans.empty()) {
            offer(std::make_shared<Leftover>(Leftover{std::move(file), std::move(*session)}));
            return true;
        }
        setAside(*file, session ? Error{ErrorKind::BadInput, "holds no plan", file->path().toStdString(), {}}
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
    const QString why = QString::fromStdString(error.text());
    m_window->messages()->post({Tone::Bad,
                                aside.isEmpty()
                                    ? tr("What an earlier session left cannot be read: %1").arg(why)
                                    : tr("What an earlier session left cannot be read and was set aside as %1: %2")
                                          .arg(QFileInfo(aside).fileName(), why),
                                {},
                                {}});
}

void SessionKeeper::offer(const std::shared_ptr<Leftover>& leftover)
{
    const KeptSession& kept = leftover->session;
    const int count = static_cast<int>(kept.plans.size());
    const qint64 age = std::max<qint64>(0, kept.written.secsTo(QDateTime::currentDateTimeUtc()));
    const QString text = tr("Parallelogram ended without being closed. %n plan(s) can be restored as they were at %1, "
                            "%2; at most %3 s of work after that are missing.",
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
    m_window->messages()->post({Tone::Note, tr("The plans of the earlier session were discarded."), tr("Bring Back"),
                                [this, leftover] { bringBack(leftover->session); }});
    Q_EMIT discarded();
    offerLeftover();
}

void SessionKeeper::bringBack(const KeptSession& kept)
{
    Session* session = m_window->session();
    const int first = session->count();
    for (const KeptPlan& plan : kept.plans) {
        addPlan(plan, first == 0);
    }
    if (kept.reference >= 0) {
        session->setReference(first + kept.reference);
    }
    if (kept.shown >= 0) {
        session->show(first + kept.shown);
    }
    if (first == 0) {
        m_window->views()->setCurrent(kept.view);
        if (kept.scenario) {
            m_window->scenario()->setRequest(*kept.scenario);
        }
    }
}

/// A plan is unmodified only while its file still says the same.
void SessionKeeper::addPlan(const KeptPlan& kept, bool keepName)
{
    Session* session = m_window->session();
    SessionPlan entry;
    entry.plan = kept.plan;
    const QString name = QString::fromStdString(kept.plan->name);
    const QString free = session->freeName(name);
    if (!keepName && free != name) {
        Plan renamed = *kept.plan;
        renamed.name = free.toStdString();
        entry.plan = std::make_shared<const Plan>(std::move(renamed));
    }
    entry.estimate = std::make_shared<const Estimate>(estimate(*entry.plan));
    entry.file = kept.file;
    entry.compared = kept.compared;
    if (kept.modified || (!kept.file.isEmpty() && !isOnDisk(*kept.plan, kept.file))) {
        entry.history->resetClean();
    }
    session->insert(session->count(), std::move(entry));
}

bool SessionKeeper::openLastFiles()
{
    if (!m_settings->get(SettingId::RestoreSession).toBool()) {
        return false;
    }
    Session* session = m_window->session();
    for (const QString& file : m_settings->get(SettingId::SessionFiles).toStringList()) {
        m_window->openFile(file);
    }
    for (const QString& file : m_settings->get(SettingId::SessionCompared).toStringList()) {
        if (const int row = rowOf(*session, file); row >= 0) {
            session->setCompared(row, true);
        }
    }
    if (const int row = rowOf(*session, m_settings->text(SettingId::SessionReference)); row >= 0) {
        session->setReference(row);
    }
    if (const int row = rowOf(*session, m_settings->text(SettingId::SessionShown)); row >= 0) {
        session->show(row);
    }
    return session->count() > 0;
}

void SessionKeeper::finish()
{
    m_autosave.finish();
    const Session* session = m_window->session();
    QStringList files;
    QStringList compared;
    for (int row = 0; row < session->count(); ++row) {
        const SessionPlan& plan = session->at(row);
        if (plan.file.isEmpty() || files.contains(plan.file)) {
            continue;
        }
        files.append(plan.file);
        if (plan.compared) {
            compared.append(plan.file);
        }
    }
    const auto fileOf = [session](int row) { return row < 0 ? QString() : session->at(row).file; };
    m_settings->set(SettingId::SessionFiles, files);
    m_settings->set(SettingId::SessionCompared, compared);
    m_settings->set(SettingId::SessionReference, fileOf(session->referenceRow()));
    m_settings->set(SettingId::SessionShown, fileOf(session->currentRow()));
}

}  // namespace pgram
