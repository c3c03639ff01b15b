// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/kernel_log.h"

#include "core/base/ascii.h"
#include "core/base/json.h"
#include "core/base/quoting.h"
#include "core/cluster/cluster_fields.h"
#include "core/exchange/language_model.h"
#include "core/exchange/program_text.h"
#include "core/exchange/words.h"
#include "core/model/model_json.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::string_view mark = "\"kernel\":";  ///< first member of every line
constexpr double leastSeconds = 1e-8;
constexpr double mostSeconds = 1e4;
constexpr double longestSide = 1e7;
constexpr std::int64_t mostRepeats = 1'000'000'000;
constexpr std::int64_t mostSamples = 1 << 20;
constexpr std::int64_t mostHeads = 1 << 16;
constexpr std::int64_t mostBlocks = 1 << 10;

bool isMeasurement(std::string_view line)
{
    return line.starts_with('{') && trimmed(line.substr(1)).starts_with(mark);
}

/// Reads the lines of one file.
class Reader {
public:
    explicit Reader(const std::string& where) : m_where(where) {}

    Result<void> read(std::string_view line, int number)
    {
        const std::string place = fmt::format("{}:{}", m_where, number);
        const Result<Json> json = parseJson(line, place);
        if (!json) {
            return badInput(Core::tr("is not a whole JSON object: {}", json.error().what), place,
                            Core::tr("Give all that the program printed"));
        }
        JsonObject object(*json, place);
        const bool isKnown = takeKernel(object, number);
        for (const auto& [pointer, value] : isKnown ? object.unknown() : Members()) {
            m_log.unknown.push_back({fmt::format("{}{}", place, pointer), value, {}});
        }
        const auto error = object.error();
        return error ? tl::unexpected(*error) : Result<void>();
    }

    void ignore(std::string_view line, int number)
    {
        constexpr std::size_t shown = 60;
        m_log.ignored.push_back({fmt::format("line {}", number), std::string(line.substr(0, shown)),
                                 Core::tr("lines that are not measurements")});
    }

    Result<KernelLog> take()
    {
        const bool isEmpty = m_log.products.empty() && m_log.streams.empty() && m_log.launches.empty() &&
                             m_log.updates.empty() && m_log.attention.empty() && m_log.blocks.empty() &&
                             m_log.collectives.empty();
        if (isEmpty) {
            return badInput(Core::tr("has no measured kernel"), m_where,
                            Core::tr("Give the lines that the program of pgram calibrate --program prints"));
        }
        return std::move(m_log);
    }

private:
    using Members = std::vector<std::pair<std::string, std::string>>;

    /// A kind of line, and its reader.
    struct Kind {
        std::string_view name;
        void (Reader::*take)(JsonObject& object, int number);
    };

    /// Reads a line. Returns false for a kind that is not read, which is noted as a whole.
    bool takeKernel(JsonObject& object, int number)
    {
        static constexpr std::array<Kind, 10> kinds{{{"device", &Reader::takeFigures},
                                                     {"model", &Reader::takeModel},
                                                     {"product", &Reader::takeProduct},
                                                     {"stream", &Reader::takeStream},
                                                     {"launch", &Reader::takeLaunch},
                                                     {"update", &Reader::takeUpdate},
                                                     {"attention", &Reader::takeAttention},
                                                     {"block", &Reader::takeBlocks},
                                                     {"head", &Reader::takeBlocks},
                                                     {"collective", &Reader::takeCollective}}};
        m_name = object.string("kernel");
        if (m_name == "skipped") {
            takeSkipped(object);
            return true;
        }
        const auto kind = std::ranges::find(kinds, m_name, &Kind::name);
        if (kind == kinds.end()) {
            constexpr std::size_t shown = 40;
            m_log.unknown.push_back({fmt::format("kernel in line {}", number), m_name.substr(0, shown),
                                     Core::tr("not a kind that is read")});
            return false;
        }
        takeDevice(object, number);
        (this->*kind->take)(object, number);
        return true;
    }

    void takeSkipped(JsonObject& object)
    {
        constexpr std::size_t shown = 200;
        static_cast<void>(object.stringOr("device", {}));
        const std::string measurement = object.string("measurement");
        const std::string why = object.string("why");
        m_log.skipped.push_back({measurement.substr(0, shown), {}, Core::tr("not measured: {}", why.substr(0, shown))});
    }

    void takeFigures(JsonObject& object, int /*number*/)
    {
        m_log.devices = static_cast<int>(object.integerOr("devices", 0, 0, mostClusterDevices));
        m_log.memory = object.integerOr("memory_bytes", 0, 0, largestMemory);
        m_log.multiprocessors = static_cast<int>(object.integerOr("multiprocessors", 0, 0, mostMultiprocessors));
        const std::string torch = object.stringOr("torch", {});
        const std::string runtime = object.stringOr("runtime", {});
        m_log.software = torch.empty() || runtime.empty() ? runtime : fmt::format("torch {}, {}", torch, runtime);
    }

    void takeModel(JsonObject& object, int number)
    {
        takeNumbers(object, number);
        JsonObject member = object.object("model");
        Result<Architecture> model = architectureFromJson(member);  // its error is the object's
        if (!model) {
            return;
        }
        if (m_log.model && *m_log.model != *model) {
            object.fail("model", Core::tr("is another model than that of an earlier line"),
                        Core::tr("Give the measurements of one model"));
        }
        m_log.model = std::move(*model);
    }

    static LoggedKernel kernelOf(JsonObject& object, int number)
    {
        static_cast<void>(object.integerOr("repeats", 1, 1, mostRepeats));
        return {number, object.number("seconds", leastSeconds, mostSeconds), object.booleanOr("graph", true)};
    }

