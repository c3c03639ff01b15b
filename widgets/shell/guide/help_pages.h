// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The pages of the help as they are written: the texts of resources/help, Markdown with links "help:PAGE#SECTION" from
// page to page. A line "@ …" below a heading names its section (a word without a colon) and the topics that it answers
// ("figure:mfu"), the latter in the English text alone; below a page's title it says the page's topics. Plain
// functions.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace pgram {

inline const QString contentsPage = QStringLiteral("contents");
inline const QString glossaryPage = QStringLiteral("glossary");

/// All of them, the contents first.
[[nodiscard]] QStringList helpPages();
/// Markdown in a language of the window; empty where there is no such page.
[[nodiscard]] QString helpText(const QString& page, const QString& language);
/// The first heading of a page.
[[nodiscard]] QString helpTitle(const QString& text);

/// A heading and what stands below it.
struct HelpSection {
    QString id;  ///< empty: nothing can lead to it, but for the page's title, which comes first
    QString title;
    QStringList topics;  ///< that it answers
    QString text;        ///< without the heading and the line of marks
};
/// In their order. What stands between two lines of three backquotes is no heading.
[[nodiscard]] std::vector<HelpSection> helpSections(const QString& text);
/// Without the lines of marks: what is shown.
[[nodiscard]] QString withoutMarks(const QString& text);

struct HelpPlace {
    QString page;
    QString section;  ///< empty = its beginning
    bool operator==(const HelpPlace&) const = default;
};
/// The place of "help:PAGE#SECTION"; nothing where the link is none of the help's.
[[nodiscard]] std::optional<HelpPlace> placeOfLink(const QString& link);
[[nodiscard]] QString linkTo(const HelpPlace& place);

/// The place that answers a topic; nothing where none does.
[[nodiscard]] std::optional<HelpPlace> placeOfTopic(const QString& topic);
/// All that are answered, and those that two places claim.
[[nodiscard]] QStringList helpTopics();
[[nodiscard]] QStringList disputedTopics();

}  // namespace pgram
