// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Screen readers: the things of a scene are the children of its view, named by their tips.
#include "widgets/views/common/scene_view.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QTextDocumentFragment>

#include <algorithm>
#include <map>

namespace pgram {

namespace {

class MarkAccess : public QAccessibleInterface {
public:
    MarkAccess(SceneView* view, const Ref& ref) : m_view(view), m_ref(ref) {}

    [[nodiscard]] bool isValid() const override { return !m_view->scene().areaOf(m_ref).isEmpty(); }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_view);
    }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    [[nodiscard]] QString text(QAccessible::Text type) const override
    {
        return type == QAccessible::Name ? m_view->spoken(m_ref) : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    [[nodiscard]] QRect rect() const override
    {
        const QRect area = m_view->scene().areaOf(m_ref).toAlignedRect();
        return {m_view->mapToGlobal(area.topLeft()), area.size()};
    }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QAccessible::State state() const override { return {}; }

private:
    SceneView* m_view;
    Ref m_ref;
};

class SceneAccess : public QAccessibleWidget {
public:
    explicit SceneAccess(SceneView* view) : QAccessibleWidget(view, QAccessible::List), m_view(view) {}
    ~SceneAccess() override
    {
        for (const auto& [ref, id] : m_ids) {
            QAccessible::deleteAccessibleInterface(id);
        }
    }
    SceneAccess(const SceneAccess&) = delete;
    SceneAccess& operator=(const SceneAccess&) = delete;
    SceneAccess(SceneAccess&&) = delete;
    SceneAccess& operator=(SceneAccess&&) = delete;

    /// The marks come first, then the widgets of the view.
    [[nodiscard]] int childCount() const override { return marks() + QAccessibleWidget::childCount(); }
    [[nodiscard]] QAccessibleInterface* child(int index) const override
    {
        return index < marks() ? markOf(m_view->scene().refs()[static_cast<std::size_t>(std::max(0, index))])
                               : QAccessibleWidget::child(index - marks());
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override
    {
        const std::vector<Ref>& refs = m_view->scene().refs();
        const auto found = std::ranges::find_if(refs, [&](const Ref& ref) { return markOf(ref) == child; });
        const int widget = found == refs.end() ? QAccessibleWidget::indexOfChild(child) : -1;
        return found != refs.end() ? static_cast<int>(found - refs.begin()) : widget < 0 ? -1 : marks() + widget;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override
    {
        const Ref ref = marks() == 0 ? Ref{} : m_view->scene().at(m_view->mapFromGlobal(QPoint(x, y)));
        return ref.isKnown() ? markOf(ref) : QAccessibleWidget::childAt(x, y);
    }

private:
    [[nodiscard]] int marks() const
    {
        const bool isSeen = m_view->isVisible() && !m_view->isTableShown();
        return isSeen ? static_cast<int>(m_view->scene().refs().size()) : 0;
    }
    [[nodiscard]] QAccessibleInterface* markOf(const Ref& ref) const
    {
        const auto known = m_ids.find(ref);
        if (known != m_ids.end()) {
            return QAccessible::accessibleInterface(known->second);
        }
        auto* made = new MarkAccess(m_view, ref);  // Qt's cache owns it, until this view is gone
        m_ids[ref] = QAccessible::registerAccessibleInterface(made);
        return made;
    }

    SceneView* m_view;
    mutable std::map<Ref, QAccessible::Id> m_ids;
};

}  // namespace

QAccessibleInterface* SceneView::accessOf(const QString&, QObject* object)
{
    auto* view = qobject_cast<SceneView*>(object);
    return view == nullptr ? nullptr : new SceneAccess(view);
}

QString SceneView::spoken(const Ref& ref)
{
    const QString tip = tipOf(ref, scene().areaOf(ref).center());
    return QTextDocumentFragment::fromHtml(tip).toPlainText();
}

}  // namespace pgram
