// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/size_options.h"

#include "app/pgram/console.h"
#include "core/base/quantity.h"
#include "core/cluster/cluster_sizes.h"
#include "core/cluster/networks.h"
#include "core/model/model_sizes.h"
#include "core/model/run_fields.h"
#include "core/presets/preset_edits.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram::cli {

namespace {

constexpr const char* sizeGroup = "Sizes";
constexpr int mostDevices = 1 << 20;
constexpr std::int64_t widest = 1 << 20;
constexpr std::string_view modelPrefix = "model.";
constexpr std::string_view clusterPrefix = "cluster.";

/// "kv_heads" -> "--kv-heads", where that is an option; else the place as it is.
Place sizeOptionOf(const Place& place)
{
    std::string name = place.english();
    for (const char* size :
         {"nodes", "devices", "layers", "hidden", "heads", "kv_heads", "ffn", "experts", "vocabulary"}) {
        if (name == size) {
            std::ranges::replace(name, '_', '-');
            return Place("--" + name);
        }
    }
    return place;
}

template <typename T>
Result<T> ofSizeOption(Result<T> value)
{
    if (!value) {
        value.error().where = sizeOptionOf(value.error().where);
    }
    return value;
}

/// Those of one prefix, without it.
std::vector<PresetEdit> editsOf(const SizeOptions& options, std::string_view prefix)
{
    std::vector<PresetEdit> edits;
    for (const std::string& text : options.sets) {
        const std::size_t equals = text.find('=');
        if (text.starts_with(prefix) && equals != std::string::npos) {
            edits.push_back({text.substr(prefix.size(), equals - prefix.size()), text.substr(equals + 1)});
        }
    }
    return edits;
}

template <typename Preset>
Result<Preset> withSets(const Preset& preset, const std::vector<PresetEdit>& edits)
{
    Result<Preset> changed = withEdits(preset, edits);
    if (!changed) {
        changed.error().where = Place("--set " + changed.error().where.english());
    }
    return changed;
}

Result<Cluster> withHostMemory(const SizeOptions& options, Cluster cluster)
{
    if (options.hostMemory.empty()) {
        return cluster;
    }
    const Result<Bytes> memory = parseMemory(options.hostMemory);
    if (!memory) {
        return badInput(memory.error().what.english(), "--host-memory", memory.error().todo.english());
    }
    if (!cluster.host.isKnown()) {
        return badInput("the cluster names no link to a host", "--host-memory",
                        "Leave it out, or give the host with --set cluster.host={…}");
    }
    cluster.host.memory = std::max<Bytes>(1, *memory / cluster.nodeDevices());
    return cluster;
}

/// Adds an option that takes a whole number from 1 to `most`.
template <typename Number>
void addNumber(CLI::App& command, const char* name, Number& value, const char* what, Number most)
{
    command.add_option(name, value, what)->type_name("N")->check(CLI::Range(Number{1}, most))->group(sizeGroup);
}

}  // namespace

void addClusterSizes(CLI::App& command, SizeOptions& options)
{
    addNumber(command, "--nodes", options.nodes, "nodes of the cluster, in place of its own", mostDevices);
    addNumber(command, "--devices", options.devices, "devices of the cluster, in place of its own", mostDevices);
    command
        .add_option("--joined-by", options.joinedBy,
                    "network between the nodes of a cluster that is one node, in place of its own: " +
                        commonNetworkNames() + "; '8 x NDR' is eight cards per node")
        ->type_name("NETWORK")
        ->group(sizeGroup);
}

