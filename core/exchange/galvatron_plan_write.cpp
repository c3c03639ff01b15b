// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/exchange/galvatron_layers.h"
#include "core/exchange/galvatron_plan.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <set>

namespace pgram {

namespace {

/// "layers 3–7, 12": the layers of which `is` holds; empty when of none.
std::string layersWhere(const Plan& plan, const std::function<bool(std::size_t)>& is)
{
    std::string text;
    for (std::size_t first = 0; first < plan.strategies.size(); ++first) {
        if (!is(first)) {
            continue;
        }
        std::size_t last = first;
        while (last + 1 < plan.strategies.size() && is(last + 1)) {
            ++last;
        }
        text += fmt::format("{}{}", text.empty() ? "" : ", ", first + 1);
        text += last > first ? fmt::format("–{}", last + 1) : "";
        first = last;
    }
    return text;
}

/// Ranks with the same weights: a Ulysses group has them too.
int copiesOf(const LayerStrategy& strategy)
{
    return strategy.data * strategy.tokenRanks();
}

class Limits {
public:
    explicit Limits(const Plan& plan) : m_plan(plan), m_roles(galvatronRoles(plan.model)) {}

    [[nodiscard]] std::vector<Text> run();

private:
    void refuse(Phrase what, const std::function<bool(std::size_t)>& is);
    void checkStrategies();
    void checkKinds();
    void checkEnds();
    void checkStages();
    [[nodiscard]] const LayerStrategy& at(std::size_t layer) const { return m_plan.strategies[layer]; }
    [[nodiscard]] bool isEnd(std::size_t layer) const
    {
        return m_roles[layer] == GalvatronRole::Front || m_roles[layer] == GalvatronRole::Back;
    }

