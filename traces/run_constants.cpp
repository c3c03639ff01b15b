// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/run_constants.h"

#include "core/base/index.h"
#include "core/fidelity/log_fit.h"
#include "core/plan/kernel_seconds.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace pgram {

namespace {

constexpr FitRange shareRange{0.01, 1};

/// An operation of one group, measured.
struct GroupTransfer {
    CollectiveKind kind = CollectiveKind::AllReduce;
    Group group;
    Volume buffer = 0;
    double count = 0;     ///< per step
    Seconds seconds = 0;  ///< seconds of one transfer
};

/// A constant of links, by its name, with the transfers that follow it.
struct LinkConstant {
    std::function<void(Cluster& cluster, double value)> set;
    double before = 0;
    FitRange range;
    std::vector<GroupTransfer> transfers;
};

class RunFit {
public:
    RunFit(const Plan& plan, std::span<const ComparedRank> ranks, const std::string& source)
        : m_plan(plan), m_ranks(ranks), m_source(source)
    {
        m_found.cluster = plan.cluster;
    }

    RunConstants take(const Estimate& estimate)
    {
        takeKernels();
        takeUpdate(estimate);
        takeTransfers(estimate);
        leaveOpen("launch_s", Core::tr("the seconds of a kernel contain it"));
        leaveOpen("overlap_slowdown", Core::tr("a run does not show kernels beside transfers and alone"));
        Plan again = m_plan;
        again.cluster = m_found.cluster;
        m_found.before = estimate.stepTime;
        m_found.after = m_found.determined.empty() ? estimate.stepTime : pgram::estimate(again).stepTime;
        for (const ComparedRank& rank : m_ranks) {
            m_found.measured += rank.difference.measured / static_cast<double>(m_ranks.size());
        }
        return std::move(m_found);
    }

private:
    [[nodiscard]] Provenance here(const std::string& what) const
    {
        return {measuredHere, fmt::format("{} of {}", what, m_source)};
    }

    void leaveOpen(const std::string& name, Text why) { m_found.open.push_back({name, {}, std::move(why)}); }

    void take(const std::string& name, Constant& constant, double value, const std::string& what)
    {
        m_found.determined.push_back({name, constant.value, value});
        constant = {value, here(what)};
    }

    /// Returns the seconds of forward and backward kernels of these kinds; all phases where a trace has none.
    [[nodiscard]] Seconds kernelsOf(std::initializer_list<KernelKind> kinds) const
    {
        Seconds sum = 0;
        for (const ComparedRank& rank : m_ranks) {
            const MeasuredStep& step = rank.run.step;
            const bool hasPhases = step.of(KernelPhase::Unknown) < step.compute();
            for (const KernelKind kind : kinds) {
                sum += hasPhases ? step.phases[at(KernelPhase::Forward)][at(kind)] +
                                       step.phases[at(KernelPhase::Backward)][at(kind)]
                                 : step.phases[at(KernelPhase::Unknown)][at(kind)];
            }
        }
        return sum;
    }

    void takeKernels()
    {
        const bool isMeasured =
            std::ranges::any_of(m_plan.model.runs, [](const LayerSpec& run) { return run.measured.has_value(); });
        const bool lacksPhases = std::ranges::any_of(m_ranks, [](const ComparedRank& rank) {
            return rank.run.step.of(KernelPhase::Unknown) >= rank.run.step.compute();
        });
        const bool recomputes = std::ranges::any_of(
            m_plan.strategies, [](const LayerStrategy& strategy) { return strategy.kept.recomputes(); });
        if (isMeasured || (lacksPhases && recomputes)) {
            const Text why = isMeasured ? Core::tr("the model has measured layers, whose seconds follow no constant")
                                        : Core::tr("a trace does not tell recomputation from forward");
            leaveOpen("gemm_efficiency, attention_efficiency, memory_efficiency", why);
            return;
        }
        // Products without measured constants also depend on the memory's efficiency: theirs comes last.
        takeKind("memory_efficiency", &Device::memoryEfficiency, &KernelSeconds::others, {KernelKind::Other});
        takeKind("attention_efficiency", &Device::attentionEfficiency, &KernelSeconds::attention,
                 {KernelKind::Attention});
        const bool isNarrow = pgram::isNarrow(m_plan.training.precision);
        const bool isFp8 = isNarrow && precisionRow(m_plan.training.precision).operandBits == 8;
        takeKind(isFp8      ? "fp8_efficiency"
                 : isNarrow ? "fp4_efficiency"
                            : "gemm_efficiency",
                 isFp8      ? &Device::fp8Efficiency
                 : isNarrow ? &Device::fp4Efficiency
                            : &Device::gemmEfficiency,
                 &KernelSeconds::products, {KernelKind::Matrix});
    }

