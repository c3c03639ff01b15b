// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tables of a cluster's file: a row for each member of a cluster and its parts (core/base/fields.h). The reader,
// the writer, the schema and the window's editor follow them.
#pragma once

#include "core/base/error.h"
#include "core/base/fields.h"
#include "core/cluster/cluster.h"

#include <array>
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

/// Whence a constant can be.
inline constexpr std::array<std::string_view, 5> provenanceKinds{"measured", "fitted", "guessed", "yours",
                                                                 measuredHere};

/// Returns the rows "provenance" and "source" of a member `provenance` of a structure.
template <auto provenance>
[[nodiscard]] constexpr auto provenanceKind()
{
    return field<provenance, &Provenance::kind>("provenance")
        .oneOf(provenanceKinds)
        .required()
        .says("Where the figure is from");
}
template <auto provenance>
[[nodiscard]] constexpr auto provenanceSource()
{
    return field<provenance, &Provenance::source>("source").says("On what, or why");
}

/// {"value", "provenance", "source"}; the limits of the row are those of the value.
template <>
struct Codec<Constant> {
    static void read(const FieldRules& rules, JsonObject& object, Constant& constant, UnknownKeys* unknown);
    static Json write(const Constant& constant);
    static Json schema(const FieldRules& rules);
};

/// {"value", "source", "date"}.
template <>
struct Codec<Quote> {
    static void read(const FieldRules& rules, JsonObject& object, Quote& quote, UnknownKeys* unknown);
    static Json write(const Quote& quote);
    static Json schema(const FieldRules& rules);
};

template <>
inline constexpr std::string_view structureName<ProductConstants>{"product"};
template <>
inline constexpr std::string_view structureName<AttentionConstants>{"fused_attention"};
template <>
inline constexpr std::string_view structureName<AttentionConstants::Width>{"head"};
template <>
inline constexpr std::string_view structureName<CollectiveConstants>{"collective"};
template <>
inline constexpr std::string_view structureName<DispatchConstants>{"dispatch"};
template <>
inline constexpr std::string_view structureName<ProductKernels>{"products"};
template <>
inline constexpr std::string_view structureName<AttentionKernels>{"attention"};
template <>
inline constexpr std::string_view structureName<CollectiveKernels>{"collectives"};
template <>
inline constexpr std::string_view structureName<Device>{"device"};

[[nodiscard]] std::span<const Field<ProductConstants>> fieldsOf(const ProductConstants*);
[[nodiscard]] std::span<const Field<AttentionConstants::Width>> fieldsOf(const AttentionConstants::Width*);
[[nodiscard]] std::span<const Field<AttentionConstants>> fieldsOf(const AttentionConstants*);
[[nodiscard]] std::span<const Field<CollectiveConstants>> fieldsOf(const CollectiveConstants*);
[[nodiscard]] std::span<const Field<DispatchConstants>> fieldsOf(const DispatchConstants*);
[[nodiscard]] std::span<const Field<ProductKernels>> fieldsOf(const ProductKernels*);
[[nodiscard]] std::span<const Field<AttentionKernels>> fieldsOf(const AttentionKernels*);
[[nodiscard]] std::span<const Field<CollectiveKernels>> fieldsOf(const CollectiveKernels*);
[[nodiscard]] std::span<const Field<Device>> fieldsOf(const Device*);
/// Checks that a device with measured kernels says how many multiprocessors it has.
void checkFields(JsonObject& object, const Device& device);
/// Levels of links. The links of a kind and the network have no "span", all but the innermost no "collectives".
[[nodiscard]] std::span<const Field<LinkLevel>> fieldsOf(const LinkLevel*);
[[nodiscard]] std::span<const Field<Host>> fieldsOf(const Host*);
[[nodiscard]] std::span<const Field<DeviceKind>> fieldsOf(const DeviceKind*);
[[nodiscard]] std::span<const Field<SlowDevices>> fieldsOf(const SlowDevices*);
[[nodiscard]] std::span<const Field<MeasuredGroup>> fieldsOf(const MeasuredGroup*);
[[nodiscard]] std::span<const Field<MeasuredPoint>> fieldsOf(const MeasuredPoint*);
[[nodiscard]] std::span<const Field<MeasuredTimes>> fieldsOf(const MeasuredTimes*);
[[nodiscard]] std::span<const Field<MeasuredPipeline>> fieldsOf(const MeasuredPipeline*);
[[nodiscard]] std::span<const Field<Cluster>> fieldsOf(const Cluster*);

/// The part of a cluster that a field belongs to.
enum class ClusterPart { Whole, Device, Link, Network, Host, Kind, Slow };

/// Which one, of parts that there are several of.
struct PartIndex {
    int number = 0;  ///< position in the list of link levels, kinds or slow devices
    int kind = -1;   ///< kind that owns the device or the links; -1: the cluster
    bool operator==(const PartIndex&) const = default;
};

/// A row of the editor: a member with a title, wherever in a part it is.
struct ClusterField {
    ClusterPart part;
    std::string key;  ///< below its part, as in files: "peak_flop_per_s/fp32"
    Phrase title;
    Measure measure;
    double least = 0;
    double most = 0;
    enum class Kind {
        Plain,     ///< a figure or a name of the maker's
        Constant,  ///< has a provenance of its own: {"value", "provenance", "source"}
        Quote,     ///< a market's figure: {"value", "source", "date"}; may be left empty
        Optional,  ///< plain, and not known where it is left empty
    };
    Kind kind = Kind::Plain;
    bool mayBeUnknown = false;  ///< zero, or no member, means that nobody knows the value

    /// Returns true for figures with a provenance or a source of their own, beside the value.
    [[nodiscard]] bool hasMembers() const { return kind == Kind::Constant || kind == Kind::Quote; }
    /// Not known where it is left empty.
    [[nodiscard]] bool mayBeEmpty() const;
    /// Returns the JSON pointer (RFC 6901): "/links/0/efficiency", "/kinds/1/device/name".
    [[nodiscard]] std::string pointer(const PartIndex& index = {}) const;
    /// Returns the JSON pointer of the number or the text itself: "/links/0/efficiency/value".
    [[nodiscard]] std::string valuePointer(const PartIndex& index = {}) const;
    /// How many devices there are of all or of a kind.
    [[nodiscard]] bool isSize() const
    {
        return (part == ClusterPart::Whole || part == ClusterPart::Kind) && key == "devices";
    }
    /// Returns true for numbers and names of parts, which the user chooses and no data sheet contains.
    [[nodiscard]] bool isOwn() const { return part == ClusterPart::Kind || part == ClusterPart::Slow; }
};

/// In the order in which an editor shows them.
[[nodiscard]] std::span<const ClusterField> clusterFields();
/// The field that a JSON pointer leads to, or to whose value it leads; null: the pointer is not that of a field.
struct FieldPlace {
    const ClusterField* field = nullptr;
    PartIndex index;
};
[[nodiscard]] FieldPlace fieldAt(std::string_view pointer);

/// Returns typed text as the value in the file; null if it is empty. Errors: no such quantity,
/// outside of the field's range, empty where there must be something.
[[nodiscard]] Result<Json> typedValue(const ClusterField& field, std::string_view typed);
/// Returns the current value as text to type; empty if the cluster has none.
[[nodiscard]] std::string valueToType(const ClusterField& field, const Json& cluster, const PartIndex& index = {});

}  // namespace pgram
