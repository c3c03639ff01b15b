// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Courses: lessons whose steps are pages of other lessons. The list of lessons, and their minutes.
#include "core/lessons/lesson.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace pgram {

namespace {

namespace fs = std::filesystem;

/// Appends steps of a lesson to a course.
class PageTaker {
public:
    PageTaker(Lesson& course, const Lesson& from) : m_course(course), m_from(from) {}

    Result<void> take(const CoursePages& pages)
    {
        std::vector<int> wanted = pages.steps.empty() ? lessonPath(m_from) : std::vector<int>();
        for (const std::string& id : pages.steps) {
            const auto found = std::ranges::find(m_from.steps, id, &LessonStep::id);
            if (found == m_from.steps.end()) {
                return badInput(Core::tr("the lesson '{}' has no step '{}'", m_from.name, id), m_course.file);
            }
            wanted.push_back(static_cast<int>(found - m_from.steps.begin()));
        }
        int before = -1;
        for (const int step : wanted) {
            if (Result<void> taken = takeStep(step, before); !taken) {
                return taken;
            }
            before = step;
        }
        return {};
    }

private:
    Result<void> takeStep(int index, int before)
    {
        LessonStep step = m_from.steps[static_cast<std::size_t>(index)];
        const std::vector<int> path = lessonPath(m_from);
        const auto at = std::ranges::find(path, index);
        const bool follows = at != path.begin() && at != path.end() && *std::prev(at) == before;
        if (!follows && needsPlanBefore(step)) {
            return badInput(Core::tr("the step '{}' of the lesson '{}' needs the step before it", step.id, m_from.name),
                            m_course.file);
        }
        const std::string id = m_from.name + "-" + step.id;
        for (const auto& [language, texts] : m_from.texts) {
            for (const auto& [key, text] : texts) {
                if (key == step.id || key.starts_with(step.id + "/")) {
                    m_course.texts[language][id + key.substr(step.id.size())] = text;
                }
            }
        }
        step.id = id;
        step.next.clear();
        if (step.plan) {
            placeFile(*step.plan);
        }
        for (auto& [name, plan] : step.others) {
            placeFile(plan);
        }
        m_course.steps.push_back(std::move(step));
        return {};
    }

    static bool needsPlanBefore(const LessonStep& step)
    {
        return !step.plan || (step.plan->scenario.empty() && step.plan->file.empty());
    }

    /// Names a plan file by its path: the course may lie in another folder than the lesson.
    void placeFile(LessonPlan& plan) const
    {
        if (!plan.file.empty()) {
            plan.file = fs::absolute(fs::path(m_from.file).parent_path() / plan.file).string();
        }
    }

    Lesson& m_course;
    const Lesson& m_from;
};

/// Returns the file of a page's lesson: the one next to the course, or else the lesson of that name.
std::string placeOf(const CoursePages& pages, const Lesson& course)
{
    const fs::path beside = fs::path(course.file).parent_path() / (pages.lesson + ".json");
    std::error_code ignored;
    return fs::exists(beside, ignored) ? beside.string() : pages.lesson;
}

Result<void> takePages(Lesson& course, const PresetStore& store)
{
    for (const CoursePages& pages : course.pages) {
        const Result<Lesson> lesson = readLessonFile(store, placeOf(pages, course));
        if (!lesson) {
            return tl::unexpected(lesson.error());
        }
        if (!lesson->pages.empty()) {
            return badInput(Core::tr("'{}' is a course; pages come from lessons", pages.lesson), course.file);
        }
        if (Result<void> taken = PageTaker(course, *lesson).take(pages); !taken) {
            return taken;
        }
        course.problems.insert(course.problems.end(), lesson->problems.begin(), lesson->problems.end());
    }
    return {};
}

}  // namespace

Result<Lesson> loadLesson(const PresetStore& store, std::string_view nameOrFile, std::vector<Error>* all)
{
    Result<Lesson> lesson = readLessonFile(store, nameOrFile, all);
    const Result<void> taken = lesson ? takePages(*lesson, store) : Result<void>();
    return taken ? std::move(lesson) : tl::unexpected(taken.error());
}

std::vector<ListedLesson> loadLessons(const PresetStore& store)
{
    std::vector<ListedLesson> lessons;
    for (const PresetKind kind : {PresetKind::Lesson, PresetKind::Course}) {
        for (const PresetEntry& entry : store.entries(kind)) {
            lessons.push_back({entry.name, entry.file.string(), loadLesson(store, entry.name)});
        }
    }
    std::ranges::stable_sort(lessons, {}, [](const ListedLesson& each) {
        return each.lesson ? std::tuple(0, !each.lesson->pages.empty(), each.lesson->order) : std::tuple(1, false, 0);
    });
    return lessons;
}

int minutesOf(const Lesson& lesson)
{
    int minutes = 0;
    for (const LessonStep& step : lesson.steps) {
        minutes += 1 + (step.task ? 2 : 0) + static_cast<int>(step.questions.size());
    }
    return minutes;
}

}  // namespace pgram
