// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tree/tree_filter.h"

#include "widgets/views/common/words.h"

#include <QKeyEvent>

#include <algorithm>

namespace pgram {

namespace {

constexpr int fieldMargin = 6;  // around the field

}  // namespace

std::optional<std::set<LayerStrategy>> matching(const std::vector<DecisionTree>& trees, const QString& text)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    if (words.isEmpty()) {
        return std::nullopt;
    }
    std::set<LayerStrategy> found;
    for (const DecisionTree& tree : trees) {
        for (const LayerStrategy& strategy : keptStrategies(tree)) {
            const QString name = strategyText(strategy);
            if (std::ranges::all_of(
                    words, [&name](const QString& word) { return name.contains(word, Qt::CaseInsensitive); })) {
                found.insert(strategy);
            }
        }
    }
    return found;
}

TreeFilter::TreeFilter(QWidget* view) : QLineEdit(view)
{
    setObjectName(QStringLiteral("treeFilter"));
    setClearButtonEnabled(true);
    hide();
}

void TreeFilter::retranslate()
{
    setAccessibleName(tr("Filter strategies"));
    setPlaceholderText(tr("Filter strategies: tp8 ckpt"));
}

void TreeFilter::place()
{
    setGeometry(fieldMargin, fieldMargin,
                std::min(parentWidget()->width() - 2 * fieldMargin, fontMetrics().height() * 20), sizeHint().height());
}

QRect TreeFilter::below() const
{
    return parentWidget()->rect().adjusted(0, sizeHint().height() + fieldMargin, 0, 0);
}

/// Escape is the filter's before it is the window's.
bool TreeFilter::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void TreeFilter::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        if (!text().isEmpty()) {
            return clear();
        }
        Q_EMIT left();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Down:
        Q_EMIT left();
        return;
    default:
        QLineEdit::keyPressEvent(event);
    }
}

}  // namespace pgram
