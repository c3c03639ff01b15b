// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Training frameworks and the plans that they can run: one row per version of a framework, in the files of
// frameworks/rows/. An exported plan is checked against its row, and a search for a target stays within the row.
#pragma once

#include "core/plan/plan.h"
#include "core/strategy/space.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace pgram {

/// A property of a framework, with the source of the statement.
template <typename T>
struct Said {
    T value;             ///< the property
    const char* source;  ///< file or page of the framework that states it
};

/// Variety of strategies in one plan.
enum class Reach {
    Plan,   ///< one strategy for all layers
    Layer,  ///< each layer its own
};

/// Sets of blocks that may recompute their whole forward, besides none and all.
enum class SomeBlocks {
    None,
    FirstOfChunk,  ///< the first N of each stage, or chunk of one, with one N
    EveryNth,      ///< every n-th block of a stage, with one n for all stages
    Any,
};

/// Divisions of the layers into stages.
enum class Cuts {
    Any,
    WithBlocks,  ///< each stage has a block
    Even,        ///< equally many blocks a stage
};

/// Adam alone.
inline constexpr std::array onlyAdam{Optimizer::Adam};
/// Adam, or SGD with momentum.
inline constexpr std::array adamOrSgd{Optimizer::Adam, Optimizer::Sgd};

/// A loss in single steps alone.
inline constexpr std::array onlyPlainLoss{LossKind::Plain};
/// A loss in single steps, or in chunks.
inline constexpr std::array plainOrChunkedLoss{LossKind::Plain, LossKind::Chunked};

/// All parameters alone.
inline constexpr std::array onlyAllParameters{TuningMethod::All};
/// All parameters, or adapters beside weights of the compute precision.
inline constexpr std::array allOrLora{TuningMethod::All, TuningMethod::Lora};
/// All parameters, or adapters beside weights of the compute precision or of 4 bits.
inline constexpr std::array allOrAdapters{TuningMethod::All, TuningMethod::Lora, TuningMethod::Qlora};

/// No preference tuning.
inline constexpr std::array noPreference{Preference::None};
/// Preference tuning too, with a reference model that ran before or runs on the device.
inline constexpr std::array preferenceOnDevice{Preference::None, Preference::Precomputed, Preference::Device};

/// Number formats, losses, optimizers and trained parts of a framework. Exported files train, for 16-bit weights, a
/// copy of 32 bits, unless these are updated themselves.
struct Numbers {
    std::span<const Precision> precisions;                      ///< that it supports
    bool halfGradients = false;                                 ///< gradients of 16 bits are possible
    bool halfStates = false;                                    ///< optimizer states of 16 bits are possible
    bool storedAttention = false;                               ///< files can choose attention that stores its matrix
    std::span<const Optimizer> optimizers = onlyAdam;           ///< that it supports
    std::span<const LossKind> losses = onlyPlainLoss;           ///< that files can choose
    std::span<const TuningMethod> tunings = onlyAllParameters;  ///< choices of the trained part that files can make
    std::span<const Preference> preferences = noPreference;     ///< preference tuning that files can choose
    bool onlyHalf = false;  ///< weights of 16 bits are updated themselves, with gradients and states of 16 bits
};

/// One layer of a plan, as the argument of a rule.
struct TargetCase {
    const LayerSpec& layer;         ///< the layer
    const LayerStrategy& strategy;  ///< strategy of the layer
    const Training& training;       ///< training of the plan
    int pipeline = 1;               ///< P
    std::int64_t sequence = 0;      ///< tokens of a sample
};

/// A combination that a framework cannot run although it has the dimensions.
struct TargetRule {
    Phrase what;                               ///< the combination: "ZeRO-2 or 3 inside a pipeline"
    const char* source;                        ///< file or page of the framework that states it
    bool (*refuses)(const TargetCase& layer);  ///< returns true if the layer violates the rule
};

/// A training framework, and the plans that it can run.
struct Target {
    const char* name;                           ///< "megatron": name in options --target and --to
    const char* title;                          ///< "Megatron-LM"
    const char* version;                        ///< that the row describes
    Said<Space> space;                          ///< dimensions that it supports
    Said<Reach> reach;                          ///< variety of degrees and sharding
    Said<SomeBlocks> recompute;                 ///< blocks that may recompute
    Said<Cuts> cuts;                            ///< division into stages
    Said<std::span<const Schedule>> schedules;  ///< that are searched; each kind runs any number of chunks
    Said<Numbers> numbers;                      ///< formats and optimizers
    /// Returns the presets that it supports; null: any model that the rules allow.
    Said<std::vector<std::string_view> (*)()> models{nullptr, nullptr};
    Said<Bytes> keeps{0, nullptr};      ///< bytes per device that it uses beyond the plan
    const char* overheads = nullptr;    ///< name of the FrameworkFamily with its measured costs; null: none measured
    bool predicts = false;              ///< trains prediction layers, with the blocks' strategy, on one stage
    bool oneKindOfCopies = false;       ///< DP or ZeRO-2 for all layers that are not ZeRO-3
    bool endsAlike = false;             ///< embedding and head have one strategy, whatever the blocks have
    std::span<const TargetRule> rules;  ///< combinations that it cannot run
    /// Returns true if its exported programs build such a block; null: attention and a feed-forward part alone.
    bool (*builds)(const LayerSpec& layer) = nullptr;
};

/// Returns all frameworks.
[[nodiscard]] std::span<const Target* const> targets();
/// Reads the name of a framework. Errors: an unknown name; the message lists the known ones.
[[nodiscard]] Result<const Target*> parseTarget(std::string_view name);

/// Returns the parts of the plan that the target cannot run, one line each with its layers or stages; empty: it can run
/// the plan.
[[nodiscard]] std::vector<Text> beyond(const Target& target, const Plan& plan);

/// Returns the frameworks that can run the plan, in the order of targets().
[[nodiscard]] std::vector<const Target*> runnersOf(const Plan& plan);
/// Returns the names of up to three frameworks as "runs on Megatron-LM, torchtitan", or that none runs it.
[[nodiscard]] Text runnersText(const std::vector<const Target*>& runners);

/// Returns true if the target supports the model.
[[nodiscard]] bool hasModel(const Target& target, const Architecture& model);

/// Returns the parts of a model and its training that the target cannot run under any strategy; empty: it can run them.
[[nodiscard]] std::vector<Text> beyond(const Target& target, const Architecture& model, const Training& training);

/// Returns true for a layer without other parts than attention to all tokens of a window and a feed-forward part.
[[nodiscard]] bool isPlain(const LayerSpec& layer);
/// Returns true for a layer that Megatron-LM's GPT builds: also gated delta nets, sparse attention with an indexer in
/// each layer, gated outputs and latent experts.
[[nodiscard]] bool isOfMegatron(const LayerSpec& layer);

/// Returns the first rule that refuses the strategy for a layer; null: it is possible.
[[nodiscard]] const TargetRule* refusal(const Target& target, const TargetCase& layer);

/// Returns the words for tables.
[[nodiscard]] Phrase wordsFor(Reach reach);
/// Returns the words for tables.
[[nodiscard]] Phrase wordsFor(SomeBlocks blocks);
/// Returns the words for tables.
[[nodiscard]] Phrase wordsFor(Cuts cuts);

}  // namespace pgram
