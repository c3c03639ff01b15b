// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The parts of the window that its actions work with. All live as long as the window. GUI thread only.
#pragma once

class QUndoGroup;

namespace pgram {

class Actions;
class Document;
class DockLayouts;
class FullScreen;
class MainWindow;
class MessageBar;
class NamedLayouts;
class Opener;
class PaneFocus;
class PlanFiles;
class Planning;
class PlansPanel;
class ScenarioFiles;
class ScenarioFollower;
class ScenarioModel;
class ScenarioPanel;
class SelectionModel;
class Session;
class Settings;
class TimeWindow;
class TypeSize;
class ViewArea;
class ViewExport;
class WindowGuide;

struct WindowParts {
    MainWindow* window = nullptr;
    Settings* settings = nullptr;
    Document* document = nullptr;
    Session* session = nullptr;
    SelectionModel* selection = nullptr;
    QUndoGroup* histories = nullptr;
    Planning* planning = nullptr;
    ScenarioModel* scenario = nullptr;
    ScenarioPanel* scenarioPanel = nullptr;
    ScenarioFollower* follower = nullptr;
    PlansPanel* plans = nullptr;
    PlanFiles* files = nullptr;
    ScenarioFiles* scenarioFiles = nullptr;
    Opener* opener = nullptr;
    ViewArea* views = nullptr;
    ViewExport* output = nullptr;
    TimeWindow* time = nullptr;
    DockLayouts* docks = nullptr;
    NamedLayouts* layouts = nullptr;
    TypeSize* type = nullptr;
    FullScreen* fullScreen = nullptr;
    PaneFocus* panes = nullptr;
    WindowGuide* guide = nullptr;
    MessageBar* messages = nullptr;
};

}  // namespace pgram
