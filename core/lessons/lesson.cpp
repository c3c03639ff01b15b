// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/lessons/lesson.h"

#include "core/base/ascii.h"
#include "core/base/file_format.h"
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/plan/plan_edits.h"
#include "core/strategy/strategy_text.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace pgram {

namespace fs = std::filesystem;

namespace {

constexpr const char* formatName = "parallelogram-lesson";
constexpr std::size_t longestText = 1u << 20;
constexpr std::size_t mostSteps = 200;
constexpr std::size_t mostOfStep = 20;  ///< questions, choices, edits
constexpr int largestNumber = 1 << 20;

template <typename T>
std::optional<T> taken(JsonObject& object, std::string_view key, Result<T> value)
{
    if (!value) {
        object.fail(key, value.error().what, value.error().todo);
        return std::nullopt;
    }
    return std::move(*value);
}

/// Reads a name that headings and formulas use.
std::string readId(JsonObject& object, std::string_view key)
{
    std::string id = object.string(key);
    const bool plain = !id.empty() && id.size() <= 60 && std::ranges::all_of(id, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
    if (!object.error() && !plain) {
        object.fail(key, Core::tr("is '{}': lower-case letters, digits, - and _ alone", id.substr(0, 80)));
    }
    return id;
}

LessonEdit readEdit(JsonObject& object)
{
    LessonEdit edit;
    int found = 0;
    if (object.has("strategy")) {
        edit.strategy = taken(object, "strategy", parseStrategy(object.string("strategy")));
        const std::vector<std::int64_t> layers = object.integersOr("layers", 0, largestNumber);
        if (!layers.empty()) {
            edit.firstLayer = static_cast<int>(layers.front());
            edit.layerCount = layers.size() > 1 ? static_cast<int>(layers[1]) : 1;
        }
        ++found;
    }
    if (object.has("microbatches")) {
        edit.microbatches = static_cast<int>(object.integer("microbatches", 1, largestNumber));
        ++found;
    }
    if (object.has("batch")) {
        edit.batch = object.integer("batch", 1, 1 << 30);
        ++found;
    }
    if (object.has("schedule")) {
        if (const auto schedule = taken(object, "schedule", parseSchedule(object.string("schedule")))) {
            edit.schedule = schedule->kind;
        }
        ++found;
    }
    if (object.has("cut")) {
        edit.boundary = static_cast<int>(object.integer("cut", 0, largestNumber));
        edit.cutAt = static_cast<int>(object.integer("first_layer", 1, largestNumber));
        ++found;
    }
    if (found != 1) {
        object.fail({}, Core::tr("has to have one of strategy, microbatches, batch, schedule and cut"));
    }
    object.refuseUnknown();
    return edit;
}

std::vector<LessonEdit> readEdits(JsonObject& object, std::string_view key)
{
    std::vector<LessonEdit> edits;
    if (object.has(key)) {
        for (JsonObject& edit : object.objects(key, mostOfStep)) {
            edits.push_back(readEdit(edit));
        }
    }
    return edits;
}

LessonPlan readPlan(JsonObject object)
{
    LessonPlan plan;
    plan.scenario = object.stringOr("scenario", {});
    plan.file = object.stringOr("file", {});
    if (!plan.scenario.empty() && !plan.file.empty()) {
        object.fail({}, Core::tr("has a scenario and a file: one of them"));
    }
    if (const fs::path file(plan.file); !plan.file.empty() && (file.is_absolute() || file.has_parent_path())) {
        object.fail("file", Core::tr("is outside the lesson's folder: {}", plan.file));
    }
    if (object.has("change")) {
        plan.change = std::make_shared<const Json>(object.object("change").json());
    }
    plan.budget = object.integerOr("budget_bytes", 0, 0, largestMemory);
    plan.edits = readEdits(object, "edits");
    object.refuseUnknown();
    return plan;
}

LessonQuestion readQuestion(JsonObject& object)
{
    LessonQuestion question;
    question.id = readId(object, "id");
    question.kind = static_cast<LessonQuestionKind>(object.oneOf("kind", {"choice", "number", "order"}));
    if (question.kind == LessonQuestionKind::Number) {
        question.answer = object.string("answer");
        question.tolerance = object.numberOr("tolerance", question.tolerance, 1e-6, 1);
        question.unit = object.stringOr("unit", {});
        object.refuseUnknown();
        return question;
    }
    for (JsonObject& choice : object.objects("choices", mostOfStep)) {
        question.choices.push_back(
            {readId(choice, "id"), choice.string(question.kind == LessonQuestionKind::Order ? "by" : "right")});
        choice.refuseUnknown();
    }
    if (!object.error() && question.choices.size() < 2) {
        object.fail("choices", Core::tr("are fewer than two"));
    }
    object.refuseUnknown();
    return question;
}

LessonStep readStep(JsonObject& object)
{
    LessonStep step;
    step.id = readId(object, "id");
    if (object.has("plan")) {
        step.plan = readPlan(object.object("plan"));
    }
    if (object.has("others")) {
        JsonObject others = object.object("others");
        for (const auto& [name, json] : others.json().items()) {
            step.others[name] = readPlan(others.object(name, json));
        }
    }
    step.view = object.stringOr("view", {});
    step.page = object.stringOr("page", {});
    if (object.has("point")) {
        JsonObject point = object.object("point");
        for (const char* kind : {"stage", "layer", "cut", "device"}) {
            if (point.has(kind)) {
                step.place = {kind, static_cast<int>(point.integer(kind, 0, largestNumber))};
            }
        }
        if (point.booleanOr("view", false)) {
            step.place = {"view", 0};
        }
        if (step.place.kind.empty()) {
            point.fail({}, Core::tr("has to have one of stage, layer, cut, device and view"));
        }
        point.refuseUnknown();
    }
    if (object.has("task")) {
        JsonObject task = object.object("task");
        step.task = LessonTask{task.string("condition"), readEdits(task, "solution")};
        task.refuseUnknown();
    }
    if (object.has("questions")) {
        for (JsonObject& question : object.objects("questions", mostOfStep)) {
            step.questions.push_back(readQuestion(question));
        }
    }
    step.next = object.stringOr("next", {});
    object.refuseUnknown();
    return step;
}

Result<Lesson> parseLesson(std::string_view text, const std::string& where)
{
    const Result<Json> json = parseJson(text, where);
    if (!json) {
        return tl::unexpected(json.error());
    }
    JsonObject object(*json, where);
    checkFormat(object, formatName, lessonVersion);
    Lesson lesson;
    lesson.file = where;
    lesson.name = readId(object, "name");
    lesson.title = object.stringOr("title", lesson.name);
    lesson.order = static_cast<int>(object.integerOr("order", lesson.order, 1, lastInCourse));
    lesson.minutes = static_cast<int>(object.integerOr("minutes", lesson.minutes, 1, 600));
    for (JsonObject& step : object.objects("steps", mostSteps)) {
        lesson.steps.push_back(readStep(step));
    }
    if (!object.error() && (lesson.steps.empty() || !lesson.steps.front().plan)) {
        object.fail("steps", Core::tr("have to begin with one that has a plan"));
    }
    object.refuseUnknown();
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return lesson;
}

/// Line by line.
class TextReader {
public:
    explicit TextReader(const std::string& where) : m_where(where) {}

    Result<LessonTexts> read(std::string_view text)
    {
        while (!text.empty() && !m_error) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            ++m_line;
            line(text.substr(0, end));
            text.remove_prefix(std::min(text.size(), end + 1));
        }
        if (m_error) {
            return tl::unexpected(*m_error);
        }
        for (auto& [key, part] : m_texts) {
            part = std::string(trimmed(part));
        }
        return std::move(m_texts);
    }

private:
    void line(std::string_view text)
    {
        if (text.starts_with("### ")) {
            part(trimmed(text.substr(4)));
        } else if (text.starts_with("## ")) {
            step(trimmed(text.substr(3)));
        } else if (text.starts_with("# ")) {
            open("title");
            m_texts["title"] = std::string(trimmed(text.substr(2)));
            open("");
        } else if (m_isQuestion && text.starts_with("- ")) {
            choice(trimmed(text.substr(2)));
        } else if (m_key) {
            (m_texts[*m_key] += text) += '\n';
        } else if (!trimmed(text).empty()) {
            fail(Core::tr("has a text before its first heading"));
        }
    }

    void step(std::string_view heading)
    {
        const std::size_t colon = heading.find(':');
        if (colon == std::string_view::npos) {
            fail(Core::tr("has a step without a title: ## {}", heading));
            return;
        }
        m_step = std::string(trimmed(heading.substr(0, colon)));
        open(m_step + "/title");
        m_texts[m_step + "/title"] = std::string(trimmed(heading.substr(colon + 1)));
        open(m_step);
    }

    void part(std::string_view heading)
    {
        if (m_step.empty()) {
            fail(Core::tr("has a part outside of a step: ### {}", heading));
        } else if (heading.starts_with("q ")) {
            m_question = std::string(trimmed(heading.substr(2)));
            const bool explains = m_question.ends_with(" explain");
            if (explains) {
                m_question = std::string(trimmed(m_question.substr(0, m_question.size() - 8)));
            }
            open(m_step + "/" + m_question + (explains ? "/explain" : ""));
            m_isQuestion = !explains;
        } else if (std::set<std::string_view>{"task", "hint", "explain", "try", "notes"}.contains(heading)) {
            open(m_step + "/" + std::string(heading));
        } else {
            fail(Core::tr("has an unknown part: ### {}", heading));
        }
    }

    void choice(std::string_view text)
    {
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos) {
            fail(Core::tr("has a choice without a name: - {}", text));
            return;
        }
        const std::string key = m_step + "/" + m_question + "/" + std::string(trimmed(text.substr(0, colon)));
        open(key);
        m_isQuestion = true;
        m_texts[key] = std::string(trimmed(text.substr(colon + 1))) + "\n";
    }

