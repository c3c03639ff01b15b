// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram hosted: compares a model in the host memory of each peer with one pipeline of the peers, over slow networks.
#include "app/pgram/command.h"
#include "app/pgram/number_list.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "validation/hosted/hosted_model.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <memory>

namespace pgram::cli {

namespace {

constexpr double bytesOfMegabit = 1e6 / 8;
constexpr std::int64_t mostSteps = 1'000'000;
constexpr std::int64_t mostMegabits = 100'000'000;
constexpr std::int64_t mostMicrobatches = 65'536;

struct HostedOptions {
    PlanOptions request;
    std::string every = "1,8,64";
    std::string megabits;
    std::string microbatches;
    std::string size = "1";
};

/// Returns "400 Mb/s", "10.0 Gb/s".
std::string networkText(Bandwidth bandwidth)
{
    const double megabits = bandwidth / bytesOfMegabit;
    return megabits < 1000 ? formatNumber(megabits) + " Mb/s" : formatNumber(megabits / 1000) + " Gb/s";
}

/// Returns runs of equal segments: "1 of 8 layers, 2 of 4 layers".
std::string segmentsText(const Segments& segments)
{
    std::vector<std::string> runs;
    for (auto first = segments.begin(); first != segments.end();) {
        const auto next = std::find_if(first, segments.end(), [first](int count) { return count != *first; });
        runs.push_back(fmt::format("{} of {} layer{}", next - first, *first, *first == 1 ? "" : "s"));
        first = next;
    }
    return fmt::format("{}", fmt::join(runs, ", "));
}

std::string bytesOf(Bytes needed, Bytes there)
{
    const std::string text = bytesText(needed);
    return there > 0 ? fmt::format("{} of {}{}", text, bytesText(there), needed > there ? ", which does not fit" : "")
                     : text;
}

/// Returns the numbers of micro-batches that hide all loads: with these segments, and with the best ones.
std::string hidingText(const HostedAnswer& answer)
{
    const auto from = [](double microbatches) {
        return microbatches < std::numeric_limits<double>::infinity()
                   ? fmt::format("from {:.0f} micro-batch{}", microbatches, microbatches > 1 ? "es" : "")
                   : "by no number of micro-batches";
    };
    const std::string own = from(answer.hiding) + " with these segments";
    return answer.hidden.segments.empty() || answer.hidden.microbatches == answer.hiding
               ? own
               : own + fmt::format(", {} with {}", from(answer.hidden.microbatches),
                                   segmentsText(answer.hidden.segments));
}

std::string crossingText(const HostedAnswer& answer, std::size_t index, int every)
{
    const std::string when =
        fmt::format("Synchronised every {}: ", every == 1 ? "step" : fmt::format("{} steps", every));
    if (answer.crossings[index]) {
        return when + fmt::format("hosted is faster {} {}", answer.leadsBelow[index] ? "below" : "above",
                                  networkText(*answer.crossings[index]));
    }
    return when + (answer.leadsBelow[index] ? "hosted is faster at every bandwidth"
                                            : "the pipeline is faster at every bandwidth");
}

/// A question with its answer.
struct AnsweredHosted {
    const HostedQuestion* question;
    const HostedAnswer* answer;
};

constexpr Field<HidingAnswer> hidingRows[] = {
    figure<&HidingAnswer::microbatches>("microbatches").atLeast(1),
    figure<&HidingAnswer::segments>("segments").notEmpty().says("Layers of each segment"),
};
constexpr Field<HostedAnswer> pipelineRows[] = {
    figure<&HostedAnswer::pipeline, &SlowPipeline::stages>("stages").atLeast(1),
    figure<&HostedAnswer::pipeline, &SlowPipeline::microbatches>("microbatches").atLeast(1),
    figure<&HostedAnswer::pipeline, &SlowPipeline::boundary>("boundary_bytes").atLeast(0),
    figure<&HostedAnswer::pipeline, &SlowPipeline::update>("update_s").atLeast(0),
    figure<&HostedAnswer::pipelineNeeds>("device_bytes").atLeast(0),
};
constexpr Field<HostedPoint> networkRows[] = {
    figure<&HostedPoint::bandwidth>("bytes_per_s")
        .atLeast(0)
        .column("network", Measure::Rate, [](const HostedPoint& point) { return networkText(point.bandwidth); }),
    figure<&HostedPoint::every>("sync_every_steps").atLeast(1).column("sync every", Measure::Count),
    figure<&HostedPoint::hosted>("hosted_samples_per_s")
        .atLeast(0)
        .column("hosted", Measure::Rate,
                [](const HostedPoint& point) { return formatNumber(point.hosted) + " samples/s"; }),
    figure<&HostedPoint::pipeline>("pipeline_samples_per_s")
        .atLeast(0)
        .column("pipeline", Measure::Rate,
                [](const HostedPoint& point) { return formatNumber(point.pipeline) + " samples/s"; }),
    figure<[](const HostedPoint& point) { return point.hosted / point.pipeline; }>("ratio").atLeast(0).column(
        "ratio", Measure::Factor),
};

struct HostedCrossing {
    int every;
    std::optional<Bandwidth> bandwidth;
    std::string_view hostedFaster;
};
constexpr std::string_view fasterWhere[]{"below", "above", "always", "never"};
constexpr Field<HostedCrossing> hostedCrossingRows[] = {
    figure<&HostedCrossing::every>("sync_every_steps").atLeast(1),
    figure<&HostedCrossing::bandwidth>("bytes_per_s").atLeast(0),
    figure<&HostedCrossing::hostedFaster>("hosted_faster").oneOf(fasterWhere),
};
std::vector<HostedCrossing> crossingsOf(const AnsweredHosted& hosted)
{
    std::vector<HostedCrossing> crossings;
    for (std::size_t i = 0; i < hosted.answer->crossings.size(); ++i) {
        const std::optional<Bandwidth>& bandwidth = hosted.answer->crossings[i];
        const std::size_t kind = (bandwidth ? 0 : 2) + (hosted.answer->leadsBelow[i] ? 0 : 1);
        crossings.push_back({hosted.question->every[i], bandwidth, fasterWhere[kind]});
    }
    return crossings;
}

constexpr Field<AnsweredHosted> hostedRows[] = {
    figure<&AnsweredHosted::answer, &HostedAnswer::peers, &HostedPeers::peers>("peers").atLeast(1),
    figure<&AnsweredHosted::answer, &HostedAnswer::segments>("segments")
        .notEmpty()
        .says("Layers of each segment, front to back"),
    figure<&AnsweredHosted::answer, &HostedAnswer::device, &HostedDevice::microbatches>("microbatches").atLeast(1),
    figure<&AnsweredHosted::answer, &HostedAnswer::hiding>("hiding_microbatches")
        .atLeast(0)
        .orNull()
        .says("Fewest micro-batches that hide every load of these segments"),
    nested<hidingRows,
           [](const AnsweredHosted& hosted) {
               return onlyIf(!hosted.answer->hidden.segments.empty(), hosted.answer->hidden);
           }>("fewest_hiding")
        .says("Fewest micro-batches that hide every load of any segments"),
    figure<&AnsweredHosted::answer, &HostedAnswer::step>("step_s").atLeast(0),
    figure<&AnsweredHosted::answer, &HostedAnswer::compute>("compute_s").atLeast(0),
    figure<&AnsweredHosted::answer, &HostedAnswer::peers, &HostedPeers::update>("update_s")
        .atLeast(0)
        .says("Of the whole model on a host, once per sum"),
    figure<&AnsweredHosted::answer, &HostedAnswer::deviceNeeds>("device_bytes").atLeast(0),
    figure<&AnsweredHosted::answer, &HostedAnswer::hostNeeds>("host_bytes").atLeast(0),
    figure<&AnsweredHosted::answer, &HostedAnswer::modelBytes>("summed_bytes")
        .atLeast(0)
        .says("Bytes that the peers sum"),
    nested<pipelineRows, &AnsweredHosted::answer>("pipeline"),
    listed<networkRows, &AnsweredHosted::answer, &HostedAnswer::points>("points"),
    listed<hostedCrossingRows, crossingsOf>("crossings"),
};
constexpr AnswerFormat<AnsweredHosted> hostedAnswer{
    "hosted",
    "A model in the host memory of each peer, compared with one pipeline of the peers.",
    hostedRows,
    {"points"}};

std::string toText(const HostedQuestion& question, const HostedAnswer& answer)
{
    const Cluster& cluster = question.request.cluster;
    const Bytes device = question.request.memoryBudget > 0 ? question.request.memoryBudget : cluster.device.memory;
    std::string text = fmt::format("{}, whole in the memory of each of {} hosts\n\n",
                                   titlesOf(question.request.model, cluster), answer.peers.peers);
    const auto line = [&text](const char* name, const std::string& value) {
        text += fmt::format("  {:<16}{}\n", name, value);
    };
    line("segments", segmentsText(answer.segments));
    line("micro-batches", fmt::format("{} per step of a peer", answer.device.microbatches));
    line("loads hidden", hidingText(answer));
    line("step of a peer",
         fmt::format("{}, of which compute {}", formatSeconds(answer.step), formatSeconds(answer.compute)));
    line("update", fmt::format("{} on the host, beside the next steps", formatSeconds(answer.peers.update)));
    line("device memory", bytesOf(answer.deviceNeeds, device));
    line("host memory", bytesOf(answer.hostNeeds, cluster.host.memory));
    line("beside it",
         fmt::format("GPipe of {} stages, {} micro-batches; its fullest device needs {}", answer.pipeline.stages,
                     answer.pipeline.microbatches, bytesOf(answer.pipelineNeeds, device)));
    text += '\n';
    text += tableWith<networkRows>(answer.points).text() + '\n';
    for (std::size_t i = 0; i < answer.crossings.size(); ++i) {
        text += crossingText(answer, i, question.every[i]) + '\n';
    }
    return text + "What weights cost that are synchronised rarely, in steps, is not counted.\n";
}

Result<HostedQuestion> questionOf(const HostedOptions& options, const std::filesystem::path& program)
{
    PGRAM_TRY(SearchRequest request, planRequest(options.request, program));
    HostedQuestion question{std::move(request), 0, 1, {}, {}};
    PGRAM_TRY(const std::vector<std::int64_t> every, parseNumbers(options.every, "--every", mostSteps));
    question.every.assign(every.begin(), every.end());
    PGRAM_TRY(question.microbatchSize, parseNumber(options.size, "--microbatch-size", mostMicrobatches));
    if (!options.megabits.empty()) {
        PGRAM_TRY(const std::vector<std::int64_t> all, parseNumbers(options.megabits, "--megabits", mostMegabits));
        for (const std::int64_t each : all) {
            question.bandwidths.push_back(static_cast<double>(each) * bytesOfMegabit);
        }
    }
    if (!options.microbatches.empty()) {
        PGRAM_TRY(const std::int64_t count, parseNumber(options.microbatches, "--accumulate", mostMicrobatches));
        question.microbatches = static_cast<int>(count);
    }
    return question;
}

Result<ExitCode> run(const HostedOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const HostedQuestion question, questionOf(options, invocation.program));
    return hostedModel(question).map([&](const HostedAnswer& answer) {
        printAnswer(invocation, hostedAnswer, {&question, &answer}, toText(question, answer));
        return ExitOk;
    });
}

}  // namespace

void addHosted(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<HostedOptions, hostedAnswer>(
        app, invocation, run, "hosted", "Hold a model in the memory of each host, beside a pipeline of the hosts",
        "  pgram hosted --scenario hosted-gpt3-6.7b\n"
        "  pgram hosted --model gpt3-1.3b --cluster consumer-8 --every 1,64 --megabits 10,1000\n"
        "Each device is a peer: segments of the model go through it, and the peers sum their\n"
        "gradients over the network, rarely (ATOM, arXiv 2403.10504).");
    addPlanOptions(*command, options->request);
    command->add_option("--every", options->every, "steps between two sums, a list")->type_name("STEPS");
    command->add_option("--megabits", options->megabits, "bandwidth of a peer in Mb/s, a list; 10 to 10,000 by default")
        ->type_name("MBIT");
    command
        ->add_option("--accumulate", options->microbatches,
                     "micro-batches of a peer's step; by default the fewest under which loads take 2 % of it")
        ->type_name("COUNT");
    command->add_option("--microbatch-size", options->size, "samples of a micro-batch")->type_name("SAMPLES");
}

}  // namespace pgram::cli
