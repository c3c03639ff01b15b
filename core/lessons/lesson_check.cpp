// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/lessons/lesson_check.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::size_t longestInLine = 1024;  ///< characters of a formula, a tag or code within a line

/// Returns the number of characters at the beginning of the Markdown that are text whatever they hold: code, a
/// {{formula}}, an escaped character. 0: none.
std::size_t literalAt(std::string_view markdown)
{
    const std::string_view near = markdown.substr(0, longestInLine);
    if (near.starts_with("{{")) {
        const std::size_t end = near.find("}}");
        return end == std::string_view::npos ? 2 : end + 2;
    }
    if (near.front() != '`') {
        return near.front() == '\\' ? 2 : 0;
    }
    const std::size_t ticks = std::min(markdown.find_first_not_of('`'), markdown.size());
    const std::string_view part = ticks < 3 ? near.substr(0, near.find("\n\n")) : markdown;
    const std::size_t end = part.find(std::string(ticks, '`'), ticks);
    return end == std::string_view::npos ? ticks : end + ticks;
}

bool startsWithWebLink(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" <"), text.size()));
    return text.starts_with("https://") || text.starts_with("http://");
}

/// Returns what the Markdown of a text has that no page of a lesson shows; empty: nothing. A lesson comes from others:
/// it neither runs nor loads anything.
Phrase notShown(std::string_view markdown)
{
    for (std::size_t i = 0; i < markdown.size(); ++i) {
        if (const std::size_t literal = literalAt(markdown.substr(i)); literal > 0) {
            i += literal - 1;
            continue;
        }
        const std::string_view rest = markdown.substr(i, longestInLine);
        const char next = rest.size() > 1 ? rest[1] : ' ';
        const bool isTag = rest.front() == '<' && (isLetter(next) || next == '/' || next == '!' || next == '?');
        if (rest.starts_with("![")) {
            return Core::tr("has a picture, which lessons do not show");
        }
        if (isTag && rest.find('>') < rest.find('\n') && !startsWithWebLink(rest)) {
            return Core::tr("has HTML or a link in angle brackets, which is shown letter by letter");
        }
        if ((rest.starts_with("](") || rest.starts_with("]:")) && !startsWithWebLink(rest.substr(2))) {
            return Core::tr("has a link that does not begin with https:// or http://");
        }
    }
    return {};
}

class Checker {
public:
    Checker(const Lesson& lesson, const PresetStore& store, const std::stop_token& stop)
        : m_lesson(lesson), m_store(store), m_stop(stop), m_findings{lesson.problems, lesson.notes}
    {}

    LessonFindings run()
    {
        part("title");
        part("", Part::Useful);
        markdown();
        order();
        PlanWithFigures before;
        for (std::size_t i = 0; i < m_lesson.steps.size() && !m_stop.stop_requested(); ++i) {
            const LessonStep& step = m_lesson.steps[i];
            m_pointer = fmt::format("/steps/{}", i);
            part(step.id);
            part(step.id + "/title");
            if (!step.view.empty() && std::ranges::find(lessonViews(), step.view) == lessonViews().end()) {
                problem("/view", Core::tr("there is no view '{}'", step.view));
            }
            if (!step.drawing.empty() && std::ranges::find(lessonDrawings(), step.drawing) == lessonDrawings().end()) {
                problem("/drawing", Core::tr("unknown drawing '{}'", step.drawing));
            }
            const Result<LessonState> state = LessonState::of(m_lesson, step, m_store, before, m_stop);
            if (!state) {
                problem("/plan", Core::tr("no plan: {}", state.error().what));
                continue;
            }
            before = state->start();
            place(step, *before.plan);
            task(step, *state);
            questions(step, *state);
            texts(step, *state);
        }
        return std::move(m_findings);
    }

private:
    void problem(const std::string& pointer, Text what)
    {
        m_findings.problems.push_back(
            {ErrorKind::BadInput, std::move(what), m_lesson.file + ": " + m_pointer + pointer, {}});
    }

    enum class Part { Needed, Useful };

    /// Reports a text that is missing: a problem if the lesson needs the text and all languages lack it, else a note.
    void part(const std::string& key, Part kind = Part::Needed)
    {
        const auto has = [&key](const auto& texts) {
            const auto found = texts.second.find(key);
            return found != texts.second.end() && !found->second.empty();
        };
        const bool isLost = kind == Part::Needed && std::ranges::none_of(m_lesson.texts, has);
        for (const auto& texts : m_lesson.texts) {
            if (has(texts)) {
                continue;
            }
            const std::string file = m_lesson.file.substr(0, m_lesson.file.rfind(".json")) + "." + texts.first + ".md";
            (isLost ? m_findings.problems : m_findings.notes)
                .push_back({ErrorKind::BadInput,
                            key.empty() ? Text(Core::tr("the summary below the title is missing"))
                                        : Core::tr("the text of '{}' is missing", key),
                            file,
                            {}});
        }
    }

    void markdown()
    {
        for (const auto& [language, texts] : m_lesson.texts) {
            for (const auto& [key, text] : texts) {
                if (const Phrase refused = notShown(text); !refused.empty()) {
                    problem(fmt::format("({}, {})", language, key.empty() ? "summary" : key), refused);
                }
            }
        }
    }

