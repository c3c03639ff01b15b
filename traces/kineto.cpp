// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/kineto.h"

#include "core/base/check.h"
#include "core/base/index.h"
#include "core/base/json.h"
#include "traces/packed_file.h"
#include "traces/trace_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <istream>
#include <limits>
#include <map>

namespace pgram {

namespace {

constexpr std::size_t longestName = 4096;
constexpr std::size_t mostOpen = std::size_t{1} << 20;
constexpr double never = std::numeric_limits<double>::quiet_NaN();

/// The members of an event that are used. Moments are microseconds; NaN = not given.
struct Event {
    std::string name;
    std::string category;
    std::string phase;
    double start = never;
    double length = never;
    std::int64_t process = 0;
    std::int64_t thread = 0;
    std::string processName;
    std::string threadName;
    std::int64_t correlation = -1;
    std::string collective;
    std::string type;
    std::string group;
    double sent = 0;
    double received = 0;
    int ranks = 0;
    double allocated = never;  ///< bytes of an event of memory
    double reserved = 0;
    std::int64_t device = -1;
    std::int64_t deviceType = 0;
    bool isRecorded = false;    ///< autograd records it
    bool isOfBackward = false;  ///< it belongs to an operation of another thread
};

/// Reasons for which events are not used.
enum class Unused : std::uint8_t { Time, Begin, End, Phase, Device };
constexpr std::size_t unusedReasons = 5;

Text textOf(Unused why, std::int64_t count)
{
    switch (why) {
    case Unused::Time:
        return Core::tr("events without a start or a duration that can be used: {}", count);
    case Unused::Begin:
        return Core::tr("events that begin and do not end: {}", count);
    case Unused::End:
        return Core::tr("events that end and did not begin: {}", count);
    case Unused::Device:
        return Core::tr("events of the memory of other devices: {}", count);
    case Unused::Phase:
        break;
    }
    return Core::tr("events of the device that have neither a duration nor a begin and an end: {}", count);
}

bool isCopy(std::string_view category)
{
    return category == "gpu_memcpy" || category == "gpu_memset" || category == "Memcpy" || category == "Memset";
}

bool isKernel(std::string_view category)
{
    return category == "kernel" || category == "Kernel";
}

bool isLaunch(std::string_view category)
{
    return category.ends_with("_runtime") || category.ends_with("_driver") || category == "Runtime";
}

int bytesOf(const std::string& type)
{
    static const std::map<std::string, int, std::less<>> sizes{
        {"BFloat16", 2},    {"Half", 2},     {"Float", 4},   {"Double", 8}, {"Byte", 1},
        {"Char", 1},        {"Int", 4},      {"Long", 8},    {"Bool", 1},   {"Float8_e4m3fn", 1},
        {"Float8_e5m2", 1}, {"bfloat16", 2}, {"float16", 2}, {"float", 4},  {"float32", 4}};
    const auto found = sizes.find(type);
    return found == sizes.end() ? 0 : found->second;
}

/// Takes the parser's values, and keeps what the trace needs.
class Reader : public nlohmann::json_sax<nlohmann::json> {
public:
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t value) override { return number(static_cast<double>(value), value); }
    bool number_unsigned(number_unsigned_t value) override
    {
        return number(static_cast<double>(value), static_cast<std::int64_t>(value));
    }
    bool number_float(number_float_t value, const string_t&) override
    {
        const bool isWhole = std::abs(value) < 9e15;
        return number(value, isWhole ? static_cast<std::int64_t>(value) : 0);
    }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override
    {
        m_open.push_back(m_key);
        if (isEventDepth()) {
            m_event = {};
        }
        return m_open.size() < deepest;
    }
    bool end_object() override
    {
        if (isEventDepth()) {
            take();
        }
        m_open.pop_back();
        return !builder.isFull() && m_begun <= mostOpen;
    }
    bool start_array(std::size_t) override
    {
        m_open.push_back(m_key);
        m_hasBareEvents = m_hasBareEvents || m_open.size() == 1;
        m_key.clear();
        return m_open.size() < deepest;
    }
    bool end_array() override
    {
        m_open.pop_back();
        return true;
    }
    bool key(string_t& name) override
    {
        m_key.assign(name, 0, std::min(name.size(), longestName));
        return true;
    }
    bool string(string_t& value) override
    {
        if (isEventDepth()) {
            // Threads of the host are numbers; those of some devices are texts.
            text(m_key == "name"  ? &m_event.name
                 : m_key == "cat" ? &m_event.category
                 : m_key == "ph"  ? &m_event.phase
                 : m_key == "pid" ? &m_event.processName
                 : m_key == "tid" ? &m_event.threadName
                                  : nullptr,
                 value);
        } else if (isArguments()) {
            text(m_key == "Collective name"                                              ? &m_event.collective
                 : m_key == "dtype"                                                      ? &m_event.type
                 : m_key == "Process Group Description" || m_key == "Process Group Name" ? &m_event.group
                                                                                         : nullptr,
                 value);
        } else if (m_open.size() == 3 && m_open[1] == "deviceProperties" && m_key == "name" &&
                   builder.trace().device.empty()) {
            text(&builder.trace().device, value);
        }
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) override
    {
        fault = error.what();
        byte = position;
        return false;
    }

