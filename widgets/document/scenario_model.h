// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The question to the planner, as the window asks it next: the only home of the scenario and of its undo history. GUI
// thread only.
#pragma once

#include "core/presets/preset_store.h"
#include "core/search/task/request.h"
#include "widgets/document/scenario_fields.h"

#include <QObject>
#include <QUndoStack>

#include <functional>
#include <optional>

namespace pgram {

struct DimensionRules;
struct Plan;

class ScenarioModel : public QObject {
    Q_OBJECT
public:
    explicit ScenarioModel(PresetStore store, QObject* parent = nullptr);

    [[nodiscard]] const PresetStore& store() const { return m_store; }
    [[nodiscard]] const SearchRequest& request() const { return m_now.request; }
    [[nodiscard]] const ScenarioState& state() const { return m_now; }
    /// There is a model to train and a cluster to train it on.
    [[nodiscard]] bool isComplete() const { return !request().model.runs.empty() && request().cluster.devices > 0; }
    [[nodiscard]] QUndoStack* history() { return &m_history; }

    // Each is one undo command. Changes of one number or text merge until endStep().
    /// A preset's name or a file, in these three; errors go to problem() and leave what was there.
    bool setScenario(const QString& nameOrFile);
    /// Marks the batch and the search as given by nobody: each change of model or cluster chooses them (chooseUsual),
    /// until the user sets them. Not an edit.
    void leaveOpen();
    /// Chooses the batch and the search for the present model and cluster, unless the user gave them.
    void chooseOpen();
    void setModel(const QString& nameOrFile);
    void setCluster(const QString& nameOrFile);
    void setModel(const Architecture& model);
    /// With all of its memory, and a precision that it has units for.
    void setCluster(const Cluster& cluster);
    /// Makes the same cluster of so many nodes. Returns false where it cannot; problem() says why.
    bool setNodes(int nodes);
    /// Another cluster made of this one; within a step, of the one that was there when it began. A memory budget stays
    /// where the device has as much. Errors: those of `change`, and nothing changes.
    Result<void> editCluster(const std::function<Result<Cluster>(const Cluster&)>& change);
    void setBudget(Bytes budget);
    void setBatches(const std::vector<std::int64_t>& batches);
    /// Of a choice, one of its values.
    void set(const ScenarioField& field, qint64 value);
    /// Sets a text as typed. Errors: those of the field's reader; the scenario stays as it was.
    Result<void> setText(const ScenarioField& field, const QString& typed);
    void setSpace(const Space& space);
    void toggleDimension(const DimensionRules& rules);
    void setRequest(const SearchRequest& request);
    /// The question that the plan answers, so that it can be planned anew. No edit of a person: edited() is silent.
    void takeFrom(const Plan& plan);

    // Models and clusters as presets of the user's own.
    /// Of the model that is asked for, or the cluster, which has this title then. Errors: as saveOwnPreset().
    Result<void> savePreset(PresetKind kind, const QString& title);
    /// Its file; what is asked stays. Errors: as removeOwnPreset().
    Result<void> removePreset(PresetKind kind, const std::string& name);

    /// The question of another session: nothing before it can be had back.
    void reset(const SearchRequest& request);
    void endStep() { ++m_step; }
    /// The history says what was done in the language of now.
    void retranslate();

    /// Why there are no frameworks to choose; null: there are.
    [[nodiscard]] const Error* unread() const { return m_frameworks ? nullptr : &m_frameworks.error(); }

Q_SIGNALS:
    void changed();
    /// After changed(), where a person changed it.
    void edited();
    void problem(const pgram::Error& error);
    /// An edit of the cluster dropped this many measurements, because their groups no longer exist.
    void measuredDropped(int count);
    /// A change of model or cluster chose these values.
    void chose(const std::vector<pgram::ValueNote>& values);
    /// There are others in the store, or they say something else.
    void presetsChanged();

private:
    class Change;
    /// False where nothing changes.
    bool push(ScenarioState next, bool merges = false);
    void edit(ScenarioState next, bool merges = false);
    /// Pushes a state; the open parts of one of another model or cluster are chosen anew.
    void editSubject(ScenarioState next, bool merges = false);
    /// Pushes a state whose open parts are chosen anew.
    void editChoosing(ScenarioState next, bool merges);
    [[nodiscard]] ScenarioState stateOf(const SearchRequest& request) const;
    [[nodiscard]] ScenarioState withoutHidden() const;

    PresetStore m_store;
    const Result<std::vector<FrameworkFamily>> m_frameworks;
    ScenarioState m_now;
    QUndoStack m_history;
    int m_step = 1;
    /// What edits of the cluster make of what, within a step.
    struct Reshaping {
        int step = 0;
        ScenarioState from;
        Cluster to;
    };
    Reshaping m_reshaping;
};

}  // namespace pgram
