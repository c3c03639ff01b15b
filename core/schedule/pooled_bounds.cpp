// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Objective::pooled(): bounds of the step over all layers of a task. Each is a weighted mean of inequalities that hold
// for each stage or chunk of any cut, the weights chosen so that it hardly matters where a layer is.
#include "core/base/index.h"
#include "core/schedule/objective.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pgram {

namespace {

/// Inequalities for the chunks of a schedule, in model order:
///
///     T ≥ share·Σ_{q<p} t_q + Σ_{c ≥ p} m·t_c + Σ_{c < p} (m - n_p)·t_c   for each chunk p, c being chunks of its
///     stage.
///
/// The first micro-batch comes through the chunks in front of p; when it arrives the stage has run no more than n_p
/// forwards of its earlier chunks, and all its other work is still to do. The last micro-batch leaves the same way.
class ChunkMeans {
public:
    ChunkMeans(const Schedule& schedule, int stages, double share)
        : m_schedule(schedule), m_stages(stages), m_chunks(schedule.virtualStages), m_share(share)
    {}

    /// λ that count every chunk alike, as far as n_p = m: one chunk after the other.
    [[nodiscard]] std::vector<double> onePerChunk() const
    {
        const double m = m_schedule.microbatches;
        std::vector<double> means(at(m_stages * m_chunks), 0);
        if (m <= m_share) {
            means.back() = 1;
            return means;
        }
        std::vector<double> onStage(at(m_stages), 0);
        double last = (m - m_share) / m;
        for (int chunk = 0; chunk < m_stages * m_chunks; ++chunk) {
            double& own = onStage[at(stageOfChunk(m_schedule, m_stages, chunk))];
            means[at(chunk)] = std::max(0.0, m * (last - own) / (m - m_share));
            own += means[at(chunk)];
            last = own;
        }
        return normalised(std::move(means));
    }

    /// λ alike in each round of chunks, but for a `tilt` of them that is the last round's: a layer of which less is in
    /// flight takes longer.
    [[nodiscard]] std::vector<double> onePerRound(double tilt) const
    {
        const double rounds = tilt + (1 - tilt) / m_chunks;  // of a chunk's own round and those behind
        const double rest = 1 - std::min(m_share * rounds / m_schedule.microbatches, 0.5);
        std::vector<double> means;
        for (int chunk = 0; chunk < m_stages * m_chunks; ++chunk) {
            const double round = (1 - tilt) / m_chunks + (chunk >= m_stages * (m_chunks - 1) ? tilt : 0);
            means.push_back(round / std::pow(rest, chunk % m_stages));
        }
        return normalised(std::move(means));
    }

    /// How often the mean counts the work of each chunk.
    [[nodiscard]] std::vector<double> timesOf(const std::vector<double>& means) const
    {
        std::vector<double> all(means.size());
        double behind = 0;
        for (int chunk = m_stages * m_chunks - 1; chunk >= 0; --chunk) {
            const int stage = stageOfChunk(m_schedule, m_stages, chunk);
            double times = m_share * behind;
            for (int own = 0; own < m_chunks; ++own) {
                const double mean = means[at(chunkOfStage(m_schedule, m_stages, stage, own))];
                times += mean * (own > chunk / m_stages ? workFrom(stage, own) : m_schedule.microbatches);
            }
            all[at(chunk)] = times;
            behind += means[at(chunk)];
        }
        return all;
    }

    /// What a stage does once counts at least so often.
    [[nodiscard]] double once(const std::vector<double>& means) const
    {
        std::vector<double> onStage(at(m_stages), 0);
        for (int chunk = 0; chunk < m_stages * m_chunks; ++chunk) {
            onStage[at(stageOfChunk(m_schedule, m_stages, chunk))] += means[at(chunk)];
        }
        return std::ranges::min(onStage);
    }

private:
    /// Micro-batches of an earlier chunk that are still to do when the first one comes to chunk `own`.
    [[nodiscard]] double workFrom(int stage, int own) const
    {
        const auto before = rulesOf(m_schedule.kind).before;
        const int most = m_schedule.microbatches;
        return most - (before == nullptr ? most : std::min(most, before(m_stages, stage, own)));
    }
    [[nodiscard]] static std::vector<double> normalised(std::vector<double> means)
    {
        double sum = 0;
        for (const double mean : means) {
            sum += mean;
        }
        for (double& mean : means) {
            mean /= sum;
        }
        return means;
    }

