// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram candidates: plans that differ in kind as folders that run, and their ranking by the runs.
#include "app/pgram/command.h"
#include "app/pgram/expected.h"
#include "app/pgram/interrupt.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/progress_line.h"
#include "app/pgram/report.h"
#include "app/pgram/search_output.h"
#include "app/pgram/table.h"
#include "app/pgram/time_limit.h"
#include "core/base/ascii.h"
#include "core/base/format.h"
#include "core/exchange/format.h"
#include "core/exchange/program_text.h"
#include "core/plan/plan_json.h"
#include "core/questions/candidates.h"
#include "core/questions/sweep.h"
#include "traces/step_log.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace pgram::cli {

namespace {

constexpr const char* planFileName = "plan.pgplan.json";
constexpr const char* logFileName = "run.log";

struct CandidatesOptions {
    PlanOptions request;
    int count = 4;
    std::string out;
    TimeLimit limit;
};

/// A candidate and the folder that is written for it.
struct WrittenCandidate {
    const PlanCandidate* own;
    std::string folder;  ///< empty: none is written

    [[nodiscard]] Seconds step() const { return own->figures.stepTime; }
    [[nodiscard]] double throughput() const { return own->figures.throughput; }
    [[nodiscard]] Bytes memory() const { return own->figures.peakMemory; }
};

constexpr Field<WrittenCandidate> writtenCandidateRows[] = {
    figure<&WrittenCandidate::folder>("folder").says("Folder below --out; empty without --out").column("folder"),
    figure<[](const WrittenCandidate& one) { return one.own->kind; }>("kind")
        .says("Stages and the strategy of most layers")
        .column("kind"),
    figure<&WrittenCandidate::step>("step_time_s").atLeast(0).column("step", Measure::Time),
    figure<&WrittenCandidate::throughput>("throughput_samples_per_s").atLeast(0).column("samples/s", Measure::Factor),
    figure<&WrittenCandidate::memory>("peak_memory_bytes").atLeast(0).column("peak memory", Measure::Memory),
    figure<[](const WrittenCandidate& one) { return planObject(one.own->plan); }>("plan")
        .describedBy([](const FieldRules&) {
            return Json{{"type", "object"}};
        })
        .says("The plan file's object"),
};

struct CandidatesAnswer {
    std::vector<WrittenCandidate> written;
    int searches = 0;
    bool isComplete = true;
};
constexpr Field<CandidatesAnswer> candidatesRows[] = {
    figure<&CandidatesAnswer::isComplete>("complete").says("false: stopped, other kinds may be faster"),
    figure<&CandidatesAnswer::searches>("searches").atLeast(0),
    listed<writtenCandidateRows, &CandidatesAnswer::written>("candidates").says("Shortest step per sample first"),
};
constexpr AnswerFormat<CandidatesAnswer> candidatesAnswer{
    "candidates", "The fastest plans of different kinds.", candidatesRows, {"candidates"}};

/// Returns "2-P2-TP8": a plain name of a folder.
std::string folderName(std::size_t index, const std::string& kind)
{
    std::string name = fmt::format("{}-{}", index + 1, kind);
    std::ranges::replace_if(
        name, [](char c) { return !isLetterOrDigit(c) && c != '-'; }, '-');
    return name;
}

/// Returns the format of the files of a target. Errors: no format writes them.
Result<const Format*> formatOf(const Target* target)
{
    if (target == nullptr) {
        return lacks("--target, for which folders are written,");
    }
    const auto found = std::ranges::find_if(formats(), [target](const Format* format) {
        return format->target == target && format->write != nullptr && format->launch != nullptr;
    });
    if (found == formats().end()) {
        return badInput("has no files that start a run", "--target", "Choose another framework, or leave --out out");
    }
    return *found;
}

/// Writes a folder for each candidate, and the script that measures them.
Result<void> writeFolders(const std::vector<WrittenCandidate>& written, const Format& format, const std::string& out,
                          MeasuredRuns& measured)
{
    std::vector<NamedFile> files{{"measure.sh", programText("candidates_measure.sh")}};
    for (const WrittenCandidate& candidate : written) {
        const auto& [kind, plan, figures] = *candidate.own;
        const ErrorBands bands = measured.bandsOf(plan, figures);
        PGRAM_TRY(
            std::vector<NamedFile> own,
            writeFolder(format, plan, {.estimate = &figures, .timeline = figures.timeline.get(), .bands = &bands}));
        own.push_back({planFileName, dumped(planObject(plan), 2) + "\n"});
        for (NamedFile& file : own) {
            files.push_back({fmt::format("{}/{}", candidate.folder, file.name), std::move(file.content)});
        }
    }
    return saveFiles(files, out);
}

Result<ExitCode> runCandidates(const CandidatesOptions& options, const Invocation& invocation)
{
    std::error_code ignored;
    if (!options.out.empty() && std::filesystem::exists(options.out, ignored) &&
        !std::filesystem::is_empty(options.out, ignored)) {
        return badInput("is not an empty folder", options.out, "Name a new one");
    }
    PGRAM_TRY(AskedRequest asked, askedRequest(options.request, invocation.program));
    const Format* format = nullptr;
    if (!options.out.empty()) {
        PGRAM_TRY(format, formatOf(asked.request.target));
    }
    const Interrupt interrupt(options.limit.seconds());
    Result<PlanCandidates> found = PlanCandidates();
    {
        ProgressLine line;
        found = planCandidates(asked.request, options.count, interrupt.token(),
                               [&line](const Progress& now) { line.show(now); });
    }
    PGRAM_CHECK(found);
    std::vector<WrittenCandidate> written;
    for (PlanCandidate& candidate : found->plans) {
        sign(candidate.plan.provenance);
        written.push_back({&candidate, format == nullptr ? "" : folderName(written.size(), candidate.kind)});
    }
    if (format != nullptr && !written.empty()) {
        MeasuredRuns measured(invocation.program);
        PGRAM_CHECK(writeFolders(written, *format, options.out, measured));
        printMessage(fmt::format("wrote {} and measure.sh into {}",
                                 counted(static_cast<std::int64_t>(written.size()), "candidate"), options.out));
    }
    const std::string head = fmt::format("{}\n\n", titlesOf(asked.request.model, asked.request.cluster));
    const bool fitsNothing = written.empty() && !found->isStopped;
    const CandidatesAnswer answer{written, found->searches, !found->isStopped};
    printAnswer(invocation, candidatesAnswer, answer,
                head + (fitsNothing ? "Nothing fits; pgram plan says what would help.\n"
                                    : tableWith<writtenCandidateRows>(written).text()));
    if (found->isStopped) {
        return stopped(endedBy(interrupt), options.limit, !written.empty(), "other kinds of plans are left out");
    }
    return written.empty() ? ExitInfeasible : ExitOk;
}

// --- ranking --------------------------------------------------------------------------------------------------------

/// A candidate with its run.
struct RankedCandidate {
    std::string folder;
    std::string kind;
    Seconds predicted = 0;
    Bytes predictedMemory = 0;
    std::int64_t batch = 1;
    std::optional<LogDifference> log;  ///< none: the run is missing or has no step
    std::string problem;               ///< reason of a missing log

