// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/chakra.h"

#include "core/base/check.h"
#include "traces/packed_file.h"
#include "traces/trace_builder.h"
#include "traces/wire.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <unordered_map>

namespace pgram {

namespace {

constexpr std::uint64_t longestMessage = std::uint64_t{1} << 24;
constexpr std::uint64_t longestNodeTime = 1'000'000'000'000'000;  ///< microseconds

/// Types of nodes of Chakra's schema.
enum class NodeType : std::uint8_t { Invalid, Metadata, Load, Store, Compute, Send, Receive, Collective };

/// The members of a node that are used.
struct Node {
    std::uint64_t id = 0;
    std::string name;
    NodeType type = NodeType::Invalid;
    std::uint64_t parent = 0;                 ///< the first operation that it is inside of or launched by
    std::vector<std::uint64_t> dependencies;  ///< on the data of other nodes
    std::uint64_t start = 0;                  ///< microseconds; 0 = not given
    std::uint64_t length = 0;                 ///< microseconds
    bool isOfHost = false;
    bool isOfBackward = false;
    std::optional<std::int64_t> stream;
    std::uint64_t collective = 0;
    Bytes bytes = 0;
    std::string group;
};

/// Takes numbers that are packed into bytes, or a single one.
void takeNumbers(const WireField& field, std::vector<std::uint64_t>& into)
{
    if (field.bytes.empty()) {
        into.push_back(field.value);
        return;
    }
    // Packed numbers are varints as the tags of fields are.
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (const char c : field.bytes) {
        const auto byte = static_cast<unsigned char>(c);
        value |= shift < 64 ? static_cast<std::uint64_t>(byte & 0x7f) << shift : 0;
        shift += 7;
        if (byte < 0x80) {
            into.push_back(value);
            value = 0;
            shift = 0;
        }
    }
}

/// Takes an attribute of a node. Returns false if it is broken.
bool takeAttribute(std::string_view bytes, Node& node, bool& hasStream)
{
    std::string_view name;
    WireField value;
    WireMessage attribute(bytes);
    while (const auto field = attribute.next()) {
        if (field->number == 1) {
            name = field->bytes;
        } else if (field->number > 2) {
            value = *field;
        }
    }
    const auto whole = static_cast<std::int64_t>(value.value);
    if (name == "is_cpu_op") {
        node.isOfHost = whole != 0;
    } else if (name == "fw_tid") {
        node.isOfBackward = whole != 0;
    } else if (name == "stream") {
        node.stream = whole;
        hasStream = true;
    } else if (name == "tid" && !hasStream) {
        node.stream = whole;
    } else if (name == "comm_type") {
        node.collective = value.value;
    } else if (name == "comm_size") {
        node.bytes = whole > 0 && whole < largestMemory ? whole : 0;
    } else if (name == "pg_name") {
        node.group = value.bytes;
    }
    return !attribute.isBroken();
}

/// Reads a node; nothing if it is broken.
std::optional<Node> nodeOf(std::string_view bytes)
{
    Node node;
    bool hasStream = false;
    std::vector<std::uint64_t> parents;
    WireMessage message(bytes);
    while (const auto field = message.next()) {
        switch (field->number) {
        case 1:
            node.id = field->value;
            break;
        case 2:
            node.name = field->bytes;
            break;
        case 3:
            node.type = field->value <= 7 ? static_cast<NodeType>(field->value) : NodeType::Invalid;
            break;
        case 4:
            takeNumbers(*field, parents);
            break;
        case 5:
            takeNumbers(*field, node.dependencies);
            break;
        case 6:
            node.start = field->value;
            break;
        case 7:
            node.length = field->value;
            break;
        case 10:
            if (!takeAttribute(field->bytes, node, hasStream)) {
                return std::nullopt;
            }
            break;
        default:
            break;
        }
    }
    node.parent = parents.empty() ? 0 : parents.front();
    return message.isBroken() ? std::nullopt : std::optional(std::move(node));
}

CollectiveKind collectiveOf(const Node& node)
{
    if (node.type == NodeType::Send || node.type == NodeType::Receive) {
        return CollectiveKind::PointToPoint;
    }
    using enum CollectiveKind;
    constexpr std::array kinds{AllReduce, Reduce,   AllGather,     AllGather,    Broadcast,
                               Broadcast, AllToAll, ReduceScatter, ReduceScatter};
    // Old converters leave the operation out, whose number is 0.
    return node.collective == 0             ? transferKind(node.name)
           : node.collective < kinds.size() ? kinds[node.collective]
                                            : AllReduce;
}

/// The nodes of a file in order.
class ChakraNodes {
public:
    void add(Node&& node)
    {
        const KernelPhase phase = phaseOf(node);
        m_phases[node.id] = phase;
        m_says = m_says || phase != KernelPhase::Unknown;
        if (node.isOfHost || node.type < NodeType::Load) {
            return;
        }
        if (node.length == 0 || node.length > longestNodeTime || node.start > longestNodeTime * 1000) {
            ++m_unusable;
            return;
        }
        m_isTimed = m_isTimed || node.start > 0;
        m_device.push_back({std::move(node), phase});
    }

