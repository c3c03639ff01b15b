// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What pages of the help ask of the window, so that they are never out of date: the names and keys of its actions, the
// keys of its views. GUI thread only.
#pragma once

#include <QString>

#include <vector>

namespace pgram {

class Actions;
class View;

/// Of "{{KIND:NAME}}" in a page, as Markdown: of an action its name and keys, of "actions" all whose names begin so, of
/// "keys" those of a view, or of every view. Empty for any other.
[[nodiscard]] QString helpWords(const Actions& actions, const std::vector<View*>& views, const QString& kind,
                                const QString& name);

}  // namespace pgram
