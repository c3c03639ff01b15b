// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/lessons/lesson.h"

#include "core/base/json.h"
#include "core/lessons/lesson_members.h"
#include "core/plan/plan_edits.h"
#include "core/strategy/strategy_text.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace pgram {

namespace fs = std::filesystem;

namespace {

constexpr int largestNumber = 1 << 20;
constexpr std::array places{"stage", "layer", "cut", "device"};

template <typename T>
std::optional<T> taken(JsonObject& object, std::string_view key, Result<T> value)
{
    if (!value) {
        object.fail(key, value.error().what, value.error().todo);
        return std::nullopt;
    }
    return std::move(*value);
}

constexpr const char* idPattern = "^[a-z0-9_-]{1,60}$";

/// Reads a name that headings and formulas use.
std::string readId(JsonObject& object, std::string_view key)
{
    std::string id = object.string(key);
    if (!object.error() && !isLessonId(id)) {
        object.fail(key, Core::tr("is '{}': lower-case letters, digits, - and _ alone", id.substr(0, 80)));
    }
    return id;
}

/// Returns the row of such a name.
template <auto member>
constexpr auto idRow(std::string_view key)
{
    using Owner = typename MemberOf<decltype(member)>::Owner;
    return field<member>(key).required().like(idPattern).readBy(
        [](const FieldRules& rules, JsonObject& object, Owner& owner, UnknownKeys*) {
            owner.*member = readId(object, rules.key);
        });
}

// --- edits -----------------------------------------------------------------------------------------------------------

void readStrategyEdit(const FieldRules& rules, JsonObject& object, LessonEdit& edit, UnknownKeys*)
{
    if (!object.has(rules.key)) {
        return;
    }
    edit.strategy = taken(object, rules.key, parseStrategy(object.string(rules.key)));
    const std::vector<std::int64_t> layers = object.integersOr("layers", 0, largestNumber);
    if (!layers.empty()) {
        edit.firstLayer = static_cast<int>(layers.front());
        edit.layerCount = layers.size() > 1 ? static_cast<int>(layers[1]) : 1;
    }
}

void readScheduleEdit(const FieldRules& rules, JsonObject& object, LessonEdit& edit, UnknownKeys*)
{
    if (object.has(rules.key)) {
        if (const auto schedule = taken(object, rules.key, parseSchedule(object.string(rules.key)))) {
            edit.schedule = schedule->kind;
        }
    }
}

void readCutEdit(const FieldRules& rules, JsonObject& object, LessonEdit& edit, UnknownKeys*)
{
    if (object.has(rules.key)) {
        edit.boundary = static_cast<int>(object.integer(rules.key, 0, largestNumber));
        edit.cutAt = static_cast<int>(object.integer("first_layer", 1, largestNumber));
    }
}

constexpr Field<LessonEdit> editRows[] = {
    onlyRead<LessonEdit>("strategy", readStrategyEdit, Codec<std::string>::schema)
        .says("Strategy of the layers, as pgram estimate takes it: dp8-ckpt"),
    onlyRead<LessonEdit>("layers", nullptr, Codec<std::vector<int>>::schema)
        .between(0, largestNumber)
        .sparse()
        .says("With strategy: first layer and number of layers; absent = all"),
    field<&LessonEdit::microbatches>("microbatches").between(1, largestNumber).sparse(),
    field<&LessonEdit::batch>("batch").between(1, 1 << 30).sparse(),
    onlyRead<LessonEdit>("schedule", readScheduleEdit, Codec<std::string>::schema),
    field<&LessonEdit::boundary>("cut")
        .between(0, largestNumber)
        .sparse()
        .readBy(readCutEdit)
        .says("Chunk whose end moves so that the next one begins at first_layer"),
    onlyRead<LessonEdit>("first_layer", nullptr, Codec<int>::schema).between(1, largestNumber).sparse(),
};

}  // namespace

template <>
inline constexpr std::string_view structureName<LessonEdit>{"edit"};

std::span<const Field<LessonEdit>> fieldsOf(const LessonEdit*)
{
    return editRows;
}

