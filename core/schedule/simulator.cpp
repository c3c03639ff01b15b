// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/simulator.h"

#include "core/base/index.h"

#include <algorithm>
#include <limits>

namespace pgram {

namespace {

constexpr Seconds notYet = -1;
constexpr std::size_t nothing = std::numeric_limits<std::size_t>::max();

/// A stage on its way through its order.
struct RunningStage {
    StageLoad load;
    std::vector<const ChunkLoad*> chunks;  ///< chunks of the stage
    std::vector<SliceOfLoad> slices;       ///< slices of its chunks, one chunk after another
    int sliceCount = 1;                    ///< slices per micro-batch
    std::vector<std::size_t> places;       ///< indices of its chunks in model order
    std::vector<ScheduledOp> order;
    std::size_t next = 0;           ///< index into `order`
    std::size_t awaited = nothing;  ///< index of the end that it waits for
    Seconds now = 0;                ///< end of the last operation
    Operation* operations = nullptr;
    Bytes memory = 0;
    int inFlight = 0;
    StageTrack track;

    [[nodiscard]] const ChunkLoad& chunk(const ScheduledOp& op) const { return *chunks[at(op.chunk)]; }
    [[nodiscard]] const SliceOfLoad& slice(const ScheduledOp& op) const
    {
        const int own = sliceCount == 1 ? op.chunk : op.chunk * sliceCount + op.slice;
        return slices[at(own)];
    }

    /// Runs work that is done once per step.
    void run(TimelineKind kind, Seconds seconds) { run(kind, seconds, {OpKind::Forward, -1}); }

    void run(TimelineKind kind, Seconds seconds, const ScheduledOp& op)
    {
        operations[track.operationCount++] = {.start = now,
                                              .end = now + seconds,
                                              .microbatch = op.microbatch,
                                              .chunk = static_cast<std::uint16_t>(op.chunk),
                                              .backwardSide =
                                                  kind == TimelineKind::Receive && op.kind != OpKind::Forward,
                                              .kind = kind,
                                              .slice = static_cast<std::uint8_t>(op.slice)};
        track.busy += seconds;
        now += seconds;
    }

