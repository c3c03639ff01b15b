// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram study: many requests to the planner, their results in one SQLite file, on one machine or in shards on many.
#include "app/pgram/command.h"
#include "app/pgram/interrupt.h"
#include "app/pgram/progress_line.h"
#include "app/pgram/report.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/base/workers.h"
#include "studies/batch_files.h"
#include "studies/run.h"

#include <cstdio>
#include <fmt/format.h>
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

struct MergeOptions {
    std::string results;
    std::vector<std::string> files;
};

struct ExportOptions {
    std::string results;
    std::string form = "csv";
    std::string out;
};

constexpr Field<StudyProgress> studyRows[] = {
    field<&StudyProgress::all>("requests").says("Requests of the study, or of its shard"),
    field<&StudyProgress::done>("done").says("Requests whose results are in the file"),
    field<&StudyProgress::added>("added").says("Results added by this run"),
    field<&StudyProgress::seconds>("seconds").says("Seconds of this run"),
};
constexpr AnswerFormat<StudyProgress> studyAnswer{"study", "Progress of a study after a run or a merge.", studyRows};

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

/// Returns the file of results beside a study: NAME.sqlite, in the current folder.
std::filesystem::path usualResults(const std::filesystem::path& study, const Shard& shard)
{
    const std::string stem = study.stem().string();
    return shard.count > 1 ? fmt::format("{}.{}-of-{}.sqlite", stem, shard.index + 1, shard.count)
                           : fmt::format("{}.sqlite", stem);
}

/// Writes the files of a batch system into a folder, which is made if it is missing.
Result<ExitCode> writeBatch(const StudyOptions& options, const Study& study)
{
    namespace fs = std::filesystem;
    BatchRun batch{.tasks = options.tasks, .threads = std::max(1, options.threads)};
    std::error_code failed;
    batch.study = fs::absolute(options.file, failed);
    batch.program = fs::read_symlink("/proc/self/exe", failed);
    const fs::path folder = options.slurm;
    fs::create_directories(folder / "others", failed);
    if (failed) {
        return badInput(failed.message(), folder.string(), "Choose another folder");
    }
    const std::map<std::string, std::string> texts = batchFiles(study, batch);
    std::vector<NewFile> files;
    for (const auto& [path, text] : texts) {
        files.push_back({folder / path, text, path.ends_with(".sh")});
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
    PGRAM_TRY(const Study study, loadStudy(options.file));
    if (!options.slurm.empty()) {
        return writeBatch(options, study);
    }
    StudyRun how;
    how.threads = options.threads;
    how.version = PARALLELOGRAM_VERSION;
    if (!options.shard.empty()) {
        PGRAM_TRY(how.shard, ofOption(parseShard(options.shard), "--shard"));
    }
    const std::filesystem::path file =
        options.results.empty() ? usualResults(options.file, how.shard) : std::filesystem::path(options.results);
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
    printAnswer(invocation, studyAnswer, *progress, fmt::format("{}: {}\n", file.string(), studyText(*progress)));
    return interrupt.token().stop_requested() ? ExitStopped : ExitOk;
}

Result<ExitCode> runMerge(const MergeOptions& options, const Invocation& invocation)
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
    printAnswer(invocation, studyAnswer, progress,
                fmt::format("{}: {} of {} requests\n", options.results, progress.done, progress.all));
    return ExitOk;
}

/// Returns a value for CSV: texts with a comma, a quote or a line break in quotes; nothing for null.
std::string csvValue(const Json& value)
{
    if (!value.is_string()) {
        return value.is_null() ? std::string() : dumped(value);
    }
    const std::string text = value.get<std::string>();
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c;
        quoted += c == '"' ? "\"" : "";
    }
    return quoted + "\"";
}

