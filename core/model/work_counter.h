// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Collects the operators and tensors of one layer, kind by kind of layer; the inside of layerWork().
#pragma once

#include "core/model/attention.h"
#include "core/model/convolution.h"
#include "core/model/layer_role.h"
#include "core/model/layer_work.h"

#include <algorithm>
#include <cmath>

namespace pgram {

struct StateMixer;

/// Rows of matrices must be whole multiples of this for the matrix units (NVIDIA, Matrix Multiplication Background).
inline constexpr double tensorCoreBytes = 16;

/// Sizes of a product on one device; `rows` are those of all groups.
struct ProductSizes {
    double rows = 0;
    double inner = 0;
    double columns = 0;
    double groups = 1;
};

/// Collects the operators and tensors of one layer. Elements are of the whole micro-batch on this device.
class WorkCounter {
public:
    WorkCounter(const LayerSpec& layer, const ShardShape& shard, const Training& training)
        : m_layer(layer),
          m_shard(shard),
          m_training(training),
          m_trains(trainsIn(layer, training)),
          m_width(training.elementBytes()),
          m_tokens(shard.samples * static_cast<double>(tokensOf(layer, shard.sequence)) /
                   (shard.context * shard.ulysses * shard.grid.weightParts())),
          m_outer(shard.tokensSplit ? m_tokens / shard.tensor : m_tokens)
    {}

    LayerWork take() { return std::move(m_work); }

    void embedding();
    void patchEmbedding();
    void transformerBlock();
    void prediction();
    void patchMerging();
    void convolutionLayer();
    void head();
    /// `vocabulary`: words of this device; `tokens` times as many are its logits.
    void loss(double tokens, double vocabulary);
    void flowGathered();
    void classifier();

