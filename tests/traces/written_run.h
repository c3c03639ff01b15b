// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Writes the trace of a run that goes as an estimate says, with changes and noise.
#pragma once

#include "core/base/index.h"
#include "core/plan/estimate.h"
#include "core/plan/kernel_seconds.h"
#include "core/plan/step_parts.h"
#include "tests/traces/written_trace.h"

#include <random>

namespace pgram::test {

/// Changes of a written run, as factors.
struct Changes {
    double passes = 1;  ///< forward and backward
    double optimizer = 1;
    double tensor = 1;     ///< all-reduces of the tensor group
    double gradients = 1;  ///< gradient synchronisation
    Seconds host = 0;      ///< idle time before the optimizer
    double noise = 0.02;   ///< largest disturbance of a length, in either direction
};

inline const char* kernelOf(CollectiveKind kind)
{
    return kind == CollectiveKind::AllReduce       ? "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgs)"
           : kind == CollectiveKind::AllGather     ? "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgs)"
           : kind == CollectiveKind::ReduceScatter ? "ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKernelArgs)"
                                                   : "ncclDevKernel_SendRecv(ncclDevKernelArgs)";
}

/// Returns the name of the group in Megatron-LM.
inline const char* groupOf(TrafficKind kind)
{
    return kind == TrafficKind::TiedEmbedding    ? "EMBEDDING_GROUP"
           : kind == TrafficKind::TensorParallel ? "TENSOR_MODEL_PARALLEL_GROUP"
                                                 : "DATA_PARALLEL_GROUP_WITH_CP";
}

/// Writes the step of a stage that a prediction describes, three times, with noise: compute in equal pieces of each
/// kind, and each transfer beside the compute before it, for the time that the compute hides.
class WrittenRun {
public:
    WrittenRun(const Plan& plan, const Estimate& estimate, int stage, const Changes& changes)
        : m_plan(plan), m_estimate(estimate), m_stage(stage), m_changes(changes)
    {
        for (int step = 0; step < 3; ++step) {
            addStep(step);
        }
    }
    [[nodiscard]] std::string text() const { return m_trace.text(m_stage * m_plan.stageDevices()); }

private:
    double noisy(double value)
    {
        return value * std::uniform_real_distribution(1 - m_changes.noise, 1 + m_changes.noise)(m_random);
    }

    /// Writes a part of forward and backward as products, attention and the rest, in their proportions.
    void pass(Seconds seconds, int thread)
    {
        const KernelSeconds kernels = kernelSeconds(m_plan, m_stage);
        const Seconds all = kernels.products + kernels.attention + kernels.others;
        compute("ampere_bf16_gemm", seconds * kernels.products / all, thread);
        compute("flash_fwd_kernel", seconds * kernels.attention / all, thread);
        compute("vectorized_elementwise_kernel", seconds * kernels.others / all, thread);
    }

    void compute(const char* name, Seconds seconds, int thread = 1)
    {
        if (seconds > 0) {
            const double length = noisy(seconds * 1e6);
            m_trace.kernel(name, m_now - 0.25, m_now, length, thread);
            m_now += length;
        }
    }

    void transfers(double part)
    {
        for (const int layer : m_plan.layersOf(m_stage)) {
            for (const Charge& charge : m_estimate.layers[at(layer)].cost.charges) {
                const double factor = charge.kind == TrafficKind::TensorParallel ? m_changes.tensor
                                      : charge.kind == TrafficKind::GradientSync ? m_changes.gradients
                                                                                 : 1;
                const double count = std::max(1.0, charge.times * part);
                const double buffer = charge.bytesPerRank / bytesPerRank(charge.collective, charge.group.size, 1);
                for (int i = 0; i < static_cast<int>(count); ++i) {
                    const double length = noisy(charge.exposed * 1e6 * factor * part / count);
                    const double hidden = charge.hidden * 1e6 * factor * part / count;
                    if (length + hidden > 0) {
                        m_trace.kernel(kernelOf(charge.collective), m_now - hidden - 0.25, m_now - hidden,
                                       hidden + length, 1, 20,
                                       WrittenTrace::transfer("", charge.group.size, buffer / 2, groupOf(charge.kind)));
                        m_now += length;
                    }
                }
            }
        }
    }

    void addStep(int step)
    {
        const StageEstimate& own = m_estimate.stages[at(m_stage)];
        const int m = m_plan.schedule.microbatches;
        Seconds exposed = m * own.receive;
        for (const int layer : m_plan.layersOf(m_stage)) {
            for (const Charge& charge : m_estimate.layers[at(layer)].cost.charges) {
                exposed += charge.exposed;
            }
        }
        const Seconds busy = m * own.time + own.sync + own.optimizer;
        const Seconds again = recomputeOfStage(m_plan, m_estimate, m_stage);
        const Seconds passes = busy - exposed - again - own.optimizer;
        const double start = m_now;
        m_trace.span("autograd::engine::evaluate_function: MmBackward0", start, 1e9, 2);
        for (int i = 0; i < m; ++i) {
            pass(m_changes.passes * passes / m / 3, 1);
            pass(m_changes.passes * passes / m * 2 / 3, 2);
        }
        m_trace.span("autograd::engine::evaluate_function: CheckpointFunctionBackward", m_now - 1, again * 1e7 + 2, 3);
        compute("ampere_bf16_gemm", again, 3);
        transfers(1);
        const double idle = noisy((m_estimate.stepTime - busy + m_changes.host) * 1e6);
        m_now += std::max(0.0, idle);
        if (own.receive > 0) {
            const double length = noisy(m * own.receive * 1e6);
            m_trace.kernel(kernelOf(CollectiveKind::PointToPoint), m_now - 0.25, m_now, length, 1, 22);
            m_now += length;
        }
        m_trace.span("Optimizer.step#Adam.step", m_now - 1, 1e6 * own.optimizer * 2 + 2, 4);
        compute("multi_tensor_apply_kernel", m_changes.optimizer * own.optimizer, 4);
        m_trace.span(fmt::format("ProfilerStep#{}", step), start - 1, m_now - start);
        m_now += 2;
    }

    const Plan& m_plan;
    const Estimate& m_estimate;
    int m_stage;
    Changes m_changes;
    WrittenTrace m_trace;
    double m_now = 1000;
    std::mt19937 m_random{54};
};

}  // namespace pgram::test