namespace {

void readEdits(const FieldRules& rules, JsonObject& object, std::vector<LessonEdit>& edits)
{
    if (!object.has(rules.key)) {
        return;
    }
    for (JsonObject& each : object.objects(rules.key, mostOfStep)) {
        LessonEdit& edit = edits.emplace_back();
        readFields(rowsOf<LessonEdit>(), each, edit, nullptr);
        const std::array all{"strategy", "microbatches", "batch", "schedule", "cut"};
        if (std::ranges::count_if(all, [&each](const char* key) { return each.has(key); }) != 1) {
            each.fail({}, Core::tr("has to have one of strategy, microbatches, batch, schedule and cut"));
        }
        each.refuseUnknown();
    }
}

template <auto member>
constexpr auto editsRow(std::string_view key)
{
    using Owner = typename MemberOf<decltype(member)>::Owner;
    return field<member>(key).sparse().readBy([](const FieldRules& rules, JsonObject& object, Owner& owner,
                                                 UnknownKeys*) { readEdits(rules, object, owner.*member); });
}

// --- plans -----------------------------------------------------------------------------------------------------------

void readChange(const FieldRules& rules, JsonObject& object, LessonPlan& plan, UnknownKeys*)
{
    if (object.has(rules.key)) {
        plan.change = std::make_shared<const Json>(object.object(rules.key).json());
    }
}

constexpr Field<LessonPlan> planRows[] = {
    field<&LessonPlan::scenario>("scenario").sparse(),
    field<&LessonPlan::file>("file").sparse().says("Plan file in the lesson's folder"),
    figure<[](const LessonPlan&) { return Json(); }>("change")
        .readBy(readChange)
        .describedBy([](const FieldRules&) {
            return Json{{"type", "object"}};
        })
        .says("Merged into the scenario's JSON (RFC 7386). A model or a cluster may also be {\"preset\": NAME, "
              "\"change\": {…}}, the change merged into the preset's JSON"),
    field<&LessonPlan::budget>("budget_bytes").between(0, static_cast<double>(largestMemory)).sparse(),
    editsRow<&LessonPlan::edits>("edits"),
};

}  // namespace

template <>
inline constexpr std::string_view structureName<LessonPlan>{"plan"};

std::span<const Field<LessonPlan>> fieldsOf(const LessonPlan*)
{
    return planRows;
}

