# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Turns the paragraph at the top of a header into the description of the file, and empties the lines of comparisons that
# the compiler writes.
3s|^$|/// \\file|
4,/^#pragma once/s|^//|///|
/operator(==|<=>)\(.*= default;/s/.*//
