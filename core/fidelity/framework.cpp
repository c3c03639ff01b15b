// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/framework.h"

#include "core/base/json.h"
#include "core/model/training_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

constexpr double longestDispatch = 1;  // s
const std::vector<std::string_view> provenanceNames = {"measured", "fitted", "guessed"};

void readConstant(JsonObject& object, const char* key, double least, double most, Constant& constant)
{
    JsonObject member = object.object(key);
    constant.value = member.number("value", least, most);
    constant.provenance.kind = provenanceNames[static_cast<std::size_t>(member.oneOf("provenance", provenanceNames))];
    constant.provenance.source = member.stringOr("source", {});
}

FrameworkFamily readFamily(JsonObject& object)
{
    FrameworkFamily family;
    family.name = object.string("name");
    family.title = object.string("title");
    family.what = object.string("what");
    for (JsonObject& part : object.objects("matches")) {
        family.matches.push_back({part.stringOr("part", {}), part.stringOr("precision", {}),
                                  part.booleanOr("compiled", false), part.stringOr("gpu", {}),
                                  part.stringOr("since", {}), part.stringOr("model", {})});
    }
    readConstant(object, "dispatch_s", 0, longestDispatch, family.dispatch);
    readConstant(object, "elementwise_passes", 0.1, 10, family.elementwisePasses);
    readFrameworkTraits(object, family.rest);
    if (object.has("collective_share")) {
        readConstant(object, "collective_share", 1e-3, 1, family.collectiveShare);
    }
    if (object.has("narrow_share")) {
        readConstant(object, "narrow_share", 1e-3, 1, family.narrowShare);
    }
    if (object.has("cache_share")) {
        readConstant(object, "cache_share", 1, 2, family.cacheShare);
    }
    if (object.has("driver_bytes")) {
        readConstant(object, "driver_bytes", 0, 1e11, family.driverBytes);
    }
    family.sequenceParallel = object.booleanOr("sequence_parallel", false);
    family.balancesHead = object.booleanOr("balances_head", false);
    family.buffersForSync = object.booleanOr("buffers_for_sync", false);
    family.gradientBytes = static_cast<int>(object.integerOr("gradient_bytes", 4, 2, 4));
    return family;
}

}  // namespace

Result<std::vector<FrameworkFamily>> loadFrameworks(const PresetStore& presets)
{
    const std::filesystem::path file = presets.root() / "frameworks.json";
    const Result<Json> json =
        readTextFile(file).and_then([&file](const std::string& text) { return parseJson(text, file.string()); });
    if (!json) {
        return tl::unexpected(json.error());
    }
    JsonObject object(*json, file.string());
    std::vector<FrameworkFamily> families;
    for (JsonObject& element : object.objects("families")) {
        families.push_back(readFamily(element));
    }
    if (families.empty()) {
        object.fail("families", Core::tr("is empty, expected at least one family"));
    }
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return families;
}

Result<const FrameworkFamily*> parseFramework(std::string_view name, const std::vector<FrameworkFamily>& families)
{
    if (name.empty() || name == "none") {
        return nullptr;
    }
    const auto found = std::ranges::find(families, name, &FrameworkFamily::name);
    if (found != families.end()) {
        return &*found;
    }
    std::vector<std::string> names;
    for (const FrameworkFamily& family : families) {
        names.push_back(family.name);
    }
    const std::vector<std::string> nearest = nearestNames(name, names);
    const std::string list = "list frameworks";
    return badInput(Core::tr("there is no framework '{}'", std::string(name.substr(0, 80))), "framework",
                    nearest.empty() ? Core::tr("'pgram {}' names all", list)
                                    : Core::tr("Nearest are {}", fmt::format("{}", fmt::join(nearest, ", "))));
}

Training trainedBy(const FrameworkFamily* family, Training training)
{
    training.framework = family != nullptr ? family->framework() : Framework();
    if (training.elementBytes() == 2) {
        training.gradientBytes = family != nullptr ? family->gradientBytes : 4;
    }
    return training;
}

const FrameworkFamily& familyOf(const std::vector<FrameworkFamily>& families, const Measurement& run)
{
    const auto matches = [&](const FrameworkFamily& family) {
        return std::ranges::any_of(family.matches, [&](const FrameworkFamily::Match& match) {
            return run.framework.find(match.part) != run.framework.npos &&
                   (match.precision.empty() || match.precision == run.precision) && (!match.compiled || run.compiled) &&
                   run.gpu.find(match.gpu) != run.gpu.npos && run.release >= match.since &&
                   run.model.find(match.model) != run.model.npos;
        });
    };
    const auto found = std::ranges::find_if(families, matches);
    return found == families.end() ? families.back() : *found;
}

}  // namespace pgram
