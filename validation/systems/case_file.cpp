// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/systems/case_file.h"

#include "core/base/text_file.h"
#include "validation/galvatron/case_file.h"
#include "validation/systems/case_kinds.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram::systems {

namespace {

std::vector<CaseKind> allKinds()
{
    std::vector<CaseKind> all;
    for (const auto kinds :
         {teraPipeKinds(), seq1f1bKinds(), karmaKinds(), atomKinds(), deploymentKinds(), colossalKinds()}) {
        all.insert(all.end(), kinds.begin(), kinds.end());
    }
    return all;
}

/// Returns true if the first case of a list, or the only case, has the mark of its kind.
bool hasMark(const Json& cases, std::string_view mark)
{
    const Json& first = cases.is_array() && !cases.empty() ? cases.front() : cases;
    if (!first.is_object()) {
        return false;
    }
    const auto input = first.find("input");
    const Json& fields = input != first.end() && input->is_object() ? *input : first;
    return fields.contains(mark);
}

/// Returns the kind of the key whose mark the cases have, or else the one in the file's name, or else the first; null
/// if there is none.
const CaseKind* kindOf(const std::vector<CaseKind>& kinds, const std::string& key, const Json& cases,
                       std::string_view file)
{
    std::vector<const CaseKind*> alike;
    for (const CaseKind& kind : kinds) {
        if (kind.key == key || (kind.key.empty() && hasMark(cases, kind.mark))) {
            alike.push_back(&kind);
        }
    }
    const auto first = [&alike](const auto& is) {
        const auto found = std::ranges::find_if(alike, is);
        return found == alike.end() ? nullptr : *found;
    };
    const CaseKind* kind = first([&](const CaseKind* one) { return hasMark(cases, one->mark); });
    if (kind == nullptr) {
        kind = first([&](const CaseKind* one) { return file.find(one->system) != std::string_view::npos; });
    }
    return kind != nullptr ? kind : first([](const CaseKind* one) { return !one->keyIsCommon; });
}

class CaseWalk {
public:
    CaseWalk(const Json& file, std::string_view name, CaseReport& report)
        : m_kinds(allKinds()), m_file(file), m_name(name), m_report(report)
    {}

    /// All kinds of a group, and of the groups in it where it is the file itself.
    void walk(JsonObject& group, const std::string& path)
    {
        for (const auto& [key, value] : group.json().items()) {
            if (const CaseKind* kind = kindOf(m_kinds, key, value, m_name); kind != nullptr) {
                CaseList list{kind->system, group, key, &m_file, &m_report.checks};
                kind->check(list);
            } else if (path.empty() && value.is_object() && hasCases(value)) {
                JsonObject inner = group.object(key);
                walk(inner, key + "/");
            } else if (value.is_structured()) {
                m_report.skipped.push_back(fmt::format("{}: {}{}", m_name, path, key));
            }
        }
    }

private:
    /// A group holds lists or objects, or one of our kinds.
    [[nodiscard]] bool hasCases(const Json& group) const
    {
        return std::ranges::any_of(group.items(), [this](const auto& item) {
            return item.value().is_array() || kindOf(m_kinds, item.key(), item.value(), m_name) != nullptr;
        });
    }

    std::vector<CaseKind> m_kinds;
    const Json& m_file;
    std::string_view m_name;
    CaseReport& m_report;
};

}  // namespace

Result<void> checkCases(std::string_view text, const std::string& where, const std::string& name, CaseReport& report)
{
    const Result<Json> json = parseJson(text, where);
    if (!json) {
        return tl::unexpected(json.error());
    }
    if (!json->is_object()) {
        return badInput(Core::tr("is not a JSON object"), where, Core::tr("Give a case file"));
    }
    JsonObject object(*json, where);
    CaseWalk(*json, name, report).walk(object, "");
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return {};
}

Result<CaseReport> checkCases(const std::filesystem::path& path)
{
    std::vector<std::filesystem::path> files{path};
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        auto listed = galvatron::caseFiles(path);
        if (!listed) {
            return tl::unexpected(listed.error());
        }
        files = std::move(*listed);
    }
    CaseReport report;
    for (const std::filesystem::path& file : files) {
        const Result<void> checked = readTextFile(file).and_then(
            [&](const std::string& text) { return checkCases(text, file.string(), file.filename().string(), report); });
        if (!checked) {
            return tl::unexpected(checked.error());
        }
    }
    return report;
}

}  // namespace pgram::systems
