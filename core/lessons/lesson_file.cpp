// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The reader of a lesson's files.
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/lessons/lesson_members.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>

namespace pgram {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longestText = 1u << 20;

Result<Lesson> readLesson(const Json& json, const std::string& where)
{
    JsonObject object(json, where);
    checkFormat(object, lessonFormat, lessonVersion);
    Lesson lesson;
    lesson.file = where;
    readFields(lessonMembers(), object, lesson, nullptr);
    if (lesson.pages.empty() && (lesson.steps.empty() || !lesson.steps.front().plan)) {
        object.fail("steps", Core::tr("have to begin with one that has a plan"));
    } else if (!lesson.pages.empty() && !lesson.steps.empty()) {
        object.fail("pages", Core::tr("are those of a course, which has no steps of its own"));
    }
    object.refuseUnknown();
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return lesson;
}

template <typename Part>
void collectError(const Json& json, const std::string& where, const std::string& pointer, std::vector<Error>& all)
{
    JsonObject object(json, where, pointer);
    Part part;
    readFields(rowsOf<Part>(), object, part, nullptr);
    object.refuseUnknown();
    if (const auto error = object.error()) {
        all.push_back(*error);
    }
}

/// Appends the error of each step and of each question of a lesson that cannot be read: the reader of the whole lesson
/// stops at its first one. The steps that are right are left out of `json`.
void collectErrors(Json json, const std::string& where, std::vector<Error>& all)
{
    const Json steps = json.is_object() ? json.value("steps", Json()) : Json();
    for (std::size_t i = 0; steps.is_array() && i < std::min(steps.size(), mostSteps); ++i) {
        const std::string pointer = fmt::format("/steps/{}", i);
        Json step = steps[i];
        const Json questions = step.is_object() ? step.value("questions", Json()) : Json();
        for (std::size_t j = 0; questions.is_array() && j < std::min(questions.size(), mostOfStep); ++j) {
            collectError<LessonQuestion>(questions[j], where, fmt::format("{}/questions/{}", pointer, j), all);
        }
        if (questions.is_array()) {
            step["questions"] = Json::array();
        }
        collectError<LessonStep>(step, where, pointer, all);
    }
    if (steps.is_array()) {
        json["steps"] = Json::array({Json{{"id", "first"}, {"plan", Json::object()}}});
    }
    if (const auto rest = readLesson(json, where); !rest) {
        all.push_back(rest.error());
    }
}

Result<Lesson> parseLesson(std::string_view text, const std::string& where, std::vector<Error>* all)
{
    const Result<Json> json = parseJson(text, where);
    Result<Lesson> lesson = json ? readLesson(*json, where) : Result<Lesson>(tl::unexpected(json.error()));
    if (!lesson && all != nullptr) {
        json ? collectErrors(*json, where, *all) : all->push_back(json.error());
    }
    return lesson;
}

/// Reads the texts next to the lesson's file, one file for each language. One language is enough.
void readTexts(Lesson& lesson, const fs::path& file)
{
    std::vector<Error> missing;
    for (const std::string& language : lessonLanguages()) {
        const fs::path beside = fs::path(file).replace_extension("." + language + ".md");
        std::error_code ignored;
        const bool isThere = fs::exists(fs::symlink_status(beside, ignored));
        const auto words =
            checkIsNoPipe(beside)
                .and_then([&] { return readTextFile(beside, longestText); })
                .and_then([&](const std::string& read) { return parseLessonTexts(read, beside.string()); });
        if (words) {
            lesson.texts[language] = *words;
        } else if (isThere) {
            lesson.problems.push_back(words.error());
        } else {
            missing.push_back(
                {ErrorKind::BadInput, Core::tr("is missing: no texts in this language"), beside.string(), {}});
        }
    }
    const bool hasNone = lesson.texts.empty() && lesson.problems.empty();
    std::ranges::move(missing, std::back_inserter(hasNone ? lesson.problems : lesson.notes));
}

}  // namespace

Result<Lesson> readLessonFile(const PresetStore& store, std::string_view nameOrFile, std::vector<Error>* all)
{
    const Result<fs::path> course = store.named(PresetKind::Course, nameOrFile);
    const Result<fs::path> file = course ? course : store.locate(PresetKind::Lesson, nameOrFile);
    if (!file) {
        return tl::unexpected(file.error());
    }
    const Result<std::string> text = checkIsNoPipe(*file).and_then([&] { return readTextFile(*file, longestText); });
    Result<Lesson> lesson =
        text ? parseLesson(*text, file->string(), all) : Result<Lesson>(tl::unexpected(text.error()));
    if (lesson) {
        readTexts(*lesson, *file);
    }
    return lesson;
}

}  // namespace pgram
