// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fields of a training run and of what it may take, as rows of a bar of controls. GUI thread only.
#pragma once

#include "core/search/search.h"
#include "widgets/document/run_terms.h"
#include "widgets/kit/control_bar.h"

#include <QVariantMap>

#include <vector>

namespace pgram {

class QuantityEdit;

/// A kind of fields.
enum class RunFieldKind { Tokens, Prices, Interruptions, Limits };

class RunFields {
public:
    /// Both outlive the fields.
    RunFields(QWidget* view, RunTerms* terms);

    /// Fills the fields for the question, null without one, and returns their rows. Those of `kinds` are used.
    [[nodiscard]] std::vector<Control> rows(const SearchRequest* question, const std::vector<RunFieldKind>& kinds);
    /// The numbers by name.
    void addTo(QVariantMap& options) const;
    /// Leaves out numbers that make no sense.
    void takeFrom(const QVariantMap& options);

private:
    RunTerms* m_terms;
    std::vector<QuantityEdit*> m_boxes;
    bool m_filling = false;
};

}  // namespace pgram
