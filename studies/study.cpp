// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "studies/study.h"

#include "core/base/check.h"
#include "core/base/fields.h"
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/presets/preset_edits.h"
#include "core/questions/sweep.h"
#include "core/questions/usual_request.h"
#include "core/search/task/scenario.h"

#include <algorithm>
#include <set>

namespace pgram {

namespace {

constexpr std::string_view formatName = "parallelogram-study";
constexpr std::string_view ofModel = "model.";
constexpr std::string_view ofCluster = "cluster.";
/// Numbers that withNumber() sets and a scenario has no member for, with their largest values.
constexpr std::pair<std::string_view, std::int64_t> numberMembers[] = {
    {"nodes", 1'000'000}, {"devices", 1'000'000},      {"memory", largestMemory},
    {"batch", 1 << 24},   {"sequence", 1'000'000'000}, {sequenceOfTokens, 1'000'000'000}};
/// SQLite's views have 2,000 columns at most.
constexpr std::size_t mostMembers = 1'000;

/// Returns the largest value of a number; 0 for members that are not numbers of withNumber().
std::int64_t mostOf(std::string_view member)
{
    const auto* const found =
        std::ranges::find(numberMembers, member, &std::pair<std::string_view, std::int64_t>::first);
    return found == std::end(numberMembers) ? 0 : found->second;
}

/// Returns the JSON pointer of a scenario's member.
Json::json_pointer pointerOf(const std::string& member)
{
    return Json::json_pointer(member.starts_with('/') ? member : "/" + member);
}

void readScenario(const FieldRules& rules, JsonObject& object, Study& study, UnknownKeys*)
{
    if (object.has(rules.key)) {
        study.scenario = object.object(rules.key).json();
    }
}

void readGrid(const FieldRules& rules, JsonObject& object, Study& study, UnknownKeys*)
{
    if (!object.has(rules.key)) {
        return;
    }
    JsonObject grid = object.object(rules.key);
    for (const auto& [member, values] : grid.json().items()) {
        (void)grid.has(member);
        if (!values.is_array() || values.empty()) {
            grid.fail(member, Core::tr("is not a list of values"), Core::tr("Give one such as [8, 16]"));
            continue;
        }
        study.grid.push_back({member, {values.begin(), values.end()}});
    }
}

Json writeGrid(const Study& study)
{
    Json grid = Json::object();
    for (const StudyAxis& axis : study.grid) {
        grid[axis.member] = axis.values;
    }
    return grid;
}

Json describeGrid(const FieldRules&)
{
    return {{"type", "object"}, {"additionalProperties", listSchema(Json::object(), FieldRules{.leastElements = 1})}};
}

void readList(const FieldRules& rules, JsonObject& object, Study& study, UnknownKeys*)
{
    if (object.has(rules.key)) {
        for (const JsonObject& entry : object.objects(rules.key)) {
            study.list.push_back(entry.json());
        }
    }
}

Json describeObject(const FieldRules&)
{
    return {{"type", "object"}};
}

Json describeList(const FieldRules& rules)
{
    return listSchema(describeObject(rules), rules);
}

constexpr Field<Study> studyRows[] = {
    field<&Study::name>("name").required().says("Short name"),
    field<&Study::title>("title").says("Name on the screen"),
    field<&Study::description>("description").sparse().says("Purpose, in a sentence or two"),
    figure<&Study::scenario>("scenario")
        .readBy(readScenario)
        .describedBy(describeObject)
        .says("Members of a scenario that all requests share"),
    figure<writeGrid>("grid")
        .readBy(readGrid)
        .describedBy(describeGrid)
        .says("Members and their values; every value goes with every value of the others"),
    figure<&Study::list>("list").readBy(readList).describedBy(describeList).sparse().says("Members that vary together"),
};
constexpr std::span<const Field<Study>> studyTable = studyRows;

/// Returns a member that is set twice, as itself or as a part of another one; empty if there is none.
std::string setTwice(const std::vector<std::string>& members)
{
    std::set<std::string_view> taken;
    for (const std::string_view member : members) {
        if (!taken.insert(member.substr(member.starts_with('/') ? 1 : 0)).second) {
            return std::string(member);
        }
    }
    for (const std::string_view member : taken) {
        for (std::size_t end = member.find('/'); end != std::string_view::npos; end = member.find('/', end + 1)) {
            if (taken.contains(member.substr(0, end))) {
                return std::string(member);
            }
        }
    }
    return {};
}

/// Reports members that are set twice, and names that the file of results cannot have.
void checkMembers(JsonObject& object, const Study& study)
{
    std::vector<std::string> axes;
    for (const StudyAxis& axis : study.grid) {
        axes.push_back(axis.member);
    }
    const Text todo = Core::tr("Leave it out of one of them");
    const std::string inGrid = setTwice(axes);
    if (!inGrid.empty()) {
        object.fail("grid", Core::tr("sets '{}' twice", inGrid), todo);
    }
    std::vector<std::string> last;
    for (const Json& entry : study.list) {
        std::vector<std::string> members = axes;
        for (const auto& [member, value] : entry.items()) {
            members.push_back(member);
        }
        const std::string twice = members == last || !inGrid.empty() ? std::string() : setTwice(members);
        if (!twice.empty()) {
            object.fail("list", Core::tr("sets '{}' twice, together with the grid", twice), todo);
            return;
        }
        last = std::move(members);
    }
    const std::vector<std::string> all = study.members();
    const auto isBroken = [](const std::string& member) {
        return std::ranges::any_of(member, [](char c) { return static_cast<unsigned char>(c) < ' '; });
    };
    if (std::ranges::any_of(all, isBroken)) {
        object.fail(std::nullopt, Core::tr("has a member whose name has a control character"),
                    Core::tr("Give a member of a scenario file"));
    } else if (all.size() > mostMembers) {
        object.fail(std::nullopt, Core::tr("varies {} members, the limit is {}", all.size(), mostMembers),
                    Core::tr("Split the study into several"));
    }
}

/// Sets a member of the scenario, whose parents are made where they lack.
Result<void> setMember(Json& scenario, const std::string& member, const Json& value)
{
    Json* place = &scenario;
    std::string_view rest = member;
    rest.remove_prefix(rest.starts_with('/') ? 1 : 0);
    for (std::size_t end = rest.find('/'); end != std::string_view::npos; end = rest.find('/')) {
        Json& next = (*place)[std::string(rest.substr(0, end))];
        if (!next.is_null() && !next.is_object()) {
            return badInput(Core::tr("has no members"), member, Core::tr("Give a member of a scenario file"));
        }
        next = next.is_null() ? Json::object() : next;
        place = &next;
        rest.remove_prefix(end + 1);
    }
    (*place)[std::string(rest)] = value;
    return {};
}

std::string valueText(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : dumped(value);
}

bool hasMember(const Json& scenario, const char* member)
{
    return scenario.contains(pointerOf(member));
}

/// Returns the request with the numbers among the members.
Result<SearchRequest> withNumbers(SearchRequest request, const Json& members)
{
    for (const auto& [member, value] : members.items()) {
        const std::int64_t most = mostOf(member);
        if (most == 0) {
            continue;
        }
        if (!value.is_number_integer() || value.get<std::int64_t>() < 1 || value.get<std::int64_t>() > most) {
            return badInput(Core::tr("is not a whole number from 1 to {}", most), member);
        }
        PGRAM_TRY(request, withNumber(request, member, value.get<double>()));
    }
    return request;
}

}  // namespace

std::int64_t Study::size() const
{
    std::int64_t count = std::max<std::int64_t>(1, static_cast<std::int64_t>(list.size()));
    for (const StudyAxis& axis : grid) {
        const auto values = static_cast<std::int64_t>(axis.values.size());
        count = count > mostRequests / values ? mostRequests + 1 : count * values;
    }
    return count;
}

Json Study::membersOf(std::int64_t index) const
{
    std::vector<std::size_t> places(grid.size());
    for (std::size_t axis = grid.size(); axis-- > 0;) {
        const auto values = static_cast<std::int64_t>(grid[axis].values.size());
        places[axis] = static_cast<std::size_t>(index % values);
        index /= values;
    }
    Json members = list.empty() ? Json::object() : list[static_cast<std::size_t>(index)];
    for (std::size_t axis = 0; axis < grid.size(); ++axis) {
        members[grid[axis].member] = grid[axis].values[places[axis]];
    }
    return members;
}

std::vector<std::string> Study::members() const
{
    std::vector<std::string> names;
    std::set<std::string> taken;
    const auto add = [&](const std::string& member) {
        if (taken.insert(member).second) {
            names.push_back(member);
        }
    };
    for (const Json& entry : list) {
        for (const auto& [member, value] : entry.items()) {
            add(member);
        }
    }
    for (const StudyAxis& axis : grid) {
        add(axis.member);
    }
    return names;
}

Result<Study> parseStudy(std::string_view text, const std::string& where, const std::filesystem::path& folder)
{
    PGRAM_TRY(const Json json, parseJson(text, where));
    JsonObject object(json, where);
    checkFormat(object, formatName, studyVersion);
    Study study;
    study.folder = folder;
    readFields(studyTable, object, study, nullptr);
    study.title = object.has("title") ? study.title : study.name;
    takeUnknown(object, nullptr);
    if (!object.error()) {
        checkMembers(object, study);
        if (study.size() > mostRequests) {
            object.fail("grid", Core::tr("makes more than {} requests", mostRequests),
                        Core::tr("Split the study into several"));
        }
    }
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return study;
}

Result<Study> loadStudy(const std::filesystem::path& file)
{
    return readTextFile(file).and_then(
        [&](const std::string& text) { return parseStudy(text, file.string(), file.parent_path()); });
}

Json toJson(const Study& study)
{
    Json json = formatHeader(formatName, studyVersion);
    writeFields(json, studyTable, study);
    return json;
}

Json studySchema()
{
    return fileSchema("Parallelogram study, version 1", formatName, studyVersion, schemaOf(studyTable));
}

Result<SearchRequest> requestOf(const Study& study, const Json& members, const PresetStore& store)
{
    Json json = formatHeader("parallelogram-scenario", scenarioVersion);
    json["name"] = "request";
    json["training"] = Json::object();
    json.update(study.scenario, true);
    std::vector<PresetEdit> modelEdits;
    std::vector<PresetEdit> clusterEdits;
    for (const auto& [member, value] : members.items()) {
        if (member.starts_with(ofModel)) {
            modelEdits.push_back({member.substr(ofModel.size()), valueText(value)});
        } else if (member.starts_with(ofCluster)) {
            clusterEdits.push_back({member.substr(ofCluster.size()), valueText(value)});
        } else if (mostOf(member) == 0) {
            PGRAM_CHECK(setMember(json, member, value));
        }
    }
    const bool hasBatch = members.contains("batch") || members.contains(std::string(sequenceOfTokens));
    const OpenParts open{!hasBatch && !hasMember(json, "training/global_batch") && !hasMember(json, "batches"),
                         !hasMember(json, "space") && !hasMember(json, "method") && !hasMember(json, "schedule") &&
                             !hasMember(json, "schedules")};
    PGRAM_TRY(Scenario scenario, parseScenario(dumped(json), study.name, study.folder, store));
    SearchRequest& request = scenario.request;
    PGRAM_TRY(Architecture model, withEdits(request.model, modelEdits));
    request.model = std::move(model);
    PGRAM_TRY(request, withNumbers(std::move(request), members));
    PGRAM_TRY(Cluster cluster, withEdits(request.cluster, clusterEdits));
    request.cluster = std::move(cluster);
    (void)chooseUsual(request, open);
    return request;
}

}  // namespace pgram
