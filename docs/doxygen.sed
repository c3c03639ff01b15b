# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Empties the lines of defaulted comparisons, and lets every // comment in front of the first include describe the file.
/operator(==|<=>)\(.*= default;/s/.*//