    const Plan& m_plan;
    std::vector<GalvatronRole> m_roles;
    std::vector<Text> m_lines;
};

void Limits::refuse(Phrase what, const std::function<bool(std::size_t)>& is)
{
    if (const std::string layers = layersWhere(m_plan, is); !layers.empty()) {
        m_lines.push_back(Core::tr("{} (layers {})", what, layers));
    }
}

void Limits::checkStrategies()
{
    refuse(Core::tr("ZeRO-1"), [this](std::size_t i) { return at(i).zero == 1; });
    refuse(Core::tr("hybrid sharding"), [this](std::size_t i) { return at(i).replicas() > 1; });
    refuse(Core::tr("context parallelism"), [this](std::size_t i) { return at(i).context > 1; });
    refuse(Core::tr("expert parallelism"), [this](std::size_t i) { return at(i).expert > 1; });
    refuse(Core::tr("selective recomputation"),
           [this](std::size_t i) { return at(i).kept.part == KeptPart::WithoutAttention; });
    refuse(Core::tr("offload to host memory"), [this](std::size_t i) { return at(i).usesHost(); });
    refuse(Core::tr("a tensor group between two data levels"),
           [this](std::size_t i) { return at(i).placement == TensorPlacement::Middle && at(i).tensor > 1; });
}

/// Choices that the file or the runtime makes once for all layers.
void Limits::checkKinds()
{
    std::set<int> unsharded;
    std::set<SequenceParallel> sequences;
    for (const LayerStrategy& strategy : m_plan.strategies) {
        if (copiesOf(strategy) > 1 && strategy.zero != 3) {
            unsharded.insert(strategy.zero);
        }
        if (strategy.tensor > 1 && strategy.sequence != SequenceParallel::Ulysses) {
            sequences.insert(strategy.sequence);
        }
    }
    if (unsharded.contains(0) && unsharded.contains(2)) {
        refuse(Core::tr("ZeRO-2 beside DP: it has one default for all layers"),
               [this](std::size_t i) { return copiesOf(at(i)) > 1 && at(i).zero == 2; });
    }
    if (sequences.size() > 1) {
        refuse(Core::tr(
                   "tensor groups with and without Megatron's sequence parallelism: one option sets it for all layers"),
               [this](std::size_t i) { return at(i).sequence == SequenceParallel::Megatron; });
    }
}

void Limits::checkEnds()
{
    std::size_t first = 0;
    while (first < m_roles.size() && !isEnd(first)) {
        ++first;
    }
    const auto plain = [](LayerStrategy strategy) {
        strategy.kept.part = KeptPart::All;
        return strategy;
    };
    refuse(Core::tr("recomputation of embedding or head"),
           [this](std::size_t i) { return isEnd(i) && at(i).kept.recomputes(); });
    refuse(Core::tr("a strided tensor group of embedding or head"), [this](std::size_t i) {
        return isEnd(i) && at(i).tensor > 1 && at(i).placement == TensorPlacement::Strided;
    });
    refuse(Core::tr("embedding and head with different strategies"),
           [&](std::size_t i) { return isEnd(i) && plain(at(i)) != plain(at(first)); });
    refuse(Core::tr("a patch merging with another strategy than the layer before it"),
           [this](std::size_t i) { return m_roles[i] == GalvatronRole::Follower && i > 0 && at(i) != at(i - 1); });
}

void Limits::checkStages()
{
    const ScheduleKind kind = m_plan.schedule.kind;
    if (kind != ScheduleKind::GPipe && kind != ScheduleKind::OneFOneB) {
        m_lines.push_back(Core::tr("the schedule {}", toString(m_plan.schedule)));
    }
    for (std::size_t stage = 0; stage < m_plan.chunks.size(); ++stage) {
        const auto first = m_roles.begin() + m_plan.chunks[stage].firstLayer;
        if (std::count(first, first + m_plan.chunks[stage].layerCount, GalvatronRole::Body) == 0) {
            m_lines.push_back(Core::tr("a stage without transformer layers (stage {})", stage + 1));
        }
        if (*first == GalvatronRole::Follower) {
            m_lines.push_back(Core::tr("a stage that begins with a patch merging (stage {})", stage + 1));
        }
    }
}

std::vector<Text> Limits::run()
{
    checkStrategies();
    checkKinds();
    checkEnds();
    checkStages();
    return m_lines;
}

/// Of the strategies that are not ZeRO-3: those with several copies decide, else any that says ZeRO-2.
const char* defaultKind(const Plan& plan)
{
    bool zero2 = false;
    bool all3 = true;
    for (const LayerStrategy& strategy : plan.strategies) {
        if (strategy.zero != 3 && copiesOf(strategy) > 1) {
            return strategy.zero == 2 ? "zero2" : "ddp";
        }
        all3 = all3 && strategy.zero == 3;
        zero2 = zero2 || strategy.zero == 2;
    }
    return zero2 || all3 ? "zero2" : "ddp";
}

Json toJson(const Plan& plan)
{
    const std::vector<GalvatronRole> roles = galvatronRoles(plan.model);
    std::vector<int> split, consecutive, zero3, ulysses, checkpoint, division;
    LayerStrategy ends;
    for (std::size_t i = 0; i < roles.size(); ++i) {
        const LayerStrategy& strategy = plan.strategies[i];
        if (roles[i] == GalvatronRole::Front || roles[i] == GalvatronRole::Back) {
            ends = strategy;
        } else if (roles[i] == GalvatronRole::Body) {
            split.push_back(strategy.tensor);
            consecutive.push_back(strategy.placement == TensorPlacement::Consecutive ? 1 : 0);
            zero3.push_back(strategy.zero == 3 ? 1 : 0);
            ulysses.push_back(strategy.sequence == SequenceParallel::Ulysses ? 1 : 0);
            checkpoint.push_back(strategy.kept.recomputesAll() ? 1 : 0);
        }
    }
    for (const Chunk& stage : plan.chunks) {
        const auto first = roles.begin() + stage.firstLayer;
        division.push_back(static_cast<int>(std::count(first, first + stage.layerCount, GalvatronRole::Body)));
    }
    const auto list = [](const std::vector<int>& numbers) { return fmt::format("{}", fmt::join(numbers, ",")); };
    const int endZero3 = ends.zero == 3 ? 1 : 0;
    return Json{{"pp_deg", plan.pipeline()},
                {"tp_sizes_enc", list(split)},
                {"tp_consecutive_flags", list(consecutive)},
                {"dp_types_enc", list(zero3)},
                {"use_sp", list(ulysses)},
                {"checkpoint", list(checkpoint)},
                {"world_size", plan.cluster.devices},
                {"global_bsz", plan.training.globalBatch},
                {"chunks", plan.schedule.microbatches},
                {"pp_division", list(division)},
                {"pipeline_type", plan.schedule.kind == ScheduleKind::GPipe ? "gpipe" : "pipedream_flush"},
                {"default_dp_type", defaultKind(plan)},
                {"vtp", ends.tensor},
                {"vsp", ends.sequence == SequenceParallel::Ulysses ? 1 : 0},
                {"embed_sdp", endZero3},
                // The name that the runtime reads; the search engine writes the other.
                {"vocab_sdp", endZero3}};
}

}  // namespace

std::vector<Text> beyondGalvatron(const Plan& plan)
{
    return Limits(plan).run();
}

std::string planToGalvatron(const Plan& plan)
{
    return dumped(toJson(plan), 4) + '\n';
}

}  // namespace pgram
