// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan as one line of text for chats and links: "pgplan1." and the plan's file, deflated, in base64url (RFC 4648).
// Whoever reads plan files reads these texts.
#pragma once

#include "core/plan/plan.h"

#include <string>
#include <string_view>

namespace pgram {

/// Returns the text of a plan.
[[nodiscard]] std::string planLink(const Plan& plan);
/// Returns true if a text of planLink() is in `text`, alone or at the end of a web address: "https://…#pgplan1.…".
[[nodiscard]] bool isPlanLink(std::string_view text);
/// Returns the text of the plan's file. Errors: another version, a letter that is not base64url, a broken or cut text,
/// more than 64 MiB.
[[nodiscard]] Result<std::string> planFileOfLink(std::string_view text, const std::string& where);

}  // namespace pgram