    /// Starts the part that belongs to `key`.
    void open(std::string key)
    {
        m_isQuestion = false;
        if (m_texts.contains(key)) {
            fail(Core::tr("has a part twice: {}", key));
        }
        m_texts[key];
        m_key = std::move(key);
    }

    void fail(Text what)
    {
        m_error = Error{ErrorKind::BadInput, std::move(what), m_where + ":" + std::to_string(m_line), {}};
    }

    const std::string& m_where;
    LessonTexts m_texts;
    std::optional<std::string> m_key;
    std::string m_step;
    std::string m_question;
    bool m_isQuestion = false;
    int m_line = 0;
    std::optional<Error> m_error;
};

}  // namespace

const std::vector<std::string>& lessonLanguages()
{
    static const std::vector<std::string> languages{"en", "zh_CN"};
    return languages;
}

Result<LessonTexts> parseLessonTexts(std::string_view text, const std::string& where)
{
    return TextReader(where).read(text);
}

Result<Lesson> loadLesson(const PresetStore& store, std::string_view nameOrFile)
{
    const Result<fs::path> file = store.locate(PresetKind::Lesson, nameOrFile);
    if (!file) {
        return tl::unexpected(file.error());
    }
    const Result<std::string> text = checkIsNoPipe(*file).and_then([&] { return readTextFile(*file, longestText); });
    Result<Lesson> lesson = text ? parseLesson(*text, file->string()) : Result<Lesson>(tl::unexpected(text.error()));
    for (const std::string& language : lesson ? lessonLanguages() : std::vector<std::string>()) {
        const fs::path beside = fs::path(*file).replace_extension("." + language + ".md");
        const auto words =
            checkIsNoPipe(beside)
                .and_then([&] { return readTextFile(beside, longestText); })
                .and_then([&](const std::string& read) { return parseLessonTexts(read, beside.string()); });
        if (words) {
            lesson->texts[language] = *words;
        } else {
            lesson->problems.push_back(words.error());
        }
    }
    return lesson;
}

