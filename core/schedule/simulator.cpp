// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/simulator.h"

#include "core/schedule/schedule_rules.h"

#include <algorithm>
#include <limits>

namespace pgram {

namespace {

constexpr Seconds notYet = -1;
constexpr std::size_t nothing = std::numeric_limits<std::size_t>::max();

/// What a chunk's forward or backward takes to receive: nothing from nobody, nor from the stage itself. Where chunks
/// turn, what crosses either boundary takes as long both ways.
Seconds receiveOf(const Schedule& schedule, int stages, int stage, int chunk, bool backward, const StageLoad& load)
{
    const bool turns = rulesOf(schedule.kind).path == ChunkPath::Turns;
    const ChunkPlace source = neighbour(schedule, stages, stage, chunk, backward);
    if (!source.exists || (turns && source.stage == stage)) {
        return 0;
    }
    const bool fromBehind = turns ? source.stage > stage : backward;
    return fromBehind ? load.receiveBackward : load.receiveForward;
}

/// Loads of a chunk: compute and kept tensors are 1/v of the stage's, a boundary activation is as large as ever.
StageLoad chunkLoad(StageLoad load, int chunks)
{
    load.forward /= chunks;
    load.backward /= chunks;
    load.weightGradient /= chunks;
    load.keptBytes = chunkBytes(load.keptBytes, chunks);
    return load;
}

/// A stage on its way through its order.
struct RunningStage {
    StageLoad load;
    std::vector<ScheduledOp> order;
    std::size_t next = 0;           ///< into `order`
    std::size_t awaited = nothing;  ///< the end that it waits for
    Seconds now = 0;                ///< end of the last operation
    Operation* operations = nullptr;
    Bytes memory = 0;
    int inFlight = 0;
    StageTrack track;

    void run(TimelineKind kind, Seconds seconds, int microbatch = -1, int chunk = 0, bool backwardSide = false)
    {
        operations[track.operationCount++] = {now,  now + seconds, microbatch, static_cast<std::int16_t>(chunk),
                                              kind, backwardSide};
        track.busy += seconds;
        now += seconds;
    }

    /// Dips of no length (a backward that frees as the next forward keeps) are left out of the curve, peaks never are.
    void setMemory(Bytes bytes)
    {
        memory = bytes;
        track.peakMemory = std::max(track.peakMemory, bytes);
        std::vector<MemoryPoint>& curve = track.memory;
        if (!curve.empty() && curve.back().start == now && curve.back().bytes <= bytes) {
            curve.pop_back();
        }
        if (curve.empty() || curve.back().bytes != bytes) {
            curve.push_back({now, bytes});
        }
    }
};

/// Each stage runs its order as far as it can, then sleeps until the one end that it waits for is known: every
/// operation is looked at once or twice.
class Simulator {
public:
    Simulator(const Schedule& schedule, std::span<const StageLoad> loads)
        : m_schedule(schedule),
          m_microbatches(static_cast<std::size_t>(schedule.microbatches)),
          m_chunks(schedule.virtualStages),
          m_stages(loads.size()),
          m_ends(2 * loads.size() * static_cast<std::size_t>(m_chunks) * m_microbatches, notYet)
    {
        for (std::size_t i = 0; i < loads.size(); ++i) {
            m_stages[i].load = chunkLoad(loads[i], m_chunks);
            m_stages[i].order = stageOrder(schedule, static_cast<int>(loads.size()), static_cast<int>(i));
            m_stages[i].track.memory.reserve(m_stages[i].order.size() * 3 / 2 + 1);
            m_stages[i].setMemory(loads[i].fixedBytes);
            m_runnable.push_back(i);
        }
    }

    Timeline run()
    {
        layOut();
        while (!m_runnable.empty()) {
            const std::size_t stage = m_runnable.back();
            m_runnable.pop_back();
            advance(stage);
        }
        return finish();
    }

private:
    /// Operations of a stage are counted first, so that each is written straight to its place.
    void layOut()
    {
        std::size_t total = 0;
        for (std::size_t i = 0; i < m_stages.size(); ++i) {
            RunningStage& stage = m_stages[i];
            const auto receives = static_cast<std::size_t>(
                std::count_if(stage.order.begin(), stage.order.end(),
                              [&](const ScheduledOp& op) { return receiveSeconds(i, op) > 0; }));
            stage.track.firstOperation = total;
            total += stage.order.size() + receives + (stage.load.sync > 0 ? 1 : 0) + (stage.load.optimizer > 0 ? 1 : 0);
        }
        m_timeline.operations.resize(total);
        for (RunningStage& stage : m_stages) {
            stage.operations = m_timeline.operations.data() + stage.track.firstOperation;
        }
    }

    [[nodiscard]] std::size_t slot(bool backward, std::size_t stage, int chunk, int microbatch) const
    {
        const std::size_t place = (backward ? m_stages.size() : 0) + stage;
        return (place * static_cast<std::size_t>(m_chunks) + static_cast<std::size_t>(chunk)) * m_microbatches +
               static_cast<std::size_t>(microbatch);
    }