    [[nodiscard]] std::optional<Seconds> measured() const { return log ? std::optional(log->measured) : std::nullopt; }
    [[nodiscard]] Seconds perSample() const { return measured().value_or(1e300) / static_cast<double>(batch); }
    [[nodiscard]] std::optional<double> difference() const
    {
        return log ? std::optional(log->difference()) : std::nullopt;
    }
};

std::string optionalCell(const std::optional<double>& value, std::string (*text)(double))
{
    return value ? text(*value) : "";
}

constexpr Field<RankedCandidate> measuredRows[] = {
    figure<&RankedCandidate::folder>("folder").column("folder"),
    figure<&RankedCandidate::kind>("kind").column("kind"),
    figure<&RankedCandidate::predicted>("predicted_step_s").atLeast(0).column("predicted", Measure::Time),
    figure<[](const RankedCandidate& one) { return orNull(one.measured()); }>("measured_step_s")
        .describedBy([](const FieldRules&) {
            return Json{{"type", {"number", "null"}}};
        })
        .says("Median of the later half of the steps; null without a run")
        .column("measured", Measure::Text,
                [](const RankedCandidate& one) {
                    return optionalCell(one.measured(), [](double value) { return formatSeconds(value); });
                }),
    figure<[](const RankedCandidate& one) { return orNull(one.difference()); }>("difference")
        .describedBy([](const FieldRules&) {
            return Json{{"type", {"number", "null"}}};
        })
        .says("Measured over predicted step, less 1")
        .column("difference", Measure::Text,
                [](const RankedCandidate& one) {
                    return optionalCell(one.difference(), [](double value) { return formatPercent(value); });
                }),
    figure<[](const RankedCandidate& one) { return one.log ? static_cast<int>(one.log->steps.size()) : 0; }>("steps")
        .atLeast(0)
        .column("steps", Measure::Count),
    figure<&RankedCandidate::predictedMemory>("predicted_memory_bytes")
        .atLeast(0)
        .column("predicted memory", Measure::Memory),
    figure<[](const RankedCandidate& one) { return one.log ? one.log->log.memory : 0; }>("measured_memory_bytes")
        .atLeast(0)
        .says("Largest in the log; 0: the log has none")
        .zeroIsBlank()
        .column("measured memory", Measure::Memory),
    figure<&RankedCandidate::problem>("problem")
        .says("Reason why a run does not count; empty if it does")
        .column("problem"),
};

struct RankingAnswer {
    std::vector<RankedCandidate> candidates;

