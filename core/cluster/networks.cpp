// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/networks.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr int mostCards = 64;
constexpr double bitsPerByte = 8;

constexpr CommonNetwork ethernet(std::string_view name, std::string_view title, double gigabits)
{
    return {name, title, gigabits * 1e9 / bitsPerByte, 0.85, 2e-5};
}

constexpr CommonNetwork infiniBand(std::string_view name, std::string_view title, double gigabits)
{
    return {name, title, gigabits * 1e9 / bitsPerByte, 0.94, 1.4e-5};
}

constexpr std::array networks{
    ethernet("1GbE", "Ethernet 1 Gb/s", 1),       ethernet("10GbE", "Ethernet 10 Gb/s", 10),
    ethernet("25GbE", "Ethernet 25 Gb/s", 25),    infiniBand("FDR", "InfiniBand FDR", 56),
    ethernet("100GbE", "Ethernet 100 Gb/s", 100), infiniBand("EDR", "InfiniBand EDR", 100),
    ethernet("200GbE", "Ethernet 200 Gb/s", 200), infiniBand("HDR", "InfiniBand HDR", 200),
    ethernet("400GbE", "Ethernet 400 Gb/s", 400), infiniBand("NDR", "InfiniBand NDR", 400),
    infiniBand("XDR", "InfiniBand XDR", 800),
};

/// Returns the letters and digits, in lower case.
std::string lettersOf(std::string_view text)
{
    std::string letters;
    for (const char letter : text) {
        if (isLetterOrDigit(letter)) {
            letters += lowered(letter);
        }
    }
    return letters;
}

/// Takes the "8 x " off the front of a text; 1 without it, 0 for a number out of range.
int takeCards(std::string_view& text)
{
    int cards = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cards);
    std::string_view rest = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
    constexpr std::string_view times = "×";
    const bool hasTimes =
        rest.starts_with(times) || rest.starts_with("x ") || rest.starts_with("X ") || rest.starts_with('*');
    if (end == text.data() || !hasTimes) {
        return 1;
    }
    rest.remove_prefix(rest.starts_with(times) ? times.size() : 1);
    text = trimmed(rest);
    return error == std::errc() && cards <= mostCards ? cards : 0;
}

}  // namespace

std::span<const CommonNetwork> commonNetworks()
{
    return networks;
}

std::string commonNetworkNames()
{
    std::string names;
    for (const CommonNetwork& network : networks) {
        names += names.empty() ? "" : ", ";
        names += network.name;
    }
    return names;
}

Result<LinkLevel> networkNamed(std::string_view text, int nodeDevices)
{
    std::string_view name = trimmed(text);
    const int cards = takeCards(name);
    if (cards < 1) {
        return badInput(
            Core::tr("has {} cards per node, expected from 1 to {}", std::string(text.substr(0, 40)), mostCards),
            "network");
    }
    const std::string wanted = lettersOf(name);
    const auto found = std::ranges::find_if(networks, [&wanted](const CommonNetwork& network) {
        return lettersOf(network.name) == wanted || lettersOf(network.title) == wanted;
    });
    if (found == networks.end()) {
        return badInput(Core::tr("unknown network '{}'", std::string(name.substr(0, 40))), "network",
                        Core::tr("Choose one of {}; '8 x NDR' is a node with eight cards", commonNetworkNames()));
    }
    LinkLevel link;
    link.name = cards > 1 ? fmt::format("{} x {}", cards, found->title) : std::string(found->title);
    link.bandwidth = found->bandwidth * cards / std::max(1, nodeDevices);
    link.efficiency = {found->efficiency, {"guessed", "usual for this network; the devices of a node share its cards"}};
    link.latency = found->latency;
    return link;
}

Result<Cluster> joinedBy(const Cluster& cluster, std::string_view network)
{
    if (cluster.nodeDevices() < cluster.devices) {
        return badInput(Core::tr("{} has several nodes, which {} joins", cluster.title, cluster.links.back().name),
                        "network", Core::tr("Change this link in place of naming a network"));
    }
    return networkNamed(network, cluster.nodeDevices()).map([&cluster](LinkLevel link) {
        Cluster next = cluster;
        next.network = std::move(link);
        return next;
    });
}

}  // namespace pgram
