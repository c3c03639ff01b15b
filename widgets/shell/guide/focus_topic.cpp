// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/focus_topic.h"

#include "widgets/kit/help_topic.h"
#include "widgets/views/common/view.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace pgram {

namespace {

QVariant itemTopic(const QAbstractItemView& items, std::optional<QPoint> at)
{
    const QAbstractItemModel* model = items.model();
    if (model == nullptr) {
        return {};
    }
    const QPoint inside = at ? items.viewport()->mapFromGlobal(*at) : QPoint();
    if (const auto* header = qobject_cast<const QHeaderView*>(&items)) {
        const int section = at ? header->logicalIndexAt(inside) : -1;
        return section < 0 ? QVariant() : model->headerData(section, header->orientation(), TopicRole);
    }
    const QModelIndex index = at ? items.indexAt(inside) : items.currentIndex();
    const QVariant own = index.data(TopicRole);
    return own.isValid() || !index.isValid() ? own : model->headerData(index.column(), Qt::Horizontal, TopicRole);
}

/// Of what a widget is by its class.
QString classTopic(const QWidget& widget)
{
    const auto named = [&widget](const char* kind) {
        return QStringLiteral("%1:%2").arg(QString::fromLatin1(kind), widget.objectName());
    };
    if (const auto* view = qobject_cast<const View*>(&widget)) {
        return QStringLiteral("view:") + view->viewName();
    }
    if (qobject_cast<const QDockWidget*>(&widget) != nullptr) {
        return named("dock");
    }
    if (const auto* menu = qobject_cast<const QMenu*>(&widget)) {
        return menu->activeAction() == nullptr ? QString() : topicOfAction(menu->activeAction()->objectName());
    }
    if (const auto* button = qobject_cast<const QToolButton*>(&widget)) {
        return button->defaultAction() == nullptr ? QString() : topicOfAction(button->defaultAction()->objectName());
    }
    if (const auto* dialog = qobject_cast<const QDialog*>(&widget)) {
        return dialog->objectName().isEmpty()
                   ? QStringLiteral("dialog:") + QString::fromLatin1(dialog->metaObject()->className())
                   : named("dialog");
    }
    return {};
}

}  // namespace

QStringList topicsOf(const QWidget* widget, std::optional<QPoint> at)
{
    QStringList topics;
    const auto add = [&topics](const QString& topic) {
        if (!topic.isEmpty()) {
            topics.append(topic);
        }
    };
    for (; widget != nullptr; widget = widget->parentWidget()) {
        if (const auto* items = qobject_cast<const QAbstractItemView*>(widget)) {
            add(itemTopic(*items, at).toString());
        }
        if (const auto* label = qobject_cast<const QLabel*>(widget); label != nullptr && label->buddy() != nullptr) {
            add(topicOf(*label->buddy()));
        }
        add(topicOf(*widget));
        add(classTopic(*widget));
        if (qobject_cast<const QDialog*>(widget) != nullptr) {
            break;
        }
    }
    return topics;
}

HelpPlace placeOf(const QStringList& topics)
{
    for (const QString& topic : topics) {
        if (const auto place = placeOfTopic(topic)) {
            return *place;
        }
    }
    return {contentsPage, {}};
}

QString topicOfAction(const QString& name)
{
    const qsizetype family = name.indexOf(QLatin1Char('-'));
    return QStringLiteral("action:") + (family < 0 ? name : name.left(family + 1));
}

}  // namespace pgram
