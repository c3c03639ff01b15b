// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/kineto.h"

#include "core/base/check.h"
#include "core/base/index.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/text_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <istream>
#include <map>
#include <memory>
#include <optional>
#include <streambuf>
#include <unordered_map>
#include <zlib.h>

namespace pgram {

namespace {

constexpr std::size_t blockSize = std::size_t{1} << 20;
constexpr std::size_t mostNames = std::size_t{1} << 20;
constexpr std::size_t longestName = 4096;
constexpr std::size_t mostKernels = 50'000'000;

/// Bytes of a file, unpacked if it is gzip.
class PackedFile : public std::streambuf {
public:
    explicit PackedFile(const std::filesystem::path& file) : m_file(gzopen(file.c_str(), "rb"), gzclose)
    {
        if (m_file) {
            gzbuffer(m_file.get(), blockSize / 4);
        }
    }
    [[nodiscard]] bool isOpen() const { return m_file != nullptr; }
    /// Returns the error of the unpacking; empty if there was none.
    [[nodiscard]] std::string error() const { return m_error; }

private:
    int_type underflow() override
    {
        const int count = gzread(m_file.get(), m_block.data(), static_cast<unsigned>(m_block.size()));
        int code = Z_OK;
        const char* text = gzerror(m_file.get(), &code);
        if (count < 0 || (count == 0 && code != Z_OK && code != Z_STREAM_END)) {
            m_error = code == Z_BUF_ERROR ? "the file ends early" : text;
        }
        if (count <= 0) {
            return traits_type::eof();
        }
        setg(m_block.data(), m_block.data(), m_block.data() + count);
        return traits_type::to_int_type(*gptr());
    }