    /// Returns the trace. Errors: no kernel.
    Result<Trace> finished(const std::string& file)
    {
        m_unused[at(Unused::Begin)] += static_cast<std::int64_t>(m_begun);
        for (const Unused why : {Unused::Time, Unused::Begin, Unused::End, Unused::Phase, Unused::Device}) {
            if (const std::int64_t number = m_unused[at(why)]; number > 0) {
                builder.trace().unused.push_back(textOf(why, number));
            }
        }
        return builder.finished(KernelPhase::Forward, file,
                                Core::tr("Give ProfilerActivity.CUDA to torch.profiler, and trace a whole step"));
    }

    TraceBuilder builder;
    std::string fault;     ///< error of the JSON; empty: none
    std::size_t byte = 0;  ///< place of the error

private:
    static constexpr std::size_t deepest = 64;

    /// Returns true inside of an event, outside of its members.
    [[nodiscard]] bool isEventDepth() const
    {
        return m_hasBareEvents ? m_open.size() == 2 : m_open.size() == 3 && m_open[1] == "traceEvents";
    }
    [[nodiscard]] bool isArguments() const
    {
        const std::size_t depth = m_hasBareEvents ? 3 : 4;
        return m_open.size() == depth && m_open.back() == "args" && (m_hasBareEvents || m_open[1] == "traceEvents");
    }

    static void text(std::string* to, const std::string& value)
    {
        if (to != nullptr) {
            to->assign(value, 0, std::min(value.size(), longestName));
        }
    }

    bool number(double value, std::int64_t whole)
    {
        if (isEventDepth()) {
            if (m_key == "ts") {
                m_event.start = value;
            } else if (m_key == "dur") {
                m_event.length = value;
            } else if (m_key == "tid") {
                m_event.thread = whole;
            } else if (m_key == "pid") {
                m_event.process = whole;
            }
        } else if (isArguments()) {
            argument(value, whole);
        } else if (m_open.size() == 2 && m_open[1] == "distributedInfo" && value >= 0 && value < 1e8) {
            if (m_key == "rank") {
                builder.trace().rank = static_cast<int>(whole);
            } else if (m_key == "world_size") {
                builder.trace().ranks = static_cast<int>(whole);
            }
        }
        return true;
    }

    void argument(double value, std::int64_t whole)
    {
        if (m_key == "correlation") {
            m_event.correlation = whole;
        } else if (m_key == "Sequence number") {
            m_event.isRecorded = true;
        } else if (m_key == "Fwd thread id") {
            m_event.isOfBackward = whole != 0;
        } else if (m_key == "In msg nelems") {
            m_event.sent = value;
        } else if (m_key == "Out msg nelems") {
            m_event.received = value;
        } else if (m_key == "Total Allocated") {
            m_event.allocated = value;
        } else if (m_key == "Total Reserved") {
            m_event.reserved = value;
        } else if (m_key == "Device Id") {
            m_event.device = whole;
        } else if (m_key == "Device Type") {
            m_event.deviceType = whole;
        } else if (m_key == "Group size" && value > 0 && value < 1e7) {
            m_event.ranks = static_cast<int>(whole);
        }
    }

    void count(Unused why) { ++m_unused[at(why)]; }

    /// Takes the event that ended: one with a duration, or the begin or the end of one.
    void take()
    {
        Event& event = m_event;
        const bool isBegin = event.phase == "B";
        if (!isBegin && event.phase != "E") {
            if (event.phase == "X") {
                add(event);
            } else if (event.name == "[memory]") {
                addMemory(event);
            } else if (isKernel(event.category) || isCopy(event.category)) {
                count(Unused::Phase);
            }
            return;
        }
        // Begins and ends of a thread are nested in each other.
        std::vector<Event>& open = m_pairs[Thread{event.process, event.thread, event.processName, event.threadName}];
        if (isBegin) {
            open.push_back(std::move(event));
            ++m_begun;
            return;
        }
        if (open.empty()) {
            count(Unused::End);
            return;
        }
        Event whole = std::move(open.back());
        open.pop_back();
        --m_begun;
        whole.length = event.start - whole.start;
        whole.correlation = std::max(whole.correlation, event.correlation);
        add(whole);
    }

