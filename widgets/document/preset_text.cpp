// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/preset_text.h"

#include <QCoreApplication>

#include <array>

namespace pgram {

namespace {

/// As presets/ has them; a test looks for others that have words.
[[maybe_unused]] constexpr std::array titles{
    QT_TRANSLATE_NOOP("Presets", "BERT-large over 10 Gb/s Ethernet"),
    QT_TRANSLATE_NOOP("Presets", "BERT-Huge-32 in 5 GiB"),
    QT_TRANSLATE_NOOP("Presets", "BERT-Huge-32 in 8 GiB"),
    QT_TRANSLATE_NOOP("Presets", "GPT-3 175B on 8 DGX A100"),
    QT_TRANSLATE_NOOP("Presets", "GPT-3 65B on 64 A100"),
    QT_TRANSLATE_NOOP("Presets", "Llama 2 7B on one DGX A100"),
    QT_TRANSLATE_NOOP("Presets", "ResNet-50, data parallelism"),
    QT_TRANSLATE_NOOP("Presets", "Swin-Huge-32 in 8 GiB"),
    QT_TRANSLATE_NOOP("Presets", "T5-512/4-32 in 4 GiB"),
    QT_TRANSLATE_NOOP("Presets", "4 hosts, one RTX 3090 each, Ethernet 10 Gb/s"),
};

}  // namespace

QString presetText(const std::string& text)
{
    return QCoreApplication::translate("Presets", text.c_str());
}

}  // namespace pgram
