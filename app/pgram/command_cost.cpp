// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram cost: days, device-hours, money and energy of a training run; the cluster or the model that a limit allows.
#include "app/pgram/command.h"
#include "app/pgram/cost_output.h"
#include "app/pgram/number_list.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/time_limit.h"
#include "core/base/quantity.h"
#include "core/cluster/cluster_sizes.h"
#include "core/plan/plan_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <memory>

namespace pgram::cli {

namespace {

constexpr const char* runGroup = "The run";
constexpr std::int64_t mostNodes = 1 << 17;
constexpr std::int64_t longestSequence = 1 << 30;
constexpr std::int64_t longestBatch = std::int64_t{1} << 40;  // tokens
constexpr Seconds hour = 3600;

struct CostOptions {
    PlanOptions request;
    std::string plan;
    std::string tokens;
    std::string tokensOfBatch;
    std::string sequences;
    std::vector<std::string> clusters;
    std::vector<std::string> models;
    std::string nodes;
    double price = 0;
    double power = 0;
    double hoursBetweenFailures = 0;
    TimeLimit limit;
    RunQuestion question;
    RunLimits limits;
};

/// Returns the question with the typed values.
Result<RunQuestion> questionOf(const CostOptions& options)
{
    RunQuestion question = options.question;
    question.interruptions.betweenFailures = options.hoursBetweenFailures * hour;
    if (options.price > 0) {
        question.hourPrice = {options.price, "--price", ""};
    }
    if (options.power > 0) {
        question.power = {options.power, "--power", ""};
    }
    if (options.tokens.empty()) {
        return question;
    }
    return parseTokens(options.tokens, "--tokens").map([&question](double tokens) {
        question.tokens = tokens;
        return question;
    });
}

/// Returns the options of a plan with the first entry of each list.
PlanOptions withFirsts(const CostOptions& options)
{
    PlanOptions request = options.request;
    if (!options.clusters.empty() && request.cluster.empty()) {
        request.cluster = options.clusters.front();
    }
    if (!options.models.empty() && request.model.empty()) {
        request.model = options.models.front();
    }
    return request;
}

/// Returns the typed node counts, or 1 to 128 by doubling.
Result<std::vector<int>> nodesOfList(const CostOptions& options)
{
    if (options.nodes.empty()) {
        return std::vector<int>{1, 2, 4, 8, 16, 32, 64, 128};
    }
    return parseNumbers(options.nodes, "--try-nodes", mostNodes).map([](const std::vector<std::int64_t>& counts) {
        return std::vector<int>(counts.begin(), counts.end());
    });
}

/// Parses a list as for --batch, or "1k..128k" by doubling.
Result<std::vector<std::int64_t>> sequencesOf(const std::string& text)
{
    const char* option = "--sequences";
    const std::size_t dots = text.find("..");
    if (dots == std::string::npos) {
        return parseNumbers(text, option, longestSequence);
    }
    const Result<std::int64_t> from = parseNumber(text.substr(0, dots), option, longestSequence);
    const Result<std::int64_t> to = parseNumber(text.substr(dots + 2), option, longestSequence);
    if (!from || !to) {
        return tl::unexpected(!from ? from.error() : to.error());
    }
    std::vector<std::int64_t> all;
    for (std::int64_t sequence = *from; sequence <= *to; sequence *= 2) {
        all.push_back(sequence);
    }
    return all;
}

/// Returns each request with each sequence length that divides the tokens of a batch.
Result<std::vector<SearchRequest>> withSequences(const CostOptions& options, std::vector<SearchRequest> requests)
{
    if (options.tokensOfBatch.empty()) {
        return requests;
    }
    const Result<std::int64_t> tokens = parseNumber(options.tokensOfBatch, "--tokens-per-batch", longestBatch);
    const Result<std::vector<std::int64_t>> sequences = sequencesOf(options.sequences);
    if (!tokens || !sequences) {
        return tl::unexpected(!tokens ? tokens.error() : sequences.error());
    }
    std::vector<SearchRequest> all;
    for (const SearchRequest& request : requests) {
        std::ranges::move(ofSequences(request, *tokens, *sequences), std::back_inserter(all));
    }
    if (all.empty()) {
        return badInput("no sequence of the list divides the tokens of a batch", "--sequences", "Give other numbers");
    }
    return all;
}

Result<std::vector<SearchRequest>> requestsOf(const CostOptions& options, const std::filesystem::path& program)
{
    PGRAM_TRY(const SearchRequest first, planRequest(withFirsts(options), program));
    PGRAM_TRY(const PresetStore store, PresetStore::find(program));
    std::vector<SearchRequest> requests{first};
    if (!options.models.empty()) {
        requests.clear();
        for (const std::string& name : options.models) {
            PlanOptions each = withFirsts(options);
            each.model = name;
            PGRAM_TRY(const SearchRequest request, planRequest(each, program));
            requests.push_back(request);
        }
    }
    if (options.clusters.empty() && options.nodes.empty()) {
        return requests;
    }
    PGRAM_TRY(const std::vector<int> nodes, nodesOfList(options));
    std::vector<SearchRequest> all;
    for (const SearchRequest& request : requests) {
        std::vector<Cluster> clusters;
        for (const std::string& name : options.clusters) {
            PGRAM_TRY(const Cluster cluster, store.cluster(name).and_then([&](const Cluster& each) {
                return sized(options.request.sizes, each);
            }));
            clusters.push_back(cluster);
        }
        if (clusters.empty()) {
            clusters.push_back(request.cluster);
        }
        const auto more = onClusters(request, clusters, nodes);
        all.insert(all.end(), more.begin(), more.end());
    }
    if (all.empty()) {
        return badInput("no cluster of the list can be made of so many nodes", "--try-nodes", "Give other numbers");
    }
    return all;
}

/// Returns the row of a plan file.
Result<std::vector<RunRow>> rowOfPlan(const CostOptions& options, const RunQuestion& question)
{
    PGRAM_TRY(Plan plan, loadPlan(options.plan));
    const auto figures = std::make_shared<const Estimate>(estimate(plan));
    return runCost(plan, *figures, question).map([&](const RunCost&) {
        RunRow row = runRow(std::make_shared<const Plan>(std::move(plan)), figures);
        return std::vector{priced(std::move(row), question, options.limits)};
    });
}

/// Returns the cost at the edges of the error band; empty without measured runs, or if the longer steps leave no time
/// between interruptions.
std::optional<CostBand> bandOf(const RunRow& row, const RunQuestion& question, MeasuredRuns& measured)
{
    const std::optional<ErrorBand> band = row.cost ? measured.bandsOf(*row.plan, *row.figures).time : std::nullopt;
    if (!band) {
        return std::nullopt;
    }
    const Result<RunRange> range = runRange(*row.plan, *row.figures, question, band->low, band->high);
    return range ? std::optional(CostBand{*band, *range}) : std::nullopt;
}

Result<ExitCode> run(const CostOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const RunQuestion question, questionOf(options));
    const Interrupt interrupt(options.limit.seconds());
    PGRAM_TRY(const std::vector<RunRow> rows,
              options.plan.empty() ? requestsOf(options, invocation.program)
                                         .and_then([&](std::vector<SearchRequest> all) {
                                             return withSequences(options, std::move(all));
                                         })
                                         .and_then([&](const std::vector<SearchRequest>& requests) {
                                             return runRows(requests, question, options.limits, interrupt.token());
                                         })
                                   : rowOfPlan(options, question));
    CostAnswer answer{rows, {}, question, options.limits, options.models.size() > 1, !options.tokensOfBatch.empty()};
    MeasuredRuns measured(invocation.program);
    for (const RunRow& row : rows) {
        answer.bands.push_back(bandOf(row, question, measured));
    }
    printAnswer(invocation, costAnswer, answer, toText(answer));
    if (interrupt.token().stop_requested()) {
        return stopped(endedBy(interrupt), options.limit, soonestRun(rows) != nullptr,
                       "runs that were not planned are left out");
    }
    return soonestRun(rows) != nullptr ? ExitOk : ExitInfeasible;
}

void addRunOptions(CLI::App& command, CostOptions& options)
{
    const auto add = [&command](const char* name, auto& value, const char* type, const char* what) {
        return command.add_option(name, value, what)->type_name(type)->group(runGroup);
    };
    add("--plan", options.plan, "FILE", "the run of this plan file, in place of a search");
    add("--tokens", options.tokens, "N", "tokens to train, such as 2T or 300B; else by the rule");
    CLI::Option* batch = add("--tokens-per-batch", options.tokensOfBatch, "N", "tokens of a batch; 4M is 4194304");
    CLI::Option* sequences = add("--sequences", options.sequences, "LIST",
                                 "sequences to choose from at so many tokens a batch, as 1k,4k or, doubling, 1k..128k");
    batch->needs(sequences);
    sequences->needs(batch);
    add("--tokens-per-parameter", options.question.tokensPerParameter, "X", "the rule")
        ->check(CLI::Range(1e-6, 1e9))
        ->default_str(fmt::format("{}", usualTokensPerParameter));
    addSeconds(command, options.limit, "stop after this long, with the runs until then")->group(runGroup);
    add("--days", options.limits.days, "D", "days that there are")->check(numberOf(false));
    add("--dollars", options.limits.dollars, "USD", "money that there is")->check(numberOf(false));
    add("--clusters", options.clusters, "LIST", "clusters to choose from, by name or file")->delimiter(',');
    add("--try-nodes", options.nodes, "LIST",
        "nodes of each cluster, as for --batch; with --clusters 1 to 128 by doubling");
    add("--models", options.models, "LIST", "models to choose from, by name or file")->delimiter(',');
    add("--price", options.price, "USD", "for one device for an hour, in place of the cluster's")
        ->check(numberOf(false));
    add("--power", options.power, "W", "of one device, in place of the cluster's")->check(numberOf(false));
    add("--facility", options.question.facility, "X", "power of the facility over that of its devices (PUE)")
        ->check(CLI::Range(1.0, 10.0))
        ->capture_default_str();
    CLI::Option* failures = add("--failure-hours", options.hoursBetweenFailures, "H",
                                "mean hours between two failures of one device; else there are none");
    failures->check(numberOf(false));
    add("--checkpoint", options.question.interruptions.checkpoint, "S", "seconds that writing a checkpoint takes")
        ->check(numberOf(true))
        ->needs(failures);
    add("--restart", options.question.interruptions.restart, "S", "seconds from a failure until training goes on")
        ->check(numberOf(true))
        ->needs(failures);
}

}  // namespace

void addCost(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<CostOptions, costAnswer>(
        app, invocation, run, "cost",
        "Days, device-hours, money and energy of a run, and the cluster that a limit allows",
        "  pgram cost --model llama2-7b --cluster dgx-h100 --nodes 8 --tokens 2T\n"
        "  pgram cost --model llama2-13b --clusters dgx-a100-64,dgx-h100-64 --batch 1024 --tokens 300B --days 30\n"
        "  pgram cost --models llama2-7b,llama2-13b,llama2-70b --cluster dgx-h100-64 --days 60 --dollars 200000\n"
        "  pgram cost --model llama2-7b --cluster dgx-h100-64 --tokens-per-batch 4M --sequences 1k..128k\n"
        "  pgram cost --plan llama.pgplan.json --tokens 1T --failure-hours 50000 --checkpoint 120 --restart 600\n"
        "Each is planned exactly. Prices and power are the cluster's, with their source and date; what is not known\n"
        "has no figure. Exit code 1 when none keeps to the limits.");
    addPlanOptions(*command, options->request);
    addMethodOption(*command, options->request, usualMethodHelp);
    options->request.usualSearch = true;
    addRunOptions(*command, *options);
}

}  // namespace pgram::cli
