// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_format.h"

#include "core/base/json.h"

#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::int64_t newestEver = 1'000'000;

}  // namespace

Json formatHeader(std::string_view format, int version)
{
    Json header = Json::object();
    header["format"] = format;
    header["version"] = version;
    return header;
}

void checkFormat(JsonObject& object, std::string_view format, int newest)
{
    if (!object.has("format")) {
        object.fail({}, Core::tr("has no 'format': it is not a file of Parallelogram"), filesThatAreRead);
        return;
    }
    const std::string seen = object.string("format");
    if (seen != format) {
        object.fail("format", Core::tr("is '{}', expected '{}'", seen.substr(0, 40), format),
                    Core::tr("Check that it is the right file"));
    }
    const std::int64_t version = object.integer("version", 1, newestEver);
    if (version > newest) {
        object.fail(
            "version",
            Core::tr("is {} version {}, newer than {}, the newest that this program reads", format, version, newest),
            Core::tr("Update Parallelogram"));
    }
}

void takeUnknown(JsonObject& object, UnknownKeys* unknown)
{
    if (unknown == nullptr) {
        object.refuseUnknown();
        return;
    }
    for (auto& [pointer, text] : object.unknown()) {
        unknown->insert_or_assign(pointer, std::move(text));
    }
}

}  // namespace pgram
