// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/cluster.h"

namespace pgram {

FlopRate Device::peak(Precision precision) const
{
    const auto orElse = [](FlopRate wanted, FlopRate fallback) { return wanted > 0 ? wanted : fallback; };
    switch (precision) {
    case Precision::Fp32:
        return peakFp32;
    case Precision::Tf32:
        return orElse(peakTf32, peakFp32);
    case Precision::Fp16:
        return orElse(peakFp16, orElse(peakBf16, peakFp32));
    case Precision::Bf16:
        return orElse(peakBf16, orElse(peakFp16, peakFp32));
    case Precision::Fp8:
        return orElse(peakFp8, orElse(peakBf16, peakFp16));
    case Precision::Fp4:
        return orElse(peakFp4, peak(Precision::Fp8));
    }
    return peakFp32;
}

}  // namespace pgram
