// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/dock_layouts.h"

#include <QDockWidget>
#include <QGuiApplication>
#include <QMainWindow>

namespace pgram {

DockLayouts::DockLayouts(QMainWindow* window, QWidget* scenario, QWidget* plans, QWidget* inspector)
    : QObject(window),
      m_window(window),
      m_scenario(dock(QStringLiteral("scenario"), scenario, Qt::LeftDockWidgetArea)),
      m_inspector(dock(QStringLiteral("inspector"), inspector, Qt::RightDockWidgetArea)),
      m_plans(dock(QStringLiteral("plans"), plans, Qt::BottomDockWidgetArea))
{
    window->setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window->setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    window->resize(1280, 800);
    resizeDocks();
    m_first = window->saveState();
}

DockLayouts::~DockLayouts()
{
    for (QDockWidget* each : docks()) {
        delete each;
    }
}

QDockWidget* DockLayouts::dock(const QString& name, QWidget* content, Qt::DockWidgetArea area)
{
    auto* made = new QDockWidget(m_window);
    made->setObjectName(name);
    made->setWidget(content);
    QDockWidget::DockWidgetFeatures features = QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable;
    if (!QGuiApplication::platformName().startsWith(QLatin1StringView("wayland"))) {
        features |= QDockWidget::DockWidgetFloatable;  // Wayland places floating docks where it likes.
    }
    made->setFeatures(features);
    m_window->addDockWidget(area, made);
    return made;
}

void DockLayouts::resizeDocks()
{
    m_window->resizeDocks({m_scenario, m_inspector}, {270, 310}, Qt::Horizontal);
    m_window->resizeDocks({m_plans}, {170}, Qt::Vertical);
}

void DockLayouts::reset()
{
    m_window->restoreState(m_first);
    resizeDocks();
}

void DockLayouts::retranslate()
{
    m_scenario->setWindowTitle(tr("Scenario"));
    m_plans->setWindowTitle(tr("Plans"));
    m_inspector->setWindowTitle(tr("Inspector"));
}

}  // namespace pgram