std::vector<CourseEntry> loadCourse(const PresetStore& store)
{
    std::vector<CourseEntry> course;
    for (const PresetEntry& entry : store.lessons()) {
        course.push_back({entry.name, entry.file.string(), loadLesson(store, entry.name)});
    }
    std::ranges::stable_sort(
        course, {}, [](const CourseEntry& each) { return each.lesson ? each.lesson->order : lastInCourse + 1; });
    return course;
}

std::vector<int> lessonPath(const Lesson& lesson)
{
    const auto count = static_cast<int>(lesson.steps.size());
    std::vector<int> path;
    for (int at = 0; at < count && std::ranges::find(path, at) == path.end();) {
        path.push_back(at);
        const std::string& next = lesson.steps[static_cast<std::size_t>(at)].next;
        const auto named = std::ranges::find(lesson.steps, next, &LessonStep::id);
        at = next.empty() || named == lesson.steps.end() ? at + 1 : static_cast<int>(named - lesson.steps.begin());
    }
    return path;
}

Plan withEdits(Plan plan, const std::vector<LessonEdit>& edits)
{
    for (const LessonEdit& edit : edits) {
        if (edit.strategy) {
            const int count = edit.layerCount > 0 ? edit.layerCount : plan.model.layerCount() - edit.firstLayer;
            plan = withStrategy(std::move(plan), edit.firstLayer, count, *edit.strategy);
        } else if (edit.microbatches) {
            plan = withMicrobatches(std::move(plan), *edit.microbatches);
        } else if (edit.batch) {
            plan = withGlobalBatch(std::move(plan), *edit.batch);
        } else if (edit.schedule) {
            plan = withSchedule(std::move(plan), *edit.schedule);
        } else if (edit.boundary) {
            plan = withCut(std::move(plan), *edit.boundary, edit.cutAt);
        }
    }
    return plan;
}

}  // namespace pgram
