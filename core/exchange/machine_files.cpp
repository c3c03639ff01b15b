// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/machine_files.h"

#include "core/base/json.h"
#include "core/exchange/formats/rows.h"
#include "core/presets/machine_name.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

/// One kind of facts about a machine, and the format of their files.
struct MachinePart {
    const Format* format;
    const char* name;        ///< in the source of a cluster
    Phrase repeated;         ///< problem of a second file with this part, in a few words
    bool hasLinks = false;   ///< its links take the place of earlier ones
    bool mayRepeat = false;  ///< several files are one measurement
};

/// In the order in which one completes the other.
constexpr std::array machineParts{
    MachinePart{&deviceListFormat, "devices", Core::tr("lists devices, as another file does")},
    MachinePart{&nvidiaTopologyFormat, "links", Core::tr("has the links of a machine, as another file has"), true},
    MachinePart{&ncclTestsFormat, "collectives", Core::tr("has collectives, as another file has"), true, true},
    MachinePart{&kernelLogFormat, "kernels", Core::tr("has measured kernels, as another file has")},
};

bool recognises(const MachinePart& part, const ForeignFile& file)
{
    return !file.isFolder && part.format->recognises(file, Json());
}

std::string nameOf(const ForeignFile& file)
{
    return file.path.filename().string();
}

void append(std::vector<ValueNote>& notes, const std::vector<ValueNote>& more)
{
    notes.insert(notes.end(), more.begin(), more.end());
}

/// Puts the parts of a machine together, one reading after another.
class Machine {
public:
    explicit Machine(const ReadContext& context) : m_context(context) {}

    Result<void> take(const MachinePart& part, const ForeignFile& file)
    {
        if (part.format == m_lastFormat && !part.mayRepeat) {
            return badInput(part.repeated, file.path.string(), Core::tr("Give one of them"));
        }
        ReadContext context = m_context;
        context.cluster = m_found ? &m_found->cluster : m_context.cluster;
        Result<Reading> read = part.format->read(file, context);
        if (!read) {
            return tl::unexpected(read.error());
        }
        FoundCluster& found = std::get<FoundCluster>(read->found);
        if (Result<void> same = checkDevice(found, file); !same) {
            return same;
        }
        noteDevices(found, file, *read);
        takeNotes(part, *read);
        keepTimes(part, found);
        m_sources.push_back(fmt::format("{}: {}", part.name, nameOf(file)));
        if (m_sources.size() == 1) {
            m_whole.summary = Core::tr("{}: {}", nameOf(file), read->summary);
        } else {
            m_whole.summary = Core::tr("{}; {}: {}", m_whole.summary, nameOf(file), read->summary);
        }
        if (m_found) {
            found.pairs = found.pairs.empty() ? m_found->pairs : found.pairs;
            found.measured = found.measured ? found.measured : m_found->measured;
            found.printedDevice = found.printedDevice.empty() ? m_found->printedDevice : found.printedDevice;
        }
        m_found = std::move(found);
        m_lastFormat = part.format;
        m_lastFile = nameOf(file);
        if (!m_found->printedDevice.empty() && m_deviceFile.empty()) {
            m_deviceFile = m_lastFile;
        }
        return {};
    }

    Reading finish()
    {
        Cluster& cluster = m_found->cluster;
        cluster.name = "machine";
        cluster.title = fmt::format("{} × {}, measured", cluster.devices, cluster.device.name);
        cluster.source = fmt::format("{}", fmt::join(m_sources, "; "));
        m_whole.found = std::move(*m_found);
        return std::move(m_whole);
    }

private:
    Result<void> checkDevice(const FoundCluster& found, const ForeignFile& file) const
    {
        if (!m_found || m_found->printedDevice.empty() || found.printedDevice.empty() ||
            isPrintedAs(m_found->cluster.device.name, found.printedDevice)) {
            return {};
        }
        return badInput(Core::tr("is of {}, and {} of {}", found.printedDevice, m_deviceFile, m_found->printedDevice),
                        file.path.string(), Core::tr("Give files of one machine"));
    }

    void noteDevices(const FoundCluster& found, const ForeignFile& file, Reading& read) const
    {
        if (m_found && found.cluster.devices < m_found->cluster.devices) {
            read.assumed.push_back(
                {"devices", std::to_string(found.cluster.devices),
                 Core::tr("those of {}; {} lists {}", nameOf(file), m_lastFile, m_found->cluster.devices)});
        }
    }

    /// Drops notes on what another file gives.
    void takeNotes(const MachinePart& part, Reading& read)
    {
        const bool isNamed = m_found && !m_found->printedDevice.empty();
        std::erase_if(read.assumed, [isNamed](const ValueNote& note) {
            return isNamed && (note.what == "device" || note.what == "memory_bytes");
        });
        std::erase_if(m_whole.assumed, [&](const ValueNote& note) {
            const bool isAgain = std::ranges::find(read.assumed, note.what, &ValueNote::what) != read.assumed.end();
            const bool isMeasured = part.format == &kernelLogFormat && note.what.ends_with("_efficiency");
            return (part.hasLinks && note.what == "bytes_per_s") || (isAgain && note.what != "bytes_per_s") ||
                   isMeasured || (part.format == &kernelLogFormat && note.what == "launch_s");
        });
        append(m_whole.assumed, read.assumed);
        append(m_whole.ignored, read.ignored);
        append(m_whole.unknown, read.unknown);
        m_whole.checks.insert(m_whole.checks.end(), read.checks.begin(), read.checks.end());
    }

    /// A second log of collectives adds its times to those of the first.
    void keepTimes(const MachinePart& part, FoundCluster& found) const
    {
        if (!m_found || part.format != m_lastFormat) {
            return;
        }
        for (const MeasuredTimes& times : m_found->cluster.measuredTimes) {
            const auto isSame = [&times](const MeasuredTimes& other) {
                return other.allToAll == times.allToAll && other.size == times.size;
            };
            if (std::ranges::none_of(found.cluster.measuredTimes, isSame) && times.size <= found.cluster.devices) {
                found.cluster.measuredTimes.push_back(times);
            }
        }
    }

    const ReadContext& m_context;
    std::optional<FoundCluster> m_found;
    Reading m_whole{.found = FoundCluster()};
    std::vector<std::string> m_sources;  ///< "devices: smi.txt"
    const Format* m_lastFormat = nullptr;
    std::string m_lastFile;
    std::string m_deviceFile;  ///< file that named the device first
};

}  // namespace

std::size_t machinePartsIn(const ForeignFile& file)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(machineParts, [&file](const MachinePart& part) { return recognises(part, file); }));
}

Result<Reading> readMachine(std::span<const ForeignFile> files, const ReadContext& context)
{
    for (const ForeignFile& file : files) {
        if (machinePartsIn(file) == 0) {
            return badInput(Core::tr("does not describe a machine, as the other files do"), file.path.string(),
                            Core::tr("Read it alone"));
        }
    }
    Machine machine(context);
    for (const MachinePart& part : machineParts) {
        for (const ForeignFile& file : files) {
            if (!recognises(part, file)) {
                continue;
            }
            if (Result<void> taken = machine.take(part, file); !taken) {
                return tl::unexpected(taken.error());
            }
        }
    }
    return machine.finish();
}

}  // namespace pgram
