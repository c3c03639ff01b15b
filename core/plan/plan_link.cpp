// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/plan_link.h"

#include "core/base/ascii.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/plan/plan_json.h"

#include <cstdint>
#include <optional>
#include <zlib.h>

namespace pgram {

namespace {

constexpr std::string_view start = "pgplan1.";
constexpr std::string_view anyStart = "pgplan";
constexpr std::size_t longestFile = std::size_t{64} << 20;
constexpr std::size_t farthestStart = 1024;  // a link's address and path
constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Words that deflate may refer to. A change of them is a new version of the format.
constexpr std::string_view dictionary =
    R"("provenance":{"tool":"parallelogram","version":","method":"joint","space":"certificate":"","status":"gap","created":)"
    R"("format":"parallelogram-cluster","version":1,"name":","title":","devices":"links":[{"name":","span":,"bytes_per_s":)"
    R"("efficiency":{"value":,"provenance":"guessed"},"latency_s":{"value":"source":"measured","fitted")"
    R"("format":"parallelogram-model","version":1,"family":"runs":[{"kind":"embedding","name":"hidden":"vocabulary":)"
    R"("kind":"decoder","count":,"heads":,"kv_heads":,"ffn":,"sequence_length":,"dropout":false)"
    R"("training":{"global_batch":,"precision":"bf16","optimizer":"adam","schedule":{"kind":"1f1b","microbatches":)"
    R"("virtual_stages":1},"rank_order":"tensor,context,expert,data,pipeline","stages":[{"first_layer":,"layer_count":)"
    R"("strategies":[{"first_layer":0,"layer_count":,"tensor":1,"data":8,"zero":0,"context":1,"expert":1,)"
    R"("sequence_parallel":"none","tensor_placement":"consecutive","recompute":"none"},)"
    R"({"format":"parallelogram-plan","version":1,"name":","memory_budget_bytes":)";

std::string packed(std::string_view text)
{
    z_stream stream{};
    deflateInit(&stream, Z_BEST_COMPRESSION);
    deflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(dictionary.data()),
                         static_cast<uInt>(dictionary.size()));
    std::string result(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // NOLINT: zlib does not write it
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    deflate(&stream, Z_FINISH);
    result.resize(stream.total_out);
    deflateEnd(&stream);
    return result;
}

/// Returns nothing for bytes that are broken, cut or too long.
std::optional<std::string> unpacked(std::string& bytes)
{
    z_stream stream{};
    inflateInit(&stream);
    stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::string result;
    int code = Z_OK;
    while (code == Z_OK && result.size() < longestFile) {
        std::string block(1u << 16, '\0');
        stream.next_out = reinterpret_cast<Bytef*>(block.data());
        stream.avail_out = static_cast<uInt>(block.size());
        code = inflate(&stream, Z_NO_FLUSH);
        if (code == Z_NEED_DICT) {
            code = inflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(dictionary.data()),
                                        static_cast<uInt>(dictionary.size()));
        }
        result.append(block, 0, block.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    return code == Z_STREAM_END ? std::optional(result) : std::nullopt;
}

std::string base64(std::string_view bytes)
{
    std::string text;
    std::uint32_t held = 0;
    int bits = 0;
    for (const char byte : bytes) {
        held = held << 8 | static_cast<unsigned char>(byte);
        for (bits += 8; bits >= 6; bits -= 6) {
            text += letters[held >> (bits - 6) & 63];
        }
    }
    return bits > 0 ? text + letters[held << (6 - bits) & 63] : text;
}

/// Returns nothing if a letter is not one of base64url. White space in between, as mail programs add it, does not
/// count.
std::optional<std::string> bytesOf(std::string_view text)
{
    std::string bytes;
    std::uint32_t held = 0;
    int bits = 0;
    for (const char letter : text) {
        const std::size_t value = letters.find(letter);
        if (letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t') {
            continue;
        }
        if (value == std::string_view::npos) {
            return std::nullopt;
        }
        held = held << 6 | static_cast<std::uint32_t>(value);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>(held >> bits & 255);
        }
    }
    return bytes;
}

/// Returns where the text of a plan starts in a link, or npos if the link has no such text.
std::size_t placeOf(std::string_view text)
{
    const std::size_t place = text.substr(0, farthestStart).find(anyStart);
    const bool isWord = place == 0 || (place != std::string_view::npos && !isLetterOrDigit(text[place - 1]));
    const std::size_t dot =
        isWord ? text.find_first_not_of("0123456789", place + anyStart.size()) : std::string_view::npos;
    const bool isNumbered = dot != std::string_view::npos && dot > place + anyStart.size() && text[dot] == '.';
    return isNumbered && text.substr(0, place).find_first_of("{\"<") == std::string_view::npos ? place
                                                                                               : std::string_view::npos;
}

}  // namespace

std::string planLink(const Plan& plan)
{
    return std::string(start) + base64(packed(dumped(*parseJson(planToJson(plan), {}))));
}

bool isPlanLink(std::string_view text)
{
    return placeOf(text) != std::string_view::npos;
}

Result<std::string> planFileOfLink(std::string_view text, const std::string& where)
{
    const std::size_t place = placeOf(text);
    if (place == std::string_view::npos || !text.substr(place).starts_with(start)) {
        return badInput(Core::tr("is a plan of another version"), where, Core::tr("Use the newest Parallelogram"));
    }
    std::optional<std::string> bytes = bytesOf(text.substr(place + start.size()));
    if (!bytes) {
        return badInput(Core::tr("has a letter that no plan's text has"), where, Core::tr("Copy the whole text again"));
    }
    std::optional<std::string> file = unpacked(*bytes);
    if (!file) {
        return badInput(Core::tr("is cut or changed"), where, Core::tr("Copy the whole text again"));
    }
    return std::move(*file);
}

}  // namespace pgram
