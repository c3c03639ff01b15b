// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Models of several kinds of input: the encoder of images or sound in front of a language model, with the projector
// that writes its tokens in the language model's width. Plain functions on the list of runs: the encoder and its
// projector are the runs in front of the embedding.
#pragma once

#include "core/base/error.h"
#include "core/model/architecture.h"

#include <span>

namespace pgram {

/// Returns the first run that is a word embedding; null if no run is one.
[[nodiscard]] const LayerSpec* embeddingOf(std::span<const LayerSpec> runs);
/// Returns the number of runs in front of the embedding; 0 if the model does not begin with an encoder, or has no
/// embedding.
[[nodiscard]] std::size_t encoderRuns(const Architecture& model);
/// Returns the number of these runs behind the encoder's last block: the projector.
[[nodiscard]] std::size_t projectorRuns(const Architecture& model);

/// Returns the images or clips of a sample; 0 without an encoder.
[[nodiscard]] std::int64_t imagesOf(const Architecture& model);
/// Returns the tokens of a sample that the encoder writes for the language model, which are among the tokens of its
/// sequence; 0 without an encoder.
[[nodiscard]] std::int64_t imageTokensOf(const Architecture& model);
/// Returns the model with `images` of the same size in each sample. Errors: a model without an encoder, no image, more
/// tokens than a layer can have.
[[nodiscard]] Result<Architecture> withImages(const Architecture& model, std::int64_t images);
/// Returns the model with a frozen or trained encoder, the projector aside.
[[nodiscard]] Architecture withEncoderFrozen(Architecture model, bool isFrozen);
/// Returns the model with a frozen or trained projector.
[[nodiscard]] Architecture withProjectorFrozen(Architecture model, bool isFrozen);
/// Returns true if all runs of the encoder are frozen, the projector aside.
[[nodiscard]] bool isEncoderFrozen(const Architecture& model);
/// Returns true if all runs of the projector are frozen.
[[nodiscard]] bool isProjectorFrozen(const Architecture& model);
/// Returns the language model alone.
[[nodiscard]] Architecture withoutEncoder(Architecture model);

/// Checks that the tokens of the images fit in a sample of `sequence` tokens.
[[nodiscard]] Result<void> checkImages(const Architecture& model, std::int64_t sequence);

}  // namespace pgram
