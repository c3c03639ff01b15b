// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The scenario's model as somebody edits it: what is typed is taken as soon as it makes a model that a file could have,
// alone or with all that waits; until then it waits under its field, and the last model stays in force. GUI thread
// only.
#pragma once

#include "core/model/model_differences.h"
#include "core/model/model_sizes.h"

#include <QObject>

#include <functional>
#include <map>
#include <optional>

namespace pgram {

class ScenarioModel;

/// A field of the editor: of the whole model ("title", "sequence_length"), a size of all its layers, or of one run.
struct ModelFieldId {
    enum class Of { Model, Sizes, Run };
    Of of = Of::Model;
    std::size_t run = 0;
    std::string key;
    auto operator<=>(const ModelFieldId&) const = default;
};

/// A size of the whole model: its key among the command line's options, and the field of a run that it sets.
struct ModelSizeField {
    const char* key;
    const RunField* field;
    std::int64_t ModelSizes::*size;  ///< null: the numbers of layers
};
[[nodiscard]] const std::vector<ModelSizeField>& modelSizeFields();

class ModelDraft : public QObject {
    Q_OBJECT
public:
    /// `scenario` outlives it.
    explicit ModelDraft(ScenarioModel* scenario, QObject* parent = nullptr);

    [[nodiscard]] const Architecture& model() const;
    /// The preset that the model is, or was made of; none: of no shipped one.
    [[nodiscard]] const std::optional<Architecture>& base() const { return m_base; }
    /// As the field shows it.
    [[nodiscard]] QString valueOf(const ModelFieldId& field) const;
    /// A text that waits, and why it is not taken.
    struct Waiting {
        QString text;
        Error why;
        std::vector<ModelEdit> inAll;  ///< what would make it go: the same in all runs
    };
    [[nodiscard]] const Waiting* waiting(const ModelFieldId& field) const;
    [[nodiscard]] bool isWaiting() const { return !m_waiting.empty(); }
    /// Returns the reason why the first waiting text is not taken, or null where none waits.
    [[nodiscard]] const Error* problem() const { return isWaiting() ? &m_waiting.begin()->second.why : nullptr; }

    void type(const ModelFieldId& field, const QString& text);
    /// What waits in the field, in all runs that must agree about it.
    void takeInAll(const ModelFieldId& field);
    /// A step of its own: the model, or why it is none. `place` says where a run of before stands now; none: nowhere.
    using Place = std::function<std::optional<std::size_t>(std::size_t run)>;
    std::optional<Error> take(const Result<Architecture>& next, const Place& place = {});
    /// Another model in its place, a step of its own.
    void startFrom(const Architecture& model);
    void endStep();

Q_SIGNALS:
    /// The model, or what waits.
    void changed();

private:
    using Typed = std::map<ModelFieldId, QString>;
    [[nodiscard]] Result<Architecture> applied(const Typed& typed) const;
    [[nodiscard]] Typed allTyped() const;
    [[nodiscard]] Waiting refused(const ModelFieldId& field, const QString& text, const Error& why) const;
    void put(const Architecture& next);
    void follow();
    void weighAgain();
    void findBase();

    ScenarioModel* m_scenario;
    std::map<ModelFieldId, Waiting> m_waiting;
    std::optional<Architecture> m_base;
    Architecture m_seen;
    bool m_puts = false;
};

}  // namespace pgram