    [[nodiscard]] std::string chosen() const
    {
        return !candidates.empty() && candidates.front().log ? candidates.front().folder : "";
    }
};
constexpr Field<RankingAnswer> candidateRankingRows[] = {
    figure<&RankingAnswer::chosen>("chosen").says("Folder of the fastest measured candidate; empty without runs"),
    listed<measuredRows, &RankingAnswer::candidates>("candidates")
        .says("Shortest measured step per sample first, then those without a run"),
};
constexpr AnswerFormat<RankingAnswer> rankingAnswer{
    "candidates-rank", "Candidates by their measured runs.", candidateRankingRows, {"candidates"}};

RankedCandidate rankedOf(const std::filesystem::path& folder, const Plan& plan)
{
    const Estimate figures = estimate(plan);
    RankedCandidate candidate{folder.filename().string(),
                              kindOf(plan),
                              figures.stepTime,
                              figures.peakMemory,
                              plan.training.globalBatch,
                              std::nullopt,
                              {}};
    const std::filesystem::path log = folder / logFileName;
    std::error_code failed;
    if (!std::filesystem::exists(log, failed)) {
        candidate.problem = "not run yet";
        return candidate;
    }
    Result<StepLog> read = loadStepLog(log);
    if (read) {
        candidate.log = logDifferenceOf(plan, figures, std::move(*read));
    } else {
        candidate.problem = read.error().what.english();
    }
    return candidate;
}

Result<ExitCode> runRank(const std::string& folder, const Invocation& invocation)
{
    RankingAnswer ranking;
    std::error_code failed;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
        std::error_code none;
        if (std::filesystem::exists(entry.path() / planFileName, none)) {
            PGRAM_TRY(const Plan plan, loadPlan((entry.path() / planFileName).string()));
            ranking.candidates.push_back(rankedOf(entry.path(), plan));
        }
    }
    if (failed || ranking.candidates.empty()) {
        return badInput(failed ? failed.message() : "has no candidates", folder,
                        "Give the folder that pgram candidates --out wrote");
    }
    std::ranges::sort(ranking.candidates, {}, &RankedCandidate::folder);
    std::ranges::stable_sort(ranking.candidates, {}, &RankedCandidate::perSample);
    const std::string chosen = ranking.chosen();
    printAnswer(invocation, rankingAnswer, ranking,
                tableWith<measuredRows>(ranking.candidates).text() +
                    (chosen.empty() ? "no candidate is measured yet; measure.sh runs them\n"
                                    : fmt::format("fastest measured: {}\n", chosen)));
    return chosen.empty() ? ExitInfeasible : ExitOk;
}

}  // namespace

void addCandidates(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<CandidatesOptions, candidatesAnswer>(
        app, invocation, runCandidates, "candidates",
        "The fastest plans of different kinds, as folders that measure them",
        "  pgram candidates --model llama3.1-8b --cluster dgx-h100 --batch 64 --target fsdp2 --out try\n"
        "  bash try/measure.sh\n"
        "  pgram candidates rank try\n"
        "A kind is the number of stages and the strategy of most layers. Exit code 1 when nothing fits.");
    addPlanOptions(*command, options->request);
    options->request.usualSearch = true;
    command->add_option("--count", options->count, "number of plans (4)")->type_name("K")->check(CLI::Range(1, 100));
    addFileToWrite(
        *command, "--out", options->out,
        "folder to write: a folder for each plan, which runs on --target, and measure.sh, which runs them all");
    addSeconds(*command, options->limit, "stop after this long, with the plans until then");
    const std::vector<CLI::Option*> ofSearch = command->get_options([](const CLI::Option* option) {
        return !option->get_lnames().empty() && option->get_lnames().front() != "help" &&
               option->get_lnames().front() != "json" && option->get_lnames().front() != "csv" &&
               option->get_lnames().front() != "markdown";
    });
    const auto [rank, folder] = addCommand<std::string, rankingAnswer>(
        *command, invocation, runRank, "rank", "Rank candidates by the logs of their runs: predicted, measured, chosen",
        "  pgram candidates rank try\n"
        "Exit code 1 when no run has been measured.");
    rank->add_option("FOLDER", *folder, "folder that --out wrote")->required()->type_name("FOLDER");
    for (CLI::Option* option : ofSearch) {
        rank->excludes(option);
    }
}

}  // namespace pgram::cli
