// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a change would cost, before it is made: the plan that it would give with its estimate, beside the document's
// own. Nothing of it reaches the undo history. Estimates run on a worker thread, one at a time; of changes that are
// weighed meanwhile only the last one counts. GUI thread only.
#pragma once

#include "core/plan/estimate.h"
#include "widgets/work/worker.h"

#include <QObject>

#include <memory>
#include <optional>

namespace pgram {

class Document;

class Preview : public QObject {
    Q_OBJECT
public:
    /// `document` owns it. It is cleared whenever the document's plan changes.
    explicit Preview(Document* document);

    /// Weighs `next`, a changed copy of the document's plan. An unchanged one clears.
    void show(Plan next);
    /// Another plan whose estimate is known, of whatever question.
    void show(std::shared_ptr<const Plan> next, std::shared_ptr<const Estimate> estimate);
    void clear();

    /// Null without a change, and until its estimate is there.
    [[nodiscard]] std::shared_ptr<const Plan> plan() const { return m_plan; }
    [[nodiscard]] std::shared_ptr<const Estimate> estimate() const { return m_estimate; }
    [[nodiscard]] bool isShown() const { return m_plan != nullptr; }
    /// An estimate is on its way.
    [[nodiscard]] bool isWorking() const { return m_worker.isRunning(); }

Q_SIGNALS:
    void changed();

private:
    void start(std::shared_ptr<const Plan> next);
    void take(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> estimate);

    Document* m_document;
    std::shared_ptr<const Plan> m_plan;
    std::shared_ptr<const Estimate> m_estimate;
    std::shared_ptr<const Plan> m_waiting;  ///< weighed as soon as the worker is free
    Worker m_worker{Priority::Immediate};
};

}  // namespace pgram
