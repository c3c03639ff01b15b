// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/device_list.h"

#include "core/base/ascii.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

namespace pgram {

namespace {

/// A device of the list. Tools print its figures in several lines.
struct Listed {
    std::string name;
    Bytes memory = 0;
    int line = 0;  ///< that names it
};

std::vector<std::string_view> cellsOf(std::string_view line, char separator)
{
    std::vector<std::string_view> cells;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(separator, begin), line.size());
        cells.push_back(trimmed(line.substr(begin, end - begin)));
        begin = end + 1;
    }
    return cells;
}

/// Returns the text behind `key` and a colon; nothing if the line is not such a pair.
std::optional<std::string_view> valueOf(std::string_view line, std::string_view key)
{
    line = trimmed(line);
    if (lowered(line.substr(0, key.size())) != lowered(key)) {
        return std::nullopt;
    }
    line = trimmed(line.substr(std::min(key.size(), line.size())));
    return line.starts_with(':') ? std::optional(trimmed(line.substr(1))) : std::nullopt;
}

/// Returns the bytes of "81920MiB", "81920 MiB" or of a number of `unit`; 0: another text.
Bytes memoryOf(std::string_view text, Bytes unit)
{
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto number = wholeNumber(text.substr(0, digits));
    const std::string_view rest = trimmed(text.substr(digits));
    const Bytes factor = rest == "MiB" ? MiB : rest == "GiB" ? GiB : rest.empty() ? unit : 0;
    return number && factor > 0 && *number <= largestMemory / factor ? *number * factor : 0;
}

bool isId(std::string_view name)
{
    return name.empty() || name.starts_with("0x") || name == "N/A" || name == "[N/A]";
}

/// One of the forms that tools print. It takes the lines that it knows.
class Lines {
public:
    void read(std::string_view line, int number)
    {
        const std::size_t before = m_known;
        readTable(line, number);
        readList(line, number);
        readQuery(line, number);
        readRocm(line, number);
        if (m_known == before) {
            readCsv(line, number);
        }
    }

    [[nodiscard]] const std::vector<Listed>& devices() const { return m_devices; }
    [[nodiscard]] int unnamed() const { return static_cast<int>(m_unnamed.size()); }
    [[nodiscard]] const std::set<std::string>& otherColumns() const { return m_otherColumns; }

private:
    void add(std::string_view name, int number, Bytes memory = 0)
    {
        m_devices.push_back({std::string(name), memory, number});
        ++m_known;
    }

    /// "|   0  NVIDIA A100-SXM4-80GB   On | 00000000:07:00.0 Off | 0 |", and below it "… | 4MiB / 81920MiB | …".
    void readTable(std::string_view line, int number)
    {
        const std::vector<std::string_view> cells = cellsOf(line, '|');
        if (cells.size() < 4) {
            return;
        }
        const std::vector<std::string_view> words = splitWords(cells[1]);
        const std::vector<std::string_view> bus = splitWords(cells[2]);
        const bool isBus = !bus.empty() && std::ranges::count(bus.front(), ':') == 2;
        if (isBus && words.size() > 2 && wholeNumber(words.front())) {
            const std::string_view last = words.back();
            const bool hasMode = last == "On" || last == "Off" || last == "N/A";
            const char* const end = (hasMode ? words[words.size() - 2] : last).end();
            std::string_view name(words[1].begin(), static_cast<std::size_t>(end - words[1].begin()));
            while (name.ends_with('.')) {
                name.remove_suffix(1);  // cut off by an old version
            }
            add(name, number);
            m_inTable = true;
            return;
        }
        if (const std::size_t slash = cells[2].find('/'); m_inTable && slash != std::string_view::npos) {
            m_devices.back().memory = memoryOf(trimmed(cells[2].substr(slash + 1)), 0);
            m_inTable = false;
            ++m_known;
        }
    }

    /// "GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-…)".
    void readList(std::string_view line, int number)
    {
        line = trimmed(line);
        const std::size_t colon = line.find(": ");
        const std::size_t uuid = line.find(" (UUID:");
        if (line.starts_with("GPU ") && uuid != std::string_view::npos && colon < uuid &&
            wholeNumber(trimmed(line.substr(4, colon - 4)))) {
            add(trimmed(line.substr(colon + 2, uuid - colon - 2)), number);
        }
    }

    /// "Product Name : NVIDIA A100-SXM4-80GB", and "Total : 81920 MiB" below "FB Memory Usage".
    void readQuery(std::string_view line, int number)
    {
        if (const auto name = valueOf(line, "Product Name"); name && !isId(*name)) {
            add(*name, number);
        } else if (trimmed(line) == "FB Memory Usage") {
            m_inMemory = true;
            ++m_known;
        } else if (const auto total = valueOf(line, "Total"); total && m_inMemory && !m_devices.empty()) {
            m_devices.back().memory = memoryOf(*total, 0);
            m_inMemory = false;
            ++m_known;
        }
    }

