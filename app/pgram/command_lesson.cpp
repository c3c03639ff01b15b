// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram lesson: lists the lessons, and checks one.
#include "app/pgram/command.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/table.h"
#include "core/lessons/lesson_check.h"
#include "core/lessons/plan_figures.h"
#include "core/presets/preset_store.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace pgram::cli {

namespace {

std::string titleIn(const Lesson& lesson, const std::string& language)
{
    const auto texts = lesson.texts.find(language);
    const auto title = texts == lesson.texts.end() ? LessonTexts::const_iterator() : texts->second.find("title");
    return texts == lesson.texts.end() || title == texts->second.end() ? std::string() : title->second;
}

int tasksOf(const Lesson& lesson)
{
    return static_cast<int>(
        std::ranges::count_if(lesson.steps, [](const LessonStep& step) { return step.task.has_value(); }));
}

int questionsOf(const Lesson& lesson)
{
    std::size_t questions = 0;
    for (const LessonStep& step : lesson.steps) {
        questions += step.questions.size();
    }
    return static_cast<int>(questions);
}

Json writeTitles(const Lesson& lesson)
{
    Json titles = Json::object();
    for (const std::string& language : lessonLanguages()) {
        titles[language] = titleIn(lesson, language);
    }
    return titles;
}

struct ListedLesson {
    Lesson lesson;
    std::string file;
};
struct Course {
    std::vector<ListedLesson> lessons;
    std::vector<Error> broken;
};

constexpr Field<Error> problemRows[] = {
    figure<[](const Error& error) { return error.where.english(); }>("where"),
    figure<&Error::what>("what"),
};
constexpr Field<Lesson> countRows[] = {
    figure<[](const Lesson& lesson) { return lesson.steps.size(); }>("steps").atLeast(1),
    figure<tasksOf>("tasks").atLeast(0),
    figure<questionsOf>("questions").atLeast(0),
};
constexpr Field<ListedLesson> lessonRows[] = {
    figure<&ListedLesson::lesson, &Lesson::name>("name"),
    figure<&ListedLesson::file>("file"),
    figure<[](const ListedLesson& listed) { return writeTitles(listed.lesson); }>("titles")
        .describedBy([](const FieldRules&) {
            return Json{{"type", "object"}, {"additionalProperties", {{"type", "string"}}}};
        })
        .says("By language; empty without a text"),
    figure<&ListedLesson::lesson, &Lesson::minutes>("minutes").atLeast(1),
    nested<countRows, &ListedLesson::lesson>(""),
};
constexpr Field<Course> courseRows[] = {
    listed<lessonRows, &Course::lessons>("lessons"),
    listed<problemRows, &Course::broken>("broken"),
};
constexpr AnswerFormat<Course> lessonListAnswer{
    "lesson-list", "The lessons, and the files that are not lessons.", courseRows, {"lessons"}};

Result<ExitCode> runList(const NoOptions&, const Invocation& invocation)
{
    PGRAM_TRY(const PresetStore store, PresetStore::find(invocation.program));
    Table table({{"name", Align::Left}, {"lesson", Align::Left}, {"minutes"}, {"steps"}, {"tasks"}, {"questions"}});
    Course course;
    for (const CourseEntry& entry : loadCourse(store)) {
        if (!entry.lesson) {
            printMessage(entry.lesson.error().text());
            course.broken.push_back(entry.lesson.error());
            continue;
        }
        const Lesson& lesson = *entry.lesson;
        course.lessons.push_back({lesson, entry.file});
        table.addRow({lesson.name, titleIn(lesson, "en"), fmt::format("{}", lesson.minutes),
                      fmt::format("{}", lesson.steps.size()), fmt::format("{}", tasksOf(lesson)),
                      fmt::format("{}", questionsOf(lesson))});
    }
    printAnswer(invocation, lessonListAnswer, course, table.text());
    return ExitOk;
}

struct CheckedLesson {
    Lesson lesson;
    std::vector<Error> problems;
};
constexpr Field<CheckedLesson> lessonCheckRows[] = {
    figure<&CheckedLesson::lesson, &Lesson::name>("name"),
    nested<countRows, &CheckedLesson::lesson>(""),
    listed<problemRows, &CheckedLesson::problems>("problems"),
};
constexpr AnswerFormat<CheckedLesson> lessonCheckAnswer{
    "lesson-check", "A lesson with its problems.", lessonCheckRows, {"problems"}};

std::string checkText(const CheckedLesson& checked)
{
    std::string text;
    for (const Error& problem : checked.problems) {
        text += problem.text() + "\n";
    }
    return text + fmt::format("{}: {}, {}, {}; {}\n", checked.lesson.name,
                              counted(static_cast<std::int64_t>(checked.lesson.steps.size()), "step"),
                              counted(tasksOf(checked.lesson), "task"),
                              counted(questionsOf(checked.lesson), "question"),
                              checked.problems.empty()
                                  ? "it runs"
                                  : counted(static_cast<std::int64_t>(checked.problems.size()), "problem"));
}

Result<ExitCode> runCheck(const std::string& file, const Invocation& invocation)
{
    PGRAM_TRY(const PresetStore store, PresetStore::find(invocation.program));
    PGRAM_TRY(const Lesson lesson, loadLesson(store, file));
    const CheckedLesson checked{lesson, checkLesson(lesson, store)};
    printAnswer(invocation, lessonCheckAnswer, checked, checkText(checked));
    return checked.problems.empty() ? ExitOk : ExitBadInput;
}

/// The names that formulas and texts of lessons may use.
struct LessonNames {};
constexpr Field<PlanFigure> planFigureRows[] = {
    figure<&PlanFigure::name>("name").column("figure"),
    figure<[](const PlanFigure& figure) { return figure.meaning.english; }>("meaning").column("of the plan"),
};
constexpr Field<LessonTableRow> lessonTableRows[] = {
    figure<&LessonTableRow::name>("name").column("table"),
    figure<[](const LessonTableRow& row) { return row.meaning.english; }>("meaning").column("shows"),
};
constexpr Field<LessonNames> lessonNameRows[] = {
    listed<planFigureRows, [](const LessonNames&) { return planFigures(); }>("figures"),
    listed<lessonTableRows, [](const LessonNames&) { return lessonTables(); }>("tables").says(
        "In texts: {{name | table}}"),
};
constexpr AnswerFormat<LessonNames> lessonFiguresAnswer{
    "lesson-figures", "The figures and the tables that lessons may use.", lessonNameRows, {"figures"}};

Result<ExitCode> runFigures(const NoOptions&, const Invocation& invocation)
{
    printAnswer(invocation, lessonFiguresAnswer, {},
                tableWith<planFigureRows>(planFigures()).text() + "\n" +
                    tableWith<lessonTableRows>(lessonTables()).text());
    return ExitOk;
}

}  // namespace

void addLesson(CLI::App& app, Invocation& invocation)
{
    CLI::App* group = app.add_subcommand("lesson", "List lessons, and check one that you write");
    group->require_subcommand(1);
    group->footer("pgram lesson COMMAND --help has examples.");
    addCommand<NoOptions, lessonListAnswer>(*group, invocation, runList, "list",
                                            "Name the lessons, with their steps, tasks and questions",
                                            "  pgram lesson list\n");

    const auto [check, file] = addCommand<std::string, lessonCheckAnswer>(
        *group, invocation, runCheck, "check", "Check that a lesson can be taught in every language",
        "  pgram lesson check memory-in-training\n"
        "  pgram lesson check mine/my-lesson.json --json\n"
        "Every step is reached, every plan is made, every condition is false at first and\n"
        "true with its solution, every question has one answer. Exit code 2 where not.");
    check->add_option("LESSON", *file, "a lesson's name or file")->required()->type_name("NAME|FILE");

    addCommand<NoOptions, lessonFiguresAnswer>(*group, invocation, runFigures, "figures",
                                               "Name the figures and the tables that lessons may use",
                                               "  pgram lesson figures\n");
}

}  // namespace pgram::cli
