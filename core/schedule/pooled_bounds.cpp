// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Objective::pooled(): bounds of the step over all layers of a task. Each bound is a weighted mean of inequalities that
// hold for each stage or chunk of any cut. The weights make the position of a layer nearly irrelevant.
#include "core/base/index.h"
#include "core/schedule/objective.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace pgram {

namespace {

/// Inequalities for the chunks of a schedule, in model order:
///
/// T ≥ share·Σ_{q<p} t_q + Σ_{c ≥ p} m·t_c + Σ_{c < p} (m - n_p)·t_c   for each chunk p, where c runs over the chunks
/// of its stage.
///
/// The first micro-batch passes the chunks in front of p. When it arrives, the stage has run at most n_p forwards of
/// its earlier chunks, and all its other work is still to do. The last micro-batch leaves in the same way.
class ChunkMeans {
public:
    ChunkMeans(const Schedule& schedule, int stages, double share)
        : m_schedule(schedule), m_stages(stages), m_chunks(schedule.virtualStages), m_share(share)
    {}

    /// Returns λ with equal counts for all chunks, as far as n_p = m allows: chunks run one after the other.
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

    /// Returns λ that are equal in each round of chunks, except for a `tilt` that belongs to the last round: a layer
    /// with fewer micro-batches in flight takes longer.
    [[nodiscard]] std::vector<double> onePerRound(double tilt) const
    {
        const double rounds = tilt + (1 - tilt) / m_chunks;  // rounds from a chunk's own on
        const double rest = 1 - std::min(m_share * rounds / m_schedule.microbatches, 0.5);
        std::vector<double> means;
        for (int chunk = 0; chunk < m_stages * m_chunks; ++chunk) {
            const double round = (1 - tilt) / m_chunks + (chunk >= m_stages * (m_chunks - 1) ? tilt : 0);
            means.push_back(round / std::pow(rest, chunk % m_stages));
        }
        return normalised(std::move(means));
    }

    /// Number of times that a mean counts the work of each chunk, for work that is never and always on the way.
    struct Counts {
        std::vector<double> staying;
        std::vector<double> behind;  ///< in addition, for work on the way
        [[nodiscard]] double of(std::size_t chunk, double share) const
        {
            return staying[chunk] + share * behind[chunk];
        }
    };
    [[nodiscard]] Counts countsOf(const std::vector<double>& means) const
    {
        Counts counts{std::vector<double>(means.size()), std::vector<double>(means.size())};
        double behind = 0;
        for (std::size_t chunk = means.size(); chunk-- > 0;) {
            counts.behind[chunk] = behind;
            behind += means[chunk];
        }
        for (int stage = 0; stage < m_stages; ++stage) {
            const auto chunkAt = [&](int own) { return at(chunkOfStage(m_schedule, m_stages, stage, own)); };
            double later = 0;
            for (int own = m_chunks - 1; own >= 0; --own) {
                counts.staying[chunkAt(own)] = later;
                later += means[chunkAt(own)] * workFrom(stage, own);
            }
            double before = 0;
            for (int own = 0; own < m_chunks; ++own) {
                before += means[chunkAt(own)] * m_schedule.microbatches;
                counts.staying[chunkAt(own)] += before;
            }
        }
        return counts;
    }

