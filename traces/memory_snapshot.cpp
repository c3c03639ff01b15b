// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/memory_snapshot.h"

#include "core/base/check.h"
#include "core/base/format.h"
#include "core/base/index.h"
#include "traces/packed_file.h"
#include "traces/pickle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <istream>
#include <map>

namespace pgram {

namespace {

constexpr std::array<std::string_view, 12> snapshotMembers{"segments",       "device_traces", "device",  "total_size",
                                                           "allocated_size", "blocks",        "size",    "state",
                                                           "requested_size", "action",        "time_us", "device_free"};
constexpr double mostDevices = 4096;

/// Returns whole bytes of a member; 0 if it is not a number of them.
Bytes bytesIn(const Pickle& pickle, const Pickle::Value& owner, std::string_view name)
{
    const double bytes = Pickle::number(pickle.member(owner, name));
    return bytes > 0 && bytes < static_cast<double>(largestMemory) ? static_cast<Bytes>(bytes) : 0;
}

/// Bytes of a device at the end.
struct DeviceEnd {
    Bytes allocated = 0;
    Bytes reserved = 0;
};

/// Returns the bytes of the tensors in a segment. Old versions do not say what a tensor asked for.
Bytes allocatedIn(const Pickle& pickle, const Pickle::Value& segment)
{
    Bytes sum = 0;
    for (const Pickle::Value& block : pickle.elements(pickle.member(segment, "blocks"))) {
        if (pickle.text(pickle.member(block, "state")) == "active_allocated") {
            const Bytes asked = bytesIn(pickle, block, "requested_size");
            sum = added(sum, asked > 0 ? asked : bytesIn(pickle, block, "size"));
        }
    }
    return sum;
}

std::map<int, DeviceEnd> endsOf(const Pickle& pickle, const Pickle::Value& segments)
{
    std::map<int, DeviceEnd> ends;
    for (const Pickle::Value& segment : pickle.elements(segments)) {
        const Pickle::Value place = pickle.member(segment, "device");
        const double device = Pickle::number(place);
        if (place.kind == Pickle::Kind::Whole && device >= 0 && device < mostDevices) {
            DeviceEnd& end = ends[static_cast<int>(device)];
            end.allocated = added(end.allocated, allocatedIn(pickle, segment));
            end.reserved = added(end.reserved, bytesIn(pickle, segment, "total_size"));
        }
    }
    return ends;
}

/// Bytes that an event adds.
struct EventBytes {
    Bytes allocated = 0;
    Bytes reserved = 0;
};
/// `release`: the action that ends the use of a block.
EventBytes bytesOfEvent(std::string_view action, Bytes size, std::string_view release)
{
    const bool isMore = action == "segment_alloc" || action == "segment_map";
    const bool isLess = action == "segment_free" || action == "segment_unmap";
    return {action == "alloc" ? size : action == release ? -size : 0, isMore ? size : isLess ? -size : 0};
}

/// The history of one device as a trace.
class DeviceHistory {
public:
    DeviceHistory(const Pickle& pickle, std::span<const Pickle::Value> events) : m_pickle(pickle), m_events(events) {}

    Trace read(int device, const DeviceEnd& end)
    {
        Trace trace;
        trace.rank = device;
        // The history may have lost its beginning, so that bytes are counted back from the end.
        DeviceEnd now = end;
        const std::string_view release = releaseAction();
        for (std::size_t i = m_events.size(); i-- > 0;) {
            const Pickle::Value& event = m_events[i];
            const std::string_view action = actionOf(event);
            const Bytes size = bytesIn(m_pickle, event, "size");
            if (action == "oom") {
                ++m_failed;
                m_largestFailed = std::max(m_largestFailed, size);
            }
            const EventBytes change = bytesOfEvent(action, size, release);
            if (change.allocated != 0 || change.reserved != 0) {
                add(trace, event, now);
                now.allocated = back(now.allocated, change.allocated);
                now.reserved = back(now.reserved, change.reserved);
            }
        }
        std::ranges::reverse(trace.memory);
        finish(trace, end);
        return trace;
    }

private:
    [[nodiscard]] std::string_view actionOf(const Pickle::Value& event) const
    {
        return m_pickle.text(m_pickle.member(event, "action"));
    }

