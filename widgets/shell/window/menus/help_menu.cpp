// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/help_window.h"
#include "widgets/shell/guide/window_guide.h"
#include "widgets/shell/window/main_window.h"
#include "widgets/shell/window/menus/menus.h"

#include <QCoreApplication>

namespace pgram {

ActionSpec helpMenu(const WindowParts& /*window*/)
{
    return submenu("help", Words::tr("&Help"),
                   {
                       row("helpHere", Words::tr("&Help on This"), [](auto& w) { w.guide->showHelpHere(); },
                           {.keys = {QKeySequence::HelpContents}}),
                       row("helpContents", Words::tr("&Contents"), [](auto& w) { w.guide->showHelp(contentsPage); },
                           {.found = Words::tr("Help Contents")}),
                       row("glossaryHelp", Words::tr("&Glossary"), [](auto& w) { w.guide->showHelp(glossaryPage); }),
                       row("fidelityHelp", Words::tr("How Far to &Trust the Numbers"),
                           [](auto& w) { w.guide->showHelp(fidelityPage); }),
                       row("frameworksHelp", Words::tr("What Each Frame&work Can Run"),
                           [](auto& w) { w.guide->showHelp(frameworksPage); }),
                       row("startPage", Words::tr("&Start Page"), [](auto& w) { w.window->showStart(); }),
                       {},
                       row("findAction", Words::tr("&Find Action…"), [](auto& w) { w.guide->findAction(); },
                           {.keys = {Qt::CTRL | Qt::SHIFT | Qt::Key_P}}),
                       row("shortcuts", Words::tr("&Keyboard Shortcuts"), [](auto& w) { w.guide->showShortcuts(); },
                           {.keys = {Qt::CTRL | Qt::Key_Question, Qt::CTRL | Qt::Key_F1}}),
                       {},
                       row("about", Words::tr("&About Parallelogram"), [](auto& w) { w.guide->showAbout(); },
                           {.role = QAction::AboutRole}),
                   });
}

}  // namespace pgram