    [[nodiscard]] bool isFull() const { return m_phases.size() > mostNodes; }

    Result<Trace> finished(const std::string& file)
    {
        if (m_device.empty()) {
            return badInput(
                Core::tr("has {} nodes, and none of the device with a duration", m_phases.size()), file,
                Core::tr("Give a trace of a run that was measured: chakra_trace_link joins the host's trace "
                         "with the one of torch.profiler"));
        }
        TraceBuilder builder;
        for (const DeviceNode& own : m_device) {
            addKernel(builder, own);
        }
        if (!m_isTimed) {
            builder.trace().unused.emplace_back(
                Core::tr("nodes have no start: each one starts when its stream and its dependencies have ended, so "
                         "that idle time is not known"));
        }
        if (m_unusable > 0) {
            builder.trace().unused.push_back(
                Core::tr("nodes of the device without a duration that can be used: {}", m_unusable));
        }
        return builder.finished(KernelPhase::Unknown, file, {});
    }

private:
    static constexpr std::size_t mostNodes = 50'000'000;
    struct DeviceNode {
        Node node;
        KernelPhase phase = KernelPhase::Unknown;
    };

    /// Returns the phase of an operation; one inside of another has that of the other.
    KernelPhase phaseOf(const Node& node) const
    {
        const auto outside = m_phases.find(node.parent);
        const KernelPhase phase = outside != m_phases.end() ? outside->second : KernelPhase::Unknown;
        if (!node.isOfHost) {
            return phase;
        }
        const std::optional<HostWork> work = hostWork(node.name);
        return work ? phaseIn(phase, *work) : node.isOfBackward ? phaseIn(phase, HostWork::Backward) : phase;
    }

    void addKernel(TraceBuilder& builder, const DeviceNode& own)
    {
        const Node& node = own.node;
        const bool isTransfer = node.type >= NodeType::Send;
        const bool isCopy = node.type == NodeType::Load || node.type == NodeType::Store;
        const KernelKind kind = isTransfer ? KernelKind::Transfer : isCopy ? KernelKind::Copy : kernelKind(node.name);
        const double length = static_cast<double>(node.length);
        const double start = m_isTimed ? static_cast<double>(node.start) : earliest(node);
        m_ends[node.id] = start + length;
        TraceBuilder::Kernel kernel{node.name, kind, start, start + length};
        // Without a word about backward, nothing is known about forward.
        kernel.phase = own.phase == KernelPhase::Unknown && m_says ? KernelPhase::Forward : own.phase;
        const TraceTransfer transfer{collectiveOf(node), 0, node.bytes, node.group};
        kernel.transfer = kind == KernelKind::Transfer ? &transfer : nullptr;
        builder.add(kernel);
    }

    /// Returns the moment when the stream of a node and the nodes that it depends on have ended.
    double earliest(const Node& node)
    {
        const std::int64_t stream = node.stream.value_or(node.type >= NodeType::Send ? 1 : 0);
        double& end = m_streams[stream];
        for (const std::uint64_t other : node.dependencies) {
            const auto known = m_ends.find(other);
            end = std::max(end, known != m_ends.end() ? known->second : 0);
        }
        const double start = end;
        end += static_cast<double>(node.length);
        return start;
    }

