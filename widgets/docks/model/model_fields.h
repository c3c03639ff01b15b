// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of fields of the model's editor: each shows what the draft says of its field, and types into it. GUI thread
// only.
#pragma once

#include "widgets/docks/model/model_draft.h"
#include "widgets/kit/field_row.h"

#include <QWidget>

#include <vector>

namespace pgram {

class FieldRows;

/// Rows of one group, bound to fields of the draft.
class ModelFields : public QWidget {
    Q_OBJECT
public:
    enum class Group {
        Whole,  ///< title, name, sequence
        Sizes,  ///< of all layers
        Run,    ///< of one run: those that its kind has
    };
    ModelFields(ModelDraft* draft, Group group, QWidget* parent = nullptr);

    /// The run that is shown; of the group Run.
    void setRun(std::size_t run);
    /// Of the field that it shows.
    [[nodiscard]] FieldRow* row(const std::string& key) const;

private:
    struct Bound {
        ModelFieldId id;
        FieldRow* row;
    };
    void add(const std::string& key, FieldRow::Control control);
    void addKind();
    void show();
    void showKind();
    void showRow(const Bound& bound);
    void retranslate();
    void tell(const Bound& bound);
    [[nodiscard]] ModelFieldId idOf(const Bound& bound) const;

    ModelDraft* m_draft;
    Group m_group;
    std::size_t m_run = 0;
    FieldRows* m_rows;
    FieldRow* m_kind = nullptr;
    std::vector<Bound> m_bound;
};

/// In the window's language: "decoder", "patch embedding".
[[nodiscard]] QString kindTitle(LayerKind kind);
/// What is wrong and what to do, with the run and the field that it is about where these are others than `run` and
/// `key`.
[[nodiscard]] QString problemText(const Error& error, const Architecture& model, std::optional<std::size_t> run,
                                  const QString& key = {});

}  // namespace pgram