    /// "GPU[0] : Card Series: AMD Instinct MI300X", "GPU[0] : VRAM Total Memory (B): 206141652992". Versions differ in
    /// the names, and print an identifier under some.
    void readRocm(std::string_view line, int number)
    {
        line = trimmed(line);
        const std::size_t bracket = line.find(']');
        if (!line.starts_with("GPU[") || bracket == std::string_view::npos) {
            readConcise(line);
            return;
        }
        ++m_known;
        const std::string key(line.substr(0, bracket + 1));
        std::string_view pair = trimmed(line.substr(bracket + 1));
        pair.remove_prefix(pair.starts_with(':') ? 1 : 0);
        for (const char* field : {"Device Name", "Card Series", "Card Model"}) {
            if (const auto name = valueOf(pair, field); name && !isId(*name) && !m_rocm.contains(key)) {
                m_rocm[key] = m_devices.size();
                add(*name, number);
            }
        }
        if (const auto memory = valueOf(pair, "VRAM Total Memory (B)")) {
            m_rocmMemory[key] = memoryOf(*memory, 1);
        }
        if (m_rocm.contains(key) && m_rocmMemory.contains(key)) {
            m_devices[m_rocm[key]].memory = m_rocmMemory[key];
        }
    }

    /// "0  2  0x74a1, 55354  45.0°C …": a table without names.
    void readConcise(std::string_view line)
    {
        const std::vector<std::string_view> words = splitWords(line);
        if (words.size() > 4 && wholeNumber(words[0]) && wholeNumber(words[1]) && words[2].starts_with("0x")) {
            m_unnamed.emplace_back(words[2]);
        }
    }

    /// A line of columns with a name among them, and rows below it.
    void readCsv(std::string_view line, int number)
    {
        const std::vector<std::string_view> cells = cellsOf(line, ',');
        if (m_nameColumn < 0) {
            readHead(cells);
            return;
        }
        if (cells.size() != m_columns.size()) {
            return;
        }
        const std::string_view name = cells[static_cast<std::size_t>(m_nameColumn)];
        if (isId(name)) {
            return;
        }
        const bool hasMemory = m_memoryColumn >= 0;
        const Bytes memory = hasMemory ? memoryOf(cells[static_cast<std::size_t>(m_memoryColumn)], m_memoryUnit) : 0;
        add(name, number, memory);
    }

    void readHead(const std::vector<std::string_view>& cells)
    {
        std::vector<std::string> columns;
        int name = -1;
        int memory = -1;
        for (const std::string_view cell : cells) {
            const std::string column = lowered(cell);
            const int place = static_cast<int>(columns.size());
            if (column == "name" || column == "gpu_name" || column == "card series") {
                name = place;
            } else if (column.starts_with("memory.total") || column == "vram total memory (b)") {
                memory = place;
                m_memoryUnit = column.starts_with("memory") ? MiB : 1;
            } else if (column != "index" && column != "device") {
                m_otherColumns.insert(std::string(cell));
            }
            columns.push_back(column);
        }
        // A line of names alone is too little to know a table by.
        if (name < 0 || (memory < 0 && (columns.size() < 2 || columns.front() != "index"))) {
            m_otherColumns.clear();
            return;
        }
        m_columns = columns;
        m_nameColumn = name;
        m_memoryColumn = memory;
        ++m_known;
    }

    std::vector<Listed> m_devices;
    std::size_t m_known = 0;                    ///< lines that some form has taken
    bool m_inTable = false;                     ///< the last line of a table named a device
    bool m_inMemory = false;                    ///< below "FB Memory Usage"
    std::map<std::string, std::size_t> m_rocm;  ///< index in m_devices, by "GPU[0]"
    std::map<std::string, Bytes> m_rocmMemory;  ///< by "GPU[0]"
    std::vector<std::string> m_unnamed;         ///< identifiers of devices in a table without names
    std::vector<std::string> m_columns;
    std::set<std::string> m_otherColumns;
    int m_nameColumn = -1;
    int m_memoryColumn = -1;
    Bytes m_memoryUnit = MiB;
};

Lines linesOf(std::string_view text)
{
    Lines lines;
    int number = 0;
    for (const std::string_view line : splitLines(text)) {
        lines.read(line, ++number);
    }
    return lines;
}

}  // namespace

bool hasDeviceList(std::string_view text)
{
    const Lines lines = linesOf(text);
    return !lines.devices().empty() || lines.unnamed() > 0;
}

Result<DeviceList> parseDeviceList(std::string_view text, const std::string& where)
{
    const Lines lines = linesOf(text);
    if (lines.devices().empty()) {
        return badInput(lines.unnamed() > 0 ? Core::tr("lists {} device(s) without their names", lines.unnamed())
                                            : Core::tr("lists no device"),
                        where,
                        Core::tr("Give the output of nvidia-smi, or of rocm-smi --showproductname --showmeminfo vram"));
    }
    DeviceList list;
    list.device = lines.devices().front().name;
    list.devices = static_cast<int>(lines.devices().size());
    list.memory = lines.devices().front().memory;
    for (const Listed& device : lines.devices()) {
        if (device.name != list.device) {
            return badInput(Core::tr("lists {} and {}: a machine of unlike devices", list.device, device.name),
                            fmt::format("{}:{}", where, device.line),
                            Core::tr("Leave the devices of one kind, and add the other kind in the cluster's editor"));
        }
        list.memory = device.memory > 0 ? std::min(list.memory, device.memory) : list.memory;
    }
    for (const std::string& column : lines.otherColumns()) {
        list.ignored.push_back({column, {}, Core::tr("columns other than the name and the memory")});
    }
    return list;
}

}  // namespace pgram
