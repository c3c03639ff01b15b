// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram learn: what searches by sampling and learning find, seed by seed, beside the exact search.
#include "app/pgram/command.h"
#include "app/pgram/interrupt.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/search_output.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "validation/learning/learning_curves.h"

#include <cmath>
#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

constexpr int mostSeeds = 1000;

struct LearnOptions {
    PlanOptions request;
    std::vector<std::string> methods{"auto-map", "annealing", "random"};
    int seeds = usualSeeds;
};

/// Plans scored, of which a table has a row: 100, 200, 500, 1000 and so on, and all.
std::vector<std::int64_t> rowsUpTo(std::int64_t samples)
{
    std::vector<std::int64_t> rows;
    for (std::int64_t ten = 100; ten < samples; ten *= 10) {
        for (const std::int64_t part : {1, 2, 5}) {
            if (part * ten < samples) {
                rows.push_back(part * ten);
            }
        }
    }
    rows.push_back(samples);
    return rows;
}

std::string over(Seconds rate, Seconds best)
{
    return fmt::format("{:+.2f} %", 100 * (rate / best - 1));
}

struct Answer {
    SearchResult exact;
    std::vector<LearningCurves> curves;

    /// Seconds per sample.
    [[nodiscard]] Seconds optimum() const
    {
        return exact.estimate->stepTime / static_cast<double>(exact.plan->training.globalBatch);
    }
};

std::string toText(const SearchRequest& request, const Answer& answer)
{
    const Certificate& certificate = answer.exact.certificate;
    std::string text = fmt::format(
        "{}, best plans of {}\n\nJoint finds {} per step in {}; no plan takes less than {}.\n",
        titlesOf(request.model, request.cluster),
        counted(static_cast<std::int64_t>(answer.curves.empty() ? 0 : answer.curves[0].seeds.size()), "seed"),
        formatSeconds(answer.exact.estimate->stepTime), formatSeconds(certificate.seconds),
        formatSeconds(certificate.lowerBound));
    for (const LearningCurves& curves : answer.curves) {
        Table table({{"plans scored"}, {"median over Joint"}, {"worst"}, {"best"}});
        for (const std::int64_t plans : rowsUpTo(curves.samples)) {
            const std::vector<Seconds> rates = curves.after(plans);
            if (rates.size() == curves.seeds.size()) {
                table.addRow({fmt::format("{}", plans), over(medianOf(rates), answer.optimum()),
                              over(rates.back(), answer.optimum()), over(rates.front(), answer.optimum())});
            }
        }
        text += fmt::format("\n{}, {} per seed\n\n{}", info(curves.method).title.english,
                            formatSeconds(curves.secondsPerSeed), table.text());
    }
    return text;
}

Json curvesToJson(const LearningCurves& curves)
{
    Json json{{"method", info(curves.method).name},
              {"samples", curves.samples},
              {"seconds_per_seed", curves.secondsPerSeed},
              {"seeds", Json::array()}};
    for (const std::vector<IncumbentPoint>& points : curves.seeds) {
        json["seeds"].push_back(incumbentsToJson(points));
    }
    const std::vector<Seconds> rates = curves.after(curves.samples);
    const bool all = rates.size() == curves.seeds.size();
    json["median_per_sample_s"] = all ? Json(medianOf(rates)) : Json(nullptr);
    json["worst_per_sample_s"] = all ? Json(rates.back()) : Json(nullptr);
    return json;
}

/// The answer if Joint has no plan, so that there is nothing to compare with.
ExitCode withoutPlan(const SearchResult& exact, bool isJson)
{
    const bool isStopped = exact.certificate.status == Certificate::Status::Stopped;
    if (isJson) {
        Json json = outputObject("learn");
        json["joint_per_sample_s"] = nullptr;
        json["joint_seconds"] = exact.certificate.seconds;
        json["lower_bound_per_sample_s"] = nullptr;
        json["curves"] = Json::array();
        if (exact.infeasibility) {
            addInfeasibility(json, *exact.infeasibility);
        }
        printJson(json);
    }
    printMessage(isStopped ? "stopped before any plan was found" : "nothing fits: there is no plan to learn");
    return isStopped ? ExitStopped : ExitInfeasible;
}

Json toJson(const Answer& answer)
{
    Json json = outputObject("learn");
    json["joint_per_sample_s"] = answer.optimum();
    json["joint_seconds"] = answer.exact.certificate.seconds;
    json["lower_bound_per_sample_s"] =
        answer.exact.certificate.lowerBound / static_cast<double>(answer.exact.plan->training.globalBatch);
    json["curves"] = Json::array();
    for (const LearningCurves& curves : answer.curves) {
        json["curves"].push_back(curvesToJson(curves));
    }
    return json;
}

Result<ExitCode> run(const LearnOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(SearchRequest request, planRequest(options.request, invocation.program));
    std::vector<Method> methods;
    for (const std::string& name : options.methods) {
        PGRAM_TRY(const Method method, parseMethod(name));
        methods.push_back(method);
    }
    if (request.samples == 0) {
        request.samples = 5000;  // the same of each
    }
    const Interrupt interrupt;
    SearchRequest exact = request;
    exact.method = Method::Joint;
    PGRAM_TRY(SearchResult joint, search(exact, interrupt.token()));
    if (!joint.plan) {
        return withoutPlan(joint, invocation.json);
    }
    PGRAM_TRY(const auto curves, learningCurves(request, methods, options.seeds, interrupt.token()));
    const Answer answer{std::move(joint), curves};
    if (invocation.json) {
        printJson(toJson(answer));
    } else {
        printText(toText(request, answer));
    }
    if (interrupt.token().stop_requested()) {
        printMessage("stopped; methods that were not done are left out");
        return ExitStopped;
    }
    return ExitOk;
}

}  // namespace

void addLearn(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<LearnOptions>(
        app, invocation, run, "learn", "Set learned and sampled searches beside the exact one, seed by seed",
        "  pgram learn --scenario default\n"
        "  pgram learn --model bert-large --cluster a100-8 --methods auto-map,q-ensemble --seeds 3 --samples 2000\n"
        "Each seed scores as many plans of the same space with the same figures; 5000 unless --samples says "
        "otherwise.\n"
        "What is told is how far the best plan is behind Joint's, which needs no seed and proves what it finds.");
    addPlanOptions(*command, options->request);
    command->add_option("--methods", options->methods, "of auto-map, q-ensemble, annealing, random")
        ->delimiter(',')
        ->type_name("LIST")
        ->capture_default_str();
    command->add_option("--seeds", options->seeds, "seeds 1 to N of each method")
        ->type_name("N")
        ->check(CLI::Range(1, mostSeeds))
        ->capture_default_str();
}

}  // namespace pgram::cli