namespace {

LessonPlan readPlan(JsonObject object)
{
    LessonPlan plan;
    readFields(rowsOf<LessonPlan>(), object, plan, nullptr);
    if (!plan.scenario.empty() && !plan.file.empty()) {
        object.fail({}, Core::tr("has a scenario and a file: one of them"));
    }
    if (const fs::path file(plan.file); !plan.file.empty() && (file.is_absolute() || file.has_parent_path())) {
        object.fail("file", Core::tr("is outside the lesson's folder: {}", plan.file));
    }
    object.refuseUnknown();
    return plan;
}

// --- questions and steps ---------------------------------------------------------------------------------------------

void readChoices(const FieldRules& rules, JsonObject& object, LessonQuestion& question, UnknownKeys*)
{
    if (question.kind == LessonQuestionKind::Number) {
        return;
    }
    const char* formula = question.kind == LessonQuestionKind::Order ? "by" : "right";
    for (JsonObject& choice : object.objects(rules.key, mostOfStep)) {
        std::string id = readId(choice, "id");
        question.choices.push_back({std::move(id), choice.string(formula)});
        choice.refuseUnknown();
    }
    if (!object.error() && question.choices.size() < 2) {
        object.fail(rules.key, Core::tr("are fewer than two"));
    }
}

Json describeChoices(const FieldRules&)
{
    const Json formula{{"type", "string"}, {"minLength", 1}};
    return {{"type", "array"},
            {"minItems", 2},
            {"maxItems", mostOfStep},
            {"items",
             {{"type", "object"},
              {"additionalProperties", false},
              {"required", {"id"}},
              {"properties",
               {{"id", {{"type", "string"}, {"pattern", idPattern}}}, {"right", formula}, {"by", formula}}}}}};
}

/// Returns a reader that reads the member of a question for a number alone.
template <auto member>
void readOfNumber(const FieldRules& rules, JsonObject& object, LessonQuestion& question, UnknownKeys* unknown)
{
    if (question.kind == LessonQuestionKind::Number) {
        using Value = typename MemberOf<decltype(member)>::Value;
        Codec<Value>::read(rules, object, question.*member, unknown);
    }
}

constexpr Field<LessonQuestion> questionRows[] = {
    idRow<&LessonQuestion::id>("id"),
    field<&LessonQuestion::kind>("kind").required(),
    onlyRead<LessonQuestion>("choices", readChoices, describeChoices)
        .says("Of kind choice, each with `right`, a formula; of kind order, each with `by`, which rises in the right "
              "order"),
    field<&LessonQuestion::answer>("answer")
        .readBy([](const FieldRules& rules, JsonObject& object, LessonQuestion& question, UnknownKeys*) {
            if (question.kind == LessonQuestionKind::Number) {
                question.answer = object.string(rules.key);
            }
        })
        .says("Formula; kind number requires it"),
    field<&LessonQuestion::tolerance>("tolerance")
        .between(1e-6, 1)
        .readBy(readOfNumber<&LessonQuestion::tolerance>)
        .says("Relative"),
    field<&LessonQuestion::unit>("unit")
        .readBy(readOfNumber<&LessonQuestion::unit>)
        .says("A formula that the answer is divided by, such as GiB"),
};

void readPoint(const FieldRules& rules, JsonObject& object, LessonStep& step, UnknownKeys*)
{
    if (!object.has(rules.key)) {
        return;
    }
    JsonObject point = object.object(rules.key);
    for (const char* kind : places) {
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

Json describePoint(const FieldRules&)
{
    Json schema{{"type", "object"}, {"additionalProperties", false}, {"minProperties", 1}, {"maxProperties", 1}};
    for (const char* kind : places) {
        schema["properties"][kind] = {{"type", "integer"}, {"minimum", 0}};
    }
    schema["properties"]["view"] = {{"const", true}};
    return schema;
}

constexpr Field<LessonTask> taskRows[] = {
    field<&LessonTask::condition>("condition").required().says("Formula over figures of the plan"),
    editsRow<&LessonTask::solution>("solution"),
};

}  // namespace

std::span<const Field<LessonQuestion>> fieldsOf(const LessonQuestion*)
{
    return questionRows;
}
std::span<const Field<LessonTask>> fieldsOf(const LessonTask*)
{
    return taskRows;
}

namespace {

void readOthers(const FieldRules& rules, JsonObject& object, LessonStep& step, UnknownKeys*)
{
    if (object.has(rules.key)) {
        JsonObject others = object.object(rules.key);
        for (const auto& [name, json] : others.json().items()) {
            step.others[name] = readPlan(others.object(name, json));
        }
    }
}

Json describeOthers(const FieldRules& rules)
{
    return {{"type", "object"}, {"additionalProperties", Codec<LessonPlan>::schema(rules)}};
}

constexpr Field<LessonStep> stepRows[] = {
    idRow<&LessonStep::id>("id"),
    field<&LessonStep::plan>("plan")
        .sparse()
        .readBy([](const FieldRules& rules, JsonObject& object, LessonStep& step, UnknownKeys*) {
            if (object.has(rules.key)) {
                step.plan = readPlan(object.object(rules.key));
            }
        })
        .says("Planned from a scenario, or read from a file; with neither, the plan of the step or of the step before. "
              "Then edited"),
    onlyRead<LessonStep>("others", readOthers, describeOthers).says("Plans that formulas name: sharded.peak_memory"),
    field<&LessonStep::view>("view").sparse(),
    field<&LessonStep::page>("page").sparse(),
    field<&LessonStep::drawing>("drawing").sparse().says("Drawing below the text: tensor-parallel, zero or ring"),
    onlyRead<LessonStep>("point", readPoint, describePoint),
    field<&LessonStep::task>("task").sparse(),
    field<&LessonStep::questions>("questions").sparse().upTo(mostOfStep),
    field<&LessonStep::next>("next").sparse().like(idPattern).says("Step that follows; absent = the next one"),
};

}  // namespace

std::span<const Field<LessonStep>> fieldsOf(const LessonStep*)
{
    return stepRows;
}

namespace {

constexpr Field<CoursePages> pageRows[] = {
    field<&CoursePages::lesson>("lesson").required(),
    field<&CoursePages::steps>("steps").sparse().upTo(mostSteps).says("Absent = all steps of the lesson"),
};

}  // namespace

template <>
inline constexpr std::string_view structureName<CoursePages>{"pages"};

std::span<const Field<CoursePages>> fieldsOf(const CoursePages*)
{
    return pageRows;
}

namespace {

/// Reads past a member that earlier versions wrote.
void passOver(const FieldRules& rules, JsonObject& object, Lesson&, UnknownKeys*)
{
    static_cast<void>(object.has(rules.key) && object.integer(rules.key, 1, 600));
}

constexpr Field<Lesson> lessonRows[] = {
    idRow<&Lesson::name>("name"),
    field<&Lesson::title>("title").readBy([](const FieldRules& rules, JsonObject& object, Lesson& lesson,
                                             UnknownKeys*) { lesson.title = object.stringOr(rules.key, lesson.name); }),
    field<&Lesson::order>("order").between(1, lastLesson),
    onlyRead<Lesson>("minutes", passOver, Codec<int>::schema)
        .between(1, 600)
        .says("Ignored: the minutes follow from the steps"),
    field<&Lesson::pages>("pages").sparse().upTo(mostSteps).says("Steps of other lessons: makes the lesson a course"),
    field<&Lesson::steps>("steps").sparse().upTo(mostSteps),
};

}  // namespace

std::span<const Field<Lesson>> lessonMembers()
{
    return lessonRows;
}

Json lessonSchema()
{
    Json schema = fileSchema("Parallelogram lesson, version 1", lessonFormat, lessonVersion, schemaOf(lessonMembers()));
    schema["anyOf"] = Json::array({Json{{"required", {"steps"}}}, Json{{"required", {"pages"}}}});
    schema["description"] = "Steps with plans, tasks and questions; the texts are in NAME.en.md and NAME.zh_CN.md next "
                            "to it. Formulas name figures of plans, texts tables as well (pgram lesson figures).";
    return schema;
}

bool isLessonId(std::string_view name)
{
    return !name.empty() && name.size() <= 60 && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

const std::vector<std::string>& lessonLanguages()
{
    static const std::vector<std::string> languages{"en", "zh_CN"};
    return languages;
}

std::span<const char* const> lessonDrawings()
{
    static constexpr std::array names{"tensor-parallel", "zero", "ring"};
    return names;
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
    const Plan before = plan;
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
    if (!(plan == before)) {
        plan.provenance.certificate = "edited";  // the search certified the plan without edits
    }
    return plan;
}

}  // namespace pgram
