// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kit/on_change.h"

#include <QWidget>

#include <algorithm>
#include <utility>
#include <vector>

namespace pgram {

namespace {

class Watch : public QObject {
public:
    Watch(QWidget* widget, std::vector<QEvent::Type> changes, std::function<void()> react)
        : QObject(widget), m_changes(std::move(changes)), m_react(std::move(react))
    {
        widget->installEventFilter(this);
    }
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (std::ranges::find(m_changes, event->type()) != m_changes.end()) {
            m_react();
        }
        return false;
    }

private:
    std::vector<QEvent::Type> m_changes;
    std::function<void()> m_react;
};

}  // namespace

void onChange(QWidget* widget, std::initializer_list<QEvent::Type> changes, std::function<void()> react)
{
    new Watch(widget, changes, std::move(react));
}

void inEveryLanguage(QWidget* widget, std::function<void()> say)
{
    say();
    onChange(widget, {QEvent::LanguageChange}, std::move(say));
}

}  // namespace pgram
