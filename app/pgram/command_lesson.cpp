// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram lesson: lists the lessons, checks one, and begins a new one.
#include "app/pgram/command.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/table.h"
#include "core/base/text_file.h"
#include "core/lessons/lesson_check.h"
#include "core/lessons/plan_figures.h"
#include "core/presets/preset_store.h"

#include <filesystem>
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

struct LessonList {
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
    figure<&ListedLesson::name>("name"),
    figure<&ListedLesson::file>("file"),
    figure<[](const ListedLesson& listed) { return writeTitles(*listed.lesson); }>("titles")
        .describedBy([](const FieldRules&) {
            return Json{{"type", "object"}, {"additionalProperties", {{"type", "string"}}}};
        })
        .says("By language; empty without a text"),
    figure<[](const ListedLesson& listed) { return minutesOf(*listed.lesson); }>("minutes").atLeast(1),
    nested<countRows, [](const ListedLesson& listed) { return *listed.lesson; }>(""),
};
constexpr Field<LessonList> lessonListRows[] = {
    listed<lessonRows, &LessonList::lessons>("lessons"),
    listed<problemRows, &LessonList::broken>("broken"),
};
constexpr AnswerFormat<LessonList> lessonListAnswer{
    "lesson-list", "The lessons and courses, and the files that are neither.", lessonListRows, {"lessons"}};

Result<ExitCode> runList(const NoOptions&, const Invocation& invocation)
{
    PGRAM_TRY(const PresetStore store, PresetStore::find(invocation.program));
    Table table({{"name", Align::Left}, {"lesson", Align::Left}, {"minutes"}, {"steps"}, {"tasks"}, {"questions"}});
    LessonList list;
    for (const ListedLesson& entry : loadLessons(store)) {
        if (!entry.lesson) {
            printMessage(entry.lesson.error().text());
            list.broken.push_back(entry.lesson.error());
            continue;
        }
        const Lesson& lesson = *entry.lesson;
        list.lessons.push_back(entry);
        table.addRow({lesson.name, titleIn(lesson, "en"), fmt::format("{}", minutesOf(lesson)),
                      fmt::format("{}", lesson.steps.size()), fmt::format("{}", tasksOf(lesson)),
                      fmt::format("{}", questionsOf(lesson))});
    }
    printAnswer(invocation, lessonListAnswer, list, table.text());
    return ExitOk;
}

struct CheckedLesson {
    Lesson lesson;
    LessonFindings findings;
};
constexpr Field<CheckedLesson> lessonCheckRows[] = {
    figure<&CheckedLesson::lesson, &Lesson::name>("name"),
    nested<countRows, &CheckedLesson::lesson>(""),
    listed<problemRows, [](const CheckedLesson& checked) { return checked.findings.problems; }>("problems"),
    listed<problemRows, [](const CheckedLesson& checked) { return checked.findings.notes; }>("notes").sparse().says(
        "Missing texts that the lesson can do without"),
};
constexpr AnswerFormat<CheckedLesson> lessonCheckAnswer{
    "lesson-check", "A lesson with its problems.", lessonCheckRows, {"problems"}};

std::string checkText(const CheckedLesson& checked)
{
    const auto& [problems, notes] = checked.findings;
    std::string text;
    for (const Error& note : notes) {
        text += "note: " + note.text() + "\n";
    }
    for (const Error& problem : problems) {
        text += problem.text() + "\n";
    }
    return text +
           fmt::format("{}: {}, {}, {}, {}; {}\n", checked.lesson.name,
                       counted(static_cast<std::int64_t>(checked.lesson.steps.size()), "step"),
                       counted(tasksOf(checked.lesson), "task"), counted(questionsOf(checked.lesson), "question"),
                       counted(minutesOf(checked.lesson), "minute"),
                       problems.empty() ? "it runs" : counted(static_cast<std::int64_t>(problems.size()), "problem"));
}

