// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of all formats.
#pragma once

#include "core/exchange/format.h"

namespace pgram {

extern const Format galvatronFormat;
extern const Format galvatronProfileFormat;
extern const Format huggingFaceFormat;
extern const Format nvidiaTopologyFormat;
extern const Format ncclTestsFormat;
extern const Format megatronFormat;
extern const Format deepSpeedFormat;
extern const Format torchtitanFormat;
extern const Format torchtitanTomlFormat;
extern const Format fsdp2Format;
extern const Format accelerateFormat;
extern const Format accelerateDeepSpeedFormat;
extern const Format accelerateMegatronFormat;
extern const Format chromeTraceFormat;
extern const Format mpsFormat;

}  // namespace pgram
