// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Models from their Hugging Face configurations, by family: decoders, encoders, encoder-decoders, pictures. What a
// layer has beyond its dimensions (norms of queries and keys, biases of some products alone) is in its extra
// parameters, so that the count is the published one. Formulas are of the classes in transformers that a family's name
// selects.
#pragma once

#include "core/exchange/config_reader.h"

#include <string>
#include <string_view>
#include <vector>

namespace pgram {

struct ConfigModel {
    Architecture model;
    std::vector<ValueNote> assumed;
    std::vector<ValueNote> ignored;
    std::vector<ValueNote> unknown;
};

/// Errors: a family that is not known, or whose layers are none of ours, by name; sizes that are missing or absurd,
/// with the pointer.
[[nodiscard]] Result<ConfigModel> modelOfConfig(const Json& json, const std::string& where);

/// Reads the constants that change no figure; errors stay with the reader.
void readConstants(ConfigReader& config, std::string_view family, Architecture& model);

/// Runs, name, title and family of the model; errors stay with the reader. Each for families of its own.
using ConfigFunction = void (*)(ConfigReader& config, const std::string& family, Architecture& model);
void readDecoder(ConfigReader& config, const std::string& name, Architecture& model);
void readBert(ConfigReader& config, const std::string& family, Architecture& model);
void readAlbert(ConfigReader& config, const std::string& family, Architecture& model);
void readT5(ConfigReader& config, const std::string& family, Architecture& model);
void readBart(ConfigReader& config, const std::string& family, Architecture& model);
void readVit(ConfigReader& config, const std::string& family, Architecture& model);
void readSwin(ConfigReader& config, const std::string& family, Architecture& model);

/// Puts the encoder of images that a configuration describes in front of the model's embedding, with its projector and
/// one image for each sample. Returns false if it has none that is read; an encoder whose sizes are missing is left out
/// and listed as assumed.
bool readImageEncoder(const Json& json, const std::string& where, ConfigReader& config, Architecture& model);

/// Families that readDecoder knows.
[[nodiscard]] std::vector<std::string_view> decoderFamilies();

}  // namespace pgram
