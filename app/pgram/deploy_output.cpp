// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/deploy_output.h"

#include "app/pgram/console.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/table.h"
#include "core/base/format.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram::cli {

namespace {

constexpr std::size_t mostDegrees = 8;  // that a line names
constexpr const char* figureCodes[] = {"token", "first-token", "throughput", "served-token"};
constexpr const char* figureNames[] = {"token, batch 1", "first token", "tokens/s of a batch", "token among users"};

/// "tp 2", "tp 2 pp 4".
std::string degreeText(int tensor, int pipeline)
{
    return pipeline > 1 ? fmt::format("tp {} pp {}", tensor, pipeline) : fmt::format("tp {}", tensor);
}

/// The one that needs the least memory per device, where none fits.
const Deployment& leanest(const FormatAnswer& answer)
{
    return *std::ranges::min_element(answer.degrees, {}, [](const Deployment& row) { return row.memory.needed(); });
}

void addRow(Table& table, const DeployedCase& each)
{
    const FormatAnswer& answer = each.answer;
    const std::vector<std::string> asked{nameOf(answer.format), fmt::format("{}", each.question.batch),
                                         fmt::format("{:.0f}", each.question.stepContext())};
    const Deployment& row = answer.best() != nullptr ? *answer.best() : leanest(answer);
    std::vector<std::string> cells = asked;
    cells.push_back(degreeText(row.tensor, row.pipeline));
    cells.push_back(formatBytes(row.memory.weights));
    cells.push_back(formatBytes(row.memory.cache));
    if (answer.best() == nullptr) {
        cells.insert(cells.end(), {"", "", "", "",
                                   fmt::format("does not fit: {} of {}", formatBytes(row.memory.needed()),
                                               formatBytes(row.memory.budget))});
    } else {
        cells.insert(cells.end(),
                     {formatSeconds(row.firstToken), formatSeconds(row.perToken), formatNumber(row.throughput),
                      formatNumber(row.servedThroughput), std::string(name(row.decode.bound()))});
    }
    table.addRow(std::move(cells));
}

std::string degreesText(const FormatAnswer& answer)
{
    std::vector<std::string> fitting;
    for (const Deployment& row : answer.degrees) {
        if (row.memory.fits()) {
            fitting.push_back(degreeText(row.tensor, row.pipeline));
        }
    }
    if (fitting.empty()) {
        return "none";
    }
    const std::size_t left = fitting.size() - std::min(fitting.size(), mostDegrees);
    fitting.resize(std::min(fitting.size(), mostDegrees));
    return fmt::format("{}{}", fmt::join(fitting, ", "), left > 0 ? fmt::format(" and {} more", left) : "");
}

/// Returns the first case of each format.
std::vector<const DeployedCase*> oneOfEachFormat(const std::vector<DeployedCase>& cases)
{
    std::vector<const DeployedCase*> firsts;
    for (const DeployedCase& each : cases) {
        if (firsts.empty() || !(firsts.back()->answer.format == each.answer.format)) {
            firsts.push_back(&each);
        }
    }
    return firsts;
}

std::string limitsText(const std::vector<DeployedCase>& cases)
{
    std::string text;
    for (const DeployedCase* each : oneOfEachFormat(cases)) {
        if (each->answer.best() == nullptr) {
            continue;
        }
        std::string name = nameOf(each->answer.format);
        for (const Text& limit : limitsOf(each->question, *each->answer.best())) {
            text += fmt::format("  {:<28}{}\n", name, limit.english());
            name.clear();
        }
    }
    return text.empty() ? text : "\nWhat they gain, and what they do not speed up\n" + text;
}

std::string bandsText()
{
    std::string text = "\nHow far ours are from measured ones (shared rows of public measurements)\n";
    for (const ServingBand& band : servingBands()) {
        text += fmt::format("  {:<28}{} rows: {:+.0f} % to {:+.0f} %, mean {}, median {}\n",
                            figureNames[static_cast<int>(band.figure)], band.rows, 100 * band.low, 100 * band.high,
                            formatPercent(band.mean), formatPercent(band.median));
    }
    return text;
}

Json toJson(const ServingTime& time)
{
    return {{"bandwidth_s", time.bandwidth}, {"compute_s", time.compute}, {"latency_s", time.latency},
            {"exchange_s", time.exchange},   {"flop", time.flops},        {"bytes", time.bytes},
            {"bound", name(time.bound())}};
}

Json toJson(const Deployment& row)
{
    const double most = row.memory.mostSequences();
    return {{"tp", row.tensor},
            {"pp", row.pipeline},
            {"copies", row.copies},
            {"fits", row.memory.fits()},
            {"weight_bytes", row.memory.weights},
            {"cache_bytes", row.memory.cache},
            {"workspace_bytes", row.memory.workspace},
            {"budget_bytes", row.memory.budget},
            {"most_sequences", std::isfinite(most) ? Json(most) : Json(nullptr)},
            {"first_token_s", row.firstToken},
            {"token_s", row.perToken},
            {"served_token_s", row.servedToken},
            {"tokens_per_s", row.throughput},
            {"served_tokens_per_s", row.servedThroughput},
            {"prompt", toJson(row.prompt)},
            {"decode", toJson(row.decode)}};
}

Json toJson(const DeployedCase& each)
{
    Json object{{"weights", nameOf(each.answer.format)},
                {"bytes_per_weight", storedBytes(each.answer.format)},
                {"batch", each.question.batch},
                {"context", each.question.stepContext()},
                {"chosen", each.answer.chosen < 0 ? Json(nullptr) : Json(each.answer.chosen)},
                {"degrees", Json::array()},
                {"limits", Json::array()}};
    for (const Deployment& row : each.answer.degrees) {
        object["degrees"].push_back(toJson(row));
    }
    if (each.answer.best() != nullptr) {
        for (const Text& limit : limitsOf(each.question, *each.answer.best())) {
            object["limits"].push_back(limit.english());
        }
    }
    return object;
}

}  // namespace

