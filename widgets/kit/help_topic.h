// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a widget or an item is about, as the help knows it: "figure:mfu", "scenario:batch", "dimension:sdp". Its pages
// and the glossary say which of their sections answers which topic; F1 asks. Whoever shows something says its topic
// here, and knows nothing of the pages.
#pragma once

#include <QObject>
#include <QString>
#include <QVariant>

namespace pgram {

/// Of an item of a model, or of a section of its header.
inline constexpr int TopicRole = Qt::UserRole + 1000;

inline constexpr const char* topicProperty = "helpTopic";

inline void setTopic(QObject* of, const QString& topic)
{
    of->setProperty(topicProperty, topic);
}

/// Its own; empty = it has none.
[[nodiscard]] inline QString topicOf(const QObject& of)
{
    return of.property(topicProperty).toString();
}

}  // namespace pgram
