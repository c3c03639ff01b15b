// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Transformer blocks: attention or another mixer, then the feed-forward part or experts.
#include "core/model/mixers.h"
#include "core/model/work_counter.h"

namespace pgram {

/// The feed-forward part on `tokens` tokens of `width` with the inner width of this device; of `groups` experts in one
/// launch. Grouped products of experts are none that recomputation by operations counts. Nothing reads the last
/// product's result in backward, so that only whole modules repeat that product.
void WorkCounter::mlp(double tokens, double width, double inner, double groups)
{
    const int joined = m_layer.gatedMlp ? 2 : 1;
    const int launches = m_isExpert && m_training.framework.loopsExperts ? static_cast<int>(groups) * joined : 1;
    double droppedShare = 1;
    if (!m_isExpert) {
        droppedShare = 0;
        for (int product = 0; product < joined; ++product) {
            droppedShare += nextProduct().has(Module::Operations) ? 1.0 / joined : 0;
        }
        nextProduct();
    }
    constexpr ModuleSet operations{Module::Operations};
    const ModuleSet ofActivation = m_isExpert ? ModuleSet{Module::ExpertActivations, Module::Operations} : operations;
    repeated(
        operations, [&] { gemm(tokens, width, joined * inner, groups, joined); }, droppedShare);
    repeated(ofActivation, [&] { elementwise(tokens * inner, m_layer.gatedMlp ? 3 : 2, 1.5, launches); });
    const double activated = tokens * inner * joined;  // input of the activation
    keep((1 - droppedShare) * activated, m_width);
    dropped(operations, [&] { keep(droppedShare * activated, m_width); });
    flow(tokens * inner * (m_layer.gatedMlp ? 3 : 2));  // gradients of the activation's output and input
    gemm(tokens, inner, width, groups);
    dropped(ofActivation, [&] { keepInput(tokens * inner); });  // input of the second product
}

void WorkCounter::expertMlp(double tokens, double inner, double local)
{
    m_isExpert = true;
    mlp(tokens, static_cast<double>(expertWidthOf(m_layer)), inner, local);
    m_isExpert = false;
}

/// Routed experts: each token visits topK of them. A device holds experts/e, split over expertTensor() ranks, and sees
/// as many tokens as it sends, or Training::expertLoad times as many where it is the busiest of several.
void WorkCounter::routedExperts()
{
    constexpr int loopSteps = 6;  // launches per expert next to its products: where, take, weigh (3), add up
    constexpr ModuleSet operations{Module::Operations};
    const double h = static_cast<double>(m_layer.hidden);
    const double t = m_shard.tensor;
    const double split = m_shard.expertTensor > 0 ? m_shard.expertTensor : t;
    const double all = static_cast<double>(m_layer.experts);
    const double local = all / m_shard.expert;
    const double sent = m_outer * static_cast<double>(m_layer.topK);
    const double load = m_shard.expert > 1 ? m_training.expertLoad : 1;
    const double routed = m_tokens * split / t * static_cast<double>(m_layer.topK) * load;
    m_part = LayerPart::Other;
    recomputed(operations, [&] {
        gemm(m_outer, h, all);
        m_work.operators.back().quantised = false;
        keep(m_outer * all, 4);  // router probabilities
    });
    m_part = LayerPart::Mlp;
    const double width = static_cast<double>(expertWidthOf(m_layer));
    const double latent = static_cast<double>(m_layer.expertWidth);
    if (latent > 0) {  // the input and the sum of latent experts pass a product each
        gemm(m_outer, h, latent);
        gemm(m_outer, latent, h);
        keepInput(m_outer * latent);
    }
    repeated(operations, [&] {
        if (m_training.framework.fusedDispatch && m_shard.expert > 1) {
            elementwise(sent * width, 2, 1);  // operands of the transfers
            return;
        }
        const int steps = m_training.framework.loopsExperts ? loopSteps * std::max(1, static_cast<int>(local)) : 1;
        elementwise(sent * width, 4, 1, steps);  // permute, and weigh and sum on the way back
        if (m_shard.expert > 1 && local > 1) {
            elementwise(routed * width, 4, 1);  // tokens of many ranks are sorted by expert, and back
        }
    });
    dropped(m_shard.expert > 1 ? ModuleSet() : operations,
            [&] { keepInput(routed * width); });  // input of the first product
    expertMlp(routed, static_cast<double>(m_layer.ffn) / split, local);
    if (m_training.framework.keepsExpertOutputs) {
        keep(sent * width, m_width);
    }
}

void WorkCounter::sharedExperts()
{
    const auto first = static_cast<std::ptrdiff_t>(m_work.operators.size());
    recomputed({Module::SharedExperts}, [&] {
        mlp(m_tokens, static_cast<double>(m_layer.hidden), static_cast<double>(m_layer.sharedFfn) / m_shard.tensor);
    });
    std::for_each(m_work.operators.begin() + first, m_work.operators.end(), [](Operator& op) { op.ofShared = true; });
}

void WorkCounter::experts()
{
    recomputed({Module::Experts}, [&] {
        routedExperts();
        if (m_layer.sharedFfn > 0) {
            sharedExperts();
        }
    });
}

/// The norm in front of the feed-forward part reads the sum of the attention's result and its input.
void WorkCounter::normBeforeMlp(bool gathers)
{
    const double h = static_cast<double>(m_layer.hidden);
    const bool isDropped = m_products % 2 == 0;  // the projection behind attention was
    const ModuleSet ofSum = isDropped ? ModuleSet{Module::Operations} : ModuleSet();
    const bool keepsWhole = gathers && m_shard.tokensSplit && m_training.framework.keepsGatheredInputs;
    if (m_layer.experts > 0 && !keepsWhole) {
        constexpr ModuleSet ofOutput{Module::Norms, Module::Operations};
        repeated(ofOutput, [&] { dropped(ofSum, [&] { norm(m_outer * h); }); });
        dropped(ofOutput, [&] { keepInput(m_outer * h); });
        if (gathers) {
            gatherAgain(h);
        }
        return;
    }
    const ModuleSet ofOutput =
        m_layer.experts > 0 ? ModuleSet{Module::Operations} : ModuleSet{Module::Mlp, Module::Operations};
    repeated(ofOutput, [&] { dropped(ofSum, [&] { norm(m_outer * h); }); });
    dropped(ofOutput, [&] { gathers ? keepGathered(h) : keepInput(m_outer * h); });
}

void WorkCounter::mixTokens()
{
    if (const StateMixer* mixer = stateMixerOf(m_layer)) {
        stateMixing(*mixer);
    } else if (m_layer.mixer != Mixer::None) {
        selfAttention();
    }
}

void WorkCounter::feedForward()
{
    const double h = static_cast<double>(m_layer.hidden);
    // Routed experts take each rank's own tokens where they are split: only shared ones gather and scatter them.
    const bool gathers = m_layer.experts == 0 || m_layer.sharedFfn > 0;
    m_part = LayerPart::Mlp;
    normBeforeMlp(gathers);
    const bool repeatsSums = m_training.recomputedModules.has(m_layer.experts > 0 ? Module::Experts : Module::Mlp) ||
                             (m_layer.sharedFfn > 0 && m_training.recomputedModules.has(Module::SharedExperts));
    if (m_layer.experts > 0) {
        experts();
    } else {
        recomputed({Module::Mlp}, [&] { mlp(m_tokens, h, static_cast<double>(m_layer.ffn) / m_shard.tensor); });
    }
    residual(m_outer * h);
    if (gathers || !m_shard.tokensSplit) {
        ++m_work.tensorReductions;
        m_work.moduleReductions += repeatsSums ? 1 : 0;
    }
}

void WorkCounter::transformerBlock()
{
    m_products = 0;
    if (m_layer.mixer != Mixer::None) {
        readStreams(m_outer, streamColumns(m_layer));
    }
    mixTokens();
    if (m_layer.kind == LayerKind::CrossDecoder) {
        crossAttention();
    }
    if (m_layer.ffn > 0) {
        readStreams(m_outer, streamColumns(m_layer));
        feedForward();
    }
    m_work.tensorReductionsBackward = m_work.tensorReductions;
    flowGathered();
    finish(m_outer * static_cast<double>(streamWidth(m_layer)));
}

}  // namespace pgram