    void add(const Event& event)
    {
        const bool isOfDevice = isKernel(event.category) || isCopy(event.category);
        const bool isOfHost = !isOfDevice && isLaunch(event.category);
        const std::optional<HostWork> work = isOfDevice || isOfHost ? std::nullopt : workOf(event);
        if (!isOfDevice && !work && !(isOfHost && event.correlation >= 0)) {
            return;
        }
        // Beyond these a moment has no microseconds.
        if (!(std::abs(event.start) < 4e15) || !(event.length >= 0 && event.length < 1e12)) {
            count(Unused::Time);
        } else if (isOfDevice) {
            addKernel(event);
        } else if (isOfHost) {
            builder.addLaunch(event.correlation, event.thread, event.start);
        } else {
            builder.addSpan(event.thread, *work, event.start, event.start + event.length, event.name);
        }
    }

    /// Adds the memory of the first device of the trace.
    void addMemory(const Event& event)
    {
        const auto isBytes = [](double bytes) { return bytes >= 0 && bytes < static_cast<double>(largestMemory); };
        // The memory of the host has the type 0. Old versions give the bytes of the event alone.
        if (event.deviceType == 0 || !isBytes(event.allocated)) {
            return;
        }
        m_device = m_device < 0 ? event.device : m_device;
        if (event.device != m_device) {
            count(Unused::Device);
        } else if (!(std::abs(event.start) < 4e15)) {
            count(Unused::Time);
        } else {
            builder.addMemory(event.start, static_cast<Bytes>(event.allocated),
                              isBytes(event.reserved) ? static_cast<Bytes>(event.reserved) : 0);
        }
    }

    static std::optional<HostWork> workOf(const Event& event)
    {
        if (event.category == "gpu_user_annotation") {
            return std::nullopt;
        }
        const std::optional<HostWork> named = hostWork(event.name);
        return !named && event.isRecorded && !event.isOfBackward ? std::optional(HostWork::Recorded) : named;
    }

    void addKernel(const Event& event)
    {
        TraceBuilder::Kernel kernel{event.name, isKernel(event.category) ? kernelKind(event.name) : KernelKind::Copy,
                                    event.start, event.start + event.length, event.correlation};
        TraceTransfer transfer;
        if (kernel.kind == KernelKind::Transfer) {
            const double elements = std::max(event.sent, event.received) * bytesOf(event.type);
            transfer = {transferKind(event.collective.empty() ? event.name : event.collective), event.ranks,
                        elements < 1e15 ? static_cast<Bytes>(elements) : 0, event.group};
            kernel.transfer = &transfer;
        }
        builder.add(kernel);
    }

    using Thread = std::tuple<std::int64_t, std::int64_t, std::string, std::string>;  ///< process and thread

    std::vector<std::string> m_open;  ///< key of each open object or list
    std::string m_key;
    bool m_hasBareEvents = false;  ///< the file is a list of events
    Event m_event;
    std::map<Thread, std::vector<Event>> m_pairs;  ///< events that began, by thread
    std::size_t m_begun = 0;                       ///< number of the events that began and did not end yet
    std::int64_t m_device = -1;                    ///< index of the device whose memory is read
    std::array<std::int64_t, unusedReasons> m_unused{};
};

}  // namespace

Result<Trace> readKineto(const std::filesystem::path& file, const ReadControl& control)
{
    PGRAM_TRY(const std::unique_ptr<PackedFile> packed, PackedFile::open(file, control));
    std::istream stream(packed.get());
    Reader reader;
    const bool isWhole = nlohmann::json::sax_parse(stream, &reader);
    PGRAM_CHECK(packed->state());
    if (!reader.fault.empty()) {
        return badInput(Core::tr("is not the JSON of a trace, at byte {}", reader.byte), file.string(),
                        Core::tr("Give a file that torch.profiler wrote"));
    }
    if (!isWhole && !reader.builder.isFull()) {
        return badInput(Core::tr("has more open events, or is deeper, than a trace may be"), file.string(),
                        Core::tr("Trace fewer steps"));
    }
    return reader.finished(file.string());
}

}  // namespace pgram
