// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The parts of the window, as the window and its actions know them. They live as long as the window, and what it was
// given outlives it. GUI thread only.
#pragma once

namespace pgram {

class ActiveHistory;
class DockLayouts;
class FullScreen;
class InspectorPanel;
class Language;
class LessonFiles;
class LessonStage;
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
class ScenarioPanel;
class StartPage;
class Settings;
class TypeSize;
class ViewArea;
class ViewExport;
class WindowGuide;
struct Workbench;

struct WindowParts {
    Workbench* bench = nullptr;
    Settings* settings = nullptr;
    Language* languages = nullptr;
    MainWindow* window = nullptr;
    ActiveHistory* histories = nullptr;
    MessageBar* messages = nullptr;
    ViewArea* views = nullptr;
    ScenarioPanel* scenarioPanel = nullptr;
    PlansPanel* plans = nullptr;
    InspectorPanel* inspector = nullptr;
    DockLayouts* docks = nullptr;
    TypeSize* type = nullptr;
    NamedLayouts* layouts = nullptr;
    PaneFocus* panes = nullptr;
    PlanFiles* files = nullptr;
    ScenarioFiles* scenarioFiles = nullptr;
    ViewExport* output = nullptr;
    Planning* planning = nullptr;
    Opener* opener = nullptr;
    ScenarioFollower* follower = nullptr;
    FullScreen* fullScreen = nullptr;
    WindowGuide* guide = nullptr;
    StartPage* start = nullptr;
    LessonStage* lessons = nullptr;
    LessonFiles* lessonFiles = nullptr;
};

}  // namespace pgram
