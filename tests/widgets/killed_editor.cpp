// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "killed_editor.h"

#include "core/plan/plan_json.h"
#include "sample_plan.h"
#include "widgets/docks/scenario_panel.h"
#include "widgets/shell/language.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/message_bar.h"
#include "widgets/shell/plan_files.h"
#include "widgets/shell/planning.h"
#include "widgets/shell/session_keeper.h"
#include "widgets/shell/view_area.h"

#include <QApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QPushButton>
#include <QTimer>

#include <cstdio>
#include <random>

namespace pgram {

namespace {

constexpr int mostPlans = 5;
constexpr int longestPause = 30;  // ms between two edits

QByteArray digest(const std::string& text)
{
    return QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha1).toHex();
}

void say(const QByteArray& line)
{
    std::fputs((line + '\n').constData(), stdout);
    std::fflush(stdout);
}

class Editor {
public:
    Editor(MainWindow* window, SessionKeeper* keeper, QString folder, unsigned seed)
        : m_window(window), m_session(window->session()), m_keeper(keeper), m_folder(std::move(folder)), m_random(seed)
    {
        for (const auto signal : {&Session::inserted, &Session::removed, &Session::changed, &Session::currentChanged,
                                  &Session::referenceChanged, &Session::comparedChanged}) {
            QObject::connect(m_session, signal, window, [this] { sayState(); });
        }
        QObject::connect(m_session, &Session::stateChanged, window, [this] { sayState(); });
        QObject::connect(keeper->autosave(), &Autosave::saved, window,
                         [](const std::shared_ptr<const KeptSession>& saved) {
                             if (saved) {
                                 say("SAVED " + digestOf(*saved));
                             }
                         });
    }

    void begin()
    {
        const bool offered = m_keeper->begin(false);
        if (offered) {
            press(QStringLiteral("Restore"));
            say("RESTORED " + digestOf(m_keeper->look()));
            // What else there is was to be replaced by what is restored now.
            while (press(QStringLiteral("Discard"))) {
            }
        } else {
            addPlan();
        }
        sayState();
        say("READY");
        editLater();
    }

private:
    int pick(int least, int most) { return std::uniform_int_distribution(least, most)(m_random); }

    void sayState()
    {
        const KeptSession session = m_keeper->look();
        const QByteArray now = (session.isAtRisk() ? "STATE " : "SAFE ") + digestOf(session);
        if (now != m_said) {
            m_said = now;
            say(now + ' ' + QByteArray::number(QDateTime::currentMSecsSinceEpoch()));
        }
    }

    bool press(const QString& text)
    {
        for (auto* button : m_window->messages()->findChildren<QPushButton*>()) {
            if (button->text().startsWith(text) && !button->parentWidget()->isHidden()) {
                button->click();
                return true;
            }
        }
        return false;
    }

    void addPlan()
    {
        Plan plan = samplePlan(1 << pick(0, 2), pick(8, 24), 1 << pick(1, 4));
        plan.name = "plan " + std::to_string(pick(1, 99));
        m_session->add(std::move(plan));
    }

    void savePlan()
    {
        const int row = pick(0, m_session->count() - 1);
        say("FILE " + digestOf(*m_session->at(row).plan));
        m_window->files()->saveTo(row, QDir(m_folder).filePath(QStringLiteral("plan-%1.json").arg(pick(1, 4))));
    }

    void changePlan()
    {
        Document* document = m_session->document();
        const auto plan = document->plan();
        const int layers = static_cast<int>(plan->strategies.size());
        const int devices = plan->cluster.devices / plan->pipeline();
        const int first = pick(0, layers - 1);
        switch (pick(0, 5)) {
        case 0:
            document->setMicrobatches(1 << pick(0, 5), pick(0, 3));
            break;
        case 1:
            document->setGlobalBatch(devices * (std::int64_t{1} << pick(4, 9)));
            break;
        case 2:
            document->rename(QStringLiteral("renamed %1").arg(pick(1, 999)));
            break;
        case 3:
            document->moveCut(pick(0, std::max(0, plan->pipeline() - 2)), pick(1, layers - 1), pick(0, 3));
            break;
        default:
            document->setStrategy(first, pick(1, layers - first), sampleStrategy(pick(0, 20), devices));
        }
    }

    void changeSession()
    {
        const int row = pick(0, m_session->count() - 1);
        switch (pick(0, 6)) {
        case 0:
            if (m_session->count() < mostPlans) {
                m_session->duplicate(row);
            }
            break;
        case 1:
            if (m_session->count() > 2) {
                static_cast<void>(m_session->take(row));
            }
            break;
        case 2:
            m_session->setReference(row);
            break;
        case 3:
            m_session->setCompared(row, !m_session->at(row).compared);
            break;
        case 4:
            m_session->show(row);
            break;
        case 5:
            m_window->scenario()->setBudget(pick(4, 80) * GiB);
            break;
        default:
            if (m_session->count() < mostPlans) {
                addPlan();
            }
        }
    }

    void edit()
    {
        const int kind = pick(0, 19);
        if (kind < 10) {
            changePlan();
        } else if (kind < 13) {
            m_session->document()->undoStack()->undo();
        } else if (kind < 14) {
            m_session->document()->undoStack()->redo();
        } else if (kind < 18) {
            changeSession();
        } else if (kind < 19) {
            savePlan();
        } else if (!m_window->planning()->isRunning() && m_session->count() < mostPlans) {
            m_window->plan();  // its result comes when it is found
        }
        sayState();
        editLater();
    }

    void editLater()
    {
        QTimer::singleShot(pick(0, longestPause), m_window, [this] { edit(); });
    }

    MainWindow* m_window;
    Session* m_session;
    SessionKeeper* m_keeper;
    QString m_folder;
    std::mt19937 m_random;
    QByteArray m_said;
};

}  // namespace

QByteArray digestOf(KeptSession session)
{
    session.written = QDateTime::fromSecsSinceEpoch(0);
    session.interval = 0;
    session.view.clear();  // it says nothing when it changes
    for (KeptPlan& plan : session.plans) {
        plan.modified = plan.modified && plan.file.isEmpty();
    }
    return digest(toText(session));
}

QByteArray digestOf(const Plan& plan)
{
    return digest(planToJson(plan));
}

int runEditor(const QString& folder, const QString& presets, unsigned seed, int intervalMilliseconds)
{
    Settings settings(QDir(folder).filePath(QStringLiteral("settings.ini")));
    Language language;
    MainWindow window(PresetStore(presets.toStdString()), &settings, &language,
                      [](const SearchRequest& request, std::stop_token token, const ProgressSink& sink) {
                          return search(request, std::move(token), sink);
                      });
    SessionKeeper keeper(&window, &settings, RecoveryFolder(QDir(folder).filePath(QStringLiteral("recovery"))));
    keeper.autosave()->setInterval(std::chrono::milliseconds(intervalMilliseconds));
    window.showLanguage(QStringLiteral("en"));
    window.show();
    Editor editor(&window, &keeper, folder, seed);
    editor.begin();
    return QApplication::exec();
}

}  // namespace pgram
