// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/deepspeed_settings.h"
#include "core/exchange/formats/deepspeed_write.h"
#include "core/exchange/loose_json.h"
#include "core/exchange/transformers_run.h"
#include "core/exchange/words.h"
#include "core/frameworks/rows/rows.h"

namespace pgram {

namespace {

bool recognisesDeepSpeed(const ForeignFile& /*file*/, const Json& json)
{
    return json.contains("zero_optimization") || json.contains("train_micro_batch_size_per_gpu") ||
           json.contains("train_batch_size");
}

/// Returns the tokens of a sample by model.py next to the file, which folders of a pipeline have.
std::optional<std::int64_t> sequenceBeside(const std::filesystem::path& file)
{
    constexpr std::size_t largest = 1 << 20;
    const Result<std::string> model = readTextFile(file.parent_path() / "model.py", largest);
    const auto tokens = model ? wholeNumber(wordBehind(*model, "\n    \"sequence\":")) : std::nullopt;
    return tokens && *tokens > 0 && *tokens <= 1 << 24 ? tokens : std::nullopt;
}

Result<Reading> readingOfDeepSpeed(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    return parseLooseJson(file.text, where)
        .and_then([&where](const Json& json) -> Result<PlanSettings> {
            PlanSettings settings;
            settings.method = "deepspeed";
            SettingReader reader(json, where, settings, deepSpeedTable);
            readDeepSpeed(reader);
            return reader.finish().and_then([&] { return readTrainerArguments(where, settings); }).map([&] {
                settings.sequence = settings.sequence ? settings.sequence : sequenceBeside(where);
                return settings;
            });
        })
        .and_then([&](PlanSettings&& settings) { return planOfSettings(std::move(settings), where, context); });
}

}  // namespace

constinit const Format deepSpeedFormat{
    .name = "deepspeed",
    .title = Core::tr("DeepSpeed configuration"),
    .what =
        "The JSON configuration of DeepSpeed: ZeRO stage, batch, offload, degrees of tensor and expert parallelism.",
    .holds = Content::Plan,
    .usualName = "ds_config.json",
    .limits = "DeepSpeed takes the stages of a pipeline from its Python side; weights are not offloaded.",
    .knownBy = "zero_optimization, train_batch_size or train_micro_batch_size_per_gpu",
    .recognises = recognisesDeepSpeed,
    .read = readingOfDeepSpeed,
    .write = writeDeepSpeed,
    .launch = launchOfDeepSpeed,
    .target = &deepSpeedTarget,
};

}  // namespace pgram