    /// Returns the action that ends the use of a block. A snapshot without requests has the completions.
    [[nodiscard]] std::string_view releaseAction() const
    {
        constexpr std::string_view requested = "free_requested";
        const bool hasRequests =
            std::ranges::any_of(m_events, [&](const Pickle::Value& event) { return actionOf(event) == requested; });
        return hasRequests ? requested : "free_completed";
    }

    void add(Trace& trace, const Pickle::Value& event, const DeviceEnd& now)
    {
        const double time = Pickle::number(m_pickle.member(event, "time_us"));
        m_isTimed = m_isTimed && time > 0 && time < 1e18;
        m_latest = trace.memory.empty() ? time : m_latest;
        // Clocks may be set back.
        const Seconds start = std::min(trace.memory.empty() ? 0 : trace.memory.back().start, (time - m_latest) * 1e-6);
        trace.memory.push_back({start, now.allocated, now.reserved});
    }

    Bytes back(Bytes now, Bytes change)
    {
        if (now - change < 0 || now - change > largestBytes) {
            ++m_beyond;
        }
        return std::clamp(now - change, Bytes{0}, largestBytes);
    }

    void finish(Trace& trace, const DeviceEnd& end)
    {
        if (trace.memory.empty()) {
            trace.memory.push_back({0, end.allocated, end.reserved});
            trace.unused.emplace_back(
                Core::tr("the snapshot has no history: its memory is that of one moment; record it with "
                         "torch.cuda.memory._record_memory_history()"));
        } else if (!m_isTimed) {
            const Bytes allocated = std::ranges::max(trace.memory, {}, &TraceMemory::allocated).allocated;
            const Bytes reserved = std::ranges::max(trace.memory, {}, &TraceMemory::reserved).reserved;
            trace.memory = {{0, allocated, reserved}};
            trace.unused.emplace_back(Core::tr("the snapshot has no times: its peak alone is compared"));
        }
        const Seconds first = trace.memory.front().start;
        for (TraceMemory& moment : trace.memory) {
            moment.start -= first;
        }
        if (m_failed > 0) {
            trace.unused.push_back(
                Core::tr("allocations that failed: {}, the largest one of {}", m_failed, formatBytes(m_largestFailed)));
        }
        if (m_beyond > 0) {
            trace.unused.push_back(Core::tr("events that release more than is in use: {}", m_beyond));
        }
    }

    const Pickle& m_pickle;
    std::span<const Pickle::Value> m_events;
    bool m_isTimed = true;
    double m_latest = 0;  ///< microseconds
    std::int64_t m_beyond = 0;
    std::int64_t m_failed = 0;
    Bytes m_largestFailed = 0;
};

}  // namespace

Result<std::vector<Trace>> readMemorySnapshot(const std::filesystem::path& file, const ReadControl& control)
{
    PGRAM_TRY(const std::unique_ptr<PackedFile> packed, PackedFile::open(file, control));
    std::istream stream(packed.get());
    Result<Pickle> pickle = Pickle::read(stream, snapshotMembers, file.string());
    PGRAM_CHECK(packed->state());
    PGRAM_CHECK(pickle);
    const Pickle::Value segments = pickle->member(pickle->root(), "segments");
    const auto histories = pickle->elements(pickle->member(pickle->root(), "device_traces"));
    // torch.cuda.memory_snapshot() returns the segments alone.
    const std::map<int, DeviceEnd> ends =
        endsOf(*pickle, segments.kind == Pickle::Kind::List ? segments : pickle->root());
    std::vector<Trace> traces;
    for (int device = 0; device < static_cast<int>(mostDevices); ++device) {
        const bool hasHistory = at(device) < histories.size() && !pickle->elements(histories[at(device)]).empty();
        const auto end = ends.find(device);
        if (hasHistory || end != ends.end()) {
            const auto events = hasHistory ? pickle->elements(histories[at(device)]) : std::span<const Pickle::Value>();
            traces.push_back(
                DeviceHistory(*pickle, events).read(device, end != ends.end() ? end->second : DeviceEnd{}));
        }
    }
    if (traces.empty()) {
        return badInput(Core::tr("has no memory of a device"), file.string(),
                        Core::tr("Give a memory snapshot that torch.cuda.memory._dump_snapshot wrote"));
    }
    return traces;
}

}  // namespace pgram
