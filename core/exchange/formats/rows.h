// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of all formats.
#pragma once

#include "core/exchange/format.h"

namespace pgram {

extern constinit const Format galvatronFormat;
extern constinit const Format galvatronProfileFormat;
extern constinit const Format huggingFaceFormat;
extern constinit const Format nvidiaTopologyFormat;
extern constinit const Format ncclTestsFormat;
extern constinit const Format deviceListFormat;
extern constinit const Format kernelLogFormat;
extern constinit const Format megatronFormat;
extern constinit const Format megatronBridgeFormat;
extern constinit const Format swiftFormat;
extern constinit const Format llamaFactoryFormat;
extern constinit const Format axolotlFormat;
extern constinit const Format trlFormat;
extern constinit const Format verlFormat;
extern constinit const Format nemoFormat;
extern constinit const Format primusFormat;
extern constinit const Format maxTextFormat;
extern constinit const Format deepSpeedFormat;
extern constinit const Format torchtitanFormat;
extern constinit const Format torchtitanTomlFormat;
extern constinit const Format torchtuneFormat;
extern constinit const Format fsdp2Format;
extern constinit const Format accelerateFormat;
extern constinit const Format accelerateDeepSpeedFormat;
extern constinit const Format accelerateMegatronFormat;
extern constinit const Format chromeTraceFormat;
extern constinit const Format planTextFormat;
extern constinit const Format mpsFormat;

}  // namespace pgram
