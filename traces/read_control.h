// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Progress and interruption of the reading of a trace.
#pragma once

#include <functional>
#include <stop_token>

namespace pgram {

struct ReadControl {
    std::stop_token stop{};                  ///< the reader returns an error soon after a request to stop
    std::function<void(double)> progress{};  ///< called with the share of the file that has been read; may be empty
};

}  // namespace pgram