Result<std::vector<DeployedCase>> deployedCases(const DeployRequest& request)
{
    std::vector<DeployedCase> cases;
    for (const WeightFormat& format : request.question.formats) {
        for (const std::int64_t context : request.contexts) {
            for (const std::int64_t batch : request.batches) {
                DeploymentQuestion question = request.question;
                question.formats = {format};
                question.context = context;
                question.batch = static_cast<int>(batch);
                PGRAM_TRY(std::vector<FormatAnswer> answers, deploy(question));
                cases.push_back({std::move(question), std::move(answers.front())});
            }
        }
    }
    return cases;
}

std::string toText(const DeployRequest& request, const std::vector<DeployedCase>& cases)
{
    const DeploymentQuestion& question = request.question;
    std::string text = fmt::format("{}, served\nprompts of {} tokens, {} generated\n\n",
                                   titlesOf(question.model, question.cluster), question.prompt, question.output);
    Table table({{"weights", Align::Left},
                 {"batch"},
                 {"context"},
                 {"devices", Align::Left},
                 {"weights/device"},
                 {"cache/device"},
                 {"first token"},
                 {"token"},
                 {"tokens/s"},
                 {"among users"},
                 {"bound by", Align::Left}});
    for (const DeployedCase& each : cases) {
        addRow(table, each);
    }
    text += table.text() + "\nDegrees that fit\n";
    for (const DeployedCase* each : oneOfEachFormat(cases)) {
        text += fmt::format("  {:<28}{}\n", nameOf(each->answer.format), degreesText(each->answer));
    }
    return text + limitsText(cases) + bandsText() + "\n" + qualityNote().english() + ".\n";
}

Json toJson(const DeployRequest& request, const std::vector<DeployedCase>& cases)
{
    const DeploymentQuestion& question = request.question;
    Json object = outputObject("deploy");
    object["model"] = question.model.name;
    object["cluster"] = question.cluster.name;
    object["prompt"] = question.prompt;
    object["output"] = question.output;
    object["answers"] = Json::array();
    for (const DeployedCase& each : cases) {
        object["answers"].push_back(toJson(each));
    }
    object["bands"] = Json::array();
    for (const ServingBand& band : servingBands()) {
        object["bands"].push_back({{"figure", figureCodes[static_cast<int>(band.figure)]},
                                   {"rows", band.rows},
                                   {"mean", band.mean},
                                   {"median", band.median},
                                   {"low", band.low},
                                   {"high", band.high}});
    }
    object["quality"] = qualityNote().english();
    return object;
}

}  // namespace pgram::cli