    /// Dips of zero length (a backward that frees memory as the next forward takes it) are left out of the curve; peaks
    /// never are.
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

/// Each stage runs its order until an operation waits for an unknown end, and sleeps until that end is known. Every
/// operation is visited once or twice.
class Simulator {
public:
    Simulator(const Schedule& schedule, const PipelineLoad& load)
        : m_schedule(schedule),
          m_passes(static_cast<std::size_t>(passesOf(schedule))),
          m_chunks(load.chunks.size()),
          m_stages(load.stages.size()),
          m_ends(2 * m_chunks * m_passes, notYet)
    {
        const int stages = static_cast<int>(load.stages.size());
        for (int i = 0; i < static_cast<int>(m_chunks); ++i) {
            m_stageOf.push_back(static_cast<std::size_t>(stageOfChunk(schedule, stages, i)));
        }
        for (std::size_t i = 0; i < m_stages.size(); ++i) {
            RunningStage& stage = m_stages[i];
            stage.load = load.stages[i];
            stage.sliceCount = schedule.slices;
            for (int own = 0; own < schedule.virtualStages; ++own) {
                const int place = chunkOfStage(schedule, stages, static_cast<int>(i), own);
                stage.places.push_back(static_cast<std::size_t>(place));
                stage.chunks.push_back(&load.chunks[at(place)]);
                for (int slice = 0; slice < schedule.slices; ++slice) {
                    stage.slices.push_back(stage.chunks.back()->pass(slice, schedule.slices));
                }
            }
            stage.order = stageOrder(schedule, stages, static_cast<int>(i));
            stage.track.memory.reserve(stage.order.size() * 3 / 2 + 1);
            stage.setMemory(stage.load.fixedBytes);
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
    /// Counts the operations of each stage first, so that each is written straight to its place.
    void layOut()
    {
        std::size_t total = 0;
        for (RunningStage& stage : m_stages) {
            const auto receives = static_cast<std::size_t>(
                std::count_if(stage.order.begin(), stage.order.end(),
                              [&](const ScheduledOp& op) { return receiveSeconds(stage, op) > 0; }));
            stage.track.firstOperation = total;
            total += stage.order.size() + receives + (stage.load.sync > 0 ? 1 : 0) + (stage.load.optimizer > 0 ? 1 : 0);
        }
        m_timeline.operations.resize(total);
        for (RunningStage& stage : m_stages) {
            stage.operations = m_timeline.operations.data() + stage.track.firstOperation;
        }
    }

    [[nodiscard]] std::size_t slot(bool backward, std::size_t chunk, const ScheduledOp& op) const
    {
        return ((backward ? m_chunks : 0) + chunk) * m_passes +
               static_cast<std::size_t>(op.microbatch * m_schedule.slices + op.slice);
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
            const std::size_t place = stage.places[at(op.chunk)];
            const bool receives = backward ? place + 1 < m_chunks : place > 0;
            if (receives) {
                const std::size_t awaited = slot(backward, backward ? place + 1 : place - 1, op);
                if (m_ends[awaited] == notYet) {
                    stage.awaited = awaited;
                    return;
                }
                receive(stage, op, m_ends[awaited], receiveSeconds(stage, op));
            }
            backward ? runBackward(stage, op) : runForward(stage, op);
            announce(stage, place, op, backward);
        }
    }

    [[nodiscard]] static Seconds receiveSeconds(const RunningStage& stage, const ScheduledOp& op)
    {
        const SliceOfLoad& slice = stage.slice(op);
        return op.kind == OpKind::WeightGradient ? 0
               : op.kind == OpKind::Forward      ? slice.receiveForward
                                                 : slice.receiveBackward;
    }

    static void receive(RunningStage& stage, const ScheduledOp& op, Seconds sent, Seconds seconds)
    {
        stage.now = std::max(stage.now, sent);
        if (seconds > 0) {
            stage.run(TimelineKind::Receive, seconds, op);
        }
    }

    static void runForward(RunningStage& stage, const ScheduledOp& op)
    {
        ++stage.inFlight;
        stage.track.peakInFlight = std::max(stage.track.peakInFlight, stage.inFlight);
        stage.setMemory(stage.memory + stage.slice(op).keptBytes);
        stage.run(TimelineKind::Forward, stage.slice(op).forward, op);
    }

    /// The weight-gradient half reads the same recomputed and gathered tensors as the input-gradient half; the last
    /// half frees the micro-batch.
    static void runBackward(RunningStage& stage, const ScheduledOp& op)
    {
        const ChunkLoad& load = stage.chunk(op);
        stage.setMemory(stage.memory + load.transientBytes);
        if (op.kind == OpKind::WeightGradient) {
            stage.run(TimelineKind::WeightGradient, load.weightGradient, op);
        } else {
            const Seconds putOff = op.kind == OpKind::BackwardInput ? load.weightGradient : 0;
            stage.run(TimelineKind::Backward, stage.slice(op).backward - putOff, op);
        }
        const bool frees = op.kind != OpKind::BackwardInput;
        stage.inFlight -= frees ? 1 : 0;
        stage.setMemory(stage.memory - load.transientBytes -
                        (frees ? stage.slice(op).keptBytes - load.stayingBytes : 0));
    }

    /// Stores the end of a forward or backward, and wakes the stage that waits for it.
    void announce(const RunningStage& stage, std::size_t place, const ScheduledOp& op, bool backward)
    {
        const std::size_t announced = slot(backward, place, op);
        m_ends[announced] = stage.now;
        const bool hasNext = backward ? place > 0 : place + 1 < m_chunks;
        const std::size_t next = hasNext ? m_stageOf[backward ? place - 1 : place + 1] : 0;
        if (hasNext && m_stages[next].awaited == announced) {
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
    std::size_t m_passes;  ///< micro-batches, or their slices
    std::size_t m_chunks;  ///< number of all stages' chunks
    std::vector<RunningStage> m_stages;
    std::vector<std::size_t> m_stageOf;  ///< per chunk, in model order
    std::vector<Seconds> m_ends;         ///< ends of forwards, then of backwards, by (chunk, micro-batch)
    std::vector<std::size_t> m_runnable;
    Timeline m_timeline;
};

}  // namespace

SliceOfLoad ChunkLoad::pass(int slice, int count) const
{
    if (!slices.empty()) {
        return slices[at(slice)];
    }
    return {receiveForward / count, forward / count, receiveBackward / count, backward / count,
            (keptBytes + count - 1) / count};
}

Timeline simulate(const Schedule& schedule, const PipelineLoad& load)
{
    return Simulator(schedule, load).run();
}

}  // namespace pgram
