// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram lesson: the lessons that there are, and whether one can be taught.
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

struct LessonCounts {
    int tasks = 0;
    int questions = 0;
};

LessonCounts countsOf(const Lesson& lesson)
{
    LessonCounts counts;
    for (const LessonStep& step : lesson.steps) {
        counts.tasks += step.task ? 1 : 0;
        counts.questions += static_cast<int>(step.questions.size());
    }
    return counts;
}

std::string titleIn(const Lesson& lesson, const std::string& language)
{
    const auto texts = lesson.texts.find(language);
    const auto title = texts == lesson.texts.end() ? LessonTexts::const_iterator() : texts->second.find("title");
    return texts == lesson.texts.end() || title == texts->second.end() ? std::string() : title->second;
}

Json errorToJson(const Error& error)
{
    return {{"where", error.where.english()}, {"what", error.what.english()}};
}

/// A broken lesson is named, and the others are still there.
Result<ExitCode> runList(const Invocation& invocation)
{
    PGRAM_TRY(const PresetStore store, PresetStore::find(invocation.program));
    Table table({{"name", Align::Left}, {"lesson", Align::Left}, {"minutes"}, {"steps"}, {"tasks"}, {"questions"}});
    Json json = outputObject("lesson-list");
    json["lessons"] = Json::array();
    json["broken"] = Json::array();
    for (const CourseEntry& entry : loadCourse(store)) {
        const Result<Lesson>& lesson = entry.lesson;
        if (!lesson) {
            printMessage(lesson.error().text());
            json["broken"].push_back(errorToJson(lesson.error()));
            continue;
        }
        const LessonCounts counts = countsOf(*lesson);
        Json titles = Json::object();
        for (const std::string& language : lessonLanguages()) {
            titles[language] = titleIn(*lesson, language);
        }
        json["lessons"].push_back({{"name", lesson->name},
                                   {"file", entry.file},
                                   {"titles", titles},
                                   {"minutes", lesson->minutes},
                                   {"steps", lesson->steps.size()},
                                   {"tasks", counts.tasks},
                                   {"questions", counts.questions}});
        table.addRow({lesson->name, titleIn(*lesson, "en"), fmt::format("{}", lesson->minutes),
                      fmt::format("{}", lesson->steps.size()), fmt::format("{}", counts.tasks),
                      fmt::format("{}", counts.questions)});
    }
    if (invocation.json) {
        printJson(json);
    } else {
        printText(table.text());
    }
    return ExitOk;
}

Result<ExitCode> runCheck(const std::string& file, const Invocation& invocation)
{
    PGRAM_TRY(const PresetStore store, PresetStore::find(invocation.program));
    PGRAM_TRY(const Lesson lesson, loadLesson(store, file));
    const std::vector<Error> problems = checkLesson(lesson, store);
    const LessonCounts counts = countsOf(lesson);
    if (invocation.json) {
        Json json = outputObject("lesson-check");
        json["name"] = lesson.name;
        json["steps"] = lesson.steps.size();
        json["tasks"] = counts.tasks;
        json["questions"] = counts.questions;
        json["problems"] = Json::array();
        for (const Error& problem : problems) {
            json["problems"].push_back(errorToJson(problem));
        }
        printJson(json);
    } else {
        for (const Error& problem : problems) {
            printText(problem.text() + "\n");
        }
        printText(fmt::format(
            "{}: {}, {}, {}; {}\n", lesson.name, counted(static_cast<std::int64_t>(lesson.steps.size()), "step"),
            counted(counts.tasks, "task"), counted(counts.questions, "question"),
            problems.empty() ? "it runs" : counted(static_cast<std::int64_t>(problems.size()), "problem")));
    }
    return problems.empty() ? ExitOk : ExitBadInput;
}

/// What formulas and texts may name.
Result<ExitCode> runFigures(const Invocation& invocation)
{
    Table table({{"figure", Align::Left}, {"of the plan", Align::Left}});
    Json json = outputObject("lesson-figures");
    json["figures"] = Json::array();
    for (const PlanFigure& figure : planFigures()) {
        table.addRow({figure.name, figure.meaning.english});
        json["figures"].push_back({{"name", figure.name}, {"meaning", figure.meaning.english}});
    }
    Table tables({{"table", Align::Left}, {"shows", Align::Left}});
    json["tables"] = Json::array();
    for (const LessonTableRow& row : lessonTables()) {
        tables.addRow({row.name, row.meaning.english});
        json["tables"].push_back({{"name", row.name}, {"meaning", row.meaning.english}});
    }
    if (invocation.json) {
        printJson(json);
    } else {
        printText(table.text() + "\n" + tables.text());
    }
    return ExitOk;
}

}  // namespace

void addLesson(CLI::App& app, Invocation& invocation)
{
    CLI::App* group = app.add_subcommand("lesson", "List lessons, and check one that you write");
    group->require_subcommand(1);
    group->footer("pgram lesson COMMAND --help has examples.");
    CLI::App* list = addCommand(*group, invocation, "list", "Name the lessons, with their steps, tasks and questions",
                                "  pgram lesson list\n");
    list->callback([&invocation] { invocation.run = [&invocation] { return runList(invocation); }; });

    const auto [check, file] = addCommand<std::string>(
        *group, invocation, runCheck, "check", "Check that a lesson can be taught in every language",
        "  pgram lesson check memory-in-training\n"
        "  pgram lesson check mine/my-lesson.json --json\n"
        "Every step is reached, every plan is made, every condition is false at first and\n"
        "true with its solution, every question has one answer. Exit code 2 where not.");
    check->add_option("LESSON", *file, "a lesson's name or file")->required()->type_name("NAME|FILE");

    CLI::App* figures = addCommand(*group, invocation, "figures",
                                   "Name the figures and the tables that lessons may use", "  pgram lesson figures\n");
    figures->callback([&invocation] { invocation.run = [&invocation] { return runFigures(invocation); }; });
}

}  // namespace pgram::cli
