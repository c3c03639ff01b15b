// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The layout that the window is in: which one, how the user left each of them, and what goes with it beside the docks
// (the view in front, the size of the type). GUI thread only.
#pragma once

#include "widgets/shell/actions/type_size.h"
#include "widgets/shell/frame/dock_layouts.h"
#include "widgets/shell/settings/settings.h"

#include <QMainWindow>
#include <QObject>

namespace pgram {

class ViewArea;

class NamedLayouts : public QObject {
    Q_OBJECT
public:
    /// All outlive it.
    NamedLayouts(QMainWindow* window, DockLayouts* docks, ViewArea* views, TypeSize* type, Settings* settings);

    [[nodiscard]] LayoutName current() const { return m_current; }
    /// Goes to a layout as it was left last; the present one is kept as it is.
    void use(LayoutName layout);
    /// The present one as it comes.
    void reset();

    /// As the settings have it.
    void restore() { show(layoutFromKey(m_settings->text(SettingId::Layout)).value_or(LayoutName::Explore)); }
    void save();

Q_SIGNALS:
    void changed();

private:
    void show(LayoutName layout);
    void bringForward();

    DockLayouts* m_docks;
    ViewArea* m_views;
    TypeSize* m_type;
    Settings* m_settings;
    LayoutName m_current = LayoutName::Explore;
};

}  // namespace pgram
