// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram learn: compares searches that sample or learn with the exact search, seed by seed.
#include "app/pgram/command.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/search_output.h"
#include "app/pgram/table.h"
#include "app/pgram/time_limit.h"
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
    TimeLimit limit;
};

/// Returns the numbers of scored plans that have a row in the table: 100, 200, 500, 1000 and so on, and `samples`.
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

    /// Returns seconds per sample from seconds per step of the exact plan.
    [[nodiscard]] std::optional<Seconds> perSample(Seconds step) const
    {
        return onlyIf(exact.plan.has_value(),
                      step / static_cast<double>(exact.plan ? exact.plan->training.globalBatch : 1));
    }
    [[nodiscard]] std::optional<Seconds> optimum() const
    {
        return perSample(exact.estimate ? exact.estimate->stepTime : 0);
    }
    [[nodiscard]] std::optional<Seconds> lowerBound() const { return perSample(exact.certificate.lowerBound); }
};

/// Returns the rates after all samples in rising order; empty if a seed found no plan.
std::vector<Seconds> finalRates(const LearningCurves& curves)
{
    std::vector<Seconds> rates = curves.after(curves.samples);
    return rates.size() == curves.seeds.size() ? rates : std::vector<Seconds>();
}

Json writeSeeds(const LearningCurves& curves)
{
    Json seeds = Json::array();
    for (const std::vector<IncumbentPoint>& points : curves.seeds) {
        seeds.push_back(listed<incumbentRows, itself<std::vector<IncumbentPoint>>>("").writer(points));
    }
    return seeds;
}

constexpr Field<LearningCurves> curveRows[] = {
    figure<[](const LearningCurves& curves) { return info(curves.method).name; }>("method").says(
        "Of pgram list methods"),
    figure<&LearningCurves::samples>("samples").atLeast(1).says("Plans that each seed scores"),
    figure<&LearningCurves::secondsPerSeed>("seconds_per_seed").atLeast(0),
    figure<writeSeeds>("seeds")
        .describedBy(
            [](const FieldRules& rules) { return listSchema(listSchema(schemaOf(tableOf<incumbentRows>), {}), rules); })
        .says("From seed 1 on: best plans in the order of their discovery"),
    figure<[](const LearningCurves& curves) {
        const std::vector<Seconds> rates = finalRates(curves);
        return rates.empty() ? std::nullopt : std::optional(medianOf(rates));
    }>("median_per_sample_s")
        .above(0)
        .says("At the end; null if a seed found no plan"),
    figure<[](const LearningCurves& curves) {
        const std::vector<Seconds> rates = finalRates(curves);
        return rates.empty() ? std::nullopt : std::optional(rates.back());
    }>("worst_per_sample_s")
        .above(0),
};
constexpr Field<Answer> learnRows[] = {
    figure<&Answer::optimum>("joint_per_sample_s").above(0).says("null without a plan"),
    figure<&Answer::exact, &SearchResult::certificate, &Certificate::seconds>("joint_seconds").atLeast(0),
    figure<&Answer::lowerBound>("lower_bound_per_sample_s").atLeast(0).says("null without a plan"),
    listed<curveRows, &Answer::curves>("curves"),
    nested<infeasibilityRows, &Answer::exact, &SearchResult::infeasibility>(""),
};
constexpr AnswerFormat<Answer> learnAnswer{
    "learn",
    "Best plans by number of scored plans, seed by seed, of methods that sample or learn; and of Joint.",
    learnRows,
    {"curves"}};

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
                table.addRow({fmt::format("{}", plans), over(medianOf(rates), *answer.optimum()),
                              over(rates.back(), *answer.optimum()), over(rates.front(), *answer.optimum())});
            }
        }
        text += fmt::format("\n{}, {} per seed\n\n{}", info(curves.method).title.english,
                            formatSeconds(curves.secondsPerSeed), table.text());
    }
    return text;
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
    const Interrupt interrupt(options.limit.seconds());
    SearchRequest exact = request;
    exact.method = Method::Joint;
    PGRAM_TRY(SearchResult joint, search(exact, interrupt.token()));
    if (!joint.plan) {
        printAnswer(invocation, learnAnswer, {std::move(joint), {}}, "");
        if (const EndedBy ended = endedBy(interrupt); ended != EndedBy::Nothing) {
            return stopped(ended, options.limit, false, {});
        }
        printMessage("nothing fits: there is no plan to learn");
        return ExitInfeasible;
    }
    PGRAM_TRY(const std::vector<LearningCurves> curves,
              learningCurves(request, methods, options.seeds, interrupt.token()));
    const Answer found{std::move(joint), curves};
    printAnswer(invocation, learnAnswer, found, toText(request, found));
    const EndedBy ended = endedBy(interrupt);
    return ended == EndedBy::Nothing
               ? ExitOk
               : stopped(ended, options.limit, true, "seeds and methods that were not done are left out");
}

}  // namespace

void addLearn(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<LearnOptions, learnAnswer>(
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
    addSeconds(*command, options->limit, "stop after this long, with the seeds and methods until then");
}

}  // namespace pgram::cli
