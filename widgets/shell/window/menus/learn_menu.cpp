// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/scenario_text.h"
#include "widgets/shell/actions/action_spec.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/shell/teach/lesson_files.h"
#include "widgets/shell/teach/lesson_stage.h"
#include "widgets/shell/window/menus/menus.h"

#include <QCoreApplication>

namespace pgram {

namespace {

std::vector<ActionSpec> courseRows(const WindowParts& window)
{
    std::vector<ActionSpec> rows;
    for (const PresetEntry& entry : window.bench->scenario.store().courses()) {
        const QString name = QString::fromStdString(entry.name);
        rows.push_back({.id = QStringLiteral("course-") + name,
                        .text = escapeMnemonics(presetText(entry.title)),
                        .run = [name](const WindowParts& w) { w.lessons->open(name); }});
    }
    return rows;
}

}  // namespace

ActionSpec learnMenu(const WindowParts& window)
{
    const Need open{[](auto& w) { return w.bench->lesson.isOpen(); }, Reasons::tr("no lesson is open")};
    const Need following{[](auto& w) { return w.bench->lesson.position() + 1 < w.bench->lesson.stepCount(); },
                         Reasons::tr("this is the lesson's last step")};
    const Need before{[](auto& w) { return w.bench->lesson.position() > 0; },
                      Reasons::tr("this is the lesson's first step")};
    return submenu(
        "learn", Words::tr("&Learn"),
        {
            row("course", Words::tr("&Lessons"), [](auto& w) { w.lessons->showDock(); },
                {.keys = {Qt::CTRL | Qt::Key_L}}),
            submenu("courses", Words::tr("&Courses"), courseRows(window)),
            {},
            row("nextStep", Words::tr("&Next Step"), [](auto& w) { w.lessons->next(); },
                {.keys = {Qt::ALT | Qt::Key_PageDown}, .needs = {open, following}}),
            row("previousStep", Words::tr("&Previous Step"), [](auto& w) { w.lessons->previous(); },
                {.keys = {Qt::ALT | Qt::Key_PageUp}, .needs = {open, before}}),
            row("showWhere", Words::tr("Show &Where"), [](auto& w) { w.lessons->point(); },
                {.keys = {Qt::CTRL | Qt::SHIFT | Qt::Key_W},
                 .needs = {open,
                           {[](auto& w) { return !w.bench->lesson.step().view.empty(); },
                            Reasons::tr("this step points at nothing")}}}),
            row("startStepAgain", Words::tr("Start Step &Again"), [](auto& w) { w.bench->lesson.startStepAgain(); },
                {.needs = {open}}),
            row("startLessonAgain", Words::tr("Start Lesson A&gain"), [](auto& w) { w.bench->lesson.startAgain(); },
                {.needs = {open}}),
            row("leaveLesson", Words::tr("Lea&ve Lesson"), [](auto& w) { w.bench->lesson.leave(); }, {.needs = {open}}),
            {},
            row("present", Words::tr("P&resent"),
                [](auto& w) { w.lessons->isPresenting() ? w.lessons->endPresenting() : w.lessons->present(); },
                {.keys = {Qt::SHIFT | Qt::Key_F5},
                 .needs = {open},
                 .isOn = [](auto& w) { return w.lessons->isPresenting(); }}),
            row("speakerNotes", Words::tr("Speaker's N&otes"),
                [](auto& w) {
                    if (!w.lessons->showNotes()) {
                        w.messages->post(
                            {.text = Words::tr("Speaker's notes would cover the picture on this screen. "
                                               "The solution sheet has them for a phone or on paper."),
                             .actionText = Words::tr("Save Solution Shee&t…"),
                             .action = [&w] { w.lessonFiles->saveHandout(w.languages->current(), true); }});
                    }
                },
                {.needs = {open}}),
            {},
            row("saveResults", Words::tr("Save Res&ults…"), [](auto& w) { w.lessonFiles->saveResults(); },
                {.needs = {open}}),
            row("saveHandout", Words::tr("Save &Handout…"),
                [](auto& w) { w.lessonFiles->saveHandout(w.languages->current(), false); }, {.needs = {open}}),
            row("saveSolutions", Words::tr("Save Solution Shee&t…"),
                [](auto& w) { w.lessonFiles->saveHandout(w.languages->current(), true); }, {.needs = {open}}),
        });
}

}  // namespace pgram
