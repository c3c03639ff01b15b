// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// torchtitan's settings as a plan, and a plan as its settings: its last TOML and its Python configuration have most
// names in common.
#pragma once

#include "core/exchange/launch.h"
#include "core/exchange/setting_reader.h"
#include "core/frameworks/rows/torchtitan_models.h"

#include <string_view>

namespace pgram {

/// Copies and shards; -1 shards are whatever the devices leave.
void readTorchtitanData(SettingReader& parallelism);
/// The order of operations, and the cut where its modules are listed.
void readTorchtitanPipeline(SettingReader& parallelism);
/// Reads the precision of compute and of summed gradients, and states in host memory.
void readTorchtitanTraining(SettingReader& training);

/// How data parallelism is divided.
struct TorchtitanData {
    int copies = 1;
    int shards = 1;
};
[[nodiscard]] TorchtitanData torchtitanData(const LayerStrategy& strategy);
/// Returns the type of the products: "bfloat16".
[[nodiscard]] std::string_view torchtitanPrecision(const Plan& plan);
/// Returns the name of a schedule: "Interleaved1F1B".
[[nodiscard]] std::string_view torchtitanSchedule(ScheduleKind kind);
/// [["tok_embeddings", "layers.0"], …], a part on a line that begins with `indent`. `head`: the last module's name.
[[nodiscard]] std::string torchtitanParts(const Plan& plan, std::string_view head, std::string_view indent);
/// What both versions say alike: all but the framework, and the program behind the launcher.
[[nodiscard]] Launch torchtitanLaunch(const Plan& plan, const std::string& arguments);

}  // namespace pgram