    std::unordered_map<std::uint64_t, KernelPhase> m_phases;  ///< by node
    std::vector<DeviceNode> m_device;
    std::unordered_map<std::uint64_t, double> m_ends;    ///< moments when device nodes end, by node
    std::unordered_map<std::int64_t, double> m_streams;  ///< ends of their last nodes
    bool m_isTimed = false;
    bool m_says = false;  ///< a node says its phase
    std::int64_t m_unusable = 0;
};

/// Takes the length in front of a message; nothing at the end of the file. `isBroken` becomes true if it ends early.
std::optional<std::uint64_t> lengthIn(std::streambuf& file, std::uint64_t& place, bool& isBroken)
{
    std::uint64_t length = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const int byte = file.sbumpc();
        if (byte == std::char_traits<char>::eof()) {
            isBroken = shift > 0;
            return std::nullopt;
        }
        ++place;
        length |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
        if (byte < 0x80) {
            return length;
        }
    }
    isBroken = true;
    return std::nullopt;
}

}  // namespace

bool isChakra(std::string_view text)
{
    // The metadata are shorter than 128 bytes in old files, and at most a few hundred.
    std::size_t at = 0;
    std::size_t length = 0;
    for (unsigned shift = 0; at < std::min<std::size_t>(text.size(), 3); shift += 7) {
        const auto byte = static_cast<unsigned char>(text[at++]);
        length |= static_cast<std::size_t>(byte & 0x7f) << shift;
        if (byte < 0x80) {
            break;
        }
    }
    if (length == 0 || length >= text.size() - at) {
        return false;
    }
    WireMessage metadata(text.substr(at, length));
    bool isOurs = true;
    while (const auto field = metadata.next()) {
        isOurs = isOurs && (field->number == 1 || field->number == 2) && !field->bytes.empty();
    }
    return isOurs && !metadata.isBroken();
}

bool isObserverTrace(std::string_view text)
{
    const auto has = [text](const char* word) { return text.find(word) != std::string_view::npos; };
    return has("\"schema\"") && has("\"nodes\"") && has("\"op_schema\"");
}

tl::unexpected<Error> observerTraceError(const std::filesystem::path& file)
{
    return badInput(Core::tr("is an execution trace of PyTorch, which has the operations and not their times"),
                    file.string(),
                    Core::tr("Give the trace of torch.profiler of the same run, or the file .et that chakra_trace_link "
                             "and chakra_converter make of both"));
}

Result<Trace> readChakra(const std::filesystem::path& file, const ReadControl& control)
{
    PGRAM_TRY(const std::unique_ptr<PackedFile> packed, PackedFile::open(file, control));
    ChakraNodes nodes;
    std::string message;
    std::uint64_t place = 0;
    bool isBroken = false;
    bool isMetadata = true;
    for (;;) {
        const std::uint64_t start = place;
        const auto length = lengthIn(*packed, place, isBroken);
        if (length && *length <= longestMessage) {
            message.resize(*length);
            isBroken = packed->sgetn(message.data(), static_cast<std::streamsize>(*length)) !=
                       static_cast<std::streamsize>(*length);
            place += *length;
        }
        PGRAM_CHECK(packed->state());
        if (!length && !isBroken) {
            break;
        }
        std::optional<Node> node = !isBroken && *length <= longestMessage ? nodeOf(message) : std::nullopt;
        if (!node) {
            return badInput(Core::tr("has a message that is not a node of Chakra, or that ends early"),
                            fmt::format("{}, byte {}", file.string(), start), Core::tr("Copy it again"));
        }
        if (!std::exchange(isMetadata, false)) {
            nodes.add(std::move(*node));
        }
        if (nodes.isFull()) {
            return badInput(Core::tr("has more nodes than a trace may have"), file.string(),
                            Core::tr("Trace fewer steps"));
        }
    }
    return nodes.finished(file.string());
}

}  // namespace pgram
