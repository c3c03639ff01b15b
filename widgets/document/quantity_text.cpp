// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/quantity_text.h"

#include "core/base/format.h"

namespace pgram {

QString secondsText(double seconds)
{
    return qs(formatSeconds(seconds));
}

QString bytesText(double bytes)
{
    return qs(formatBytes(bytes));
}

QString bytesText(Bytes bytes)
{
    return bytesText(static_cast<double>(bytes));
}

QString volumeText(double bytes)
{
    return qs(formatVolume(bytes));
}

QString percentText(double share)
{
    return qs(formatPercent(share));
}

QString numberText(double number)
{
    return qs(formatNumber(number));
}

}  // namespace pgram
