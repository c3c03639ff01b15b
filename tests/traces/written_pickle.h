// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Writes pickles as Python does, and memory snapshots as PyTorch does.
#pragma once

#include "core/base/json.h"
#include "core/base/units.h"

#include <map>
#include <string>

namespace pgram::test {

/// Writes data in protocol 4, each text once.
class PickleWriter {
public:
    [[nodiscard]] static std::string pickled(const Json& value)
    {
        PickleWriter writer;
        writer.m_bytes = std::string("\x80\x04", 2);
        writer.add(value);
        return writer.m_bytes + '.';
    }

private:
    void number(std::uint64_t value, int bytes)
    {
        for (int i = 0; i < bytes; ++i) {
            m_bytes += static_cast<char>(value >> (8 * i));
        }
    }
    void text(const std::string& own)
    {
        const auto [known, isNew] = m_memo.try_emplace(own, m_memo.size());
        if (isNew) {
            m_bytes += 'X';
            number(own.size(), 4);
            m_bytes += own + '\x94';
        } else {
            m_bytes += 'j';
            number(known->second, 4);
        }
    }
    void add(const Json& value)
    {
        if (value.is_object()) {
            m_bytes += "}(";
            for (const auto& [name, member] : value.items()) {
                text(name);
                add(member);
            }
            m_bytes += 'u';
        } else if (value.is_array()) {
            m_bytes += "](";
            for (const Json& element : value) {
                add(element);
            }
            m_bytes += 'e';
        } else if (value.is_string()) {
            text(value.get<std::string>());
        } else if (value.is_boolean()) {
            m_bytes += value.get<bool>() ? '\x88' : '\x89';
        } else if (value.is_null()) {
            m_bytes += 'N';
        } else {
            m_bytes += std::string("\x8a\x08", 2);
            number(static_cast<std::uint64_t>(value.get<std::int64_t>()), 8);
        }
    }

    std::string m_bytes;
    std::map<std::string, std::size_t> m_memo;
};

/// The memory of a device that grows by events, each some microseconds behind the last one.
class WrittenSnapshot {
public:
    explicit WrittenSnapshot(std::int64_t between = 100) : m_between(between) {}

    /// Adds an allocation, and returns its address.
    std::int64_t allocate(Bytes bytes)
    {
        m_next += bytes;
        m_live[m_next] = bytes;
        event("alloc", m_next, bytes);
        return m_next;
    }
    void release(std::int64_t address)
    {
        event("free_requested", address, m_live[address]);
        event("free_completed", address, m_live[address]);
        m_live.erase(address);
    }
    void segment(const char* action, Bytes bytes)
    {
        event(action, 1, bytes);
        const std::string_view name(action);
        m_reserved += name == "segment_alloc" || name == "segment_map" ? bytes : -bytes;
    }
    void event(const char* action, std::int64_t address, Bytes bytes)
    {
        m_time += m_between;
        m_events.push_back({{"action", action},
                            {"addr", address},
                            {"size", bytes},
                            {"stream", 0},
                            {"time_us", m_time},
                            {"frames", {{{"name", "f"}, {"filename", "train.py"}, {"line", 3}}}}});
    }
    /// Returns the events, to be changed.
    [[nodiscard]] Json& events() { return m_events; }
    /// Returns the snapshot of a device. Blocks are as large as their tensors, rounded up to 512 bytes.
    [[nodiscard]] Json snapshot(int device) const
    {
        Json blocks = Json::array();
        for (const auto& [address, bytes] : m_live) {
            blocks.push_back({{"size", (bytes + 511) / 512 * 512},
                              {"requested_size", bytes},
                              {"state", "active_allocated"},
                              {"frames", Json::array()}});
        }
        blocks.push_back({{"size", 4096}, {"requested_size", 0}, {"state", "inactive"}});
        Json traces = Json::array();
        for (int i = 0; i < device; ++i) {
            traces.push_back(Json::array());
        }
        traces.push_back(m_events);
        return {{"segments",
                 {{{"device", device}, {"total_size", m_reserved}, {"stream", 0}, {"blocks", std::move(blocks)}}}},
                {"device_traces", std::move(traces)},
                {"allocator_settings", {{"PYTORCH_CUDA_ALLOC_CONF", ""}}},
                {"external_annotations", Json::array()}};
    }

private:
    std::int64_t m_between;
    Json m_events = Json::array();
    std::map<std::int64_t, Bytes> m_live;
    Bytes m_reserved = 0;
    std::int64_t m_next = 0x7f0000000000;
    std::int64_t m_time = 1'700'000'000'000'000;
};

}  // namespace pgram::test