void addSizeOptions(CLI::App& command, SizeOptions& options)
{
    const auto number = [&command](const char* name, auto& value, const char* what, auto most) {
        addNumber(command, name, value, what, most);
    };
    addClusterSizes(command, options);
    command.add_option("--layers", options.layers, "blocks of the model, by type where it has several: 48, or 24,24")
        ->type_name("L")
        ->delimiter(',')
        ->check(CLI::Range(1, mostLayers))
        ->group(sizeGroup);
    command.add_option("--hidden", options.hidden, "width of the model")
        ->type_name("H")
        ->delimiter(',')
        ->check(CLI::Range(std::int64_t{1}, widest))
        ->group(sizeGroup);
    number("--heads", options.heads, "attention heads", widest);
    number("--kv-heads", options.kvHeads, "heads of keys and values", widest);
    number("--ffn", options.ffn, "width of the MLP, of one expert where there are experts", widest);
    number("--experts", options.experts, "experts of layers that have some", widest);
    number("--vocabulary", options.vocabulary, "tokens of the embedding and the head, before padding",
           largestVocabulary);
    command
        .add_option("--host-memory", options.hostMemory, "memory of a node's host, such as 1TiB, in place of its own")
        ->type_name("SIZE")
        ->group(sizeGroup);
    command
        .add_option("--set", options.sets,
                    "any other member, by its JSON pointer, as model.runs/decoder/ffn=16384 or "
                    "cluster.links/0/bytes_per_s=2e11; several times")
        ->type_name("WHAT.POINTER=VALUE")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->expected(1)
        ->group(sizeGroup);
}

Result<void> checkSets(const SizeOptions& options)
{
    for (const std::string& text : options.sets) {
        const bool known = text.starts_with(modelPrefix) || text.starts_with(clusterPrefix);
        if (!known || text.find('=') == std::string::npos) {
            return badInput(fmt::format("'{}' sets nothing", text.substr(0, 60)), "--set",
                            "Give model.POINTER=VALUE or cluster.POINTER=VALUE");
        }
    }
    if (options.nodes > 0 && options.devices > 0) {
        return badInput("does not go with --devices", "--nodes", "Leave one of them out");
    }
    if (options.hidden.size() > 1) {
        return badInput("is one number, but for a profile's layers by type", "--hidden");
    }
    return {};
}

Result<Architecture> sized(const SizeOptions& options, const Architecture& model)
{
    const ModelSizes sizes{.layers = options.layers,
                           .hidden = options.hidden.empty() ? 0 : options.hidden.front(),
                           .heads = options.heads,
                           .kvHeads = options.kvHeads,
                           .ffn = options.ffn,
                           .experts = options.experts,
                           .vocabulary = options.vocabulary};
    return ofSizeOption(withSizes(model, sizes)).and_then([&options](const Architecture& resized) {
        return withSets(resized, editsOf(options, modelPrefix));
    });
}

Result<Cluster> sized(const SizeOptions& options, const Cluster& given)
{
    Cluster cluster = given;
    if (!options.joinedBy.empty()) {
        Result<Cluster> joined = joinedBy(given, options.joinedBy);
        if (!joined) {
            return badInput(joined.error().what, "--joined-by", joined.error().todo);
        }
        cluster = *std::move(joined);
    }
    const std::vector<PresetEdit> edits = editsOf(options, clusterPrefix);
    Result<Cluster> resized = options.nodes > 0     ? withNodes(cluster, options.nodes)
                              : options.devices > 0 ? withDevices(cluster, options.devices)
                                                    : Result<Cluster>(cluster);
    if (!resized && resized.error().where == "network") {
        // The typed values may add the link between the nodes.
        resized = withSets(cluster, edits).and_then([&options](const Cluster& set) {
            return options.nodes > 0 ? withNodes(set, options.nodes) : withDevices(set, options.devices);
        });
        return ofSizeOption(std::move(resized)).and_then([&options](const Cluster& set) {
            return withHostMemory(options, set);
        });
    }
    return ofSizeOption(std::move(resized))
        .and_then([&edits](const Cluster& set) { return withSets(set, edits); })
        .and_then([&options](const Cluster& set) { return withHostMemory(options, set); });
}

}  // namespace pgram::cli