    /// Returns the least number of times that a mean counts the work per step.
    [[nodiscard]] double once(const std::vector<double>& means) const
    {
        std::vector<double> onStage(at(m_stages), 0);
        for (int chunk = 0; chunk < m_stages * m_chunks; ++chunk) {
            onStage[at(stageOfChunk(m_schedule, m_stages, chunk))] += means[at(chunk)];
        }
        return std::ranges::min(onStage);
    }

private:
    /// Returns the micro-batches of earlier chunks that are still to do when the first one arrives at chunk `own`.
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

void WorkShares::add(Seconds forward, Seconds backward, Seconds weightGradient)
{
    if (const Seconds time = forward + backward; time > 0) {
        add({forward / time, 1 - weightGradient / time, std::min(forward, backward) / time});
    }
}

void WorkShares::add(const WorkShares& others)
{
    leastForward = std::min(leastForward, others.leastForward);
    leastChained = std::min(leastChained, others.leastChained);
    mostShorter = std::max(mostShorter, others.mostShorter);
}

/// T ≥ (Σ_{j<i} t_j) + m·t_i + idle_i for each stage i. With m > P and idle_i ≥ 2R_i - n_i·t_i, weights λ_i of these
/// bounds exist (all positive, with the sum 1) under which every t_j counts (m - 1 + P)/P times. With fewer
/// micro-batches, let s_i be the shorter of forward and backward; then n_i = m - 1 and idle_i ≥ R_i - n_i·s_i up to
/// stage P - m. Each of these bounds has the weight d/w with w = (m - 1)·(1 - s/t), and the next stage has d = w/(w + P
/// - m + 1): every t_j counts 1 + d times, those behind that stage more often.
double Objective::pooledOneFOneB(double shorter, double most) const
{
    const double m = m_schedule.microbatches;
    const double stages = m_stages;
    if (m > stages) {
        return (m - 1 + stages) / stages;
    }
    const double own = (m - 1) * (1 - most);
    return 1 + own / (own + stages - m + 1) * std::min(1.0, (1 - shorter) / (1 - most));
}

/// Returns the weights that count t, which is (c + repeats·pace)/m, `times` times.
StepWeights Objective::counting(double times, double once) const
{
    const double m = m_schedule.microbatches;
    return {times / m, times * m_repeats / m, once};
}

/// T ≥ share·Σ_{j<i} t_j + m·t_i + once_i for each stage i. The weights λ_i that count every t_j equally count it K =
/// share/(1 - (1 - share/m)^P) times, and the work per step at least λ_0 = K/m·(1 - share/m)^(P-1) times. A layer of a
/// smaller share counts less, and least in the first stage.
PooledBound Objective::pooledBehind(double share, const std::vector<double>& shares) const
{
    const double m = m_schedule.microbatches;
    const double rest = 1 - share / m;
    const double all = share > 0 ? share / (1 - std::pow(rest, m_stages)) : m / m_stages;
    const double first = all / m * std::pow(rest, m_stages - 1);
    PooledBound bound;
    for (const double own : shares) {
        bound.push_back({counting(all - std::max(0.0, share - own) * (1 - first), first)});
    }
    return bound;
}

/// Adds the bounds for chunks. Of each run's t, the part `counted` counts, and the run's share of t is on the way in
/// (and out); `share`: that of most layers.
void Objective::addPooledOfChunks(double share, const std::vector<double>& shares, const std::vector<double>& counted,
                                  bool countsOnce, std::vector<PooledBound>& bounds) const
{
    constexpr std::array tilts{0.0, 0.25, 0.5, 0.75, 1.0};
    const ChunkMeans chunks(m_schedule, m_stages, share);
    const auto add = [&](const std::vector<double>& means) {
        const double once = countsOnce ? chunks.once(means) : 0;
        const ChunkMeans::Counts counts = chunks.countsOf(means);
        PooledBound& bound = bounds.emplace_back();
        for (std::size_t run = 0; run < shares.size(); ++run) {
            PooledWeights& weights = bound.emplace_back();
            for (std::size_t chunk = 0; chunk < means.size(); ++chunk) {
                weights.push_back(counting(counted[run] * counts.of(chunk, shares[run]), once));
            }
        }
    };
    add(chunks.onePerChunk());
    for (const double tilt : tilts) {
        add(chunks.onePerRound(tilt));
    }
}

/// The work per step of a stage follows its last backward, while the last micro-batch is on its way out, and postponed
/// weight gradients may fill that time. So either the work per step counts, or the way out counts like the way in,
/// without postponed weight gradients.
std::vector<PooledBound> Objective::pooled(std::span<const WorkShares> runs, std::size_t most) const
{
    const auto alike = [&runs](const StepWeights& weights) { return PooledBound(runs.size(), {weights}); };
    if (m_rule == StepRule::Paper) {
        return {alike({1, m_repeats / m_stages, 1})};
    }
    std::vector<double> forward;
    std::vector<double> counted;
    for (const WorkShares& own : runs) {
        forward.push_back(m_schedule.slices > 1 ? 0 : own.leastForward);  // the first slice may be any part
        counted.push_back(m_rules->splitsBackward ? own.leastChained : 1);
    }
    std::vector<PooledBound> bounds;
    if (chunks() > 1) {
        const std::vector<double> none(runs.size(), 0);
        const std::vector<double> all(runs.size(), 1);
        bounds.push_back(pooledBehind(0, none));
        addPooledOfChunks(forward[most], forward, all, true, bounds);
        addPooledOfChunks(1, all, counted, false, bounds);
        return bounds;
    }
    bounds.push_back(pooledBehind(forward[most], forward));
    if (m_stages > 1 && m_schedule.kind == ScheduleKind::GPipe) {
        bounds.push_back(alike({1, m_repeats / m_stages, 0}));
    } else if (m_stages > 1 && (isOneFOneB() || m_schedule.kind == ScheduleKind::ZbH1)) {
        // Both run forwards and input gradients, for which the next stage waits, in the order of 1F1B.
        PooledBound& bound = bounds.emplace_back();
        const auto shorter = [&](std::size_t run) { return m_rules->splitsBackward ? 0.5 : runs[run].mostShorter; };
        for (std::size_t run = 0; run < runs.size(); ++run) {
            bound.push_back({counting(counted[run] * pooledOneFOneB(shorter(run), shorter(most)), 0)});
        }
    }
    return bounds;
}

}  // namespace pgram
