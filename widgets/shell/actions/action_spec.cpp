// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actions/action_spec.h"

#include <QAction>
#include <QRegularExpression>

namespace pgram {

QString plainText(QString text)
{
    static const QRegularExpression mnemonic(QStringLiteral("\\s*\\(&[A-Za-z0-9]\\)"));
    text.remove(mnemonic);
    const QChar kept = QChar::ObjectReplacementCharacter;  // for "&&", which is a "&" that shows
    text.replace(QStringLiteral("&&"), QString(kept));
    text.remove(QLatin1Char('&'));
    text.replace(kept, QLatin1Char('&'));
    text.remove(QStringLiteral("…"));
    return text.simplified();
}

QString escapeMnemonics(QString name)
{
    return name.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

QString shortcutText(const QAction& action)
{
    return QKeySequence::listToString(action.shortcuts(), QKeySequence::NativeText)
        .replace(QStringLiteral("; "), QStringLiteral(", "));
}

}  // namespace pgram
