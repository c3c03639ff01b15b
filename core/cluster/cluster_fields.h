// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fields of a cluster: one table of what each is called in a file and on the screen, in what it is measured and how
// large it may be. The reader of files and the window's editor keep to the same limits.
#pragma once

#include "core/base/error.h"
#include "core/base/json_fwd.h"
#include "core/base/measure.h"
#include "core/cluster/cluster.h"

#include <span>
#include <string>
#include <string_view>

namespace pgram {

inline constexpr std::int64_t mostClusterDevices = 1 << 20;
inline constexpr std::int64_t mostMultiprocessors = 1 << 16;
inline constexpr double fastestDevice = 1e18;  // FLOP/s
inline constexpr double fastestLink = 1e15;    // bytes/s
inline constexpr double leastEfficiency = 1e-3;
inline constexpr double longestLatency = 1;  // s
inline constexpr double mostSlowdown = 4;
inline constexpr double mostReserve = 0.9;
inline constexpr double leastQuote = 1e-6;
inline constexpr double highestPrice = 1e4;  // USD/h
inline constexpr double highestPower = 1e5;  // W
inline constexpr std::size_t mostLinkLevels = 16;
inline constexpr std::size_t mostKinds = 64;
inline constexpr double slowestSpeed = 0.01;

/// The part of a cluster that a field is of.
enum class ClusterPart { Whole, Device, Link, Network, Host, Kind, Slow };

/// Which one, of parts that there are several of.
struct PartIndex {
    int number = 0;  ///< of levels of links, of kinds, of slow devices: in their order
    int kind = -1;   ///< of a device and of links: the kind whose own they are; -1: the cluster's
    bool operator==(const PartIndex&) const = default;
};

struct ClusterField {
    ClusterPart part;
    const char* key;  ///< below its part, as in files: "peak_flop_per_s/fp32"
    Phrase title;
    Measure measure;
    double least = 0;
    double most = 0;
    enum class Kind {
        Plain,     ///< a figure or a name of the maker's
        Constant,  ///< has a provenance of its own: {"value", "provenance", "source"}
        Quote,     ///< of a market: {"value", "source", "date"}; may be left empty
        Optional,  ///< plain, and not known where it is left empty
    };
    Kind kind = Kind::Plain;

    /// Not known where it is left empty.
    [[nodiscard]] bool mayBeEmpty() const;
    /// As RFC 6901: "/links/0/efficiency", "/kinds/1/device/name".
    [[nodiscard]] std::string pointer(const PartIndex& index = {}) const;
    /// The same, of the number or the text itself: "/links/0/efficiency/value".
    [[nodiscard]] std::string valuePointer(const PartIndex& index = {}) const;
    /// How many devices there are of all or of a kind.
    [[nodiscard]] bool isSize() const
    {
        return (part == ClusterPart::Whole || part == ClusterPart::Kind) && std::string_view(key) == "devices";
    }
    /// Of how many there are and what they are called: somebody's own, of which no data sheet says a thing.
    [[nodiscard]] bool isOwn() const { return part == ClusterPart::Kind || part == ClusterPart::Slow; }
};

/// In the order in which an editor shows them.
[[nodiscard]] std::span<const ClusterField> clusterFields();
/// Of a pointer to it or to its value; null: it is no field's.
struct FieldPlace {
    const ClusterField* field = nullptr;
    PartIndex index;
};
[[nodiscard]] FieldPlace fieldAt(std::string_view pointer);

/// What somebody types into the field, as its file would have it; null: it is left empty. Errors: no such quantity,
/// outside of the field's range, empty where there must be something.
[[nodiscard]] Result<Json> typedValue(const ClusterField& field, std::string_view typed);
/// As one would type what stands there now; empty where there is nothing.
[[nodiscard]] std::string valueToType(const ClusterField& field, const Json& cluster, const PartIndex& index = {});

}  // namespace pgram
