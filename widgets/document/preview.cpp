// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/preview.h"

#include "widgets/document/document.h"

#include <utility>

namespace pgram {

Preview::Preview(Document* document) : QObject(document), m_document(document)
{
    connect(document, &Document::planChanged, this, &Preview::clear);
    connect(&m_worker, &Worker::ended, this, [this] {
        if (m_waiting) {
            start(std::exchange(m_waiting, nullptr));
        }
    });
}

void Preview::show(Plan next)
{
    const auto now = m_document->plan();
    if (!now || next == *now) {
        clear();
        return;
    }
    auto wanted = std::make_shared<const Plan>(std::move(next));
    if (m_worker.isRunning()) {
        m_waiting = std::move(wanted);
        return;
    }
    start(std::move(wanted));
}

void Preview::show(std::shared_ptr<const Plan> next, std::shared_ptr<const Estimate> estimate)
{
    m_worker.drop();
    m_waiting = nullptr;
    m_document->plan() ? take(std::move(next), std::move(estimate)) : take(nullptr, nullptr);
}

void Preview::clear()
{
    m_worker.drop();
    m_waiting = nullptr;
    take(nullptr, nullptr);
}

void Preview::start(std::shared_ptr<const Plan> next)
{
    if (m_plan && *next == *m_plan) {
        return;
    }
    m_worker.start([this, next = std::move(next), now = m_document->plan(),
                    known = m_document->estimate()](const std::stop_token&, const Worker::Post& post) -> Result<void> {
        post([this, next, found = std::make_shared<const Estimate>(pgram::estimate(*next, *now, *known))] {
            take(next, found);
        });
        return {};
    });
}

void Preview::take(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> estimate)
{
    if (plan == m_plan) {
        return;
    }
    m_plan = std::move(plan);
    m_estimate = std::move(estimate);
    Q_EMIT changed();
}

}  // namespace pgram
