// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/lesson_run.h"

#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

bool isRight(const LessonQuestion& question, const LessonAnswer& given, const LessonAnswer& right)
{
    switch (question.kind) {
    case LessonQuestionKind::Choice:
        return given.choice == right.choice;
    case LessonQuestionKind::Order:
        return given.order == right.order;
    case LessonQuestionKind::Number:
        return std::abs(given.number - right.number) <= question.tolerance * std::abs(right.number);
    }
    return false;
}

std::string coreWords(const Text& text)
{
    return coreText(text).toStdString();
}

bool isWide(QChar c)
{
    return c.unicode() >= 0x2E80;
}

/// A file's lines are broken where they are full: between Chinese characters a break is no space.
QString unbroken(QString text)
{
    for (qsizetype at = text.indexOf(u'\n'); at >= 0; at = text.indexOf(u'\n', at + 1)) {
        if (at > 0 && at + 1 < text.size() && isWide(text[at - 1]) && isWide(text[at + 1])) {
            text.remove(at, 1);
        }
    }
    return text;
}

}  // namespace

LessonRun::LessonRun(const ScenarioModel* presets, Session* session, QObject* parent)
    : QObject(parent), m_presets(presets), m_session(session)
{
    connect(m_session, &Session::currentChanged, this, [this] {
        if (isOpen() && !m_isTurning) {
            Q_EMIT planChanged();
        }
    });
    for (const auto signal : {&LessonRun::stepChanged, &LessonRun::recordChanged}) {
        connect(this, signal, this, &LessonRun::noteCompleted);
    }
}

LessonRun::~LessonRun()
{
    if (showsAnyStep()) {
        m_session->document()->show(nullptr);
    }
}

const std::vector<LessonEntry>& LessonRun::lessons()
{
    if (m_lessons.empty()) {
        for (const ListedLesson& each : loadLessons(m_presets->store())) {
            LessonEntry entry{.name = each.name, .titles = {}, .problem = {}};
            if (each.lesson) {
                for (const auto& [language, texts] : each.lesson->texts) {
                    const auto found = texts.find("title");
                    entry.titles[language] = qs(found == texts.end() ? each.lesson->title : found->second);
                }
                entry.minutes = minutesOf(*each.lesson);
                entry.isCourse = !each.lesson->pages.empty();
                entry.steps = static_cast<int>(each.lesson->steps.size());
            } else {
                entry.problem = errorText(each.lesson.error());
            }
            m_lessons.push_back(std::move(entry));
        }
    }
    return m_lessons;
}

const LessonEntry* LessonRun::firstCourse()
{
    const auto found = std::ranges::find_if(lessons(), &LessonEntry::isCourse);
    return found == m_lessons.end() ? nullptr : &*found;
}

QString LessonRun::titleOf(const LessonEntry& entry) const
{
    for (const std::string& language : {m_language.toStdString(), std::string("en")}) {
        if (const auto found = entry.titles.find(language); found != entry.titles.end()) {
            return found->second;
        }
    }
    return qs(entry.name);
}

void LessonRun::open(const QString& nameOrFile)
{
    Result<Lesson> lesson = loadLesson(m_presets->store(), nameOrFile.toStdString());
    if (!lesson) {
        Q_EMIT failed(lesson.error());
        return;
    }
    const int before = isOpen() ? m_before : m_session->currentRow();
    if (isOpen()) {
        leave();
    }
    m_before = before;
    m_lesson = std::make_shared<const Lesson>(std::move(*lesson));
    m_path = lessonPath(*m_lesson);
    begin();
    Q_EMIT lessonChanged();
    goTo(0);
}

void LessonRun::begin()
{
    m_worker.drop();
    m_visits.clear();
    m_visits.resize(m_path.size());
    m_at = 0;
    for (int i = 0; i < stepCount(); ++i) {
        m_visits[static_cast<std::size_t>(i)].questions.resize(stepAt(i).questions.size());
    }
}

void LessonRun::leave()
{
    if (!isOpen()) {
        return;
    }
    m_worker.drop();
    if (showsAnyStep()) {
        m_session->document()->show(nullptr);
        // Without a plan before it, the one that was made last while it was open.
        const int last = m_session->count() - 1;
        m_session->show(m_before < 0 ? last : std::min(m_before, last));
    }
    m_visits.clear();
    m_path.clear();
    m_lesson = nullptr;
    Q_EMIT lessonChanged();
}

