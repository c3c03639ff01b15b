// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram diff-run: measured steps beside the predicted one.
#include "app/pgram/command.h"
#include "app/pgram/note_output.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/report.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/base/quoting.h"
#include "core/cluster/cluster_json.h"
#include "core/plan/plan_json.h"
#include "traces/difference.h"
#include "traces/memory_difference.h"
#include "traces/read_trace.h"
#include "traces/run_constants.h"
#include "traces/step_log.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram::cli {

namespace {

struct DiffRunOptions {
    std::string plan;
    std::vector<std::string> traces;
    int rank = -1;
    std::string out;
};

/// A trace beside the plan.
struct ComparedTrace {
    std::string file;
    std::string device;
    StepDifference step;
    std::vector<KernelShare> kernels;
};

constexpr std::size_t mostKernels = 8;

std::vector<std::string> englishOf(const std::vector<Text>& texts)
{
    std::vector<std::string> english;
    std::ranges::transform(texts, std::back_inserter(english), &Text::english);
    return english;
}

constexpr Field<StepPart> partRows[] = {
    figure<[](const StepPart& part) { return part.name; }>("part").column("part"),
    figure<&StepPart::measured>("measured_s").column("measured", Measure::Time).says("Seconds of the step"),
    figure<&StepPart::predicted>("predicted_s").column("predicted", Measure::Time).says("Seconds of the step"),
    figure<&StepPart::difference>("difference_s")
        .column("difference", Measure::Text,
                [](const StepPart& part) {
                    return fmt::format("{}{}", part.difference() > 0 ? "+" : "", formatSeconds(part.difference()));
                })
        .says("Measured less predicted"),
    figure<&StepPart::measuredAll>("measured_with_hidden_s")
        .column("measured in all", Measure::Time)
        .says("Seconds of transfers, hidden ones included; null for other parts"),
    figure<&StepPart::predictedAll>("predicted_with_hidden_s")
        .column("predicted in all", Measure::Time)
        .says("The same of the prediction"),
};
constexpr Field<KernelShare> kernelRows[] = {
    figure<&KernelShare::name>("kernel").column(
        "kernel", Measure::Text, [](const KernelShare& own) { return plainLine(own.name.substr(0, 60)); }),
    figure<[](const KernelShare& own) { return name(own.kind); }>("kind").column("kind"),
    figure<&KernelShare::count>("count").column("count", Measure::Count),
    figure<&KernelShare::total>("seconds").column("total", Measure::Time).says("Sum of its durations in the trace"),
};
constexpr Field<ComparedTrace> traceRows[] = {
    figure<&ComparedTrace::file>("file"),
    figure<&ComparedTrace::device>("device").says("Name of the device; empty if the trace does not say"),
    figure<&ComparedTrace::step, &StepDifference::rank>("rank"),
    figure<&ComparedTrace::step, &StepDifference::stage>("stage"),
    figure<&ComparedTrace::step, &StepDifference::steps>("steps").says(
        "Steps of the trace; the median one is compared"),
    figure<&ComparedTrace::step, &StepDifference::measured>("measured_step_s"),
    figure<&ComparedTrace::step, &StepDifference::predicted>("predicted_step_s"),
    figure<&ComparedTrace::step, &StepDifference::matched>("matched").says(
        "Share of the kernels' time that a part of the prediction has"),
    listed<partRows, &ComparedTrace::step, &StepDifference::parts>("parts").says("Largest difference first"),
    figure<[](const ComparedTrace& own) { return englishOf(own.step.unmatched); }>("unmatched")
        .says("Measured work that no part of the prediction has, longest first"),
    listed<kernelRows, &ComparedTrace::kernels>("kernels").says("Kernels that take longest"),
};
/// A log beside the plan.
struct ComparedLog {
    std::string file;
    LogDifference own;
};
constexpr Field<ComparedLog> logRows[] = {
    figure<&ComparedLog::file>("file").column("log"),
    figure<&ComparedLog::own, &LogDifference::log, &StepLog::program>("program")
        .says("Program that wrote the log")
        .column("program"),
    figure<[](const ComparedLog& row) { return static_cast<int>(row.own.steps.size()); }>("steps").atLeast(1).column(
        "steps", Measure::Count),
    figure<&ComparedLog::own, &LogDifference::measured>("measured_step_s")
        .says("Median of the later half of the steps")
        .column("measured", Measure::Time),
    figure<&ComparedLog::own, &LogDifference::predicted>("predicted_step_s").column("predicted", Measure::Time),
    figure<&ComparedLog::own, &LogDifference::log, &StepLog::memory>("measured_memory_bytes")
        .atLeast(0)
        .says("Largest in the log; 0: the log has none")
        .zeroIsBlank()
        .column("measured memory", Measure::Memory),
    figure<&ComparedLog::own, &LogDifference::predictedMemory>("predicted_memory_bytes")
        .atLeast(0)
        .column("predicted memory", Measure::Memory),
    figure<[](const ComparedLog& row) { return englishOf(row.own.log.unused); }>("notes").later().says(
        "Limits of the file"),
};

/// The memory of a run beside the plan.
struct ComparedMemory {
    std::string file;
    MemoryDifference memory;
    std::vector<Text> notes;
};
constexpr Field<MemoryFigure> memoryRows[] = {
    figure<[](const MemoryFigure& own) { return own.name; }>("figure").column("memory"),
    figure<&MemoryFigure::measured>("measured_bytes").atLeast(0).column("measured", Measure::Memory),
    figure<&MemoryFigure::predicted>("predicted_bytes").atLeast(0).column("predicted", Measure::Memory),
    figure<&MemoryFigure::difference>("difference_bytes")
        .column("difference", Measure::Text,
                [](const MemoryFigure& own) {
                    return fmt::format("{}{}", own.difference() < 0 ? "-" : "+",
                                       formatBytes(std::abs(static_cast<double>(own.difference()))));
                })
        .says("Measured less predicted"),
};
constexpr Field<ComparedMemory> comparedMemoryRows[] = {
    figure<&ComparedMemory::file>("file"),
    figure<&ComparedMemory::memory, &MemoryDifference::rank>("rank"),
    figure<&ComparedMemory::memory, &MemoryDifference::stage>("stage"),
    figure<&ComparedMemory::memory, &MemoryDifference::steps>("steps").says(
        "Steps of the file; 0: it shows none, and has no moments"),
    figure<&ComparedMemory::memory, &MemoryDifference::context>("left_out_context_bytes")
        .says("Predicted context of the device, which the allocator does not count"),
    listed<memoryRows, &ComparedMemory::memory, &MemoryDifference::figures>("figures"),
    listed<memoryRows, &ComparedMemory::memory, &MemoryDifference::moments>("moments").says(
        "Most memory in each eighth of the step"),
    figure<[](const ComparedMemory& own) { return englishOf(own.notes); }>("notes").says("Limits of the file"),
};

/// Measured runs beside one plan.
struct DiffRunAnswer {
    std::vector<ComparedTrace> traces;
    std::vector<ComparedMemory> memory;
    std::vector<ComparedLog> logs;
    std::string out;
    std::optional<RunConstants> constants;
};
constexpr Field<RunConstant> runConstantRows[] = {
    figure<&RunConstant::name>("constant").column("constant"),
    figure<&RunConstant::before>("before").column(
        "before", Measure::Factor, [](const RunConstant& own) { return fmt::format("{:.4g}", own.before); }),
    figure<&RunConstant::after>("after").column(
        "after", Measure::Factor, [](const RunConstant& own) { return fmt::format("{:.4g}", own.after); }),
};
constexpr Field<RunConstants> runRows[] = {
    figure<&RunConstants::measured>("measured_step_s"),
    figure<&RunConstants::before>("predicted_before_s").says("Predicted with the constants of the plan's cluster"),
    figure<&RunConstants::after>("predicted_after_s")
        .says("Predicted with the constants of the run, which is in the fit"),
    listed<runConstantRows, &RunConstants::determined>("determined"),
    listed<noteRows, &RunConstants::open>("open").says("Constants that the run does not determine, with the reason"),
};
constexpr Field<DiffRunAnswer> diffRunRows[] = {
    listed<traceRows, &DiffRunAnswer::traces>("traces"),
    listed<comparedMemoryRows, &DiffRunAnswer::memory>("memory").later().says(
        "Memory over time of memory snapshots, and of traces that have it"),
    listed<logRows, &DiffRunAnswer::logs>("logs").later().says("Logs have the step and the memory alone"),
    nested<runRows, &DiffRunAnswer::constants>("constants").later().says("Of --out; null without it"),
    figure<[](const DiffRunAnswer& own) { return onlyIf(!own.out.empty(), own.out); }>("out").later().says(
        "The written cluster"),
};
constexpr AnswerFormat<DiffRunAnswer> diffRunAnswer{
    "diff-run", "Measured steps beside the predicted one, part by part.", diffRunRows, {"traces", "memory", "logs"}};

std::string textOf(const ComparedTrace& own)
{
    const StepDifference& step = own.step;
    std::string text = fmt::format("{}: rank {}, stage {}{}{}, {}\n", plainLine(own.file), step.rank, step.stage,
                                   own.device.empty() ? "" : ", ", plainLine(own.device),
                                   counted(static_cast<std::int64_t>(step.steps), "step"));
    text += fmt::format("a step took {}, predicted are {} ({:+.1f} %)\n\n", formatSeconds(step.measured),
                        formatSeconds(step.predicted), 100 * (step.predicted / step.measured - 1));
    text += tableWith<partRows>(step.parts).text();
    text += fmt::format("\n{:.1f} % of the kernels' time has a part in the prediction\n", 100 * step.matched);
    for (const Text& unmatched : step.unmatched) {
        text += fmt::format("  without one: {}\n", plainLine(unmatched.english()));
    }
    return text + '\n' + tableWith<kernelRows>(own.kernels).text();
}

std::string textOf(const RunConstants& found)
{
    std::string text = fmt::format("\nconstants by the run\n{}", tableWith<runConstantRows>(found.determined).text());
    for (const ValueNote& open : found.open) {
        text += fmt::format("  not determined: {} ({})\n", open.what, open.why.english());
    }
    return text + fmt::format("a step took {}; predicted {} before, and {} with the constants of this run\n",
                              formatSeconds(found.measured), formatSeconds(found.before), formatSeconds(found.after));
}

std::string textOf(const ComparedMemory& own)
{
    const MemoryDifference& memory = own.memory;
    std::string text =
        fmt::format("{}: memory of rank {}, stage {}{}\n\n", plainLine(own.file), memory.rank, memory.stage,
                    memory.steps > 0 ? ", " + counted(static_cast<std::int64_t>(memory.steps), "step") : "");
    text += tableWith<memoryRows>(memory.figures).text();
    if (!memory.moments.empty()) {
        text += '\n' + tableWith<memoryRows>(memory.moments).text();
    }
    if (memory.context > 0) {
        text += fmt::format(
            "\nnot in the predicted figures: {} of the device's context, which the allocator does not count\n",
            formatBytes(static_cast<double>(memory.context)));
    }
    for (const Text& note : own.notes) {
        text += fmt::format("  {}\n", plainLine(note.english()));
    }
    return text;
}

/// Sets a trace beside the plan, and adds it to the answer and to `ranks`.
Result<void> compareTrace(const std::string& file, const Trace& trace, std::optional<int> rank, const Plan& plan,
                          const Estimate& figures, DiffRunAnswer& answer, std::vector<ComparedRank>& ranks)
{
    PGRAM_TRY(MeasuredRank measured, measuredRank(trace));
    if (measured.memory) {
        PGRAM_TRY(MemoryDifference memory, memoryDifferenceOf(plan, figures, measured, rank));
        answer.memory.push_back(
            {file, std::move(memory), measured.hasKernels() ? std::vector<Text>() : measured.unused});
    }
    if (measured.hasKernels()) {
        PGRAM_TRY(StepDifference step, differenceOf(plan, figures, measured, rank));
        ranks.push_back({std::move(measured), step});
        answer.traces.push_back({file, trace.device, std::move(step), longestKernels(trace, mostKernels)});
    }
    return {};
}

/// Sets the traces of a file beside the plan. A rank in place of theirs is that of the first trace.
Result<void> compareTraces(const std::string& file, int firstRank, const Plan& plan, const Estimate& figures,
                           DiffRunAnswer& answer, std::vector<ComparedRank>& ranks)
{
    PGRAM_TRY(const std::vector<Trace> traces, readTraces(file));
    for (std::size_t i = 0; i < traces.size(); ++i) {
        const std::optional<int> rank = firstRank < 0 ? std::nullopt : std::optional(firstRank + static_cast<int>(i));
        if (const Result<void> compared = compareTrace(file, traces[i], rank, plan, figures, answer, ranks);
            !compared) {
            Error error = compared.error();
            error.where = file;
            return tl::unexpected(error);
        }
    }
    return {};
}

/// Writes the plan's cluster with the constants that the traces determine.
Result<void> writeConstants(const DiffRunOptions& options, const Plan& plan, std::span<const ComparedRank> ranks,
                            DiffRunAnswer& answer)
{
    if (ranks.empty()) {
        return badInput("needs a trace: logs and memory snapshots do not have the times of kernels", "--out",
                        "Give a trace of the run, or leave out --out");
    }
    std::vector<std::string> names;
    for (const std::string& file : options.traces) {
        names.push_back(std::filesystem::path(file).filename().string());
    }
    PGRAM_TRY(RunConstants found, constantsOf(plan, ranks, fmt::format("{}", fmt::join(names, ", "))));
    if (found.determined.empty()) {
        return badInput("has nothing to write: the traces determine no constant", "--out", "Leave it out");
    }
    PGRAM_CHECK(saveCluster(found.cluster, options.out));
    answer.out = options.out;
    answer.constants = std::move(found);
    return {};
}

Result<ExitCode> run(const DiffRunOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const Plan plan, loadPlan(options.plan));
    const Estimate figures = estimate(plan);
    DiffRunAnswer answer;
    std::vector<ComparedRank> ranks;
    for (const std::string& file : options.traces) {
        if (isTraceFile(file)) {
            PGRAM_CHECK(compareTraces(file, options.rank, plan, figures, answer, ranks));
            continue;
        }
        PGRAM_TRY(StepLog log, loadStepLog(file));
        answer.logs.push_back({file, logDifferenceOf(plan, figures, std::move(log))});
    }
    if (!options.out.empty()) {
        PGRAM_CHECK(writeConstants(options, plan, ranks, answer));
    }
    std::string text = headline(plan);
    for (const ComparedTrace& trace : answer.traces) {
        text += '\n' + textOf(trace);
    }
    for (const ComparedMemory& memory : answer.memory) {
        text += '\n' + textOf(memory);
    }
    if (!answer.logs.empty()) {
        text += '\n' + tableWith<logRows>(answer.logs).text();
        for (const ComparedLog& log : answer.logs) {
            for (const Text& note : log.own.log.unused) {
                text += fmt::format("  {}: {}\n", plainLine(log.file), plainLine(note.english()));
            }
        }
    }
    if (answer.constants) {
        text += textOf(*answer.constants);
        printMessage(fmt::format("wrote {}", options.out));
    }
    printAnswer(invocation, diffRunAnswer, answer, text);
    return ExitOk;
}

}  // namespace