    std::unique_ptr<gzFile_s, int (*)(gzFile)> m_file;
    std::vector<char> m_block = std::vector<char>(blockSize);
    std::string m_error;
};

/// A span of the host that says what it launches.
struct HostSpan {
    enum class What : std::uint8_t { Step, Backward, Checkpoint, Optimizer };
    double start = 0;  ///< microseconds
    double end = 0;
    What what = What::Step;
    std::int32_t step = 0;  ///< index into the names of the steps, for What::Step
};

/// A launch of a kernel by the host.
struct Launch {
    std::int64_t correlation = 0;
    double at = 0;  ///< microseconds
    std::int64_t thread = 0;
};

/// A kernel with the number that joins it with its launch.
struct LaunchedKernel {
    TraceKernel kernel;
    std::int64_t correlation = -1;
};

/// The members of an event that are used.
struct Event {
    std::string name;
    std::string category;
    std::string phase;
    double start = 0;
    double length = 0;
    std::int64_t thread = 0;
    std::int64_t correlation = -1;
    std::string collective;
    std::string type;
    std::string group;
    double sent = 0;
    double received = 0;
    int ranks = 0;
};

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
            add();
        }
        m_open.pop_back();
        return m_kernels.size() <= mostKernels;
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
            text(m_key == "name"  ? &m_event.name
                 : m_key == "cat" ? &m_event.category
                 : m_key == "ph"  ? &m_event.phase
                                  : nullptr,
                 value);
            // Threads of the host are numbers; those of some devices are texts.
        } else if (isArguments()) {
            text(m_key == "Collective name"                                              ? &m_event.collective
                 : m_key == "dtype"                                                      ? &m_event.type
                 : m_key == "Process Group Description" || m_key == "Process Group Name" ? &m_event.group
                                                                                         : nullptr,
                 value);
        } else if (m_open.size() == 3 && m_open[1] == "deviceProperties" && m_key == "name" && trace.device.empty()) {
            text(&trace.device, value);
        }
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) override
    {
        fault = error.what();
        at = position;
        return false;
    }

    /// Joins kernels with their launches, and returns the trace.
    Trace finished()
    {
        placeInSteps();
        std::ranges::sort(m_kernels, {}, [](const LaunchedKernel& own) { return own.kernel.start; });
        const Seconds first = m_kernels.empty() ? 0 : m_kernels.front().kernel.start;
        for (LaunchedKernel& own : m_kernels) {
            own.kernel.start = (own.kernel.start - first) * 1e-6;
            own.kernel.end = (own.kernel.end - first) * 1e-6;
            trace.kernels.push_back(own.kernel);
        }
        return std::move(trace);
    }

    Trace trace;
    std::string fault;   ///< error of the JSON; empty: none
    std::size_t at = 0;  ///< its byte
    bool hasTooManyNames = false;

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
            }
        } else if (isArguments()) {
            if (m_key == "correlation") {
                m_event.correlation = whole;
            } else if (m_key == "In msg nelems") {
                m_event.sent = value;
            } else if (m_key == "Out msg nelems") {
                m_event.received = value;
            } else if (m_key == "Group size" && value > 0 && value < 1e7) {
                m_event.ranks = static_cast<int>(whole);
            }
        } else if (m_open.size() == 2 && m_open[1] == "distributedInfo" && value >= 0 && value < 1e8) {
            if (m_key == "rank") {
                trace.rank = static_cast<int>(whole);
            } else if (m_key == "world_size") {
                trace.ranks = static_cast<int>(whole);
            }
        }
        return true;
    }

    std::uint32_t nameIndex(const std::string& name)
    {
        const auto known = m_names.find(name);
        if (known != m_names.end()) {
            return known->second;
        }
        if (m_names.size() >= mostNames) {
            hasTooManyNames = true;
            return 0;
        }
        const auto index = static_cast<std::uint32_t>(trace.names.size());
        m_names.emplace(name, index);
        trace.names.push_back(name);
        return index;
    }

    std::int32_t transferIndex(const Event& event)
    {
        const std::string& words = event.collective.empty() ? event.name : event.collective;
        const double elements = std::max(event.sent, event.received) * bytesOf(event.type);
        const TraceTransfer transfer{transferKind(words), event.ranks,
                                     elements < 1e15 ? static_cast<Bytes>(elements) : 0, event.group};
        const auto [entry, isNew] =
            m_transfers.try_emplace(transfer, static_cast<std::int32_t>(trace.transfers.size()));
        if (isNew) {
            trace.transfers.push_back(transfer);
        }
        return entry->second;
    }

    void add()
    {
        const Event& event = m_event;
        // Beyond these a moment has no microseconds.
        if (event.phase != "X" || !(std::abs(event.start) < 4e15) || !(event.length >= 0 && event.length < 1e12)) {
            return;
        }
        const double end = event.start + event.length;
        const std::string_view category = event.category;
        if (category == "kernel" || category == "Kernel" || category == "gpu_memcpy" || category == "gpu_memset" ||
            category == "Memcpy" || category == "Memset") {
            LaunchedKernel own{{event.start, end, nameIndex(event.name)}, event.correlation};
            const bool isKernel = category == "kernel" || category == "Kernel";
            own.kernel.kind = isKernel ? kernelKind(event.name) : KernelKind::Copy;
            if (own.kernel.kind == KernelKind::Transfer) {
                own.kernel.transfer = transferIndex(event);
            }
            m_kernels.push_back(own);
        } else if (category.ends_with("_runtime") || category.ends_with("_driver") || category == "Runtime") {
            if (event.correlation >= 0) {
                m_launches.push_back({event.correlation, event.start, event.thread});
            }
        } else {
            addSpan(event, end);
        }
    }

    void addSpan(const Event& event, double end)
    {
        if (event.category == "gpu_user_annotation") {
            return;
        }
        const std::string_view name = event.name;
        if (name.starts_with("ProfilerStep#")) {
            m_spans[event.thread].push_back(
                {event.start, end, HostSpan::What::Step, static_cast<std::int32_t>(trace.steps.size())});
            trace.steps.push_back(event.name);
            m_steps.push_back(m_spans[event.thread].back());
        } else if (name.starts_with("autograd::engine::evaluate_function: ")) {
            const bool isCheckpoint = name.find("CheckpointFunctionBackward") != std::string_view::npos;
            m_spans[event.thread].push_back(
                {event.start, end, isCheckpoint ? HostSpan::What::Checkpoint : HostSpan::What::Backward});
        } else if (name.starts_with("Optimizer.")) {
            m_spans[event.thread].push_back({event.start, end, HostSpan::What::Optimizer});
        }
    }

    /// Returns the index of the step whose span contains a moment; -1 if none does.
    [[nodiscard]] std::int32_t stepAt(double moment) const
    {
        const auto after = std::ranges::upper_bound(m_steps, moment, {}, &HostSpan::start);
        return after != m_steps.begin() && std::prev(after)->end >= moment ? std::prev(after)->step : -1;
    }

    void placeInSteps()
    {
        std::ranges::sort(m_steps, {}, &HostSpan::start);
        if (m_steps.empty()) {
            trace.steps.emplace_back();
        }
        // Launches of each thread by time, and the innermost span that contains each of them.
        std::ranges::sort(m_launches, [](const Launch& a, const Launch& b) {
            return std::tie(a.thread, a.at) < std::tie(b.thread, b.at);
        });
        std::unordered_map<std::int64_t, std::pair<KernelPhase, std::int32_t>> launched;
        launched.reserve(m_launches.size());
        for (auto first = m_launches.begin(); first != m_launches.end();) {
            const auto last = std::find_if(first, m_launches.end(),
                                           [first](const Launch& launch) { return launch.thread != first->thread; });
            placeThread(first, last, m_spans[first->thread], launched);
            first = last;
        }
        for (LaunchedKernel& own : m_kernels) {
            const auto found = launched.find(own.correlation);
            if (found != launched.end()) {
                std::tie(own.kernel.phase, own.kernel.step) = found->second;
            } else {
                own.kernel.step = m_steps.empty() ? 0 : stepAt(own.kernel.start);
            }
        }
    }

    template <typename Iterator>
    void placeThread(Iterator first, Iterator last, std::vector<HostSpan>& spans,
                     std::unordered_map<std::int64_t, std::pair<KernelPhase, std::int32_t>>& launched) const
    {
        // An outer span comes before those inside of it.
        std::ranges::sort(spans, [](const HostSpan& a, const HostSpan& b) {
            return std::tuple(a.start, -a.end) < std::tuple(b.start, -b.end);
        });
        std::vector<const HostSpan*> open;
        auto next = spans.begin();
        for (auto launch = first; launch != last; ++launch) {
            for (; next != spans.end() && next->start <= launch->at; ++next) {
                open.push_back(&*next);
            }
            std::erase_if(open, [&](const HostSpan* span) { return span->end < launch->at; });
            KernelPhase phase = KernelPhase::Forward;
            for (const HostSpan* span : open) {
                phase = span->what == HostSpan::What::Backward     ? KernelPhase::Backward
                        : span->what == HostSpan::What::Checkpoint ? KernelPhase::Recompute
                        : span->what == HostSpan::What::Optimizer  ? KernelPhase::Optimizer
                                                                   : phase;
            }
            launched[launch->correlation] = {phase, m_steps.empty() ? 0 : stepAt(launch->at)};
        }
    }

    std::vector<std::string> m_open;  ///< key of each open object or list
    std::string m_key;
    bool m_hasBareEvents = false;  ///< the file is a list of events
    Event m_event;
    std::unordered_map<std::string, std::uint32_t> m_names;
    std::map<TraceTransfer, std::int32_t> m_transfers;
    std::vector<LaunchedKernel> m_kernels;
    std::vector<Launch> m_launches;
    std::map<std::int64_t, std::vector<HostSpan>> m_spans;  ///< by thread
    std::vector<HostSpan> m_steps;
};

}  // namespace

