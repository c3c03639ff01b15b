// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The devices of a machine, as nvidia-smi and rocm-smi print them. Plain values.
#pragma once

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/base/value_note.h"

#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Devices of one machine, all of one name.
struct DeviceList {
    std::string device;  ///< "NVIDIA A100-SXM4-80GB"
    int devices = 0;
    Bytes memory = 0;  ///< bytes of memory per device; 0 = the file does not say
    std::vector<ValueNote> ignored;
};

/// Returns true if the text is such a list.
[[nodiscard]] bool hasDeviceList(std::string_view text);
/// Reads the table of nvidia-smi; the output of nvidia-smi -L, of nvidia-smi -q and of nvidia-smi --query-gpu=name,…
/// --format=csv; rocm-smi with --showproductname and --showmeminfo vram, as text and as CSV. Errors, with the line:
/// devices of two names; a list without names.
[[nodiscard]] Result<DeviceList> parseDeviceList(std::string_view text, const std::string& where);

}  // namespace pgram
