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
constexpr std::string_view figureCodes[] = {"token", "first-token", "throughput", "served-token"};
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

constexpr Field<ServingTime> servingPassRows[] = {
    figure<&ServingTime::bandwidth>("bandwidth_s").atLeast(0).says("Runs at the same time as compute_s"),
    figure<&ServingTime::compute>("compute_s").atLeast(0),
    figure<&ServingTime::latency>("latency_s").atLeast(0),
    figure<&ServingTime::exchange>("exchange_s").atLeast(0),
    figure<&ServingTime::flops>("flop").atLeast(0),
    figure<&ServingTime::bytes>("bytes").atLeast(0),
    figure<&ServingTime::bound>("bound"),
};
constexpr Field<Deployment> servingDegreeRows[] = {
    figure<&Deployment::tensor>("tp").atLeast(1),
    figure<&Deployment::pipeline>("pp").atLeast(1),
    figure<&Deployment::copies>("copies").atLeast(1).says("Replicas of the model that the cluster holds"),
    figure<&Deployment::memory, &ServedMemory::fits>("fits"),
    figure<&Deployment::memory, &ServedMemory::weights>("weight_bytes").atLeast(0).says("On the fullest device"),
    figure<&Deployment::memory, &ServedMemory::cache>("cache_bytes").atLeast(0).says("On the fullest device"),
    figure<&Deployment::memory, &ServedMemory::workspace>("workspace_bytes").atLeast(0),
    figure<&Deployment::memory, &ServedMemory::budget>("budget_bytes").atLeast(0),
    figure<&Deployment::memory, &ServedMemory::mostSequences>("most_sequences")
        .atLeast(0)
        .orNull()
        .says("Sequences that fit next to the weights; null: no limit"),
    figure<&Deployment::firstToken>("first_token_s").atLeast(0).says("One sequence alone"),
    figure<&Deployment::perToken>("token_s").atLeast(0).says("Between two tokens of the batch"),
    figure<&Deployment::servedToken>("served_token_s").atLeast(0).says("With prompts of other users in between"),
    figure<&Deployment::throughput>("tokens_per_s").atLeast(0).says("One replica, read and generated tokens as one"),
    figure<&Deployment::servedThroughput>("served_tokens_per_s").atLeast(0).says("One replica"),
    nested<servingPassRows, &Deployment::prompt>("prompt").says("One pass through all blocks"),
    nested<servingPassRows, &Deployment::decode>("decode").says("One pass through all blocks"),
};

std::optional<int> chosenOf(const DeployedCase& each)
{
    return onlyIf(each.answer.chosen >= 0, each.answer.chosen);
}
std::vector<std::string> limitTexts(const DeployedCase& each)
{
    std::vector<std::string> texts;
    if (each.answer.best() != nullptr) {
        for (const Text& limit : limitsOf(each.question, *each.answer.best())) {
            texts.push_back(limit.english());
        }
    }
    return texts;
}

constexpr Field<DeployedCase> deployedCaseRows[] = {
    figure<[](const DeployedCase& each) { return nameOf(each.answer.format); }>("weights"),
    figure<[](const DeployedCase& each) { return storedBytes(each.answer.format); }>("bytes_per_weight")
        .atLeast(0)
        .says("Before pruning"),
    figure<&DeployedCase::question, &DeploymentQuestion::batch>("batch").atLeast(1),
    figure<&DeployedCase::question, &DeploymentQuestion::stepContext>("context").atLeast(0).says("Tokens"),
    figure<chosenOf>("chosen").atLeast(0).says("Index of the fastest degrees on the fewest devices; null: none fits"),
    listed<servingDegreeRows, &DeployedCase::answer, &FormatAnswer::degrees>("degrees"),
    figure<limitTexts>("limits").says("Gains of the format, and the parts that it does not speed up"),
};
constexpr Field<ServingBand> servingBandRows[] = {
    figure<[](const ServingBand& band) { return figureCodes[static_cast<int>(band.figure)]; }>("figure").oneOf(
        figureCodes),
    figure<&ServingBand::rows>("rows").atLeast(1),
    figure<&ServingBand::mean>("mean").atLeast(0),
    figure<&ServingBand::median>("median").atLeast(0),
    figure<&ServingBand::low>("low"),
    figure<&ServingBand::high>("high"),
};
const std::array<ServingBand, 4>& bandsOfServing(const Deployed&)
{
    return servingBands();
}

constexpr Field<Deployed> deployRows[] = {
    figure<&Deployed::question, &DeploymentQuestion::model, &Architecture::name>("model"),
    figure<&Deployed::question, &DeploymentQuestion::cluster, &Cluster::name>("cluster"),
    figure<&Deployed::question, &DeploymentQuestion::prompt>("prompt").atLeast(1),
    figure<&Deployed::question, &DeploymentQuestion::output>("output").atLeast(1),
    listed<deployedCaseRows, &Deployed::cases>("answers").notEmpty(),
    listed<servingBandRows, bandsOfServing>("bands").says(
        "Ours/measured - 1 over the shared rows of public measurements"),
    figure<[](const Deployed&) { return qualityNote().english(); }>("quality"),
};

}  // namespace

const AnswerFormat<Deployed> deployAnswer{"deploy",
                                          "A model served by a cluster: an answer for each format of its weights, each "
                                          "context and each batch, with all degrees that divide the model.",
                                          deployRows,
                                          {"answers"}};

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

}  // namespace pgram::cli
