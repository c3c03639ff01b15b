// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The models that torchtune has builders for, and that are presets here.
#pragma once

#include "core/model/architecture.h"

#include <string_view>

namespace pgram {

struct TorchtuneModel {
    std::string_view preset;
    const char* module;     ///< "llama3_1"
    const char* builder;    ///< "llama3_1_8b", with lora_ or qlora_ in front where adapters train
    const char* tokenizer;  ///< "llama3.llama3_tokenizer"
    const char* words;      ///< file of the tokenizer in a checkpoint
    const char* kind;       ///< model_type of the checkpointer
};

/// Returns null if torchtune does not have the model.
[[nodiscard]] const TorchtuneModel* torchtuneModelOf(const Architecture& model);

}  // namespace pgram
