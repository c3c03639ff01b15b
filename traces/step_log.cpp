// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/step_log.h"

#include "core/base/ascii.h"
#include "core/base/check.h"
#include "core/base/quantity.h"
#include "core/base/text_file.h"
#include "traces/packed_file.h"
#include "traces/scalar_events.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

/// The text that a program prints in front of a number, and how that number becomes the seconds of a step.
struct StepForm {
    const char* program;
    const char* mark;
    Seconds (*seconds)(double value, const Plan& plan);
};
constexpr std::array stepForms{
    StepForm{"Megatron-LM", "elapsed time per iteration (ms)", [](double value, const Plan&) { return value / 1e3; }},
    StepForm{"torchtitan", "tps", stepOfTokens},
    StepForm{"DeepSpeed", "CurrSamplesPerSec", stepOfSamples},
    StepForm{"NeMo", "train_step_timing in s", [](double value, const Plan&) { return value; }},
    StepForm{"Trainer of Transformers", "train_samples_per_second", stepOfSamples},
    StepForm{"a program of Parallelogram", "seconds of the step", [](double value, const Plan&) { return value; }},
};

constexpr double mebibyte = 1 << 20;
constexpr double gibibyte = 1 << 30;
struct MemoryForm {
    const char* mark;
    double bytes;
};
/// Megatron-LM prints mebibytes, DeepSpeed and torchtitan gibibytes.
constexpr std::array memoryForms{MemoryForm{"max allocated", mebibyte}, MemoryForm{"MaxMemAllocated", gibibyte},
                                 MemoryForm{"memory", gibibyte}};

/// Returns the line without the colours of a terminal.
std::string withoutColors(std::string_view line)
{
    std::string plain;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\x1b') {
            i = std::min(line.find('m', i), line.size());
        } else {
            plain += line[i];
        }
    }
    return plain;
}

/// Returns the positive number behind the first mark that is a word of its own, and ":", "=" or a quote. Thousands may
/// be separated by commas.
std::optional<double> numberBehind(std::string_view line, std::string_view mark)
{
    for (std::size_t at = line.find(mark); at != std::string_view::npos; at = line.find(mark, at + 1)) {
        if (at > 0 && isLetterOrDigit(line[at - 1])) {
            continue;
        }
        const std::string_view rest = line.substr(at + mark.size());
        const std::size_t begin = rest.find_first_not_of(" :='\"");
        if (begin == 0 || begin == std::string_view::npos) {
            continue;
        }
        std::string digits(rest.substr(begin, rest.find_first_not_of("0123456789.,e+-", begin) - begin));
        std::erase(digits, ',');
        const std::optional<double> value = decimalNumber(digits);
        if (value && *value > 0) {
            return value;
        }
    }
    return std::nullopt;
}

}  // namespace

Seconds stepOfSamples(double rate, const Plan& plan)
{
    return static_cast<double>(plan.training.globalBatch) / rate;
}

Seconds stepOfTokens(double rate, const Plan& plan)
{
    const double tokens = static_cast<double>(plan.training.globalBatch * plan.sequence());
    return tokens / (rate * plan.cluster.devices);
}

Seconds StepLog::typical() const
{
    std::vector<Seconds> later(steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2), steps.end());
    const auto middle = later.begin() + static_cast<std::ptrdiff_t>(later.size() / 2);
    std::ranges::nth_element(later, middle);
    return *middle;
}

Result<StepLog> readStepLog(std::string_view text, const Plan& plan)
{
    std::array<std::vector<Seconds>, stepForms.size()> steps;
    double memory = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string line = withoutColors(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        for (std::size_t i = 0; i < stepForms.size(); ++i) {
            if (const std::optional<double> value = numberBehind(line, stepForms[i].mark)) {
                steps[i].push_back(stepForms[i].seconds(*value, plan));
            }
        }
        for (const MemoryForm& form : memoryForms) {
            memory = std::max(memory, numberBehind(line, form.mark).value_or(0) * form.bytes);
        }
    }
    const auto most = std::ranges::max_element(steps, {}, &std::vector<Seconds>::size);
    if (most->empty()) {
        return badInput(
            Core::tr("no line has the time of a step"), {},
            Core::tr(
                "Give a log of Megatron-LM, torchtitan, DeepSpeed, NeMo or Transformers, scalars of TensorBoard, a "
                "trace of torch.profiler or Nsight Systems, or a memory snapshot of PyTorch"));
    }
    const auto form = static_cast<std::size_t>(most - steps.begin());
    return StepLog{stepForms[form].program, std::move(*most), wholeBytes(memory), {}};
}

Result<StepLog> loadStepLog(const std::string& file, const Plan& plan)
{
    if (isScalarEvents(beginningOf(file))) {
        return readScalarEvents(file, plan);
    }
    PGRAM_TRY(const std::string text, readTextFile(file));
    Result<StepLog> log = readStepLog(text, plan);
    if (!log) {
        log.error().where = file;
    }
    return log;
}

}  // namespace pgram
