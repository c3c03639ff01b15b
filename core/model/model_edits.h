// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model that is worked on: members and runs that are set, added, moved and taken away. Whatever comes out has gone
// through the reader of files, whose errors these are.
#pragma once

#include "core/base/json.h"
#include "core/model/architecture.h"
#include "core/model/run_fields.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgram {

/// A member of a model's file: "/title", "/runs/1/ffn". Null leaves it to what a reader assumes.
struct ModelEdit {
    std::string pointer;
    Json value;
};
[[nodiscard]] std::string runPointer(std::size_t run, std::string_view key);

/// All of them together: widths that several runs share change at once.
[[nodiscard]] Result<Architecture> edited(const Architecture& model, std::span<const ModelEdit> edits);
/// Edits that set every hidden width, or the other sizes that joined runs must agree about, as `edit` sets one of them:
/// images with the tokens of so many.
/// Empty if `field` is not such a size, or if other runs lack it.
[[nodiscard]] std::vector<ModelEdit> inAllRuns(const Architecture& model, std::size_t run, const RunField& field,
                                               const Json& value);
/// Index of the run that an error of these functions is about; and the field of it, null where it is all of the run.
[[nodiscard]] std::optional<std::size_t> runOf(const Error& error);
[[nodiscard]] const RunField* fieldOf(const Error& error);

/// Returns the value of a field as text to type, also if a reader would assume it. Empty: no value.
[[nodiscard]] std::string shownValue(const LayerSpec& run, const RunField& field);

/// A decoder of usual sizes: embedding, 32 layers, head.
[[nodiscard]] Architecture blankModel();
/// Returns a run of a kind. Its sizes fit the runs before `at`, or are usual ones.
[[nodiscard]] LayerSpec usualRun(LayerKind kind, const Architecture& model, std::size_t at);
/// In front of the run `at`, under a name of its own.
[[nodiscard]] Result<Architecture> withRun(Architecture model, std::size_t at, LayerSpec run);
[[nodiscard]] Result<Architecture> withoutRun(Architecture model, std::size_t run);
[[nodiscard]] Result<Architecture> withRunMoved(Architecture model, std::size_t run, std::size_t to);
/// Returns the model with each block as two layers, its mixer and its feed-forward part, so that each has its own
/// strategy (arXiv 2504.14960 gives attention and experts their own degrees). Both layers together cost what the block
/// costs. Only full recomputation differs: it keeps an input for each layer. Errors: no block has both parts; the costs
/// of a block are measured; several blocks share one set of parameters.
[[nodiscard]] Result<Architecture> withBlocksSplit(const Architecture& model);
/// Another kind with what the two have in common; the rest of usual sizes.
[[nodiscard]] Result<Architecture> withKind(Architecture model, std::size_t run, LayerKind kind);

}  // namespace pgram