Result<Trace> readKineto(const std::filesystem::path& file)
{
    PGRAM_CHECK(checkIsNoPipe(file));
    std::error_code failed;
    if (std::filesystem::is_directory(file, failed)) {
        return badInput(Core::tr("is a folder"), file.string(), Core::tr("Name a trace in it"));
    }
    PackedFile packed(file);
    if (!packed.isOpen()) {
        return badInput(Text(std::strerror(errno)), file.string(), Core::tr("Check the path"));
    }
    std::istream stream(&packed);
    Reader reader;
    const bool isWhole = nlohmann::json::sax_parse(stream, &reader);
    if (!packed.error().empty()) {
        return badInput(Core::tr("cannot be unpacked: {}", packed.error()), file.string(), Core::tr("Copy it again"));
    }
    if (!isWhole) {
        return reader.fault.empty() ? badInput(Core::tr("has more kernels, or is deeper, than a trace may be"),
                                               file.string(), Core::tr("Trace fewer steps"))
                                    : badInput(Core::tr("is not the JSON of a trace, at byte {}", reader.at),
                                               file.string(), Core::tr("Give a file that torch.profiler wrote"));
    }
    if (reader.hasTooManyNames) {
        return badInput(Core::tr("has more than {} names of kernels", mostNames), file.string(),
                        Core::tr("Trace fewer steps"));
    }
    Trace trace = reader.finished();
    if (trace.kernels.empty()) {
        return badInput(Core::tr("has no kernel of a device"), file.string(),
                        Core::tr("Give ProfilerActivity.CUDA to torch.profiler, and trace a whole step"));
    }
    return trace;
}

}  // namespace pgram
