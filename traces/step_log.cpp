// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/step_log.h"

#include "core/base/ascii.h"
#include "core/base/check.h"
#include "core/base/quantity.h"
#include "traces/packed_file.h"
#include "traces/scalar_events.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace pgram {

namespace {

/// The text that a program prints in front of a figure of a step.
struct StepForm {
    const char* program;
    const char* mark;
    StepFigure figure;
    double unit = 1;  ///< the printed number times this is the figure
};
constexpr double millisecond = 1e-3;
constexpr std::array stepForms{
    StepForm{"Megatron-LM", "elapsed time per iteration (ms)", StepFigure::Duration, millisecond},
    StepForm{"torchtitan", "tps", StepFigure::TokensPerDeviceSecond},
    StepForm{"DeepSpeed", "CurrSamplesPerSec", StepFigure::SamplesPerSecond},
    StepForm{"NeMo", "train_step_timing in s", StepFigure::Duration},
    StepForm{"Trainer of Transformers", "train_samples_per_second", StepFigure::SamplesPerSecond},
    StepForm{"a program of Parallelogram", "seconds of the step", StepFigure::Duration},
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

constexpr std::size_t longestLog = 256 * MiB;

/// Returns the first bytes of a file, at most `most`.
Result<std::string> textOf(const std::filesystem::path& file, std::size_t most, const ReadControl& control = {})
{
    PGRAM_TRY(const std::unique_ptr<PackedFile> packed, PackedFile::open(file, control));
    std::string text;
    std::vector<char> block(MiB);
    while (text.size() < most) {
        const std::size_t wanted = std::min(block.size(), most - text.size());
        const std::streamsize got = packed->sgetn(block.data(), static_cast<std::streamsize>(wanted));
        text.append(block.data(), static_cast<std::size_t>(got));
        if (static_cast<std::size_t>(got) < wanted) {
            break;
        }
    }
    PGRAM_CHECK(packed->state());
    return text;
}

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

/// Converts a logged value to the seconds of a step.
Seconds secondsOf(StepFigure figure, double value, const Plan& plan)
{
    const auto samples = static_cast<double>(plan.training.globalBatch);
    switch (figure) {
    case StepFigure::Duration:
        break;
    case StepFigure::DurationPerSample:
        return value * samples;
    case StepFigure::SamplesPerSecond:
        return samples / value;
    case StepFigure::TokensPerDeviceSecond:
        return samples * static_cast<double>(plan.sequence()) / (value * plan.cluster.devices);
    }
    return value;
}

/// Returns the median of the later half.
Seconds typicalOf(const std::vector<Seconds>& steps)
{
    std::vector<Seconds> later(steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2), steps.end());
    const auto middle = later.begin() + static_cast<std::ptrdiff_t>(later.size() / 2);
    std::ranges::nth_element(later, middle);
    return *middle;
}

}  // namespace

Result<StepLog> readStepLog(std::string_view text)
{
    std::array<std::vector<double>, stepForms.size()> steps;
    double memory = 0;
    int unusable = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string line = withoutColors(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        for (std::size_t i = 0; i < stepForms.size(); ++i) {
            const double value = numberBehind(line, stepForms[i].mark).value_or(0) * stepForms[i].unit;
            if (isStepFigure(value)) {
                steps[i].push_back(value);
            } else if (value > 0) {
                ++unusable;
            }
        }
        for (const MemoryForm& form : memoryForms) {
            memory = std::max(memory, numberBehind(line, form.mark).value_or(0) * form.bytes);
        }
    }
    const auto most = std::ranges::max_element(steps, {}, &std::vector<double>::size);
    if (most->empty()) {
        return badInput(
            Core::tr("no line has the time of a step"), {},
            Core::tr(
                "Give a log of Megatron-LM, torchtitan, DeepSpeed, NeMo or Transformers, scalars of TensorBoard, a "
                "trace of torch.profiler or Nsight Systems, or a memory snapshot of PyTorch"));
    }
    const StepForm& form = stepForms[static_cast<std::size_t>(most - steps.begin())];
    StepLog log{form.program, form.figure, std::move(*most), wholeBytes(memory), {}};
    if (unusable > 0) {
        log.unused.push_back(Core::tr(
            "number of figures that are left out, as they are too small or too large for a step: {}", unusable));
    }
    return log;
}

bool isStepLog(const std::filesystem::path& file)
{
    const auto text = textOf(file, 8 * MiB);
    return text && (isScalarEvents(*text) || readStepLog(*text));
}

Result<StepLog> loadStepLog(const std::filesystem::path& file, const ReadControl& control)
{
    if (isScalarEvents(beginningOf(file))) {
        return readScalarEvents(file, control);
    }
    PGRAM_TRY(const std::string text, textOf(file, longestLog, control));
    Result<StepLog> log = readStepLog(text);
    if (log && text.size() == longestLog) {
        log->unused.push_back(Core::tr("only the first {} MiB are read", longestLog / MiB));
    }
    if (!log) {
        log.error().where = file.string();
    }
    return log;
}

LogDifference logDifferenceOf(const Plan& plan, const Estimate& estimate, StepLog log)
{
    LogDifference difference{std::move(log), {}, 0, estimate.stepTime, estimate.peakMemory};
    std::ranges::transform(difference.log.values, std::back_inserter(difference.steps),
                           [&](double value) { return secondsOf(difference.log.figure, value, plan); });
    difference.measured = typicalOf(difference.steps);
    return difference;
}

}  // namespace pgram
