// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the window works with, one of each: who makes a window makes this before it, and it outlives all that shows it.
// GUI thread only.
#pragma once

#include "validation/learning/learning_methods.h"
#include "widgets/document/lesson_run.h"
#include "widgets/document/run_terms.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/selection.h"
#include "widgets/document/session.h"
#include "widgets/document/time_window.h"
#include "widgets/work/fidelity_library.h"
#include "widgets/work/leaf_costs.h"
#include "widgets/work/measured_run.h"
#include "widgets/work/plan_runner.h"
#include "widgets/work/search_study.h"
#include "widgets/work/study_file.h"

namespace pgram {

struct Workbench {
    /// `search`: another one than the planner's.
    explicit Workbench(PresetStore store = PresetStore({}), SearchFunction search = {})
        : scenario(std::move(store)), planner(std::move(search))
    {
        addLearningMethods();
        QObject::connect(&measured, &MeasuredRun::changed, &time, [this] { time.setLeast(measured.longestStep()); });
    }

    Document document;  ///< whichever plan is shown, and the preview of its next change
    Session session{&document};
    SelectionModel selection;
    ScenarioModel scenario;
    LessonRun lesson{&scenario, &session};
    TimeWindow time;  ///< of all views that have a time axis
    RunTerms run;
    FidelityLibrary fidelity;
    LeafAnswers leaves;
    SearchStudy study;
    StudyFile results;     ///< results of many requests
    MeasuredRun measured;  ///< traces of the user's run
    PlanRunner planner;
};

}  // namespace pgram
