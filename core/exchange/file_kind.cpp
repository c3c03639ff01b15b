// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/file_kind.h"

#include "core/base/json.h"
#include "core/base/text_file.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

/// First bytes of a kind of file.
struct Signature {
    std::string_view bytes;
    Phrase kind;
};

constexpr std::array signatures{
    Signature{"\x89PNG", Core::tr("a picture")},      Signature{"\xFF\xD8\xFF", Core::tr("a picture")},
    Signature{"GIF8", Core::tr("a picture")},         Signature{"%PDF", Core::tr("a PDF document")},
    Signature{"PK\x03\x04", Core::tr("an archive")},  Signature{"\x1F\x8B", Core::tr("an archive")},
    Signature{"\xFD\x37zXZ", Core::tr("an archive")}, Signature{"\x28\xB5\x2F\xFD", Core::tr("an archive")},
    Signature{"\x7F\x45LF", Core::tr("a program")},
};

/// Returns the first names of an object: "a, b, c, …".
std::string firstNames(const Json& object)
{
    constexpr std::size_t most = 5;
    constexpr std::size_t longest = 40;
    std::string names;
    std::size_t count = 0;
    for (const auto& [name, value] : object.items()) {
        names += count > 0 ? ", " : "";
        if (++count > most) {
            return names + "…";
        }
        names += name.substr(0, longest);
    }
    return names;
}

}  // namespace

Text apparentKind(std::string_view content, const Json& json)
{
    const auto found = std::ranges::find_if(
        signatures, [content](const Signature& signature) { return content.starts_with(signature.bytes); });
    if (found != signatures.end()) {
        return found->kind;
    }
    if (json.is_object() && !json.empty()) {
        return Core::tr("JSON (members: {})", firstNames(json));
    }
    if (json.is_object() || json.is_array()) {
        return Core::tr("JSON without members");
    }
    return isBinary(content) ? Text(Core::tr("a binary file")) : Text(Core::tr("plain text"));
}

}  // namespace pgram
