// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "studies/batch_files.h"

#include "core/base/quoting.h"
#include "core/exchange/program_text.h"

namespace pgram {

namespace {

/// Returns a name of a job: lower-case letters, digits and dashes, as Kubernetes wants it.
std::string jobName(const std::string& name)
{
    constexpr std::size_t most = 50;
    std::string job;
    for (const char c : name.substr(0, most)) {
        const bool isLower = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const bool isUpper = c >= 'A' && c <= 'Z';
        job += isLower ? c : isUpper ? static_cast<char>(c - 'A' + 'a') : '-';
    }
    const std::size_t first = job.find_first_not_of('-');
    const std::size_t last = job.find_last_not_of('-');
    return first == std::string::npos ? "study" : job.substr(first, last - first + 1);
}

/// Returns a text as bash reads it inside of "${PGRAM:-…}".
std::string insideQuotes(const std::string& text)
{
    std::string escaped;
    for (const char c : text) {
        escaped += c == '"' || c == '\\' || c == '$' || c == '`' || c == '}' ? std::string{'\\', c} : std::string(1, c);
    }
    return escaped;
}

}  // namespace

std::map<std::string, std::string> batchFiles(const Study& study, const BatchRun& run)
{
    const TemplateValues values{
        {"title", plainLine(study.title)},
        {"markdown_title", markdownEscaped(study.title)},
        {"job", jobName(study.name)},
        {"tasks", run.tasks},
        {"retries", 4 * run.tasks},
        {"threads", run.threads},
        {"requests", study.size()},
        {"program", insideQuotes(run.program.string())},
        {"shell_program", shellQuoted(run.program.string())},
        {"study", shellQuoted(run.study.string())},
        {"study_name", shellQuoted(run.study.filename().string())},
    };
    std::map<std::string, std::string> files;
    for (const auto& [path, name] : {std::pair("array.sbatch", "study_array.sbatch"),
                                     {"merge.sbatch", "study_merge.sbatch"},
                                     {"README.md", "study_README.md"},
                                     {"others/array.pbs", "study_array.pbs"},
                                     {"others/job.yaml", "study_job.yaml"},
                                     {"others/parallel.sh", "study_parallel.sh"}}) {
        files.emplace(path, programText(name, values));
    }
    return files;
}

}  // namespace pgram