const LessonStep& LessonRun::stepAt(int position) const
{
    return m_lesson->steps[static_cast<std::size_t>(m_path[static_cast<std::size_t>(position)])];
}

void LessonRun::goTo(int position)
{
    if (!isOpen() || position < 0 || position >= stepCount()) {
        return;
    }
    m_at = position;
    {
        const QScopedValueRollback turning(m_isTurning, true);
        showPlan();
    }
    Q_EMIT stepChanged();
    prepare();
}

void LessonRun::startStepAgain()
{
    Visit& visit = now();
    const std::size_t questions = visit.questions.size();
    if (isShown()) {
        m_session->document()->show(nullptr);
    }
    visit = {};
    visit.questions.resize(questions);
    goTo(m_at);
}

void LessonRun::startAgain()
{
    if (showsAnyStep()) {
        m_session->document()->show(nullptr);
    }
    begin();
    goTo(0);
}

/// The plans of the steps before it come first, where they are not there yet: each may begin with the one before.
void LessonRun::prepare()
{
    if (isReady()) {
        return;
    }
    int first = m_at;
    while (first > 0 && !m_visits[static_cast<std::size_t>(first)].state) {
        --first;
    }
    const auto& known = m_visits[static_cast<std::size_t>(first)].state;
    const int from = known ? first + 1 : first;
    m_worker.start([this, lesson = m_lesson, path = m_path, store = m_presets->store(), from, to = m_at,
                    before = known ? known->start() : PlanWithFigures()](const std::stop_token& stop,
                                                                         const Worker::Post& post) -> Result<void> {
        PlanWithFigures start = before;
        for (int i = from; i <= to && !stop.stop_requested(); ++i) {
            const auto index = static_cast<std::size_t>(path[static_cast<std::size_t>(i)]);
            Result<LessonState> state = LessonState::of(*lesson, lesson->steps[index], store, start, stop);
            start = state ? state->start() : PlanWithFigures();
            post([this, i, state = std::move(state)]() mutable { take(i, std::move(state)); });
        }
        return {};
    });
}

void LessonRun::take(int position, Result<LessonState> state)
{
    Visit& visit = m_visits[static_cast<std::size_t>(position)];
    if (state) {
        visit.state = std::move(*state);
        visit.plan = std::make_unique<PlanDocument>(visit.state->start().plan, visit.state->start().figures);
        visit.problem.reset();
        connect(visit.plan.get(), &PlanDocument::changed, this, [this, position] { followPlan(position); });
    } else {
        visit.problem = state.error();
    }
    if (position == m_at) {
        showPlan();
        Q_EMIT stepChanged();
    }
}

bool LessonRun::isShown() const
{
    return isOpen() && now().plan != nullptr && m_session->document()->shown() == now().plan.get();
}

/// Returns true if the plan of a step is shown. It may be that of another step while the plan of this one is made.
bool LessonRun::showsAnyStep() const
{
    const PlanDocument* shown = m_session->document()->shown();
    return shown != nullptr &&
           std::ranges::any_of(m_visits, [shown](const Visit& visit) { return visit.plan.get() == shown; });
}

void LessonRun::showPlan()
{
    if (now().plan != nullptr && !isShown()) {
        m_session->showGuest(now().plan.get());
    }
}

void LessonRun::followPlan(int position)
{
    Visit& visit = m_visits[static_cast<std::size_t>(position)];
    visit.state->setPlan(visit.plan->plan(), visit.plan->estimate());
    const auto& task = stepAt(position).task;
    if (task && visit.state->holds(task->condition)) {
        visit.solved = visit.state;
        if (!visit.task.done) {
            visit.task.done = true;
            Q_EMIT recordChanged();
            Q_EMIT taskDone();
        }
    }
    Q_EMIT planChanged();
}

void LessonRun::setLanguage(const QString& code)
{
    m_language = code;
    Q_EMIT languageChanged();
}

QString LessonRun::titleAt(int position) const
{
    return text(QString::fromStdString(stepAt(position).id), QStringLiteral("title"));
}

QString LessonRun::summary() const
{
    const auto texts = m_lesson->texts.find(m_language.toStdString());
    const auto& of = texts != m_lesson->texts.end() ? texts->second : m_lesson->texts.begin()->second;
    const auto found = of.find("");
    const std::string raw = found == of.end() ? std::string() : found->second;
    const auto& first = m_visits.front().state;
    const Result<std::string> filled =
        first ? atStart(m_visits.front()).filled(raw, coreWords) : Result<std::string>(raw);
    return unbroken(qs(filled ? *filled : raw));
}

