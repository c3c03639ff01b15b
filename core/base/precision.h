// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Number formats of a training run.
#pragma once

namespace pgram {

enum class Precision { Fp32, Tf32, Fp16, Bf16 };

}  // namespace pgram