    // Parts of them.
    /// `rows` are those of all groups; each group has a matrix of its own. On a grid: a device's share of the rows, and
    /// the widths of the whole.
    /// `joined` matrices that read the same input are one product, each with an adapter of its own.
    void gemm(double rows, double inner, double columns, double groups = 1, double joined = 1);
    void elementwise(double elements, double passes, double backwardFactor = 1.5, int steps = 1);
    void attention(double queries, double keys, double visible, Attention of = Attention::Self);
    /// `width`: that of the tokens.
    void mlp(double tokens, double width, double inner, double groups = 1);
    /// Counts the MLPs of `local` routed experts, to which `tokens` tokens come in all.
    void expertMlp(double tokens, double inner, double local);

private:
    /// The matrix units of 16-bit formats load rows of whole multiples of 16 bytes; 32-bit formats do without them.
    [[nodiscard]] bool isAligned(double width) const
    {
        return m_width != 2 || std::fmod(width * m_width, tensorCoreBytes) == 0;
    }
    void keep(double elements, double width) { m_work.kept.whole += elements * width; }
    /// Inputs of blocks' products under 8-bit or 4-bit training, by frameworks that keep them so: of both copies, by
    /// rows for forward and by columns for backward, the one that backward reads (Transformer Engine d0067d0d,
    /// module/linear.py: update_usage).
    [[nodiscard]] bool keepsNarrow() const
    {
        return numbers().isNarrow() && hasNarrowProducts() && m_training.framework.keepsNarrowInputs;
    }
    [[nodiscard]] double inputWidth() const { return keepsNarrow() ? numbers().inputBytes() : m_width; }
    [[nodiscard]] const PrecisionRow& numbers() const { return precisionRow(m_training.precision); }
    [[nodiscard]] bool hasNarrowProducts() const { return isTransformerBlock(m_layer); }
    /// Gradients of activations that a step of backward holds at once.
    void flow(double elements)
    {
        m_work.kept.activationGradients = std::max(m_work.kept.activationGradients, elements * m_width);
    }
    /// A product's input, of which the gradients of its weights or of its adapter are made.
    void keepInput(double elements)
    {
        if (readsInput()) {
            keep(elements, inputWidth());
        }
    }
    [[nodiscard]] bool isAdapted() const
    {
        return m_trains == Trains::Adapters && isTarget(m_training.tuning.targets, m_part);
    }
    [[nodiscard]] bool readsInput() const { return m_trains == Trains::All || isAdapted(); }
    void addProduct(const ProductSizes& sizes, bool trained, double joined = 1);
    void addAdapters(const ProductSizes& sizes, double joined);
    void expandWeights(const ProductSizes& sizes, double joined);
    /// The input of a product that is gathered from the tensor group's shares of the tokens.
    void keepGathered(double width);
    /// Counts an input of which this rank keeps its share: backward gathers it for the gradient of the weights.
    void gatherAgain(double width)
    {
        if (m_shard.tokensSplit && readsInput()) {
            m_work.regathered.push_back(m_tokens * width * inputWidth());
        }
    }
    void norm(double elements);
    /// Counts with `count`; if the run computes one of `modules` again, marks `share` of each counted operator as
    /// repeated.
    void repeated(const ModuleSet& modules, const auto& count, double share = 1)
    {
        if (m_isRepeated || !m_training.recomputedModules.meets(modules)) {
            count();
            return;
        }
        const auto first = static_cast<std::ptrdiff_t>(m_work.operators.size());
        m_isRepeated = true;
        count();
        m_isRepeated = false;
        std::for_each(m_work.operators.begin() + first, m_work.operators.end(),
                      [share](Operator& op) { op.repeated = share; });
    }
    /// Counts with `count`; if the run computes one of `modules` again, adds the counted tensors to those that
    /// recomputing modules drops.
    void dropped(const ModuleSet& modules, const auto& count)
    {
        if (m_isDropped || !m_training.recomputedModules.meets(modules)) {
            count();
            return;
        }
        const double before = m_work.kept.whole;
        m_isDropped = true;
        count();
        m_isDropped = false;
        m_work.kept.modules += m_work.kept.whole - before;
    }
    void recomputed(const ModuleSet& modules, const auto& count)
    {
        repeated(modules, [&] { dropped(modules, count); });
    }
    /// Counts the block's next product under Module::Operations. Returns the modules whose recomputation drops its
    /// result: Operations if it is a second, fourth, … product, and those of `others`.
    ModuleSet nextProduct(ModuleSet others = {})
    {
        if (++m_products % 2 == 0) {
            others.add(Module::Operations);
        }
        return others;
    }
    void normForModules(double elements);
    void keepAttended(double elements);
    void residual(double elements);
    [[nodiscard]] double keptKeyValue(Attention attention) const;
    void mixTokens();
    void selfAttention();
    void latentAttention();
    void rankedAttention();
    void attentionOutput();
    void compressor(double width);
    void readStreams(double tokens, std::int64_t columns);
    void stateMixing(const StateMixer& mixer);
    void lowRankGate(double rank, double width);
    void lateProducts(double keys, double values);
    void indexer(double visibleKeys, double visible);
    void outputGate();
    void attendToSelf(double tokens);
    /// Returns the tokens that a query of sparse attention attends to at most, of `span` that it may.
    [[nodiscard]] double selectedOf(double span) const
    {
        return m_layer.selected > 0 ? std::min(span, static_cast<double>(m_layer.selected)) : span;
    }
    /// Returns the tokens of a document of a packed sample, fewer than `tokens`; 0 if attention runs over all of them.
    [[nodiscard]] double documentOf(double tokens) const;
    /// Returns the images of a sample, each of which attends to itself alone.
    [[nodiscard]] double imagesHere() const
    {
        return m_layer.kind == LayerKind::Encoder ? static_cast<double>(m_layer.images) : 1;
    }
    [[nodiscard]] double spanOf(double tokens) const;
    [[nodiscard]] double reachOf(double tokens) const;
    /// `window`: tokens that a query may see, 0 = all.
    [[nodiscard]] double visibleShare(double span, double tokens, std::int64_t window) const;
    [[nodiscard]] double visibleShare(double span, double tokens) const
    {
        return visibleShare(span, tokens, m_layer.window);
    }
    [[nodiscard]] double valueWidth() const { return static_cast<double>(valueWidthOf(m_layer)); }
    void crossAttention();
    void attend(double queries, double keys, double visible, Attention of);
    void feedForward();
    void experts();
    void routedExperts();
    void normBeforeMlp(bool gathers);
    void sharedExperts();
    void convolution(const ConvolutionShape& shape);
    void maxPooling();
    void finish(double inputElements) { m_work.kept.input = inputElements * m_width; }

    const LayerSpec& m_layer;
    const ShardShape& m_shard;
    const Training& m_training;
    Trains m_trains;
    LayerPart m_part = LayerPart::Other;  ///< that the next products are of
    bool m_isExpert = false;              ///< they are routed experts'
    bool m_isRepeated = false;            ///< inside of repeated() that marks
    bool m_isDropped = false;             ///< inside of dropped() that adds
    int m_products = 0;                   ///< products of the block so far
    double m_width;                       ///< w
    double m_tokens;  ///< tokens of the micro-batch inside the tensor-parallel regions, on a grid as many as if devices
                      ///< divided nothing else: all but products are divided evenly by all of them. Attention under
                      ///< Ulysses has u times as many, each with 1/u of the heads: products over both come out alike
    double m_outer;   ///< outside of them
    LayerWork m_work;
};

}  // namespace pgram
