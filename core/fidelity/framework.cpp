// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/framework.h"

#include "core/base/index.h"
#include "core/base/json.h"
#include "core/base/nearest.h"
#include "core/base/text_file.h"
#include "core/model/training_json.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr double mostLibraryBytes = 1e11;
const std::vector<std::string_view> provenanceNames = {"measured", "fitted", "guessed"};

void readConstant(JsonObject member, const FamilyConstant& row, Constant& constant)
{
    constant.value = member.number("value", row.least, row.most);
    constant.provenance.kind = provenanceNames[at(member.oneOf("provenance", provenanceNames))];
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
    for (const FamilyConstant& row : familyConstants()) {
        if (row.always || object.has(row.key)) {
            readConstant(object.object(row.key), row, family.*row.constant);
        }
    }
    readFields(frameworkTraits(), object, family.rest, nullptr);
    family.loss = readOldLoss(object);
    family.loss = static_cast<LossKind>(object.oneOfOr("loss", static_cast<int>(family.loss), namesOf<LossKind>()));
    family.sequenceParallel = object.booleanOr("sequence_parallel", false);
    family.balancesHead = object.booleanOr("balances_head", false);
    family.buffersForSync = object.booleanOr("buffers_for_sync", false);
    family.gradientBytes = static_cast<int>(object.integerOr("gradient_bytes", 4, 2, 4));
    return family;
}

/// With the range of the run's own framework.
FamilyConstant ofRate(const char* key, Constant FrameworkFamily::*constant, double Framework::*rate, const char* unit,
                      double leastFitted, double mostFitted, bool always = false)
{
    const FieldRules& row = *std::ranges::find(rowsOf<Framework>(), key, &FieldRules::key);
    return {key, unit, constant, rate, row.least, row.most, leastFitted, mostFitted, always};
}

}  // namespace

const std::vector<FamilyConstant>& familyConstants()
{
    using Family = FrameworkFamily;
    static const std::vector<FamilyConstant> rows = {
        ofRate("dispatch_s", &Family::dispatch, &Framework::dispatch, "s", 1e-6, 3e-4, true),
        ofRate("elementwise_passes", &Family::elementwisePasses, &Framework::elementwisePasses, "ratio", 0.3, 3, true),
        ofRate("narrow_share", &Family::narrowShare, &Framework::narrowShare, "share of rate", 0.2, 1),
        ofRate("collective_share", &Family::collectiveShare, &Framework::collectiveShare, "share of bandwidth", 0.1, 1),
        ofRate("gather_dispatch_s", &Family::gatherDispatch, &Framework::gatherDispatch, "s", 0, 0),
        ofRate("cache_share", &Family::cacheShare, &Framework::cacheShare, "ratio", 0, 0),
        ofRate("driver_bytes", &Family::driverBytes, &Framework::driverBytes, "B", 0, 0),
        {"library_bytes", "B", &Family::libraryBytes, nullptr, 0, mostLibraryBytes},
    };
    return rows;
}

Framework FrameworkFamily::framework() const
{
    Framework framework = rest;
    framework.name = name;
    for (const FamilyConstant& row : familyConstants()) {
        if (row.rate != nullptr) {
            framework.*row.rate = (this->*row.constant).value;
        }
    }
    return framework;
}

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
                    nearest.empty() ? Core::tr("'pgram {}' names all", list) : nearestText(nearest));
}

Training trainedBy(const FrameworkFamily* family, Training training)
{
    training.framework = family != nullptr ? family->framework() : Framework();
    training.loss = family != nullptr ? family->loss : LossKind::Plain;
    if (training.elementBytes() == 2) {
        training.gradientBytes = family != nullptr ? family->gradientBytes : 4;
    }
    return training;
}

const FrameworkFamily& familyOf(const std::vector<FrameworkFamily>& families, const Measurement& run)
{
    const auto matches = [&](const FrameworkFamily& family) {
        return std::ranges::any_of(family.matches, [&](const FrameworkFamily::Match& match) {
            return run.framework.find(match.part) != std::string::npos &&
                   (match.precision.empty() || match.precision == run.precision) && (!match.compiled || run.compiled) &&
                   run.gpu.find(match.gpu) != std::string::npos && run.release >= match.since &&
                   run.model.find(match.model) != std::string::npos;
        });
    };
    const auto found = std::ranges::find_if(families, matches);
    return found == families.end() ? families.back() : *found;
}

}  // namespace pgram