Result<ExitCode> runCheck(const std::string& file, const Invocation& invocation)
{
    PGRAM_TRY(const PresetStore store, PresetStore::find(invocation.program));
    std::vector<Error> errors;
    const Result<Lesson> lesson = loadLesson(store, file, &errors);
    if (!lesson) {
        // The caller prints the error that loading ended with.
        for (const Error& error : errors) {
            if (error.text() != lesson.error().text()) {
                printMessage(error.text());
            }
        }
        return tl::unexpected(lesson.error());
    }
    const CheckedLesson checked{*lesson, checkLesson(*lesson, store)};
    printAnswer(invocation, lessonCheckAnswer, checked, checkText(checked));
    return checked.findings.problems.empty() ? ExitOk : ExitBadInput;
}

/// The files of a new lesson.
struct NewLesson {
    std::string name;
    std::vector<std::string> files;
};
constexpr Field<NewLesson> newLessonRows[] = {
    figure<&NewLesson::name>("name"),
    figure<&NewLesson::files>("files"),
};
constexpr AnswerFormat<NewLesson> lessonNewAnswer{"lesson-new", "The files of a new lesson.", newLessonRows};

/// Writes the lesson of the help page on writing lessons under another name, in the current folder.
Result<ExitCode> runNew(const std::string& name, const Invocation& invocation)
{
    constexpr std::string_view exampleName = "many-micro-batches";
    if (!isLessonId(name)) {
        return badInput(fmt::format("is '{}': lower-case letters, digits, - and _ alone", name.substr(0, 80)), "NAME");
    }
    PGRAM_TRY(const PresetStore store, PresetStore::find(invocation.program));
    NewLesson made{name, {}};
    std::vector<std::string> contents;
    for (const char* ending : {".json", ".en.md"}) {
        made.files.push_back(name + ending);
        PGRAM_TRY(std::string text, readTextFile(store.root() / "templates" / (std::string(exampleName) + ending)));
        if (const std::size_t at = text.find(exampleName); at != std::string::npos) {
            text.replace(at, exampleName.size(), name);
        }
        // The same file may be of a run that was killed.
        const Result<std::string> own = readTextFile(made.files.back());
        if (std::filesystem::exists(made.files.back()) && (!own || *own != text)) {
            return badInput("exists", made.files.back(), "Choose another name");
        }
        contents.push_back(std::move(text));
    }
    std::vector<NewFile> files;
    std::string written;
    for (std::size_t i = 0; i < contents.size(); ++i) {
        files.push_back({made.files[i], contents[i]});
        written += fmt::format("wrote {}\n", made.files[i]);
    }
    PGRAM_CHECK(writeTextFiles(files));
    printAnswer(invocation, lessonNewAnswer, made, written + fmt::format("next: pgram lesson check {}.json\n", name));
    return ExitOk;
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
    CLI::App* group = app.add_subcommand("lesson", "List lessons, and write and check your own");
    group->require_subcommand(1);
    group->footer("pgram lesson COMMAND --help has examples.");
    addCommand<NoOptions, lessonListAnswer>(*group, invocation, runList, "list",
                                            "Name the lessons, with their steps, tasks and questions",
                                            "  pgram lesson list\n");

    const auto [check, file] = addCommand<std::string, lessonCheckAnswer>(
        *group, invocation, runCheck, "check", "Check that a lesson can be taught",
        "  pgram lesson check memory-in-training\n"
        "  pgram lesson check mine/my-lesson.json --json\n"
        "Every step is reached, every plan is made, every condition is false at first and\n"
        "true with its solution, every question has one answer. Exit code 2 where not.\n"
        "A missing language, hint or explanation is a note.");
    check->add_option("LESSON", *file, "a lesson's name or file")->required()->type_name("NAME|FILE");

    const auto [create, name] = addCommand<std::string, lessonNewAnswer>(
        *group, invocation, runNew, "new", "Write the files of a new lesson into the current folder",
        "  pgram lesson new my-lesson\n"
        "Writes my-lesson.json and my-lesson.en.md: the lesson of the help page 'Writing a\n"
        "lesson', to change. For Chinese add my-lesson.zh_CN.md with the same headings.");
    create->add_option("NAME", *name, "lower-case letters, digits, - and _")->required();

    addCommand<NoOptions, lessonFiguresAnswer>(*group, invocation, runFigures, "figures",
                                               "Name the figures and the tables that lessons may use",
                                               "  pgram lesson figures\n");
}

}  // namespace pgram::cli