    void takeKind(const char* name, Constant Device::*constant, Seconds KernelSeconds::*part,
                  std::initializer_list<KernelKind> kinds)
    {
        const Seconds measured = kernelsOf(kinds);
        Plan plan = m_plan;
        plan.cluster = m_found.cluster;
        const auto predicted = [&](double level) {
            (plan.cluster.device.*constant).value = level;
            Seconds sum = 0;
            for (const ComparedRank& rank : m_ranks) {
                sum += kernelSeconds(plan, rank.difference.stage).*part;
            }
            return sum;
        };
        if (measured <= 0 || predicted((m_found.cluster.device.*constant).value) <= 0) {
            leaveOpen(name, measured <= 0 ? Core::tr("the run has no such kernels")
                                          : Core::tr("the plan has no such kernels"));
            return;
        }
        if (const auto level = solvedFor(measured, shareRange, predicted)) {
            take(name, m_found.cluster.device.*constant, *level, "kernels of forward and backward");
        } else {
            leaveOpen(name, Core::tr("no share from 1 % to 100 % explains the seconds of the kernels"));
        }
    }

    void takeUpdate(const Estimate& estimate)
    {
        const char* name = "update_efficiency";
        Seconds measured = 0;
        Seconds predicted = 0;
        for (const ComparedRank& rank : m_ranks) {
            measured += rank.run.step.of(KernelPhase::Optimizer);
            predicted += estimate.stages[at(rank.difference.stage)].optimizer;
        }
        const bool hasProducts = optimizerRow(m_plan.training.optimizer).newtonSchulzSteps > 0;
        const bool offloads = std::ranges::any_of(
            m_plan.strategies, [](const LayerStrategy& strategy) { return strategy.offloadOptimizer; });
        if (measured <= 0 || predicted <= 0) {
            leaveOpen(name, Core::tr("the run has no such kernels"));
            return;
        }
        if (hasProducts || offloads) {
            leaveOpen(name, hasProducts ? Core::tr("the optimizer also multiplies matrices")
                                        : Core::tr("the host updates weights, too"));
            return;
        }
        Device& device = m_found.cluster.device;
        const double before = m_plan.cluster.device.updateEfficiency.value > 0
                                  ? m_plan.cluster.device.updateEfficiency.value
                                  : m_plan.cluster.device.memoryEfficiency.value;
        const double share = before * predicted / measured;
        if (share > shareRange.most || share < shareRange.least) {
            leaveOpen(name, Core::tr("no share from 1 % to 100 % explains the seconds of the kernels"));
            return;
        }
        device.updateEfficiency.value = before;
        take(name, device.updateEfficiency, share, "the optimizer's kernels");
    }

    /// Returns the transfers of known size whose group the plan has, each with the seconds of the rank that waits
    /// least.
    [[nodiscard]] std::vector<GroupTransfer> transfersOf(const Estimate& estimate)
    {
        using Key = std::tuple<CollectiveKind, Group, Volume>;
        std::map<Key, GroupTransfer> found;
        bool hasMessages = false;
        for (const ComparedRank& rank : m_ranks) {
            for (const MeasuredTransfer& measured : rank.run.step.transfers) {
                const TraceTransfer& transfer = measured.transfer;
                const auto purpose = rank.difference.purposes[at(measured.index)];
                hasMessages = hasMessages || transfer.kind == CollectiveKind::PointToPoint;
                const std::optional<Group> group =
                    purpose ? groupOf(estimate, rank.difference.stage, *purpose, transfer) : std::nullopt;
                if (!group || transfer.buffer == 0 || measured.total <= 0) {
                    continue;
                }
                const auto count = static_cast<double>(measured.count);
                const GroupTransfer own{transfer.kind, *group, static_cast<double>(transfer.buffer), count,
                                        measured.total / count};
                const auto [entry, isNew] = found.try_emplace({own.kind, own.group, own.buffer}, own);
                if (!isNew && own.seconds < entry->second.seconds) {
                    entry->second = own;
                }
            }
        }
        if (hasMessages) {
            leaveOpen("latency_s", Core::tr("kernels that send and receive also wait for the other stage"));
        }
        std::vector<GroupTransfer> all;
        for (const auto& [key, transfer] : found) {
            all.push_back(transfer);
        }
        return all;
    }

    /// Returns the only group of a stage that does the operation for this purpose on as many ranks.
    [[nodiscard]] std::optional<Group> groupOf(const Estimate& estimate, int stage, TrafficKind purpose,
                                               const TraceTransfer& transfer) const
    {
        std::set<Group> groups;
        for (const int layer : m_plan.layersOf(stage)) {
            for (const Charge& charge : estimate.layers[at(layer)].cost.charges) {
                if (charge.kind == purpose && charge.collective == transfer.kind &&
                    (transfer.ranks == 0 || charge.group.size == transfer.ranks) && charge.group.size > 1) {
                    groups.insert(charge.group);
                }
            }
        }
        return groups.size() == 1 ? std::optional(*groups.begin()) : std::nullopt;
    }

