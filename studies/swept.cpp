// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "studies/swept.h"

#include "core/base/check.h"
#include "core/base/scratch_folder.h"
#include "core/base/text_file.h"
#include "core/search/task/scenario.h"
#include "studies/results.h"

#include <cmath>
#include <limits>
#include <map>

namespace pgram {

namespace {

constexpr const char* training = "training";
constexpr double largestWhole = 9e15;  ///< below 2^53

/// Returns the members of a request as a study sets them: those of the training each for itself.
std::map<std::string, Json> membersOf(const SearchRequest& request)
{
    std::map<std::string, Json> members;
    const Json json = toJson(request);
    for (const auto& [name, value] : json.items()) {
        if (name == training) {
            for (const auto& [part, ofTraining] : value.items()) {
                members[name + '/' + part] = ofTraining;
            }
        } else {
            members[name] = value;
        }
    }
    return members;
}

/// Requests of a sweep, each as its members.
class Requests {
public:
    explicit Requests(const SweptRequests& swept)
    {
        for (const SweptRequest& each : swept.all) {
            m_members.push_back(membersOf(each.request));
        }
    }

    /// Returns the members that are equal in all requests.
    [[nodiscard]] std::map<std::string, Json> shared() const
    {
        std::map<std::string, Json> shared = m_members.front();
        std::erase_if(shared, [this](const auto& member) { return !isShared(member.first, member.second); });
        return shared;
    }
    /// Returns the members of a request that differ between requests.
    [[nodiscard]] Json own(std::size_t index) const
    {
        Json own = Json::object();
        for (const auto& [name, value] : m_members[index]) {
            if (!isShared(name, value)) {
                own[name] = value;
            }
        }
        return own;
    }

private:
    [[nodiscard]] bool isShared(const std::string& name, const Json& value) const
    {
        return std::ranges::all_of(m_members, [&](const auto& members) {
            const auto found = members.find(name);
            return found != members.end() && found->second == value;
        });
    }

    std::vector<std::map<std::string, Json>> m_members;
};

Json numberJson(double value)
{
    return std::abs(value) < largestWhole && value == std::floor(value) ? Json(static_cast<std::int64_t>(value))
                                                                        : Json(value);
}

/// A row in the making.
struct PointRequest {
    Json members;
    Result<SearchRequest> request;
};

/// Returns the request of a point, with its members. A number that the request rounds is the rounded one.
PointRequest requestAt(const SweptRequest& swept, const Json& own, const SweepPoint& point)
{
    PointRequest at{own, swept.request};
    for (std::size_t i = 0; i < swept.numbers.size(); ++i) {
        const std::string& what = swept.numbers[i];
        const double value = i == 0 ? point.value : point.second.value_or(0);
        at.request =
            at.request.and_then([&](const SearchRequest& request) { return withNumber(request, what, value); });
        const Result<double> real =
            at.request.and_then([&](const SearchRequest& request) { return numberOf(request, what); });
        at.members[what] = numberJson(real.value_or(value));
    }
    return at;
}

StudyRow rowOf(std::int64_t id, const PointRequest& at, const SweepPoint& point, const std::string& version)
{
    StudyAnswer answer{.version = version};
    SearchResult result;
    result.certificate = point.certificate;
    if (!at.request || (!point.plan && point.certificate.status != Certificate::Status::Infeasible)) {
        answer.error = at.request ? point.why.english() : at.request.error().text();
    } else if (point.plan) {
        result.plan = *point.plan;
        result.estimate = point.figures;
    } else {
        result.infeasibility.emplace().reason = point.why;
    }
    if (at.request) {
        answer.request = &*at.request;
    }
    if (answer.error.empty()) {
        answer.result = &result;
    }
    return rowOf(id, at.members, answer);
}

Study emptyStudy(const SweptRequests& swept, const Requests& requests)
{
    Study study;
    study.name = "sweep";
    study.title = swept.title;
    for (const auto& [name, value] : requests.shared()) {
        const std::size_t slash = name.find('/');
        (slash == std::string::npos ? study.scenario[name]
                                    : study.scenario[name.substr(0, slash)][name.substr(slash + 1)]) = value;
    }
    return study;
}

/// Refuses a file with a WAL beside it: another program writes to it, or ended in the middle of that.
Result<void> checkIsFree(const std::filesystem::path& file)
{
    std::error_code ignored;
    std::filesystem::path log = file;
    log += "-wal";
    return std::filesystem::exists(log, ignored)
               ? badInput(Core::tr("another process adds results of this study"), file.string(),
                          Core::tr("Choose another file for the results"))
               : Result<void>();
}

}  // namespace

Study studyOf(const SweptRequests& swept)
{
    const Requests requests(swept);
    Study study = emptyStudy(swept, requests);
    for (std::size_t i = 0; i < swept.all.size(); ++i) {
        const Json own = requests.own(i);
        for (const SweepPoint& point : swept.all[i].points) {
            study.list.push_back(requestAt(swept.all[i], own, point).members);
        }
    }
    return study;
}

Result<void> saveAsStudy(const SweptRequests& swept, const std::filesystem::path& file, const std::string& version)
{
    const Study study = studyOf(swept);
    const Requests requests(swept);
    PGRAM_CHECK(checkIsFree(file));
    PGRAM_TRY(const ScratchFolder folder, ScratchFolder::make("study"));
    const std::filesystem::path scratch = folder.path() / "results.sqlite";
    {
        PGRAM_TRY(StudyResults results, StudyResults::openToWrite(scratch, study));
        std::vector<StudyRow> rows;
        for (std::size_t i = 0; i < swept.all.size(); ++i) {
            const Json own = requests.own(i);
            for (const SweepPoint& point : swept.all[i].points) {
                rows.push_back(
                    rowOf(static_cast<std::int64_t>(rows.size()), requestAt(swept.all[i], own, point), point, version));
            }
        }
        PGRAM_CHECK(results.add(rows));
    }
    return readTextFile(scratch, std::numeric_limits<std::size_t>::max()).and_then([&](const std::string& content) {
        return writeTextFile(file, content);
    });
}

}  // namespace pgram
