// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/exchange/galvatron_plan.h"
#include "core/model/layer_role.h"
#include "core/strategy/sharding.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <numeric>

namespace pgram {

namespace {

constexpr int largestWorld = 1 << 20;
constexpr std::size_t mostPlanLayers = 1 << 16;
constexpr std::int64_t largestBatch = 1 << 24;  ///< the limit of plan files

/// "4,4,2": whole numbers between commas.
std::vector<int> readList(JsonObject& object, const char* key, int least, int most)
{
    const std::string text = object.string(key);
    std::vector<int> numbers;
    for (const char *at = text.data(), *end = at + text.size(); at < end && numbers.size() < mostPlanLayers;) {
        int number = 0;
        const auto [next, error] = std::from_chars(at, end, number);
        const bool ended = next == end || (*next == ',' && next + 1 != end);
        if (error != std::errc() || !ended || number < least || number > most) {
            object.fail(key, Core::tr("has an entry {} that is not a whole number from {} to {}", numbers.size() + 1,
                                      least, most));
            return {};
        }
        numbers.push_back(number);
        at = next == end ? end : next + 1;
    }
    return numbers;
}

/// A list that may be absent: then every layer has `fallback`.
std::vector<int> readListOr(JsonObject& object, const char* key, std::size_t count, int fallback, int most)
{
    if (!object.has(key)) {
        return std::vector<int>(count, fallback);
    }
    std::vector<int> numbers = readList(object, key, 0, most);
    if (numbers.size() != count) {
        object.fail(key, Core::tr("has {} value(s) for {} layer(s)", numbers.size(), count));
        numbers.assign(count, fallback);
    }
    return numbers;
}

/// The file's lists, one entry a counted layer.
struct PlanFile {
    int pipeline = 1;
    std::vector<int> split, consecutive, zero3, ulysses, checkpoint, experts, expertTensor, division;
    std::int64_t batch = 1;
    int chunks = 1;
    bool gpipe = false;
    int defaultZero = 0;
    int endSplit = 1;
    bool endUlysses = false;
    bool endZero3 = false;
};

PlanFile readFile(JsonObject& object, int devices)
{
    PlanFile file;
    file.pipeline = static_cast<int>(object.integer("pp_deg", 1, largestWorld));
    file.split = readList(object, "tp_sizes_enc", 1, largestWorld);
    const std::size_t layers = file.split.size();
    file.consecutive = readListOr(object, "tp_consecutive_flags", layers, 1, 1);
    file.zero3 = readListOr(object, "dp_types_enc", layers, 0, 1);
    file.ulysses = readListOr(object, "use_sp", layers, 0, 1);
    file.checkpoint = readListOr(object, "checkpoint", layers, 0, 1);
    file.experts = readListOr(object, "ep_sizes_enc", layers, 1, largestWorld);
    file.expertTensor = readListOr(object, "tp_of_ep_sizes_enc", layers, 0, largestWorld);
    file.division = readList(object, "pp_division", 1, static_cast<int>(mostPlanLayers));
    file.batch = object.integer("global_bsz", 1, largestBatch);
    file.chunks = static_cast<int>(object.integer("chunks", 1, 1 << 20));
    file.gpipe = object.oneOfOr("pipeline_type", 1, {"gpipe", "pipedream_flush"}) == 0;
    file.defaultZero = 2 * object.oneOfOr("default_dp_type", 0, {"ddp", "zero2"});
    file.endSplit = static_cast<int>(object.integerOr("vtp", 1, 1, largestWorld));
    file.endUlysses = object.integerOr("vsp", 0, 0, 1) == 1;
    // The engine writes one name, its runtime reads the other.
    file.endZero3 = object.integerOr("embed_sdp", object.integerOr("vocab_sdp", 0, 0, 1), 0, 1) == 1;
    const std::int64_t world = object.integerOr("world_size", devices, 1, largestWorld);
    if (world != devices) {
        object.fail("world_size", Core::tr("is {}, the cluster has {} device(s)", world, devices),
                    Core::tr("Give the cluster that the plan is for"));
    }
    return file;
}

void checkFile(JsonObject& object, const PlanFile& file, std::size_t layers, int devices)
{
    const auto sum = std::accumulate(file.division.begin(), file.division.end(), std::int64_t{0});
    if (file.split.size() != layers) {
        object.fail("tp_sizes_enc", Core::tr("has {} layer(s), the model {}", file.split.size(), layers),
                    Core::tr("Give the model that the plan is for"));
    } else if (file.division.size() != static_cast<std::size_t>(file.pipeline) ||
               sum != static_cast<std::int64_t>(layers)) {
        object.fail("pp_division", Core::tr("splits {} layer(s) over {} stage(s), the plan has {} over {}", sum,
                                            file.division.size(), layers, file.pipeline));
    } else if (devices % file.pipeline != 0) {
        object.fail("pp_deg", Core::tr("is {}, which does not divide {} device(s)", file.pipeline, devices));
    }
    const int group = devices / file.pipeline;
    for (const int split : file.split) {
        if (group % split != 0) {
            object.fail("tp_sizes_enc",
                        Core::tr("has a degree {}, which does not divide a stage of {} device(s)", split, group));
        }
    }
    if (group % file.endSplit != 0) {
        object.fail("vtp", Core::tr("is {}, which does not divide a stage of {} device(s)", file.endSplit, group));
    }
}

SequenceParallel sequenceOf(int split, bool ulysses)
{
    return ulysses ? SequenceParallel::Ulysses : split > 1 ? SequenceParallel::Megatron : SequenceParallel::None;
}

/// Lone copies have nothing to divide, beside others that have.
void settleLoneCopies(std::vector<LayerStrategy>& strategies)
{
    const auto isLone = [](const LayerStrategy& s) { return s.data * tokenRanks(s) == 1; };
    if (std::ranges::none_of(strategies, [&](const LayerStrategy& s) { return s.zero != 3 && !isLone(s); })) {
        return;
    }
    for (LayerStrategy& strategy : strategies) {
        strategy.zero = strategy.zero == 2 && isLone(strategy) ? 0 : strategy.zero;
    }
}

LayerStrategy bodyStrategy(const PlanFile& file, std::size_t i, int group)
{
    LayerStrategy strategy;
    strategy.tensor = file.split[i];
    strategy.data = group / file.split[i];
    strategy.sequence = sequenceOf(file.split[i], file.ulysses[i] == 1);
    strategy.zero = file.zero3[i] == 1 ? 3 : file.defaultZero;
    strategy.placement = file.consecutive[i] == 1 ? TensorPlacement::Consecutive : TensorPlacement::Strided;
    strategy.kept.part = file.checkpoint[i] == 1 ? KeptPart::Input : KeptPart::All;
    return strategy;
}

LayerStrategy endStrategy(const PlanFile& file, int group)
{
    return {.tensor = file.endSplit,
            .data = group / file.endSplit,
            .zero = file.endZero3 ? 3 : file.defaultZero,
            .sequence = sequenceOf(file.endSplit, file.endUlysses)};
}

/// Strategies and stages of all of the model's layers from those of the counted ones.
void placeLayers(const PlanFile& file, const std::vector<LayerRole>& roles, int group, Plan& plan)
{
    std::vector<int> sizes(file.division.size(), 0);
    std::size_t stage = 0;
    std::size_t body = 0;
    int left = file.division.front();
    for (const LayerRole role : roles) {
        if (role == LayerRole::Body) {
            for (; left == 0; left = file.division[stage]) {
                ++stage;
            }
            --left;
            plan.strategies.push_back(bodyStrategy(file, body, group));
            if (plan.model.layer(static_cast<int>(plan.strategies.size()) - 1).experts > 0) {
                LayerStrategy& strategy = plan.strategies.back();
                strategy.expert = std::max(file.experts[body], 1);
                const int parts = file.expertTensor[body];
                setExpertParts(strategy, parts > 0 ? parts : usualExpertParts(strategy));
            }
            ++body;
        } else if (role == LayerRole::Follower && !plan.strategies.empty()) {
            plan.strategies.push_back(plan.strategies.back());
        } else {
            plan.strategies.push_back(endStrategy(file, group));
        }
        ++sizes[role == LayerRole::Back ? sizes.size() - 1 : stage];
    }
    plan.chunks = chunksFromSizes(sizes);
    settleLoneCopies(plan.strategies);
}

}  // namespace

Result<GalvatronImport> planFromGalvatron(std::string_view text, const std::string& where, const Architecture& model,
                                          const Cluster& cluster)
{
    const Result<Json> json = parseJson(text, where);
    if (!json) {
        return tl::unexpected(json.error());
    }
    if (!json->is_object()) {
        return badInput(Core::tr("is not a JSON object"), where, Core::tr("Give a plan as Galvatron writes it"));
    }
    JsonObject object(*json, where);
    const PlanFile file = readFile(object, cluster.devices);
    const std::vector<LayerRole> roles = layerRoles(model);
    if (!object.error()) {
        const auto counted = static_cast<std::size_t>(std::ranges::count(roles, LayerRole::Body));
        checkFile(object, file, counted, cluster.devices);
    }
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    GalvatronImport read;
    Plan& plan = read.plan;
    plan.name = where;
    plan.model = model;
    plan.cluster = cluster;
    plan.training.globalBatch = file.batch;
    plan.schedule.kind = file.gpipe ? ScheduleKind::GPipe : ScheduleKind::OneFOneB;
    plan.schedule.microbatches = file.chunks;
    plan.provenance.madeBy = where;
    plan.provenance.method = "galvatron";
    placeLayers(file, roles, cluster.devices / file.pipeline, plan);
    for (const auto& [pointer, value] : object.unknown()) {
        // Less the slash that every member's pointer begins with.
        read.unknown.push_back({pointer.substr(1), value, Core::tr("unknown to Parallelogram")});
    }
    if (const Result<void> structure = checkStructure(plan); !structure) {
        return tl::unexpected(structure.error());
    }
    return read;
}

}  // namespace pgram
