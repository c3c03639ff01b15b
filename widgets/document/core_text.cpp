// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/core_text.h"

#include "core/base/format.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace pgram {

namespace {

struct ErrorText {
    Q_DECLARE_TR_FUNCTIONS(ErrorText)
};

/// The number of the value that a hole at the start of `rest` is for; -1 = there is no hole.
qsizetype holeAt(QStringView rest, qsizetype next)
{
    if (rest.startsWith(u"{}")) {
        return next;
    }
    const bool isNumbered = rest.size() > 2 && rest[0] == u'{' && rest[1].isDigit() && rest[2] == u'}';
    return isNumbered ? rest[1].digitValue() : -1;
}

QString filled(const QString& pattern, const Text& text)
{
    QString result;
    qsizetype next = 0;
    for (qsizetype at = 0; at < pattern.size();) {
        const QStringView rest = QStringView(pattern).mid(at);
        const qsizetype value = holeAt(rest, next);
        if (value < 0 || value >= static_cast<qsizetype>(text.values().size())) {
            result += pattern[at++];
            continue;
        }
        result += coreText(text.values()[static_cast<std::size_t>(value)]);
        next += rest[1] == u'}' ? 1 : 0;
        at += rest[1] == u'}' ? 2 : 3;
    }
    // Room is left around figures and Latin words, not between Chinese ones.
    static const QRegularExpression between(QStringLiteral("(?<=\\p{Han}) (?=\\p{Han})"));
    return result.remove(between);
}

}  // namespace

QString secondsText(double seconds)
{
    return qs(formatSeconds(seconds));
}

QString bytesText(double bytes)
{
    return qs(formatBytes(bytes));
}

QString bytesText(Bytes bytes)
{
    return bytesText(static_cast<double>(bytes));
}

QString volumeText(double bytes)
{
    return qs(formatVolume(bytes));
}

QString percentText(double share)
{
    return qs(formatPercent(share));
}

QString numberText(double number)
{
    return qs(formatNumber(number));
}

QString coreText(const Text& text)
{
    if (text.pattern() == nullptr || text.empty()) {
        return qs(text.verbatim());
    }
    const QString translated = QCoreApplication::translate("Core", text.pattern());
    const bool isEnglish = translated == QString::fromUtf8(text.pattern());
    return isEnglish ? qs(text.english()) : filled(translated, text);
}

QString errorText(const Error& error)
{
    const QString what = coreText(error.what);
    const QString where = coreText(error.where);
    const QString todo = coreText(error.todo);
    if (todo.isEmpty()) {
        return where.isEmpty() ? ErrorText::tr("%1.").arg(what) : ErrorText::tr("%1: %2.").arg(where, what);
    }
    return where.isEmpty() ? ErrorText::tr("%1. %2.").arg(what, todo)
                           : ErrorText::tr("%1: %2. %3.").arg(where, what, todo);
}

}  // namespace pgram
