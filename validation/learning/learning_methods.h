// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The searches that learn, among the methods of search().
#pragma once

namespace pgram {

/// Adds Auto-MAP and the ensemble to the methods that search() runs.
void addLearningMethods();

}  // namespace pgram