Result<ExitCode> runExport(const ExportOptions& options, const Invocation&)
{
    PGRAM_TRY(StudyResults results, StudyResults::openToRead(options.results));
    std::FILE* file = options.out.empty() ? stdout : std::fopen(options.out.c_str(), "wb");
    if (file == nullptr) {
        return badInput(systemText(errno), options.out);
    }
    std::vector<std::string> names;
    const auto write = [&](const std::string& line) -> Result<void> {
        return std::fwrite(line.data(), 1, line.size(), file) == line.size()
                   ? Result<void>()
                   : badInput(systemText(errno), options.out.empty() ? std::string("stdout") : options.out);
    };
    const bool isCsv = options.form == "csv";
    Result<void> written = results.forEachAnswer(
        [&](const std::vector<std::string>& head) {
            names = head;
            std::string line;
            for (const std::string& name : head) {
                line += (line.empty() ? "" : ",") + csvValue(name);
            }
            return isCsv ? write(line + "\n") : Result<void>();
        },
        [&](const std::vector<Json>& values) {
            std::string line;
            Json object = Json::object();
            for (std::size_t i = 0; i < values.size(); ++i) {
                if (isCsv) {
                    line += (i == 0 ? "" : ",") + csvValue(values[i]);
                } else {
                    object[names[i]] = values[i];
                }
            }
            return write((isCsv ? line : dumped(object)) + "\n");
        });
    const bool isClosed = file == stdout ? std::fflush(file) == 0 : std::fclose(file) == 0;
    if (written && !isClosed) {
        return badInput(systemText(errno), options.out);
    }
    PGRAM_CHECK(written);
    return ExitOk;
}

}  // namespace

void addStudy(CLI::App& app, Invocation& invocation)
{
    const auto [study, options] = addCommand<StudyOptions, studyAnswer>(
        app, invocation, runStudy, "study", "Run many requests, and keep their results in one SQLite file",
        "  pgram study grid.json\n"
        "  pgram study grid.json --shard 2/8 --results part2.sqlite\n"
        "  pgram study grid.json --slurm job --tasks 64 --threads 8\n"
        "  pgram study merge all.sqlite part1.sqlite part2.sqlite\n"
        "  pgram study export all.sqlite --form jsonl\n"
        "  sqlite3 all.sqlite 'SELECT model, samples_per_s FROM answers ORDER BY 2 DESC LIMIT 5'\n"
        "A study that was stopped or killed goes on where it was.");
    study->add_option("FILE", options->file, "the study: a scenario, and members of it with several values")
        ->type_name("FILE");
    addFileToWrite(*study, "--results", options->results, "SQLite file of the results (default: NAME.sqlite here)");
    study->add_option("--shard", options->shard, "run one part of several, such as 2/8")->type_name("I/N");
    study->add_option("--threads", options->threads, "requests at a time (default: one per core)")
        ->type_name("N")
        ->check(CLI::Range(1, mostThreads));

    study
        ->add_option("--slurm", options->slurm,
                     "write the files of a job array of Slurm into this folder, and of other schedulers")
        ->type_name("FOLDER");
    study->add_option("--tasks", options->tasks, "parts of the study on a batch system (8)")
        ->type_name("N")
        ->check(CLI::Range(1, 100'000))
        ->needs("--slurm");

    const auto [merge, files] = addCommand<MergeOptions, studyAnswer>(
        *study, invocation, runMerge, "merge", "Put the results of several runs of one study into one file",
        "  pgram study merge all.sqlite part1.sqlite part2.sqlite\n");
    merge->add_option("RESULTS", files->results, "file that gets all rows")->required()->type_name("FILE");
    merge->add_option("FILES", files->files, "files of results of the same study")->required()->type_name("FILE");

    const auto [exported, form] =
        addCommand<ExportOptions>(*study, invocation, runExport, "export", "Write the results as CSV or JSON lines",
                                  "  pgram study export all.sqlite --form csv --out all.csv\n");
    exported->add_option("RESULTS", form->results, "file of results")->required()->type_name("FILE");
    exported->add_option("--form", form->form, "csv (default), or jsonl: a JSON object per line")
        ->check(CLI::IsMember({"csv", "jsonl"}))
        ->type_name("FORM");
    addFileToWrite(*exported, "--out", form->out, "file to write (default: the output)");
}

}  // namespace pgram::cli
