// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The script that runs a table of layers on PyTorch's own parts; the same for every plan.
#pragma once

namespace pgram {

extern const char* const fsdp2Script;

}  // namespace pgram
