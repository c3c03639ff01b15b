// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/presets/machine_name.h"

#include "core/base/ascii.h"
#include "core/cluster/cluster_sizes.h"
#include "core/cluster/networks.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <iterator>
#include <map>
#include <tuple>
#include <vector>

namespace pgram {

namespace {

/// Returns the words of letters and digits, in lower case.
std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words(1);
    for (const char letter : text) {
        if (isLetterOrDigit(letter)) {
            words.back() += lowered(letter);
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    std::erase(words, std::string());
    return words;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words) {
        text += word;
    }
    return text;
}

std::string listed(const std::vector<std::string>& names)
{
    return fmt::format("{}", fmt::join(names, ", "));
}

constexpr std::string_view vendorWords[]{"nvidia", "tesla",    "geforce", "quadro", "corporation", "amd",    "instinct",
                                         "radeon", "graphics", "oam",     "vf",     "generation",  "server", "edition"};

/// Words of a device's name, sorted by what they say.
struct NameWords {
    std::vector<std::string> model;  ///< "a100"
    bool isPcie = false;             ///< a card, not a module on a board
    bool hasSocket = false;          ///< the name says which of them
    double gigabytes = 0;            ///< 0: the name does not say
};

NameWords nameWords(std::string_view name)
{
    NameWords sorted;
    for (std::string& word : wordsOf(name.substr(0, name.find('(')))) {
        int number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        const std::string_view unit(end, static_cast<std::size_t>(word.data() + word.size() - end));
        const bool isGigabytes = error == std::errc() && unit == "gb";
        const bool isPcie = word == "pcie";
        if (isGigabytes) {
            sorted.gigabytes = number;
        } else if (isPcie || word.starts_with("sxm")) {
            sorted.isPcie = isPcie;
            sorted.hasSocket = true;
        } else if (!word.starts_with("hbm") && !word.starts_with("nvl") &&
                   std::ranges::find(vendorWords, word) == std::end(vendorWords)) {
            sorted.model.push_back(std::move(word));
        }
    }
    return sorted;
}

bool areIn(const std::vector<std::string>& words, const std::vector<std::string>& others)
{
    return std::ranges::all_of(
        words, [&others](const std::string& word) { return std::ranges::find(others, word) != others.end(); });
}

/// The shipped clusters of one device.
struct Shipped {
    Cluster least;  ///< the one of fewest nodes and devices
    int count = 1;  ///< number of them
};

/// Returns the shipped clusters by the name of their device.
std::map<std::string, Shipped> shippedClusters(const PresetStore& store)
{
    std::map<std::string, Shipped> shipped;
    for (const PresetEntry& entry : store.clusters()) {
        Result<Cluster> cluster = store.cluster(entry.name);
        if (!cluster || cluster->isMixed()) {
            continue;
        }
        const auto size = [](const Cluster& each) { return std::tuple(nodesOf(each), each.devices); };
        const auto [found, isNew] = shipped.try_emplace(cluster->device.name, Shipped{*cluster});
        found->second.count += isNew ? 0 : 1;
        if (!isNew && size(*cluster) < size(found->second.least)) {
            found->second.least = std::move(*cluster);
        }
    }
    return shipped;
}

}  // namespace

std::optional<MachineName> machineName(std::string_view text)
{
    constexpr std::string_view times = "×";
    text = trimmed(text);
    MachineName machine;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), machine.devices);
    if (error != std::errc() || machine.devices < 1) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    text = trimmed(text);
    if (text.starts_with(times)) {
        text.remove_prefix(times.size());
    } else if (!text.empty() && (text.front() == 'x' || text.front() == 'X' || text.front() == '*')) {
        text.remove_prefix(1);
    } else {
        return std::nullopt;
    }
    constexpr std::string_view joins = " joined by ";
    if (const std::size_t at = text.find(joins); at != std::string_view::npos) {
        machine.network = trimmed(text.substr(at + joins.size()));
        text = text.substr(0, at);
    }
    machine.device = trimmed(text);
    // "4090x8" does not mean 4090 devices called 8.
    constexpr std::size_t leastDigits = 4;
    const std::string letters = joined(wordsOf(text));
    const bool isName = letters.size() >= leastDigits || std::ranges::any_of(letters, isLetter);
    return isName ? std::optional(machine) : std::nullopt;
}

