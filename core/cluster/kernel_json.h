// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measured kernels as JSON: the members `products` and `attention` of a device and `collectives` of a link.
#pragma once

#include "core/base/file_format.h"
#include "core/cluster/kernel_constants.h"

namespace pgram {

[[nodiscard]] Json toJson(const ProductKernels& kernels);
[[nodiscard]] Json toJson(const AttentionKernels& kernels);
[[nodiscard]] Json toJson(const CollectiveKernels& kernels);

/// Errors: those of JsonObject, which names the member.
[[nodiscard]] ProductKernels readProducts(JsonObject object, UnknownKeys* unknown);
[[nodiscard]] AttentionKernels readAttention(JsonObject object, UnknownKeys* unknown);
[[nodiscard]] CollectiveKernels readCollectives(JsonObject object, UnknownKeys* unknown);

/// The members "provenance" and "source" of whatever is measured, fitted or guessed.
void write(Json& json, const Provenance& provenance);
[[nodiscard]] Provenance readProvenance(JsonObject& object);

}  // namespace pgram
