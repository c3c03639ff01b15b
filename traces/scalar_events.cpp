// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/scalar_events.h"

#include "core/base/check.h"
#include "traces/packed_file.h"
#include "traces/wire.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <istream>

namespace pgram {

namespace {

constexpr std::size_t lengthBytes = 8;
constexpr std::size_t sumBytes = 4;
constexpr std::uint64_t longestRecord = std::uint64_t{1} << 28;
constexpr std::size_t mostScalars = 10'000'000;

/// A tag with a figure of a step.
struct ScalarForm {
    const char* program;
    std::string_view tag;
    StepFigure figure;
};
constexpr std::array scalarForms{
    ScalarForm{"Megatron-LM", "iteration-time", StepFigure::Duration},
    ScalarForm{"Megatron-LM", "iteration-time/iteration-time", StepFigure::Duration},
    ScalarForm{"torchtitan", "time_metrics/end_to_end(s)", StepFigure::Duration},
    ScalarForm{"torchtitan", "throughput(tps)", StepFigure::TokensPerDeviceSecond},
    ScalarForm{"NeMo", "train_step_timing in s", StepFigure::Duration},
    ScalarForm{"Trainer of Transformers", "train/train_samples_per_second", StepFigure::SamplesPerSecond},
};

/// A tag whose events come once in a number of steps.
struct LossForm {
    std::string_view tag;
    StepFigure figure = StepFigure::Duration;  ///< DurationPerSample: its axis has samples, not steps
};
constexpr std::array lossForms{LossForm{"train/loss"}, LossForm{"train_loss"}, LossForm{"train_loss_step"},
                               LossForm{"loss"}, LossForm{"Train/Samples/train_loss", StepFigure::DurationPerSample}};

struct MemoryTag {
    std::string_view tag;
    double bytes;
};
constexpr std::array memoryTags{MemoryTag{"mem-max-allocated-bytes", 1},
                                MemoryTag{"memory/max_reserved(GiB)", static_cast<double>(GiB)}};

/// Returns the CRC-32C (Castagnoli) of a text, masked as TensorFlow masks it.
std::uint32_t maskedSum(std::string_view text)
{
    static const std::array<std::uint32_t, 256> table = [] {
        std::array<std::uint32_t, 256> sums{};
        for (std::uint32_t byte = 0; byte < sums.size(); ++byte) {
            std::uint32_t sum = byte;
            for (int bit = 0; bit < 8; ++bit) {
                sum = (sum & 1) != 0 ? sum >> 1 ^ 0x82f63b78U : sum >> 1;
            }
            sums[byte] = sum;
        }
        return sums;
    }();
    std::uint32_t sum = ~std::uint32_t{0};
    for (const char c : text) {
        sum = sum >> 8 ^ table[(sum ^ static_cast<unsigned char>(c)) & 0xff];
    }
    sum = ~sum;
    return (sum >> 15 | sum << 17) + 0xa282ead8U;
}

/// A scalar of an event.
struct Scalar {
    double time = 0;  ///< seconds since 1970
    double step = 0;
    std::string_view tag;
    double value = 0;
};

/// Returns the single number of a TensorProto of 32-bit floats; NaN if it is another tensor.
double valueOfTensor(std::string_view bytes)
{
    double value = std::nan("");
    bool isFloat = false;
    WireMessage tensor(bytes);
    while (const auto field = tensor.next()) {
        isFloat = field->number == 1 ? field->value == 1 : isFloat;
        const bool isContent = field->number == 4 || field->number == 5;
        if (isContent && field->bytes.size() == sizeof(float)) {
            value = WireField{.value = littleEndian(field->bytes, sizeof(float))}.asFloat();
        } else if (field->number == 5 && field->bytes.empty()) {
            value = field->asFloat();
        }
    }
    return isFloat ? value : std::nan("");
}

/// Steps and memory of the scalars so far.
class ScalarSteps {
public:
    /// Takes the scalars of an event. Returns false if it is broken.
    bool add(std::string_view record)
    {
        double time = 0;
        double step = 0;
        std::vector<std::string_view> summaries;
        WireMessage event(record);
        while (const auto field = event.next()) {
            time = field->number == 1 ? field->asDouble() : time;
            step = field->number == 2 ? static_cast<double>(static_cast<std::int64_t>(field->value)) : step;
            if (field->number == 5) {
                summaries.push_back(field->bytes);
            }
        }
        return !event.isBroken() &&
               std::ranges::all_of(summaries, [&](std::string_view bytes) { return addSummary(bytes, time, step); });
    }

    [[nodiscard]] bool isFull() const { return m_count > mostScalars; }