Result<Cluster> machineCluster(const PresetStore& store, const MachineName& machine)
{
    const std::map<std::string, Shipped> known = shippedClusters(store);
    const std::vector<std::string> wanted = wordsOf(machine.device);
    std::vector<std::string> all;
    std::vector<std::string> exact;  // names with these words
    std::vector<std::string> near;   // names with these words as parts of theirs: "rtx4090"
    for (const auto& [name, shipped] : known) {
        all.push_back(name);
        const std::vector<std::string> words = wordsOf(name);
        const std::string whole = joined(words);
        const auto has = [&](const std::string& word) { return std::ranges::find(words, word) != words.end(); };
        const auto holds = [&](const std::string& word) { return whole.find(word) != std::string::npos; };
        if (std::ranges::all_of(wanted, has)) {
            exact.push_back(name);
        } else if (std::ranges::all_of(wanted, holds)) {
            near.push_back(name);
        }
    }
    std::vector<std::string>& fitting = exact.empty() ? near : exact;
    std::ranges::stable_sort(fitting, std::greater(), [&](const std::string& name) { return known.at(name).count; });
    if (fitting.size() > 1 && known.at(fitting[0]).count > known.at(fitting[1]).count) {
        fitting.resize(1);
    }
    if (fitting.size() != 1) {
        return badInput(fitting.empty() ? Core::tr("no shipped cluster has a device '{}'", machine.device)
                                        : Core::tr("several devices are called '{}'", machine.device),
                        "", Core::tr("Choose one of {}", listed(fitting.empty() ? all : fitting)));
    }
    const Cluster& cluster = known.at(fitting.front()).least;
    if (machine.network.empty()) {
        return withDevices(cluster, machine.devices);
    }
    return joinedBy(cluster, machine.network).and_then([&machine](const Cluster& joined) {
        return withDevices(joined, machine.devices);
    });
}

bool isPrintedAs(std::string_view name, std::string_view printed)
{
    const NameWords own = nameWords(name);
    return !own.model.empty() && areIn(own.model, nameWords(printed).model);
}

std::optional<PrintedDevice> printedDevice(const PresetStore& store, std::string_view printed, Bytes memory)
{
    const NameWords asked = nameWords(printed);
    const double wanted = memory > 0 ? static_cast<double>(memory) / GiB : asked.gigabytes;
    const auto misfit = [&](const Device& device) {
        const NameWords own = nameWords(device.name);
        const bool isOtherSocket = asked.hasSocket && asked.isPcie != own.isPcie;
        const double apart = wanted > 0 ? std::abs(static_cast<double>(device.memory) / GiB - wanted) : 0;
        return std::tuple(isOtherSocket, apart, -static_cast<double>(own.model.size()));
    };
    std::optional<Cluster> best;
    for (const PresetEntry& entry : store.clusters()) {
        Result<Cluster> cluster = store.cluster(entry.name);
        if (!cluster || cluster->isMixed() || !isPrintedAs(cluster->device.name, printed)) {
            continue;
        }
        const auto key = [&](const Cluster& each) { return std::tuple(misfit(each.device), each.devices); };
        if (!best || key(*cluster) < key(*best)) {
            best = std::move(*cluster);
        }
    }
    if (!best) {
        return std::nullopt;
    }
    const NameWords own = nameWords(best->device.name);
    std::vector<std::string> extra;
    std::ranges::copy_if(asked.model, std::back_inserter(extra), [&own](const std::string& word) {
        return std::ranges::find(own.model, word) == own.model.end();
    });
    if (asked.hasSocket && asked.isPcie != own.isPcie) {
        extra.emplace_back(asked.isPcie ? "pcie" : "sxm");
    }
    return PrintedDevice{std::move(*best), fmt::format("{}", fmt::join(extra, " "))};
}

}  // namespace pgram
