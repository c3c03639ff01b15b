// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/profile_question.h"

#include <algorithm>

namespace pgram {

namespace fs = std::filesystem;

namespace {

bool isProfile(const fs::path& file)
{
    const std::string name = file.filename().string();
    return name.ends_with(".json") &&
           (name.starts_with("computation_profiling_") || name.starts_with("memory_profiling_"));
}

/// A folder, or one of its files.
bool recognisesGalvatronProfile(const ForeignFile& file, const Json& /*json*/)
{
    if (!file.isFolder) {
        return isProfile(file.path);
    }
    const auto files = filesIn(file.path, ".json");
    return files && std::ranges::any_of(*files, isProfile);
}

/// For the model that the files name; else for the one that the user has chosen. The device has the memory of the
/// cluster at hand.
Result<Reading> readingOfGalvatronProfile(const ForeignFile& file, const ReadContext& context)
{
    ProfileOptions options;
    options.folder = (file.isFolder ? file.path : fs::absolute(file.path).parent_path()).string();
    if (context.cluster == nullptr) {
        return badInput(Core::tr("does not say what memory its devices have"), options.folder,
                        Core::tr("Give a cluster of such devices"));
    }
    auto question = profileQuestion(options, context.store);
    if ((!question || !question->model) && context.model != nullptr) {
        options.given = *context.model;
        if (auto other = profileQuestion(options, context.store); other && other->model) {
            question = std::move(other);
        }
    }
    return question
        .and_then([&context](const ProfileQuestion& asked) {
            return measuredRequest(asked, std::nullopt, context.cluster->device.memory);
        })
        .map([](SearchRequest&& request) { return Reading{.found = std::move(request)}; });
}

}  // namespace

constinit const Format galvatronProfileFormat{
    .name = "galvatron-profile",
    .title = Core::tr("Galvatron profiles"),
    .what = "A folder of what Hetu-Galvatron's profiler measured of a model's layers and a cluster's links.",
    .holds = Content::Profile,
    .usualName = "computation_profiling_*.json, memory_profiling_*.json",
    .limits = "Neither the name of a device nor its memory.",
    .recognises = recognisesGalvatronProfile,
    .read = readingOfGalvatronProfile,
};

}  // namespace pgram