    const Schedule& m_schedule;
    int m_stages;
    int m_chunks;
    double m_share;
};

}  // namespace

/// T ≥ (Σ_{j<i} t_j) + m·t_i + idle_i for each stage i. With m > P and idle_i ≥ 2R_i - n_i·t_i, weights λ_i of these
/// bounds exist (all positive, of sum 1) under which every t_j counts (m - 1 + P)/P times; with fewer micro-batches
/// idle_i ≥ R_i - (m - 1)·t_i/2 where n_i = m - 1.
double Objective::pooledOneFOneB() const
{
    const double m = m_schedule.microbatches;
    const double stages = m_stages;
    if (m > stages) {
        return (m - 1 + stages) / stages;
    }
    double inverse = 0;
    for (int stage = 0; stage < m_stages; ++stage) {
        const int others = othersInFlight(stage);
        const double own = m_schedule.microbatches == others + 1 ? (m - 1) / 2 : m - others - 1;
        if (own <= 0) {
            return 1;
        }
        inverse += 1 / own;
    }
    return 1 + 1 / inverse;
}

/// So many times t, which is (c + repeats·pace)/m.
StepWeights Objective::counting(double times, double once) const
{
    const double m = m_schedule.microbatches;
    return {times / m, times * m_repeats / m, once};
}

/// T ≥ share·Σ_{j<i} t_j + m·t_i + once_i for each stage i. The weights λ_i of these bounds that count every t_j alike
/// count it K = share/(1 - (1 - share/m)^P) times, and what stages do once at least λ_0 = K/m·(1 - share/m)^(P-1)
/// times.
StepWeights Objective::pooledBehind(double share) const
{
    const double m = m_schedule.microbatches;
    const double rest = 1 - share / m;
    const double all = share > 0 ? share / (1 - std::pow(rest, m_stages)) : m / m_stages;
    return counting(all, all / m * std::pow(rest, m_stages - 1));
}

/// Of all t a part is `counted`, of which `share` is on the way in (and out).
void Objective::addPooledOfChunks(double share, double counted, bool countsOnce,
                                  std::vector<PooledWeights>& bounds) const
{
    constexpr std::array tilts{0.0, 0.25, 0.5, 0.75, 1.0};
    const ChunkMeans chunks(m_schedule, m_stages, share);
    const auto add = [&](const std::vector<double>& means) {
        PooledWeights& weights = bounds.emplace_back();
        for (const double times : chunks.timesOf(means)) {
            weights.push_back(counting(counted * times, countsOnce ? chunks.once(means) : 0));
        }
    };
    add(chunks.onePerChunk());
    for (const double tilt : tilts) {
        add(chunks.onePerRound(tilt));
    }
}

/// What a stage does once comes behind its last backward, beside the way out of the last micro-batch, and weight
/// gradients that are put off may fill that way: either the once counts, or the way out as the way in does, of all but
/// the weight gradients where these are put off.
std::vector<PooledWeights> Objective::pooled(const LeastShares& shares) const
{
    if (m_rule == StepRule::Paper) {
        return {{{1, m_repeats / m_stages, 1}}};
    }
    const double counted = m_rules->splitsBackward ? shares.chained : 1;
    std::vector<PooledWeights> bounds;
    if (chunks() > 1) {
        bounds.push_back({pooledBehind(0)});
        addPooledOfChunks(shares.forward, 1, true, bounds);
        addPooledOfChunks(1, counted, false, bounds);
        return bounds;
    }
    // The first slice may be any part of a micro-batch.
    bounds.push_back({pooledBehind(m_schedule.slices > 1 ? 0 : shares.forward)});
    if (m_stages > 1 && m_schedule.kind == ScheduleKind::GPipe) {
        bounds.push_back({{1, m_repeats / m_stages, 0}});
    } else if (m_stages > 1 && (isOneFOneB() || m_schedule.kind == ScheduleKind::ZbH1)) {
        // Both run forwards and the gradients that the next stage waits for in 1F1B's order.
        bounds.push_back({counting(counted * pooledOneFOneB(), 0)});
    }
    return bounds;
}

StepWeights Objective::likely() const
{
    return {1 / slack(), m_repeats / m_stages / slack(), 0};
}

}  // namespace pgram