LessonState LessonRun::atStart(const Visit& visit) const
{
    LessonState state = *visit.state;
    state.setPlan(state.start().plan, state.start().figures);
    return state;
}

QString LessonRun::text(const QString& step, const QString& part) const
{
    const QString key = step.isEmpty()   ? QStringLiteral("title")
                        : part.isEmpty() ? step
                                         : step + QLatin1Char('/') + part;
    const auto of = [&](const std::string& language) -> const std::string* {
        const auto texts = m_lesson->texts.find(language);
        if (texts == m_lesson->texts.end()) {
            return nullptr;
        }
        const auto found = texts->second.find(key.toStdString());
        return found == texts->second.end() ? nullptr : &found->second;
    };
    const std::string* raw = of(m_language.toStdString());
    for (const auto& [language, texts] : m_lesson->texts) {
        raw = raw == nullptr ? of(language) : raw;  // "en" is the first
    }
    if (raw == nullptr) {
        return step.isEmpty() ? qs(m_lesson->title) : QString();
    }
    const auto visit = std::ranges::find_if(m_visits, [&](const Visit& each) {
        return stepAt(static_cast<int>(&each - m_visits.data())).id == step.toStdString();
    });
    if (visit == m_visits.end() || !visit->state) {
        return unbroken(qs(*raw));
    }
    const bool isLive = part.isEmpty() || part == QLatin1StringView("title");
    const bool isTask = part == QLatin1StringView("explain");
    const LessonState state = isLive ? *visit->state : isTask && visit->solved ? *visit->solved : atStart(*visit);
    const Result<std::string> filled = state.filled(*raw, coreWords);
    return unbroken(filled ? qs(*filled) : errorText(filled.error()));
}

void LessonRun::showHint()
{
    now().task.hinted = true;
    Q_EMIT recordChanged();
}

void LessonRun::showSolution()
{
    if (!step().task || now().plan == nullptr) {
        return;
    }
    showPlan();
    now().task.shown = now().task.shown || !now().task.done;
    now().plan->edit(withEdits(*now().state->start().plan, step().task->solution), 0,
                     QT_TRANSLATE_NOOP("pgram::PlanDocument", "Solution of the task"));
    Q_EMIT recordChanged();
}

const QuestionRecord& LessonRun::questionAt(int position, int index) const
{
    return m_visits[static_cast<std::size_t>(position)].questions[static_cast<std::size_t>(index)];
}

std::optional<LessonAnswer> LessonRun::rightAnswer(int index) const
{
    if (!now().state) {
        return std::nullopt;
    }
    const auto right = atStart(now()).answerOf(step().questions[static_cast<std::size_t>(index)]);
    return right ? std::optional(*right) : std::nullopt;
}

bool LessonRun::answer(int index, const LessonAnswer& answer)
{
    const auto right = rightAnswer(index);
    QuestionRecord& record = now().questions[static_cast<std::size_t>(index)];
    if (!right || record.right) {
        return record.right;
    }
    record.last = answer;
    ++record.tries;
    record.right = isRight(step().questions[static_cast<std::size_t>(index)], answer, *right);
    Q_EMIT recordChanged();
    return record.right;
}

void LessonRun::showAnswer(int index)
{
    QuestionRecord& record = now().questions[static_cast<std::size_t>(index)];
    record.shown = record.shown || !record.right;
    Q_EMIT recordChanged();
}

void LessonRun::noteCompleted()
{
    if (!isOpen()) {
        return;
    }
    const QString name = QString::fromStdString(m_lesson->name);
    for (int position = 0; position < stepCount(); ++position) {
        if (!isComplete(position)) {
            return;
        }
    }
    if (!m_completed.contains(name)) {
        m_completed.append(name);
        Q_EMIT lessonCompleted();
    }
}

bool LessonRun::isComplete(int position) const
{
    const Visit& visit = m_visits[static_cast<std::size_t>(position)];
    return visit.state && (!stepAt(position).task || visit.task.done) &&
           std::ranges::all_of(visit.questions, [](const QuestionRecord& each) { return each.right || each.shown; });
}

}  // namespace pgram
