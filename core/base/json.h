// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The one JSON reader: typed access with the file and the JSON pointer in every error, and limits on size.
#pragma once

#include "core/base/error.h"
#include "core/base/json_fwd.h"

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Writes the English text. The name is the one by which nlohmann::json finds a conversion.
void to_json(Json& json, const Text& text);  // NOLINT(readability-identifier-naming)

/// Says what to give in place of a file that is not one of Parallelogram's.
inline constexpr Phrase filesThatAreRead =
    Core::tr("Give a file of Parallelogram, which is JSON, or one that pgram import reads");

/// In time linear in the text; of two members of one name the last one's value counts. Errors: empty, truncated or
/// malformed, nested deeper than 64, more than 65,536 members in one object or 4,194,304 values in all: each with line
/// and column.
[[nodiscard]] Result<Json> parseJson(std::string_view text, const std::string& where);
/// Keeps, of the members of one name, the first one's place and the last one's value. Linear but for a sort, where
/// object[name] member by member takes quadratic time.
void keepLastOfEachName(Json::object_t& members);
/// The text of `json`, on one line or indented by `indent`. Hidden characters (core/base/quoting.h) are escaped; bytes
/// that are not UTF-8 are written as U+FFFD.
[[nodiscard]] std::string dumped(const Json& json, int indent = -1);

/// Reads members of a JSON object; the first error sticks, so that a reader checks once at the end. Where it is that a
/// member lacks, all that lack after it are told with it:
///     JsonObject o(json, file); spec.hidden = o.integer("hidden", 1, 1 << 24); … if (auto e = o.error()) return *e;
class JsonObject {
public:
    JsonObject(const Json& json, std::string where, std::string pointer = "");

    [[nodiscard]] bool has(std::string_view key) const;
    std::int64_t integer(std::string_view key, std::int64_t least, std::int64_t most);
    std::int64_t integerOr(std::string_view key, std::int64_t fallback, std::int64_t least, std::int64_t most);
    double number(std::string_view key, double least, double most);
    double numberOr(std::string_view key, double fallback, double least, double most);
    /// Reads like number(key, …), from a value `json` of the member `key` that is already known: a loop over all
    /// members needs no search.
    double number(std::string_view key, const Json& json, double least, double most);
    std::string string(std::string_view key);
    std::string stringOr(std::string_view key, std::string fallback);
    bool booleanOr(std::string_view key, bool fallback);
    /// One of `names`; the index.
    int oneOf(std::string_view key, const std::vector<std::string_view>& names);
    int oneOfOr(std::string_view key, int fallback, const std::vector<std::string_view>& names);
    /// A member object; an empty one after an error.
    JsonObject object(std::string_view key);
    /// Reads like object(key), from a value `json` of the member `key` that is already known.
    JsonObject object(std::string_view key, const Json& json);
    /// A member array of whole numbers; empty where it is absent and after an error.
    std::vector<std::int64_t> integersOr(std::string_view key, std::int64_t least, std::int64_t most);
    /// A member array of texts; empty where it is absent and after an error.
    std::vector<std::string> stringsOr(std::string_view key);
    /// A member array's elements as objects; empty after an error.
    std::vector<JsonObject> objects(std::string_view key, std::size_t most = 1u << 16);

    /// Without a key: the object itself is at fault.
    void fail(std::optional<std::string_view> key, Text what, Text todo = {});
    /// Fails at the first key that was never read. An editor's "$schema" in the file's outermost object is allowed.
    void refuseUnknown();
    /// Keys never asked for, with their values: (pointer, JSON text).
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> unknown() const;
    [[nodiscard]] const Json& json() const { return *m_json; }
    /// RFC 6901, of the object itself or of its member `key`, which may be the empty name: "/".
    [[nodiscard]] std::string pointer(std::optional<std::string_view> key = {}) const;
    /// The first error of this object or of any object taken from it; all members that lack are one error.
    [[nodiscard]] std::optional<Error> error() const;

private:
    const Json* m_json;
    std::string m_where;
    std::string m_pointer;
    /// Shared with the objects taken from this one.
    struct Faults {
        std::optional<Error> first;
        std::vector<std::string> lacking;  ///< pointers to members, where the first error is that one lacks
    };
    std::shared_ptr<Faults> m_faults;
    mutable std::set<std::string, std::less<>> m_asked;  ///< read, or looked for and not there
    const Json* find(std::string_view key, bool required);
    void lack(std::string_view key);
};

}  // namespace pgram
