// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/help_words.h"

#include "widgets/shell/actions/actions.h"
#include "widgets/shell/actions/finder_entries.h"
#include "widgets/views/common/view.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace pgram {

namespace {

struct HelpPageWords {
    Q_DECLARE_TR_FUNCTIONS(HelpPage)
};

/// Signs that Markdown takes for its own.
QString literal(QString text)
{
    for (const QChar sign : QStringLiteral("\\*_`|[]")) {
        text.replace(sign, QStringLiteral("\\") + sign);
    }
    return text;
}

QString actionText(const QAction& action)
{
    const QString keys = shortcutText(action);
    // Undo names what it takes back.
    const QString title = finderTitle(action).section(QStringLiteral(": "), 0, 0);
    const QString name = QStringLiteral("**%1**").arg(literal(title));
    return keys.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, literal(keys));
}

QString actionLines(const Actions& actions, const QString& family)
{
    QString lines;
    for (const QString& name : actions.names()) {
        if (name.startsWith(family)) {
            lines += QStringLiteral("- %1\n").arg(actionText(*actions[name.toUtf8().constData()]));
        }
    }
    return lines;
}

QString keyTable(const std::vector<ViewKey>& keys)
{
    QString table =
        QStringLiteral("| %1 | %2 |\n|:---|:---|\n").arg(HelpPageWords::tr("Keys"), HelpPageWords::tr("What they do"));
    for (const ViewKey& key : keys) {
        QStringList names;
        for (const QKeySequence& sequence : key.keys) {
            names.append(literal(sequence.toString(QKeySequence::NativeText)));
        }
        table += QStringLiteral("| %1 | %2 |\n").arg(names.join(QStringLiteral(", ")), literal(key.text));
    }
    return table;
}

}  // namespace

QString helpWords(const Actions& actions, const std::vector<View*>& views, const QString& kind, const QString& name)
{
    if (kind == QLatin1StringView("action")) {
        const QAction* action = actions[name.toUtf8().constData()];
        return action == nullptr ? QString() : actionText(*action);
    }
    if (kind == QLatin1StringView("key")) {
        const QAction* action = actions[name.toUtf8().constData()];
        return action == nullptr ? QString() : literal(action->shortcut().toString(QKeySequence::NativeText));
    }
    if (kind == QLatin1StringView("actions")) {
        return actionLines(actions, name);
    }
    if (kind != QLatin1StringView("keys")) {
        return {};
    }
    const auto view = std::ranges::find_if(views, [&](const View* each) { return each->viewName() == name; });
    const std::vector<ViewKey> keys = view == views.end() ? View::commonKeys() : (*view)->keys();
    return keys.empty() ? QString() : keyTable(keys);
}

}  // namespace pgram
