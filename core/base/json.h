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

/// Parses a text, in time linear in its length; of two members with one name the later value counts. Errors, each with
/// line and column: empty, truncated or malformed text, nesting deeper than 64, more than 65,536 members in one object
/// or 4,194,304 values in total.
[[nodiscard]] Result<Json> parseJson(std::string_view text, const std::string& where);
/// Removes duplicate members: keeps the position of the first and the value of the last one. Linear except for a sort;
/// repeated object[name] would take quadratic time.
void keepLastOfEachName(Json::object_t& members);
/// Writes `json` on one line, or indented by `indent`. Hidden characters (core/base/quoting.h) are escaped; bytes that
/// are not UTF-8 become U+FFFD.
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
    /// Returns the index of the member's text in `names`.
    int oneOf(std::string_view key, const std::vector<std::string_view>& names);
    int oneOfOr(std::string_view key, int fallback, const std::vector<std::string_view>& names);
    /// Returns a member object; an empty one after an error.
    JsonObject object(std::string_view key);
    /// Reads like object(key), from a value `json` of the member `key` that is already known.
    JsonObject object(std::string_view key, const Json& json);
    /// Returns a member array of whole numbers; empty if it is absent, and after an error.
    std::vector<std::int64_t> integersOr(std::string_view key, std::int64_t least, std::int64_t most);
    /// Returns a member array of texts; empty if it is absent, and after an error.
    std::vector<std::string> stringsOr(std::string_view key);
    /// Returns the elements of a member array as objects; empty after an error.
    std::vector<JsonObject> objects(std::string_view key, std::size_t most = 1u << 16);

    /// Stores an error at the member `key`, or at the object itself without a key.
    void fail(std::optional<std::string_view> key, Text what, Text todo = {});
    /// Fails at the first key that was never read. An editor's "$schema" in the file's outermost object is allowed.
    void refuseUnknown();
    /// Returns the keys that were never read, with their values: (pointer, JSON text).
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> unknown() const;
    [[nodiscard]] const Json& json() const { return *m_json; }
    /// Returns the JSON pointer (RFC 6901) of the object, or of its member `key`, which may have the empty name: "/".
    [[nodiscard]] std::string pointer(std::optional<std::string_view> key = {}) const;
    /// Returns the first error of this object or of any object taken from it. All missing members form one error.
    [[nodiscard]] std::optional<Error> error() const;

private:
    const Json* m_json;
    std::string m_where;
    std::string m_pointer;
    /// Shared with the objects taken from this one.
    struct Faults {
        std::optional<Error> first;
        std::vector<std::string> lacking;  ///< pointers to missing members, if the first error is a missing member
    };
    std::shared_ptr<Faults> m_faults;
    mutable std::set<std::string, std::less<>> m_asked;  ///< keys that were read, present or not
    const Json* find(std::string_view key, bool required);
    void lack(std::string_view key);
};

}  // namespace pgram
