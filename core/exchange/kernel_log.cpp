// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/kernel_log.h"

#include "core/base/ascii.h"
#include "core/base/json.h"
#include "core/cluster/cluster_fields.h"
#include "core/exchange/program_text.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::string_view mark = "\"kernel\":";  ///< first member of every line
constexpr double leastSeconds = 1e-8;
constexpr double mostSeconds = 1e4;
constexpr double longestSide = 1e7;
constexpr std::int64_t mostRepeats = 1'000'000'000;

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
        takeKernel(object, number);
        for (const auto& [pointer, value] : object.unknown()) {
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
        if (m_log.products.empty() && m_log.streams.empty() && m_log.launches.empty()) {
            return badInput(Core::tr("has no measured kernel"), m_where,
                            Core::tr("Give the lines that the program of pgram calibrate --program prints"));
        }
        return std::move(m_log);
    }

private:
    void takeKernel(JsonObject& object, int number)
    {
        static const std::vector<std::string_view> kinds{"device", "product", "stream", "launch"};
        enum Kind { Device, Product, Stream, Launch };
        const int kind = object.oneOf("kernel", kinds);
        takeDevice(object, number);
        if (kind == Device) {
            m_log.devices = static_cast<int>(object.integerOr("devices", 0, 0, mostClusterDevices));
            m_log.memory = object.integerOr("memory_bytes", 0, 0, largestMemory);
            m_log.multiprocessors = static_cast<int>(object.integerOr("multiprocessors", 0, 0, mostMultiprocessors));
            const std::string torch = object.stringOr("torch", {});
            const std::string runtime = object.stringOr("runtime", {});
            m_log.software = torch.empty() || runtime.empty() ? runtime : fmt::format("torch {}, {}", torch, runtime);
            return;
        }
        static_cast<void>(object.integerOr("repeats", 1, 1, mostRepeats));
        const LoggedKernel kernel{number, object.number("seconds", leastSeconds, mostSeconds),
                                  object.booleanOr("graph", true)};
        if (kind == Product) {
            takeNumbers(object, number);
            LoggedProduct product{kernel, {}};
            product.shape.rows = object.number("rows", 1, longestSide);
            product.shape.inner = object.number("inner", 1, longestSide);
            product.shape.columns = object.number("columns", 1, longestSide);
            m_log.products.push_back(product);
        } else if (kind == Stream) {
            m_log.streams.push_back({kernel, object.number("bytes", 1, static_cast<double>(largestMemory))});
        } else {
            m_log.launches.push_back(kernel);
        }
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
    int m_deviceLine = 0;   ///< line that named the device first
    int m_numbersLine = 0;  ///< line that named the format first
};

}  // namespace

std::string kernelProgram()
{
    return programText("measure_kernels.py");
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