    [[nodiscard]] ChunkPlace neighbourOf(std::size_t stage, int chunk, bool down) const
    {
        return neighbour(m_schedule, static_cast<int>(m_stages.size()), static_cast<int>(stage), chunk, down);
    }

    void advance(std::size_t index)
    {
        RunningStage& stage = m_stages[index];
        stage.awaited = nothing;
        for (; stage.next < stage.order.size(); ++stage.next) {
            const ScheduledOp& op = stage.order[stage.next];
            if (op.kind == OpKind::WeightGradient) {
                runBackward(stage, op);
                continue;
            }
            const bool backward = op.kind != OpKind::Forward;
            const ChunkPlace source = neighbourOf(index, op.chunk, backward);
            if (source.exists) {
                const std::size_t awaited =
                    slot(backward, static_cast<std::size_t>(source.stage), source.chunk, op.microbatch);
                if (m_ends[awaited] == notYet) {
                    stage.awaited = awaited;
                    return;
                }
                receive(stage, op, m_ends[awaited], receiveSeconds(index, op));
            }
            backward ? runBackward(stage, op) : runForward(stage, op);
            announce(index, op, backward);
        }
    }

    [[nodiscard]] Seconds receiveSeconds(std::size_t index, const ScheduledOp& op) const
    {
        return op.kind == OpKind::WeightGradient
                   ? 0
                   : receiveOf(m_schedule, static_cast<int>(m_stages.size()), static_cast<int>(index), op.chunk,
                               op.kind != OpKind::Forward, m_stages[index].load);
    }

    static void receive(RunningStage& stage, const ScheduledOp& op, Seconds sent, Seconds seconds)
    {
        stage.now = std::max(stage.now, sent);
        if (seconds > 0) {
            stage.run(TimelineKind::Receive, seconds, op.microbatch, op.chunk, op.kind != OpKind::Forward);
        }
    }

    static void runForward(RunningStage& stage, const ScheduledOp& op)
    {
        ++stage.inFlight;
        stage.track.peakInFlight = std::max(stage.track.peakInFlight, stage.inFlight);
        stage.setMemory(stage.memory + stage.load.keptBytes);
        stage.run(TimelineKind::Forward, stage.load.forward, op.microbatch, op.chunk);
    }

    /// The weight-gradient half reads the same recomputed and gathered tensors as the input-gradient half; the last
    /// half frees the micro-batch.
    static void runBackward(RunningStage& stage, const ScheduledOp& op)
    {
        const StageLoad& load = stage.load;
        stage.setMemory(stage.memory + load.transientBytes);
        if (op.kind == OpKind::WeightGradient) {
            stage.run(TimelineKind::WeightGradient, load.weightGradient, op.microbatch, op.chunk);
        } else {
            const Seconds putOff = op.kind == OpKind::BackwardInput ? load.weightGradient : 0;
            stage.run(TimelineKind::Backward, load.backward - putOff, op.microbatch, op.chunk);
        }
        const bool frees = op.kind != OpKind::BackwardInput;
        stage.inFlight -= frees ? 1 : 0;
        stage.setMemory(stage.memory - load.transientBytes - (frees ? load.keptBytes : 0));
    }

    /// Notes the end of a forward or backward and wakes the stage that waits for it.
    void announce(std::size_t index, const ScheduledOp& op, bool backward)
    {
        const std::size_t announced = slot(backward, index, op.chunk, op.microbatch);
        m_ends[announced] = m_stages[index].now;
        const ChunkPlace target = neighbourOf(index, op.chunk, !backward);
        const auto next = static_cast<std::size_t>(target.stage);
        if (target.exists && m_stages[next].awaited == announced) {
            m_stages[next].awaited = nothing;
            m_runnable.push_back(next);
        }
    }

    Timeline finish()
    {
        for (RunningStage& stage : m_stages) {
            if (stage.load.sync > 0) {
                stage.run(TimelineKind::Sync, stage.load.sync);
            }
            if (stage.load.optimizer > 0) {
                stage.run(TimelineKind::Optimizer, stage.load.optimizer);
            }
            m_timeline.makespan = std::max(m_timeline.makespan, stage.now);
        }
        for (RunningStage& stage : m_stages) {
            stage.track.bubble = m_timeline.makespan - stage.track.busy;
            m_timeline.stages.push_back(std::move(stage.track));
        }
        return std::move(m_timeline);
    }

    Schedule m_schedule;
    std::size_t m_microbatches;
    int m_chunks;
    std::vector<RunningStage> m_stages;
    std::vector<Seconds> m_ends;  ///< of forwards, then of backwards, by (stage, chunk, micro-batch)
    std::vector<std::size_t> m_runnable;
    Timeline m_timeline;
};

}  // namespace

StageReceives receivesOf(const Schedule& schedule, int stages, int stage, const StageLoad& load)
{
    StageReceives receives;
    for (int chunk = 0; chunk < schedule.virtualStages; ++chunk) {
        receives.forward += receiveOf(schedule, stages, stage, chunk, false, load);
        receives.backward += receiveOf(schedule, stages, stage, chunk, true, load);
    }
    return receives;
}

Timeline simulate(const Schedule& schedule, std::span<const StageLoad> stages)
{
    return Simulator(schedule, stages).run();
}

}  // namespace pgram