void addDiffRun(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<DiffRunOptions, diffRunAnswer>(
        app, invocation, run, "diff-run", "Set a measured run beside its plan: where the difference comes from",
        "  pgram diff-run llama.pgplan.json rank0.json.gz\n"
        "  pgram diff-run llama.pgplan.json rank0.json rank5.json --json\n"
        "  pgram diff-run llama.pgplan.json memory.pickle --rank 8\n"
        "  pgram diff-run llama.pgplan.json train.log\n"
        "  pgram diff-run llama.pgplan.json rank0.json --out mine.json\n"
        "Traces are those of torch.profiler, plain or gzip, exports of Nsight Systems (SQLite) and traces of Chakra\n"
        "(.et). Memory snapshots of PyTorch have memory over time. The ranks of a file with several devices are "
        "counted\n"
        "from --rank, or from 0. Logs of Megatron-LM, torchtitan, DeepSpeed, NeMo, Transformers and of "
        "Parallelogram's\n"
        "programs, and scalars of TensorBoard, have the step and the memory.");
    command->add_option("PLAN", options->plan, "plan of the traced run")->required()->type_name("FILE");
    command->add_option("TRACES", options->traces, "traces or memory snapshots, one per rank, or logs")
        ->required()
        ->type_name("FILE");
    command->add_option("--rank", options->rank, "rank of the trace, in place of the one in the file")
        ->check(CLI::Range(0, 100'000'000))
        ->type_name("N");
    addFileToWrite(*command, "--out", options->out,
                   "the cluster to write: the plan's, with the constants that the traces determine");
}

}  // namespace pgram::cli
