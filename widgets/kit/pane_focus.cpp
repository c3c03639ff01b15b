// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kit/pane_focus.h"

#include <QApplication>
#include <QDockWidget>
#include <QWidget>

namespace pgram {

namespace {

bool canTake(const QWidget* widget)
{
    return widget != nullptr && widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus);
}

/// The pane itself, or the first of its widgets that takes the focus.
QWidget* entryOf(QWidget* pane)
{
    if (canTake(pane)) {
        return pane;
    }
    for (QWidget* next = pane->nextInFocusChain(); next != pane; next = next->nextInFocusChain()) {
        if (pane->isAncestorOf(next) && canTake(next)) {
            return next;
        }
    }
    return nullptr;
}

/// A dock that stands behind another one comes to the front.
void raiseDock(QWidget* pane)
{
    for (QWidget* above = pane; above != nullptr; above = above->parentWidget()) {
        if (auto* dock = qobject_cast<QDockWidget*>(above)) {
            dock->raise();
        }
    }
}

}  // namespace

PaneFocus::PaneFocus(std::vector<Pane> panes, QObject* parent)
    : QObject(parent), m_panes(std::move(panes)), m_last(m_panes.size())
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* focused) { remember(focused); });
}

void PaneFocus::move(int step)
{
    const int count = static_cast<int>(m_panes.size());
    int at = paneOf(QApplication::focusWidget());
    at = at < 0 && step < 0 ? 0 : at;
    for (int tries = 0; tries < count; ++tries) {
        at = (at + step + count) % count;
        const auto index = static_cast<std::size_t>(at);
        QWidget* pane = m_panes[index]();
        if (pane == nullptr || !pane->isVisible()) {
            continue;
        }
        QWidget* last = m_last[index];
        const bool there = canTake(last) && (last == pane || pane->isAncestorOf(last));
        if (QWidget* target = there ? last : entryOf(pane)) {
            raiseDock(pane);
            target->setFocus(step > 0 ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return;
        }
    }
}

int PaneFocus::paneOf(const QWidget* widget) const
{
    for (std::size_t index = 0; index < m_panes.size() && widget != nullptr; ++index) {
        const QWidget* pane = m_panes[index]();
        if (pane != nullptr && (pane == widget || pane->isAncestorOf(widget))) {
            return static_cast<int>(index);
        }
    }
    return -1;
}

void PaneFocus::remember(QWidget* focused)
{
    const int pane = paneOf(focused);
    if (pane >= 0) {
        m_last[static_cast<std::size_t>(pane)] = focused;
    }
}

}  // namespace pgram
