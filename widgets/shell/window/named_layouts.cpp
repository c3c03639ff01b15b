// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/window/named_layouts.h"

#include "core/base/index.h"
#include "widgets/shell/frame/view_area.h"

namespace pgram {

namespace {

SettingId stateSetting(LayoutName layout)
{
    const SettingId states[] = {SettingId::WindowState, SettingId::CompareState, SettingId::TeachState};
    return states[at(layout)];
}

/// Whoever reads small type at the desk still wants larger type on the wall.
SettingId typeSetting(LayoutName layout)
{
    return layout == LayoutName::Teach ? SettingId::TeachTypeSize : SettingId::TypeSize;
}

}  // namespace

NamedLayouts::NamedLayouts(QMainWindow* window, DockLayouts* docks, ViewArea* views, TypeSize* type, Settings* settings)
    : QObject(window), m_docks(docks), m_views(views), m_type(type), m_settings(settings)
{
    connect(type, &TypeSize::changed, this, [this](int percent) {
        m_settings->set(typeSetting(m_current), percent);
        m_docks->resizeSides(percent);
    });
}

void NamedLayouts::use(LayoutName layout)
{
    if (layout != m_current) {
        save();
        show(layout);
    }
    bringForward();  // the one that is there, too, when it is asked for again
}

void NamedLayouts::reset()
{
    const SettingId type = typeSetting(m_current);
    m_type->set(settingsTable()[at(type)].fallback.toInt());
    m_docks->arrange(m_current, m_type->percent());
    bringForward();
}

void NamedLayouts::save()
{
    m_settings->set(SettingId::Layout, layoutKey(m_current));
    m_settings->set(stateSetting(m_current), m_docks->state());
}

void NamedLayouts::show(LayoutName layout)
{
    m_current = layout;
    m_type->set(m_settings->get(typeSetting(layout)).toInt());
    const QByteArray left = m_settings->get(stateSetting(layout)).toByteArray();
    if (left.isEmpty() || !m_docks->restore(left)) {
        m_docks->arrange(layout, m_type->percent());
    }
    Q_EMIT changed();
}

/// The layouts are made for one view at a time, Compare for the view of its name.
void NamedLayouts::bringForward()
{
    m_views->setArrangement(ViewArea::Arrangement::Tabs);
    if (m_current == LayoutName::Compare) {
        m_views->setCurrent(QStringLiteral("compare"));
    }
}

}  // namespace pgram
