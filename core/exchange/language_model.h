// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model of the plan's dimensions in plain PyTorch, as the text of a Python module: what folders have that bring their
// own model. An embedding, blocks and a head, each of which takes and gives one tensor.
#pragma once

#include "core/exchange/decoder_model.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace pgram {

/// Returns the module for a plan whose model has no latent attention. Errors: those of decoderModelOf().
[[nodiscard]] Result<std::string> languageModel(const Plan& plan);
/// Returns the constants that model.py leaves open, a sentence each.
[[nodiscard]] std::vector<std::string> openConstantsOfModule(const Architecture& model);
/// Returns how a checkpoint of Hugging Face gets into the model of model.py.
[[nodiscard]] std::string pretrainedModule();

}  // namespace pgram
