// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/session/session_file.h"

#include "core/base/index.h"
#include "core/base/json.h"
#include "core/plan/plan_json.h"
#include "core/search/task/result_json.h"
#include "widgets/document/core_text.h"
#include "widgets/document/session.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::string_view formatName = "parallelogram-session";
constexpr int formatVersion = 2;
constexpr int mostPlans = 1 << 16;
constexpr int longestInterval = 3600;

Json toJson(const KeptPlan& kept)
{
    Json json{{"file", kept.file.toStdString()},
              {"modified", kept.modified},
              {"compared", kept.compared},
              {"plan", parseJson(planToJson(*kept.plan), {}).value_or(Json())}};
    if (kept.search) {
        json["search"] = Json{{"request", toJson(kept.search->request)}, {"result", toJson(kept.search->result)}};
    }
    return json;
}

/// A search that cannot be read costs no plan.
std::shared_ptr<const SearchRecord> readSearch(JsonObject& object)
{
    JsonObject asked = object.object("request");
    JsonObject answer = object.object("result");
    auto request = requestFromJson(asked);
    auto result = searchResultFromJson(answer);
    if (!request || !result) {
        return nullptr;
    }
    return std::make_shared<const SearchRecord>(SearchRecord{std::move(*request), std::move(*result)});
}

/// The plan is read as a file of its own would be, so that keys unknown to this version survive.
Result<KeptPlan> readPlan(JsonObject& object, const std::string& where)
{
    KeptPlan kept;
    kept.file = qs(object.stringOr("file", {}));
    kept.modified = object.booleanOr("modified", false);
    kept.compared = object.booleanOr("compared", false);
    const JsonObject plan = object.object("plan");
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    auto read = planFromJson(dumped(plan.json()), fmt::format("{} at {}", where, plan.pointer()));
    if (!read) {
        return tl::unexpected(read.error());
    }
    kept.plan = std::make_shared<const Plan>(std::move(*read));
    if (object.has("search")) {
        JsonObject search(object.json()["search"], where, object.pointer("search"));
        kept.search = readSearch(search);
    }
    return kept;
}

/// A row number follows the plans that could not be read.
int movedRow(std::int64_t row, const std::vector<int>& newRows)
{
    return row >= 0 && row < static_cast<std::int64_t>(newRows.size()) ? newRows[at(row)] : -1;
}

/// The plans of the member `key` go to `plans`; the new row of each, -1 = it could not be read.
std::vector<int> readPlans(const Json& json, const char* key, const std::string& where, std::vector<KeptPlan>& plans,
                           std::vector<Error>& missing)
{
    std::vector<int> newRows;
    for (std::size_t index = 0; index < json[key].size(); ++index) {
        // An object of its own, whose error is not that of the others.
        JsonObject object(json[key][index], where, fmt::format("/{}/{}", key, index));
        auto plan = readPlan(object, where);
        newRows.push_back(plan ? static_cast<int>(plans.size()) : -1);
        if (plan) {
            plans.push_back(std::move(*plan));
        } else {
            missing.push_back(plan.error());
        }
    }
    return newRows;
}

Json toJson(const std::vector<KeptPlan>& plans)
{
    Json json = Json::array();
    for (const KeptPlan& plan : plans) {
        json.push_back(toJson(plan));
    }
    return json;
}

}  // namespace

bool KeptSession::isAtRisk() const
{
    const auto isUnsaved = [](const KeptPlan& plan) { return plan.file.isEmpty() || plan.modified; };
    return std::ranges::any_of(plans, isUnsaved) || std::ranges::any_of(closedPlans, isUnsaved);
}

bool KeptSession::saysTheSameAs(const KeptSession& other) const
{
    return plans == other.plans && closedPlans == other.closedPlans && shown == other.shown &&
           reference == other.reference && view == other.view && study == other.study && traces == other.traces &&
           scenario == other.scenario && interval == other.interval;
}

KeptSession keptSession(const Session& session)
{
    const auto keptPlan = [](const PlanDocument& plan) {
        return KeptPlan{plan.plan(), plan.file(), plan.isModified(), plan.isCompared(), plan.search()};
    };
    KeptSession kept;
    for (int row = 0; row < session.count(); ++row) {
        kept.plans.push_back(keptPlan(session.at(row)));
    }
    for (const PlanDocument* plan : session.closed()) {
        kept.closedPlans.push_back(keptPlan(*plan));
    }
    kept.shown = session.currentRow();
    kept.reference = session.referenceRow();
    return kept;
}

std::string toText(const KeptSession& session)
{
    Json json = formatHeader(formatName, formatVersion);
    json["written"] = session.written.toUTC().toString(Qt::ISODateWithMs).toStdString();
    json["interval_s"] = session.interval;
    json["closed"] = session.closed;
    json["shown"] = session.shown;
    json["reference"] = session.reference;
    json["view"] = session.view.toStdString();
    if (!session.study.isEmpty()) {
        json["study"] = session.study.toStdString();
    }
    for (const QString& trace : session.traces) {
        json["traces"].push_back(trace.toStdString());
    }
    if (session.scenario) {
        json["scenario"] = toJson(*session.scenario);
    }
    json["plans"] = toJson(session.plans);
    if (!session.closedPlans.empty()) {
        json["closed_plans"] = toJson(session.closedPlans);
    }
    return dumped(json, 1) + '\n';
}

Result<KeptSession> keptSessionFromText(std::string_view text, const std::string& where)
{
    const Result<Json> json = parseJson(text, where);
    if (!json) {
        return tl::unexpected(json.error());
    }
    JsonObject object(*json, where);
    checkFormat(object, formatName, formatVersion);
    KeptSession session;
    session.written = QDateTime::fromString(qs(object.string("written")), Qt::ISODateWithMs);
    if (!session.written.isValid()) {
        object.fail("written", Core::tr("is no time"));
    }
    session.interval = static_cast<int>(object.integerOr("interval_s", 0, 0, longestInterval));
    session.closed = object.booleanOr("closed", false);
    const std::int64_t shown = object.integerOr("shown", -1, -1, mostPlans);
    const std::int64_t reference = object.integerOr("reference", -1, -1, mostPlans);
    session.view = qs(object.stringOr("view", {}));
    session.study = qs(object.stringOr("study", {}));
    for (const std::string& trace : object.stringsOr("traces")) {
        session.traces.append(qs(trace));
    }
    static_cast<void>(object.objects("plans", mostPlans));
    const bool hasClosed = object.has("closed_plans");
    if (hasClosed) {
        static_cast<void>(object.objects("closed_plans", mostPlans));
    }
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    const std::vector<int> newRows = readPlans(*json, "plans", where, session.plans, session.missing);
    if (hasClosed) {
        readPlans(*json, "closed_plans", where, session.closedPlans, session.missing);
    }
    session.shown = movedRow(shown, newRows);
    session.reference = movedRow(reference, newRows);
    if (object.has("scenario")) {
        JsonObject scenario = object.object("scenario");
        if (auto request = requestFromJson(scenario)) {
            session.scenario = std::move(*request);
        } else {
            session.missing.push_back(request.error());
        }
    }
    return session;
}

}  // namespace pgram
