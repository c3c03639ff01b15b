// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram study: many requests to the planner, their results in one SQLite file, on one machine or in shards on many.
#include "app/pgram/command.h"
#include "app/pgram/interrupt.h"
#include "app/pgram/output_file.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/progress_line.h"
#include "app/pgram/report.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/base/json.h"
#include "core/base/quoting.h"
#include "core/base/text_file.h"
#include "core/base/workers.h"
#include "studies/batch_files.h"
#include "studies/run.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <memory>

namespace pgram::cli {

namespace {

struct StudyOptions {
    std::string file;
    std::string results;
    std::string shard;
    int threads = 0;
    std::string slurm;
    int tasks = 8;
};

struct ResultsMerge {
    std::string results;
    std::vector<std::string> files;
};

struct ResultsExport {
    std::string results;
    std::string form = "csv";
    std::string out;
};

/// Progress, and the requests without a plan.
struct StudyReport {
    StudyProgress progress;
    StudyResults::WithoutPlan none;
};

constexpr Field<StudyReport> studyRows[] = {
    field<&StudyReport::progress, &StudyProgress::all>("requests").says("Requests of the study, or of its shard"),
    field<&StudyReport::progress, &StudyProgress::done>("done").says("Requests whose results are in the file"),
    field<&StudyReport::progress, &StudyProgress::added>("added").says("Results added by this run"),
    field<&StudyReport::none, &StudyResults::WithoutPlan::refused>("refused").says(
        "Requests in the file that cannot be made"),
    field<&StudyReport::none, &StudyResults::WithoutPlan::infeasible>("infeasible")
        .says("Requests in the file for which no plan fits the memory")
        .later(),
    field<&StudyReport::progress, &StudyProgress::seconds>("seconds").says("Seconds of this run"),
};
constexpr AnswerFormat<StudyReport> studyAnswer{"study", "Progress of a study after a run or a merge.", studyRows};

/// Returns "1,203 of 100,000 requests, 42.1 per second, 39 min left".
std::string studyText(const StudyProgress& progress)
{
    std::string text = fmt::format("{} of {} requests", progress.done, progress.all);
    if (progress.added > 0 && progress.seconds > 0) {
        const double rate = static_cast<double>(progress.added) / progress.seconds;
        text += fmt::format(", {:.3g} per second", rate);
        if (progress.done < progress.all) {
            text += fmt::format(", {} left", formatSeconds(static_cast<double>(progress.all - progress.done) / rate));
        }
    }
    return text;
}

/// Prints the progress, and the requests without a plan.
Result<void> printReport(const Invocation& invocation, StudyResults& results, const std::string& file,
                         const StudyProgress& progress)
{
    PGRAM_TRY(const StudyResults::WithoutPlan none, results.withoutPlan());
    std::string text = fmt::format("{}: {}\n", file, studyText(progress));
    if (none.infeasible > 0) {
        text += fmt::format("no plan fits the memory of {}\n", counted(none.infeasible, "request"));
    }
    if (none.refused > 0) {
        text += fmt::format("{} cannot be made\n", counted(none.refused, "request"));
    }
    if (!none.reason.empty()) {
        text += fmt::format("the first of them: {}\n", plainLine(none.reason));
    }
    printAnswer(invocation, studyAnswer, {progress, none}, text);
    return {};
}

/// Returns the file of results beside a study: NAME.sqlite, in the current folder.
std::filesystem::path usualResults(const std::filesystem::path& study, const Shard& shard)
{
    const std::string stem = study.stem().string();
    return shard.count > 1 ? fmt::format("{}.{}-of-{}.sqlite", stem, shard.index + 1, shard.count)
                           : fmt::format("{}.sqlite", stem);
}

/// Returns the file of a study from a path or from the name of a shipped study. Errors: an unknown name.
Result<std::filesystem::path> studyFile(const PresetStore& store, const std::string& nameOrFile)
{
    if (nameOrFile.find('/') != std::string::npos || nameOrFile.ends_with(".json")) {
        return nameOrFile;
    }
    const std::filesystem::path folder = store.root() / "studies";
    const std::filesystem::path file = folder / (nameOrFile + ".json");
    std::error_code failed;
    if (std::filesystem::exists(file, failed)) {
        return file;
    }
    std::vector<std::string> names;
    if (const auto files = filesIn(folder, ".json")) {
        std::ranges::transform(*files, std::back_inserter(names),
                               [](const std::filesystem::path& each) { return each.stem().string(); });
    }
    return badInput(fmt::format("there is no study '{}'", plainLine(nameOrFile.substr(0, 80))), "study",
                    fmt::format("Give a file, or one of {}", fmt::join(names, ", ")));
}

/// Writes the files of a batch system into a folder, which is made if it is missing.
Result<ExitCode> writeBatch(const StudyOptions& options, const std::filesystem::path& file, const Study& study)
{
    namespace fs = std::filesystem;
    BatchRun batch{.tasks = options.tasks, .threads = std::max(1, options.threads)};
    std::error_code failed;
    batch.study = fs::absolute(file, failed);
    if (plainLine(batch.study.string()) != batch.study.string()) {
        return badInput("has a line end or another control character in its path, which job files cannot hold",
                        batch.study.string(), "Rename it");
    }
    batch.program = fs::read_symlink("/proc/self/exe", failed);
    const fs::path folder = options.slurm;
    const std::map<std::string, std::string> texts = batchFiles(study, batch);
    std::vector<NewFile> files;
    for (const auto& [path, text] : texts) {
        files.push_back({folder / path, text, path.ends_with(".sh")});
        const Result<std::string> own = readTextFile(files.back().path);
        if (fs::exists(files.back().path, failed) && (!own || *own != text)) {
            return badInput("exists with another content", files.back().path.string(),
                            "Choose another folder, or remove the file");
        }
    }
    fs::create_directories(folder / "others", failed);
    if (failed) {
        return badInput(failed.message(), folder.string(), "Choose another folder");
    }
    PGRAM_CHECK(writeTextFiles(files));
    printText(fmt::format("{}: {} files for {} requests in {} parts; README.md has the commands\n", folder.string(),
                          files.size(), study.size(), options.tasks));
    return ExitOk;
}

Result<ExitCode> runStudy(const StudyOptions& options, const Invocation& invocation)
{
    const Interrupt interrupt;
    if (options.file.empty()) {
        return badInput("gives no study", "pgram study", "Give a file, or merge or export");
    }
    PGRAM_TRY(const PresetStore store, PresetStore::find(invocation.program));
    PGRAM_TRY(const std::filesystem::path source, studyFile(store, options.file));
    PGRAM_TRY(const Study study, loadStudy(source));
    if (!options.slurm.empty()) {
        return writeBatch(options, source, study);
    }
    StudyRun how;
    how.threads = options.threads;
    how.version = PARALLELOGRAM_VERSION;
    if (!options.shard.empty()) {
        PGRAM_TRY(how.shard, ofOption(parseShard(options.shard), "--shard"));
    }
    const std::filesystem::path file =
        options.results.empty() ? usualResults(source, how.shard) : std::filesystem::path(options.results);
    PGRAM_TRY(StudyResults results, StudyResults::openToWrite(file, study));
    Result<StudyProgress> progress = StudyProgress();
    {
        ProgressLine line;
        how.progress = [&line](const StudyProgress& now) {
            line.show(now.seconds, studyText(now), "stops; the same command goes on");
        };
        progress = run(results, store, how, interrupt.token());
    }
    PGRAM_CHECK(progress);
    PGRAM_CHECK(printReport(invocation, results, file.string(), *progress));
    return interrupt.token().stop_requested() ? ExitStopped : ExitOk;
}

Result<ExitCode> runMerge(const ResultsMerge& options, const Invocation& invocation)
{
    PGRAM_TRY(const StudyResults first, StudyResults::openToRead(options.files.front()));
    PGRAM_TRY(StudyResults results, StudyResults::openToWrite(options.results, first.study()));
    StudyProgress progress;
    progress.all = results.study().size();
    PGRAM_TRY(const std::int64_t before, results.count());
    for (const std::string& file : options.files) {
        PGRAM_CHECK(results.merge(file));
    }
    PGRAM_TRY(const std::int64_t after, results.count());
    progress.done = after;
    progress.added = after - before;
    PGRAM_CHECK(printReport(invocation, results, options.results, progress));
    return ExitOk;
}

/// Returns a value for CSV; nothing for null.
std::string csvValue(const Json& value)
{
    return value.is_null()     ? std::string()
           : value.is_string() ? csvQuoted(value.get_ref<const std::string&>())
                               : dumped(value);
}

/// Returns a line of CSV from its cells.
std::string csvLine(const std::vector<std::string>& cells)
{
    return fmt::format("{}\n", fmt::join(cells, ","));
}

Result<ExitCode> runExport(const ResultsExport& options, const Invocation& invocation)
{
    if (!invocation.isText()) {
        return badInput("--json, --csv and --markdown are options of other commands", "pgram study export",
                        "Give --form csv or --form jsonl");
    }
    PGRAM_TRY(StudyResults results, StudyResults::openToRead(options.results));
    std::error_code ignored;
    if (std::filesystem::equivalent(options.results, options.out, ignored)) {
        return badInput("is the file of results itself", options.out, "Name another file");
    }
    PGRAM_TRY(OutputFile file, OutputFile::open(options.out));
    const bool isCsv = options.form == "csv";
    std::vector<std::string> names;
    PGRAM_CHECK(results.forEachAnswer(
        [&](const std::vector<std::string>& head) -> Result<void> {
            names = head;
            std::vector<std::string> cells;
            std::ranges::transform(head, std::back_inserter(cells), csvQuoted);
            return isCsv ? file.write(csvLine(cells)) : Result<void>();
        },
        [&](const std::vector<Json>& values) {
            std::vector<std::string> cells;
            std::ranges::transform(values, std::back_inserter(cells), csvValue);
            if (isCsv) {
                return file.write(csvLine(cells));
            }
            Json object = Json::object();
            for (std::size_t i = 0; i < values.size(); ++i) {
                object[names[i]] = values[i];
            }
            return file.write(dumped(object) + "\n");
        }));
    PGRAM_CHECK(file.finish());
    return ExitOk;
}

}  // namespace

void addStudy(CLI::App& app, Invocation& invocation)
{
    const auto [study, options] = addCommand<StudyOptions, studyAnswer>(
        app, invocation, runStudy, "study", "Run many requests, and keep their results in one SQLite file",
        "  pgram study galvatron-bmw-8\n"
        "  pgram study grid.json\n"
        "  pgram study grid.json --shard 2/8 --results part2.sqlite\n"
        "  pgram study grid.json --slurm job --tasks 64 --threads 8\n"
        "  pgram study merge all.sqlite part1.sqlite part2.sqlite\n"
        "  pgram study export all.sqlite --form jsonl\n"
        "  sqlite3 all.sqlite 'SELECT model, samples_per_s FROM answers ORDER BY 2 DESC LIMIT 5'\n"
        "A study that was stopped or killed goes on where it was.");
    study
        ->add_option("FILE", options->file,
                     "the study: a scenario, and members of it with several values; or the name of a shipped one")
        ->type_name("FILE");
    CLI::Option* const resultsFile =
        addFileToWrite(*study, "--results", options->results,
                       "SQLite file of the results (default: the name of FILE with .sqlite, in this folder)");
    CLI::Option* const shard =
        study->add_option("--shard", options->shard, "run one part of several, such as 2/8")->type_name("I/N");
    study->add_option("--threads", options->threads, "requests at a time (default: one per core)")
        ->type_name("N")
        ->check(CLI::Range(1, mostThreads));

    study
        ->add_option("--slurm", options->slurm,
                     "write the files of a job array of Slurm into this folder, and of other schedulers")
        ->type_name("FOLDER")
        ->excludes(resultsFile)
        ->excludes(shard);
    study->add_option("--tasks", options->tasks, "parts of the study on a batch system (8)")
        ->type_name("N")
        ->check(CLI::Range(1, 100'000))
        ->needs("--slurm");

    const std::vector<CLI::Option*> ofRun = study->get_options([](const CLI::Option* option) {
        return option->check_name("FILE") || option->check_lname("results") || option->check_lname("shard") ||
               option->check_lname("threads") || option->check_lname("slurm");
    });

    const auto [merge, files] = addCommand<ResultsMerge, studyAnswer>(
        *study, invocation, runMerge, "merge", "Put the results of several runs of one study into one file",
        "  pgram study merge all.sqlite part1.sqlite part2.sqlite\n");
    merge->add_option("RESULTS", files->results, "file that gets all rows")->required()->type_name("FILE");
    merge->add_option("FILES", files->files, "files of results of the same study")->required()->type_name("FILE");

    const auto [exported, form] =
        addCommand<ResultsExport>(*study, invocation, runExport, "export", "Write the results as CSV or JSON lines",
                                  "  pgram study export all.sqlite --form csv --out all.csv\n");
    exported->add_option("RESULTS", form->results, "file of results")->required()->type_name("FILE");
    exported->add_option("--form", form->form, "csv (default), or jsonl: a JSON object per line")
        ->check(CLI::IsMember({"csv", "jsonl"}))
        ->type_name("FORM");
    addFileToWrite(*exported, "--out", form->out, "file to write (default: the output)");
    for (CLI::Option* option : ofRun) {
        merge->excludes(option);
        exported->excludes(option);
    }
}

}  // namespace pgram::cli
