// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram hosted: a model in the host memory of each peer, beside one pipeline of the peers, over slow networks.
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

/// "400 Mb/s", "10.0 Gb/s".
std::string networkText(Bandwidth bandwidth)
{
    const double megabits = bandwidth / bytesOfMegabit;
    return megabits < 1000 ? formatNumber(megabits) + " Mb/s" : formatNumber(megabits / 1000) + " Gb/s";
}

/// "1×8, 2×4": segments of as many layers each.
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

/// From how many micro-batches on no load is waited for: with these segments, and with those that need the fewest.
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
    Table table({{"network"}, {"sync every"}, {"hosted"}, {"pipeline"}, {"ratio"}});
    for (const HostedPoint& point : answer.points) {
        table.addRow({networkText(point.bandwidth), fmt::format("{}", point.every),
                      formatNumber(point.hosted) + " samples/s", formatNumber(point.pipeline) + " samples/s",
                      formatNumber(point.hosted / point.pipeline)});
    }
    text += table.text() + '\n';
    for (std::size_t i = 0; i < answer.crossings.size(); ++i) {
        text += crossingText(answer, i, question.every[i]) + '\n';
    }
    return text + "What weights cost that are synchronised rarely, in steps, is not counted.\n";
}

Json toJson(const HostedQuestion& question, const HostedAnswer& answer)
{
    Json object = outputObject("hosted");
    object["peers"] = answer.peers.peers;
    object["segments"] = answer.segments;
    object["microbatches"] = answer.device.microbatches;
    object["hiding_microbatches"] =
        answer.hiding < std::numeric_limits<double>::infinity() ? Json(answer.hiding) : Json(nullptr);
    object["fewest_hiding"] = answer.hidden.segments.empty() ? Json(nullptr)
                                                             : Json{{"microbatches", answer.hidden.microbatches},
                                                                    {"segments", answer.hidden.segments}};
    object["step_s"] = answer.step;
    object["compute_s"] = answer.compute;
    object["update_s"] = answer.peers.update;
    object["device_bytes"] = answer.deviceNeeds;
    object["host_bytes"] = answer.hostNeeds;
    object["summed_bytes"] = answer.modelBytes;
    object["pipeline"] = {{"stages", answer.pipeline.stages},
                          {"microbatches", answer.pipeline.microbatches},
                          {"boundary_bytes", answer.pipeline.boundary},
                          {"update_s", answer.pipeline.update},
                          {"device_bytes", answer.pipelineNeeds}};
    object["points"] = Json::array();
    for (const HostedPoint& point : answer.points) {
        object["points"].push_back({{"bytes_per_s", point.bandwidth},
                                    {"sync_every_steps", point.every},
                                    {"hosted_samples_per_s", point.hosted},
                                    {"pipeline_samples_per_s", point.pipeline},
                                    {"ratio", point.hosted / point.pipeline}});
    }
    object["crossings"] = Json::array();
    for (std::size_t i = 0; i < answer.crossings.size(); ++i) {
        object["crossings"].push_back(
            {{"sync_every_steps", question.every[i]},
             {"bytes_per_s", answer.crossings[i] ? Json(*answer.crossings[i]) : Json(nullptr)},
             {"hosted_faster", answer.crossings[i] ? (answer.leadsBelow[i] ? "below" : "above")
                                                   : (answer.leadsBelow[i] ? "always" : "never")}});
    }
    return object;
}

Result<HostedQuestion> questionOf(const HostedOptions& options, const std::filesystem::path& program)
{
    PGRAM_TRY(SearchRequest request, planRequest(options.request, program));
    HostedQuestion question{std::move(request), 0, 1, {}, {}};
    const auto every = parseNumbers(options.every, "--every", mostSteps);
    const auto size = parseNumber(options.size, "--microbatch-size", mostMicrobatches);
    const auto megabits = options.megabits.empty() ? Result<std::vector<std::int64_t>>()
                                                   : parseNumbers(options.megabits, "--megabits", mostMegabits);
    const auto microbatches =
        options.microbatches.empty() ? 0 : parseNumber(options.microbatches, "--accumulate", mostMicrobatches);
    for (const Error* error :
         {every ? nullptr : &every.error(), size ? nullptr : &size.error(), megabits ? nullptr : &megabits.error(),
          microbatches ? nullptr : &microbatches.error()}) {
        if (error != nullptr) {
            return tl::unexpected(*error);
        }
    }
    question.every.assign(every->begin(), every->end());
    question.microbatchSize = *size;
    question.microbatches = static_cast<int>(*microbatches);
    for (const std::int64_t each : *megabits) {
        question.bandwidths.push_back(static_cast<double>(each) * bytesOfMegabit);
    }
    return question;
}

Result<ExitCode> run(const HostedOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const HostedQuestion question, questionOf(options, invocation.program));
    return hostedModel(question).map([&](const HostedAnswer& answer) {
        invocation.json ? printJson(toJson(question, answer)) : printText(toText(question, answer));
        return ExitOk;
    });
}

}  // namespace

void addHosted(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<HostedOptions>(
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
