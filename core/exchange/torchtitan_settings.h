// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads and writes settings of torchtitan: its last TOML and its Python configuration share most names.
#pragma once

#include "core/exchange/launch.h"
#include "core/exchange/setting_reader.h"
#include "core/frameworks/rows/torchtitan_models.h"

#include <string_view>

namespace pgram {

/// Reads copies and shards; -1 shards are those that the devices leave.
void readTorchtitanData(SettingReader& parallelism);
/// Reads the schedule, and the cut if its modules are listed.
void readTorchtitanPipeline(SettingReader& parallelism);
/// Reads the precision of compute and of summed gradients, and states in host memory.
void readTorchtitanTraining(SettingReader& training);

/// Returns the settings of the tables of torchtitan's TOML. Errors: a value that a setting cannot have.
[[nodiscard]] Result<PlanSettings> settingsOfTorchtitanToml(const Json& json, const std::string& where);

/// Copies and shards of data parallelism.
struct TorchtitanData {
    int copies = 1;
    int shards = 1;
};
[[nodiscard]] TorchtitanData torchtitanData(const LayerStrategy& strategy);
/// Returns the type of the products: "bfloat16".
[[nodiscard]] std::string_view torchtitanPrecision(const Plan& plan);
/// Returns the name of a schedule: "Interleaved1F1B".
[[nodiscard]] std::string_view torchtitanSchedule(ScheduleKind kind);
/// Returns [["tok_embeddings", "layers.0"], …], each part on a line that begins with `indent`. `head` is the name of
/// the last module.
[[nodiscard]] std::string torchtitanParts(const Plan& plan, std::string_view head, std::string_view indent);
/// Returns the launch that both versions share: everything but the framework. `arguments` follow the program.
[[nodiscard]] Launch torchtitanLaunch(const Plan& plan, const std::string& arguments);

}  // namespace pgram
