// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a training framework can run: one row for each version of one, in the files of target/rows/. A plan is held
// against a row before it is exported, and a search stays inside of it.
#pragma once

#include "core/plan/plan.h"
#include "core/strategy/space.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace pgram {

/// A property of a framework with the place where it says so.
template <typename T>
struct Said {
    T value;
    const char* source;
};

enum class Reach {
    Plan,   ///< one strategy for all layers
    Layer,  ///< each layer its own
};

/// Which blocks may recompute their whole forward, beside none and all of them.
enum class SomeBlocks {
    None,
    FirstOfChunk,  ///< the first N of each stage, or chunk of one, with one N
    EveryNth,      ///< every n-th of those of one stage, with one n
    Any,
};

enum class Cuts {
    Any,
    WithBlocks,  ///< each stage has a block
    Even,        ///< equally many blocks a stage
};

inline constexpr std::array onlyAdam{Optimizer::Adam};
inline constexpr std::array adamOrSgd{Optimizer::Adam, Optimizer::Sgd};

/// What a framework trains with: as its files are written here, all parameters of a model, states of 32 bits, and
/// beside 16-bit weights a copy of 32 bits.
struct Numbers {
    std::span<const Precision> precisions;
    bool halfGradients = false;  ///< gradients of 16 bits, too
    std::span<const Optimizer> optimizers = onlyAdam;
};

/// One layer of a plan, as a rule sees it.
struct TargetCase {
    const LayerSpec& layer;
    const LayerStrategy& strategy;
    const Training& training;
    int pipeline = 1;           ///< P
    std::int64_t sequence = 0;  ///< tokens of a sample
};

/// What a framework refuses of a strategy beyond the dimensions that it lacks.
struct TargetRule {
    Phrase what;  ///< what it cannot run: "ZeRO-2 or 3 inside a pipeline"
    const char* source;
    bool (*refuses)(const TargetCase& layer);
};

struct Target {
    const char* name;     ///< "megatron": of --target and --to
    const char* title;    ///< "Megatron-LM"
    const char* version;  ///< that the row speaks of
    Said<Space> space;    ///< dimensions that it has
    Said<Reach> reach;    ///< of degrees and sharding
    Said<SomeBlocks> recompute;
    Said<Cuts> cuts;
    Said<std::span<const Schedule>> schedules;  ///< that are searched; of each kind any number of chunks is run
    Said<Numbers> numbers;
    /// The presets that it has; null: any model that the rules let through.
    Said<std::vector<std::string_view> (*)()> models{nullptr, nullptr};
    Said<Bytes> keeps{0, nullptr};  ///< bytes of each device that it takes for itself, beyond the plan
    bool predicts = false;          ///< trains prediction layers, with the blocks' strategy, on one stage
    bool oneKindOfCopies = false;   ///< DP or ZeRO-2 for all layers that are not ZeRO-3
    bool endsAlike = false;         ///< embedding and head have one strategy, whatever the blocks have
    std::span<const TargetRule> rules;
};

[[nodiscard]] std::span<const Target* const> targets();
/// Errors: unknown, with those that are known.
[[nodiscard]] Result<const Target*> parseTarget(std::string_view name);

/// What of the plan the target cannot run, one line each with its layers or stages; empty: it runs the plan.
[[nodiscard]] std::vector<Text> beyond(const Target& target, const Plan& plan);

/// Whether the model is one of those that the target has, or it has any.
[[nodiscard]] bool hasModel(const Target& target, const Architecture& model);

/// What of a model and its training the target cannot run, whatever the strategies are; empty: nothing.
[[nodiscard]] std::vector<Text> beyond(const Target& target, const Architecture& model, const Training& training);

/// The rules that refuse the strategy for a layer; null: none does.
[[nodiscard]] const TargetRule* refusal(const Target& target, const TargetCase& layer);

/// In words, for tables.
[[nodiscard]] Phrase wordsFor(Reach reach);
[[nodiscard]] Phrase wordsFor(SomeBlocks blocks);
[[nodiscard]] Phrase wordsFor(Cuts cuts);

}  // namespace pgram
