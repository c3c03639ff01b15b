// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/training.h"

namespace pgram {

int Training::optimizerBytes() const
{
    const int masterCopy = elementBytes() == 2 ? 4 : 0;
    const int moments = optimizer == Optimizer::Adam ? 8 : 4;
    return masterCopy + moments;
}

}  // namespace pgram
