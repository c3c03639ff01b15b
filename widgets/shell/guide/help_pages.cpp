// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/help_pages.h"

#include <QDir>
#include <QFile>

#include <map>

namespace pgram {

namespace {

const QString scheme = QStringLiteral("help:");
const QString marks = QStringLiteral("@ ");

/// Calls `take(line, isText)` for each line; what is fenced is no text that could be a heading.
template <typename Take>
void eachLine(const QString& text, const Take& take)
{
    bool fenced = false;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        const bool fence = line.startsWith(QStringLiteral("```"));
        take(line, !fenced && !fence);
        fenced = fenced != fence;
    }
}

bool isHeading(const QString& line)
{
    const QString sharps = line.section(QLatin1Char(' '), 0, 0);
    return !sharps.isEmpty() && sharps.count(QLatin1Char('#')) == sharps.size();
}

struct Topics {
    std::map<QString, HelpPlace> places;
    QStringList disputed;
};

Topics readTopics()
{
    Topics topics;
    for (const QString& page : helpPages()) {
        for (const HelpSection& section : helpSections(helpText(page, QString()))) {
            for (const QString& topic : section.topics) {
                if (!topics.places.emplace(topic, HelpPlace{page, section.id}).second) {
                    topics.disputed.append(topic);
                }
            }
        }
    }
    return topics;
}

const Topics& topics()
{
    static const Topics all = readTopics();
    return all;
}

}  // namespace

QStringList helpPages()
{
    QStringList pages{contentsPage};
    for (const QString& file : QDir(QStringLiteral(":/help")).entryList({QStringLiteral("*.md")})) {
        const QString page = file.section(QLatin1Char('.'), 0, 0);
        if (!pages.contains(page)) {
            pages.append(page);
        }
    }
    return pages;
}

QString helpText(const QString& page, const QString& language)
{
    QFile own(QStringLiteral(":/help/%1.%2.md").arg(page, language));
    QFile english(QStringLiteral(":/help/%1.md").arg(page));
    QFile& file = own.exists() ? own : english;
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString helpTitle(const QString& text)
{
    return text.section(QLatin1Char('\n'), 0, 0).mid(2);
}

std::vector<HelpSection> helpSections(const QString& text)
{
    std::vector<HelpSection> sections;
    eachLine(text, [&](const QString& line, bool isText) {
        if (isText && isHeading(line)) {
            sections.push_back({{}, line.section(QLatin1Char(' '), 1), {}, {}});
        } else if (sections.empty()) {
            return;
        } else if (isText && line.startsWith(marks) && sections.back().text.isEmpty()) {
            for (const QString& word : line.mid(marks.size()).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
                word.contains(QLatin1Char(':')) ? sections.back().topics.append(word)
                                                : static_cast<void>(sections.back().id = word);
            }
        } else {
            sections.back().text += line + QLatin1Char('\n');
        }
    });
    return sections;
}

QString withoutMarks(const QString& text)
{
    QString shown;
    eachLine(text, [&shown](const QString& line, bool isText) {
        if (!isText || !line.startsWith(marks)) {
            shown += line + QLatin1Char('\n');
        }
    });
    return shown;
}

std::optional<HelpPlace> placeOfLink(const QString& link)
{
    if (!link.startsWith(scheme)) {
        return std::nullopt;
    }
    const QString place = link.mid(scheme.size());
    return HelpPlace{place.section(QLatin1Char('#'), 0, 0), place.section(QLatin1Char('#'), 1)};
}

QString linkTo(const HelpPlace& place)
{
    return scheme + place.page + (place.section.isEmpty() ? QString() : QLatin1Char('#') + place.section);
}

std::optional<HelpPlace> placeOfTopic(const QString& topic)
{
    const auto found = topics().places.find(topic);
    return found == topics().places.end() ? std::nullopt : std::optional(found->second);
}

QStringList helpTopics()
{
    QStringList all;
    for (const auto& [topic, place] : topics().places) {
        all.append(topic);
    }
    return all;
}

QStringList disputedTopics()
{
    return topics().disputed;
}

}  // namespace pgram
