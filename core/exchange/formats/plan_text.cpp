// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan as one line of text. Every command and the window read it where they read a plan file.
#include "core/exchange/formats/rows.h"
#include "core/plan/plan_link.h"

namespace pgram {

namespace {

Result<std::vector<NamedFile>> writeLine(const Plan& plan, const WriteContext& /*context*/)
{
    return std::vector<NamedFile>{{planTextFormat.usualName, planLink(plan) + "\n"}};
}

}  // namespace

constinit const Format planTextFormat{
    .name = "text",
    .title = Core::tr("Text to share"),
    .what = "The whole plan as one line of text for a chat or a link; Parallelogram opens it in place of a plan file.",
    .holds = Content::Plan,
    .usualName = "plan.txt",
    .limits = "Of use to Parallelogram alone.",
    .write = writeLine,
};

}  // namespace pgram