    /// By "next" from the first step: each once, and all of them.
    void order()
    {
        const std::vector<LessonStep>& steps = m_lesson.steps;
        std::vector<char> seen(steps.size(), 0);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            m_pointer = fmt::format("/steps/{}", i);
            const auto same = std::ranges::find(steps, steps[i].id, &LessonStep::id);
            if (same != steps.begin() + static_cast<std::ptrdiff_t>(i)) {
                problem("/id", Core::tr("two steps are called '{}'", steps[i].id));
            }
        }
        for (std::size_t at = 0; at < steps.size();) {
            m_pointer = fmt::format("/steps/{}", at);
            seen[at] = 1;
            std::size_t next = at + 1;
            if (!steps[at].next.empty()) {
                const auto named = std::ranges::find(steps, steps[at].next, &LessonStep::id);
                if (named == steps.end()) {
                    problem("/next", Core::tr("there is no step '{}'", steps[at].next));
                    return;
                }
                next = static_cast<std::size_t>(named - steps.begin());
            }
            if (next < steps.size() && seen[next] != 0) {
                problem("/next", Core::tr("leads back to '{}': the lesson has no end", steps[next].id));
                return;
            }
            at = next;
        }
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (seen[i] == 0) {
                m_pointer = fmt::format("/steps/{}", i);
                problem("", Core::tr("no step leads to '{}'", steps[i].id));
            }
        }
        m_pointer.clear();
    }

    void place(const LessonStep& step, const Plan& plan)
    {
        const std::string& kind = step.place.kind;
        const int count = kind == "stage"    ? plan.pipeline()
                          : kind == "layer"  ? plan.model.layerCount()
                          : kind == "cut"    ? static_cast<int>(plan.chunks.size()) - 1
                          : kind == "device" ? plan.cluster.devices
                                             : 1;
        if (!kind.empty() && step.place.index >= count) {
            problem("/point", Core::tr("there is no {} {}: the plan has {}", kind, step.place.index, count));
        }
        if (!kind.empty() && step.view.empty()) {
            problem("/point", Core::tr("a place needs a view"));
        }
    }

    void task(const LessonStep& step, LessonState state)
    {
        if (!step.task) {
            return;
        }
        part(step.id + "/task");
        part(step.id + "/hint", Part::Useful);
        const Result<double> now = state.value(step.task->condition);
        if (!now) {
            problem("/task/condition", now.error().what);
            return;
        }
        if (*now != 0) {
            problem("/task/condition", Core::tr("holds before anything is done: {}", step.task->condition));
        }
        const LessonState before = state;
        Plan solved = withEdits(*state.plan().plan, step.task->solution);
        auto figures = std::make_shared<const Estimate>(estimate(solved));
        state.setPlan(std::make_shared<const Plan>(std::move(solved)), std::move(figures));
        if (!state.holds(step.task->condition)) {
            problem("/task/solution", Core::tr("does not fulfil the condition: {}", step.task->condition));
        }
        answersStay(step, before, state);
    }

    /// A student may answer a question before the task or after it.
    void answersStay(const LessonStep& step, const LessonState& before, const LessonState& after)
    {
        for (std::size_t i = 0; i < step.questions.size(); ++i) {
            const auto first = before.answerOf(step.questions[i]);
            const auto then = after.answerOf(step.questions[i]);
            if (first && (!then || !(*then == *first))) {
                problem(fmt::format("/questions/{}", i),
                        Core::tr("has another answer when the task is done: name figures of the start"));
            }
        }
    }

    void questions(const LessonStep& step, const LessonState& state)
    {
        for (std::size_t i = 0; i < step.questions.size(); ++i) {
            const LessonQuestion& question = step.questions[i];
            const std::string key = step.id + "/" + question.id;
            part(key);
            part(key + "/explain", Part::Useful);
            for (const LessonQuestion::Choice& choice : question.choices) {
                part(key + "/" + choice.id);
            }
            if (!formulas(question, state, fmt::format("/questions/{}", i))) {
                continue;
            }
            if (const auto answer = state.answerOf(question); !answer) {
                problem(fmt::format("/questions/{}", i), answer.error().what);
            }
        }
    }

    /// Reports each formula of a question that has no value; returns false if there is one.
    bool formulas(const LessonQuestion& question, const LessonState& state, const std::string& pointer)
    {
        const std::size_t before = m_findings.problems.size();
        const auto check = [&](const std::string& formula, const std::string& at) {
            if (formula == "true" || formula == "false") {
                problem(at, Core::tr("is '{}', expected a formula over figures: 'fits' or 'stages > 2'", formula));
            } else if (const auto value = state.value(formula); !value) {
                problem(at, value.error().what);
            }
        };
        if (question.kind == LessonQuestionKind::Number) {
            check(question.answer, pointer + "/answer");
        }
        const char* member = question.kind == LessonQuestionKind::Order ? "by" : "right";
        for (std::size_t i = 0; i < question.choices.size(); ++i) {
            check(question.choices[i].formula, fmt::format("{}/choices/{}/{}", pointer, i, member));
        }
        return m_findings.problems.size() == before;
    }

    void texts(const LessonStep& step, const LessonState& state)
    {
        for (const auto& [language, texts] : m_lesson.texts) {
            for (const auto& [key, text] : texts) {
                if (key != step.id && !key.starts_with(step.id + "/")) {
                    continue;
                }
                if (const auto filled = state.filled(text); !filled) {
                    problem(fmt::format(" ({}, {})", language, key), filled.error().what);
                }
            }
        }
    }

    const Lesson& m_lesson;
    const PresetStore& m_store;
    const std::stop_token& m_stop;
    std::string m_pointer;
    LessonFindings m_findings;
};

}  // namespace

std::span<const char* const> lessonViews()
{
    static constexpr std::array names{"strategy-map", "memory",  "timeline", "communication", "tree",
                                      "search",       "compare", "fidelity", "hosts",         "keeping",
                                      "deployment",   "what-if", "run-cost", "study"};
    return names;
}

LessonFindings checkLesson(const Lesson& lesson, const PresetStore& store, const std::stop_token& stop)
{
    return Checker(lesson, store, stop).run();
}

}  // namespace pgram