    void takeProduct(JsonObject& object, int number)
    {
        LoggedProduct product{kernelOf(object, number), {}};
        takeNumbers(object, number);
        product.shape.rows = object.number("rows", 1, longestSide);
        product.shape.inner = object.number("inner", 1, longestSide);
        product.shape.columns = object.number("columns", 1, longestSide);
        m_log.products.push_back(product);
    }

    void takeStream(JsonObject& object, int number)
    {
        m_log.streams.push_back({kernelOf(object, number), bytesOf(object)});
    }

    void takeLaunch(JsonObject& object, int number) { m_log.launches.push_back(kernelOf(object, number)); }

    void takeUpdate(JsonObject& object, int number)
    {
        m_log.updates.push_back({kernelOf(object, number), bytesOf(object)});
    }

    static double bytesOf(JsonObject& object) { return object.number("bytes", 1, static_cast<double>(largestMemory)); }

    static LoggedPass passOf(JsonObject& object, int number)
    {
        static_cast<void>(object.integerOr("repeats", 1, 1, mostRepeats));
        LoggedPass pass{.line = number};
        pass.samples = static_cast<double>(object.integer("samples", 1, mostSamples));
        pass.tokens = static_cast<double>(object.integer("tokens", 1, static_cast<std::int64_t>(longestSide)));
        pass.forward = object.number("forward_s", leastSeconds, mostSeconds);
        pass.backward = object.number("backward_s", leastSeconds, mostSeconds);
        return pass;
    }

    void takeAttention(JsonObject& object, int number)
    {
        LoggedAttention attention{passOf(object, number)};
        attention.heads = static_cast<double>(object.integer("heads", 1, mostHeads));
        attention.headDim = static_cast<double>(object.integer("head_width", 1, mostHeads));
        attention.causal = object.booleanOr("causal", true);
        m_log.attention.push_back(attention);
    }

    void takeBlocks(JsonObject& object, int number)
    {
        LoggedBlocks blocks{passOf(object, number)};
        blocks.blocks = m_name == "head" ? 0 : static_cast<int>(object.integer("blocks", 1, mostBlocks));
        if (!m_log.model && !object.error()) {
            object.fail({}, Core::tr("is of a model that no line before it describes"),
                        Core::tr("Give all that the program printed"));
        }
        m_log.blocks.push_back(blocks);
    }

    void takeCollective(JsonObject& object, int number)
    {
        static const std::vector<std::string_view> operations(enumNames<CollectiveKind>.begin(),
                                                              enumNames<CollectiveKind>.begin() + 5);
        static_cast<void>(object.integerOr("repeats", 1, 1, mostRepeats));
        LoggedCollective collective{.line = number};
        collective.kind = static_cast<CollectiveKind>(object.oneOf("operation", operations));
        collective.ranks = static_cast<int>(object.integer("ranks", 2, mostClusterDevices));
        collective.bytes = bytesOf(object);
        collective.seconds = object.number("seconds", leastSeconds, mostSeconds);
        m_log.collectives.push_back(collective);
    }

    void takeDevice(JsonObject& object, int number)
    {
        const std::string device = object.string("device");
        if (m_deviceLine == 0) {
            m_log.device = device;
            m_deviceLine = number;
        } else if (device != m_log.device && !object.error()) {
            object.fail(
                "device",
                Core::tr("is {}, and {} in line {}", device.substr(0, 80), m_log.device.substr(0, 80), m_deviceLine),
                Core::tr("Give the measurements of one device"));
        }
    }

    void takeNumbers(JsonObject& object, int number)
    {
        static const std::vector<std::string_view> formats{"bf16", "fp16"};
        const Precision numbers = object.oneOf("numbers", formats) == 0 ? Precision::Bf16 : Precision::Fp16;
        if (m_numbersLine == 0) {
            m_log.numbers = numbers;
            m_numbersLine = number;
        } else if (numbers != m_log.numbers && !object.error()) {
            object.fail("numbers",
                        Core::tr("is {}, and {} in line {}", precisionRow(numbers).name,
                                 precisionRow(m_log.numbers).name, m_numbersLine),
                        Core::tr("Give products of one format"));
        }
    }

    const std::string& m_where;
    KernelLog m_log;
    std::string m_name;     ///< kind of the line that is read
    int m_deviceLine = 0;   ///< line that named the device first
    int m_numbersLine = 0;  ///< line that named the format first
};

}  // namespace

Result<std::string> nodeProgram(const Architecture& model)
{
    Plan plan;
    plan.model = model;
    return languageModel(plan).map([&model](const std::string& module) {
        return programText("measure_node.py", {{"title", plainLine(model.title.empty() ? model.name : model.title)},
                                               {"module", module},
                                               {"architecture", doubleQuoted(dumped(toJson(model)))}});
    });
}

bool hasKernelLog(std::string_view text)
{
    return std::ranges::any_of(splitLines(text), [](std::string_view line) { return isMeasurement(trimmed(line)); });
}

Result<KernelLog> parseKernelLog(std::string_view text, const std::string& where)
{
    Reader reader(where);
    int number = 0;
    for (const std::string_view whole : splitLines(text)) {
        const std::string_view line = trimmed(whole);
        ++number;
        if (line.starts_with('{')) {
            if (const Result<void> read = reader.read(line, number); !read) {
                return tl::unexpected(read.error());
            }
        } else if (!line.empty()) {
            reader.ignore(line, number);
        }
    }
    return reader.take();
}

}  // namespace pgram