    /// Adds a transfer to the constant that its time follows: measured times of the group, its measured bandwidth, the
    /// rate of its kind, or the efficiency of the widest link that it crosses.
    void assign(const GroupTransfer& transfer, std::map<std::string, LinkConstant>& constants) const
    {
        const Cluster& cluster = m_found.cluster;
        const CollectiveCost cost = collectiveCost(cluster, transfer.kind, transfer.group, transfer.buffer);
        const LinkLevel& link = cluster.links[at(cost.link)];
        const bool allToAll = transfer.kind == CollectiveKind::AllToAll;
        const int size = transfer.group.size;
        const auto add = [&](const std::string& name, double before, FitRange range, auto set) {
            LinkConstant& own = constants.try_emplace(name, LinkConstant{set, before, range, {}}).first->second;
            own.transfers.push_back(transfer);
        };
        if (cost.measured) {
            add(fmt::format("measured times of {} ranks", size), 1, {0.01, 100},
                [known = cluster.measuredTimes, size, allToAll](Cluster& to, double factor) {
                    to.measuredTimes = known;
                    for (MeasuredTimes& times : to.measuredTimes) {
                        for (MeasuredPoint& point : times.points) {
                            point.seconds *= times.size == size && times.allToAll == allToAll ? factor : 1;
                        }
                    }
                });
            return;
        }
        for (std::size_t i = 0; i < cluster.measured.size(); ++i) {
            const MeasuredGroup& group = cluster.measured[i];
            const bool isConsecutive = transfer.group.stride == 1;
            const bool isSpread = !isConsecutive && transfer.group.stride * size == cluster.devices;
            if (group.size == size && (group.consecutive ? isConsecutive : isSpread)) {
                add(fmt::format("measured bandwidth of {} {} ranks", size, isConsecutive ? "neighbouring" : "spread"),
                    group.busBandwidth, {1e6, 1e13},
                    [i](Cluster& to, double bandwidth) { to.measured[i].busBandwidth = bandwidth; });
                return;
            }
        }
        const auto kind = at(transfer.kind);
        if (cost.link == 0 && link.collectives && kind < measuredCollectives && link.collectives->kinds[kind]) {
            add(fmt::format("rate of {}", name(transfer.kind)), link.collectives->kinds[kind]->rate, {0.01, 4},
                [kind](Cluster& to, double rate) { to.links.front().collectives->kinds[kind]->rate = rate; });
            return;
        }
        add(fmt::format("efficiency of {}", link.name), link.efficiency.value, shareRange,
            [level = at(cost.link)](Cluster& to, double share) { to.links[level].efficiency.value = share; });
    }

    void takeTransfers(const Estimate& estimate)
    {
        std::map<std::string, LinkConstant> constants;
        for (const GroupTransfer& transfer : transfersOf(estimate)) {
            assign(transfer, constants);
        }
        for (const auto& [name, constant] : constants) {
            takeLink(name, constant);
        }
        for (const LinkLevel& link : m_plan.cluster.links) {
            const std::string name = fmt::format("efficiency of {}", link.name);
            const bool hasRates = &link == &m_plan.cluster.links.front() && link.collectives;
            if (!hasRates && !constants.contains(name)) {
                leaveOpen(name, Core::tr("no transfer of known size crosses it"));
            }
        }
    }

    void takeLink(const std::string& name, const LinkConstant& constant)
    {
        const double share = m_plan.training.framework.collectiveShare;
        Cluster cluster = m_found.cluster;
        Seconds measured = 0;
        for (const GroupTransfer& transfer : constant.transfers) {
            measured += transfer.count * transfer.seconds;
        }
        const auto value = solvedFor(measured, constant.range, [&](double own) {
            constant.set(cluster, own);
            Seconds sum = 0;
            for (const GroupTransfer& transfer : constant.transfers) {
                sum += transfer.count *
                       collectiveCost(cluster, transfer.kind, transfer.group, transfer.buffer).seconds / share;
            }
            return sum;
        });
        if (!value) {
            leaveOpen(name, Core::tr("its transfers are too short, or another link holds them up"));
            return;
        }
        constant.set(m_found.cluster, *value);
        m_found.determined.push_back({name, constant.before, *value});
        markLinks(name);
    }

    /// Sets the provenance of the constant with this name.
    void markLinks(const std::string& name)
    {
        const Provenance here = this->here("transfers");
        if (name.starts_with("measured")) {
            m_found.cluster.measuredProvenance = here;
        } else if (name.starts_with("rate")) {
            m_found.cluster.links.front().collectives->provenance = here;
        }
        for (LinkLevel& link : m_found.cluster.links) {
            if (name == fmt::format("efficiency of {}", link.name)) {
                link.efficiency.provenance = here;
            }
        }
    }

    const Plan& m_plan;
    std::span<const ComparedRank> m_ranks;
    const std::string& m_source;
    RunConstants m_found;
};

}  // namespace

Result<RunConstants> constantsOf(const Plan& plan, std::span<const ComparedRank> ranks, const std::string& source)
{
    if (plan.cluster.isMixed()) {
        return badInput(Core::tr("has devices of several kinds or speeds, which a run does not tell apart"), "cluster",
                        Core::tr("Give the run of a plan on devices of one kind"));
    }
    RunConstants found = RunFit(plan, ranks, source).take(estimate(plan));
    found.cluster.name = "measured";
    found.cluster.title = fmt::format("{}, measured", plan.cluster.title);
    return found;
}

}  // namespace pgram