    /// Returns the steps of the tag that has most of them.
    Result<StepLog> finished(const std::string& file)
    {
        const auto most = std::ranges::max_element(m_steps, {}, &std::vector<double>::size);
        if (!most->empty()) {
            const ScalarForm& form = scalarForms[static_cast<std::size_t>(most - m_steps.begin())];
            return StepLog{form.program, form.figure, std::move(*most), wholeBytes(m_memory), {}};
        }
        const auto loss = std::ranges::max_element(m_between, {}, &std::vector<double>::size);
        if (!loss->empty()) {
            const LossForm& form = lossForms[static_cast<std::size_t>(loss - m_between.begin())];
            return StepLog{
                fmt::format("times of {}", form.tag), form.figure, std::move(*loss), wholeBytes(m_memory), {}};
        }
        if (m_count == 0) {
            return badInput(Core::tr("has no whole record with a scalar"), file, Core::tr("Copy it again"));
        }
        return badInput(Core::tr("has {} scalars, and none of them is the time of a step", m_count), file,
                        Core::tr("Give the scalars of Megatron-LM (with --log-timers-to-tensorboard), torchtitan, NeMo "
                                 "or Transformers"));
    }

private:
    bool addSummary(std::string_view bytes, double time, double step)
    {
        WireMessage summary(bytes);
        while (const auto field = summary.next()) {
            if (field->number != 1) {
                continue;
            }
            Scalar scalar{time, step, {}, std::nan("")};
            WireMessage value(field->bytes);
            while (const auto member = value.next()) {
                scalar.tag = member->number == 1 ? member->bytes : scalar.tag;
                scalar.value = member->number == 2   ? static_cast<double>(member->asFloat())
                               : member->number == 8 ? valueOfTensor(member->bytes)
                                                     : scalar.value;
            }
            if (value.isBroken()) {
                return false;
            }
            add(scalar);
        }
        return !summary.isBroken();
    }

    void add(const Scalar& scalar)
    {
        ++m_count;
        const bool isUsable = scalar.value > 0 && std::isfinite(scalar.value);
        for (std::size_t i = 0; i < scalarForms.size(); ++i) {
            if (scalarForms[i].tag == scalar.tag && isStepFigure(scalar.value)) {
                m_steps[i].push_back(scalar.value);
            }
        }
        for (const MemoryTag& own : memoryTags) {
            if (own.tag == scalar.tag && isUsable) {
                m_memory = std::max(m_memory, scalar.value * own.bytes);
            }
        }
        for (std::size_t i = 0; i < lossForms.size(); ++i) {
            if (lossForms[i].tag == scalar.tag) {
                addLoss(i, scalar);
            }
        }
    }

    /// Adds the mean step, or sample, since the last event of a loss. A run that began again has no time between its
    /// parts.
    void addLoss(std::size_t form, const Scalar& scalar)
    {
        const Scalar& last = m_last[form];
        const double steps = scalar.step - last.step;
        const double seconds = (scalar.time - last.time) / steps;
        if (last.time > 0 && steps > 0 && isStepFigure(seconds)) {
            m_between[form].push_back(seconds);
        }
        m_last[form] = scalar;
    }

    std::array<std::vector<double>, scalarForms.size()> m_steps;
    std::array<std::vector<double>, lossForms.size()> m_between;
    std::array<Scalar, lossForms.size()> m_last{};
    double m_memory = 0;
    std::size_t m_count = 0;
};

}  // namespace

bool isScalarEvents(std::string_view text)
{
    return text.size() >= lengthBytes + sumBytes &&
           littleEndian(text.substr(lengthBytes), sumBytes) == maskedSum(text.substr(0, lengthBytes));
}

Result<StepLog> readScalarEvents(const std::filesystem::path& file, const ReadControl& control)
{
    PGRAM_TRY(const std::unique_ptr<PackedFile> packed, PackedFile::open(file, control));
    ScalarSteps steps;
    std::string head(lengthBytes + sumBytes, '\0');
    std::string record;
    std::uint64_t place = 0;
    const auto wrong = [&](Text what) {
        return badInput(std::move(what), fmt::format("{}, byte {}", file.string(), place), Core::tr("Copy it again"));
    };
    const auto take = [&packed](std::string& into) {
        const std::streamsize got = packed->sgetn(into.data(), static_cast<std::streamsize>(into.size()));
        return static_cast<std::size_t>(got);
    };
    std::size_t left = 0;  // bytes of a record that ends early
    for (;;) {
        left = take(head);
        if (left < head.size()) {
            break;
        }
        const std::uint64_t length = littleEndian(head, lengthBytes);
        if (!isScalarEvents(head) || length > longestRecord) {
            return wrong(Core::tr("has a record with a wrong length or check sum"));
        }
        record.resize(length + sumBytes);
        left = take(record);
        if (left < record.size()) {
            left += head.size();
            break;
        }
        const std::string_view data = std::string_view(record).substr(0, length);
        if (littleEndian(std::string_view(record).substr(length), sumBytes) != maskedSum(data)) {
            return wrong(Core::tr("has a record with a wrong length or check sum"));
        }
        if (!steps.add(data)) {
            return wrong(Core::tr("has a record that is not an event of TensorBoard"));
        }
        if (steps.isFull()) {
            return wrong(Core::tr("has more than {} scalars", mostScalars));
        }
        place += head.size() + record.size();
    }
    PGRAM_CHECK(packed->state());
    PGRAM_TRY(StepLog log, steps.finished(file.string()));
    if (left > 0) {
        log.unused.push_back(Core::tr("the last record ends early: {} bytes are left out", left));
    }
    return log;
}

}  // namespace pgram
