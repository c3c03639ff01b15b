// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/session.h"

#include "core/search/questions/plan_question.h"
#include "widgets/document/plan_names.h"
#include "widgets/work/fidelity_library.h"

#include <algorithm>

namespace pgram {

namespace {

/// Of a plan that is to be added: its own name, with what tells it from the plan that has the name already.
QString distinctName(const Session& session, const Plan& plan, const QString& file)
{
    QString name = QString::fromStdString(plan.name);
    for (int row = 0; row < session.count(); ++row) {
        const SessionPlan& same = session.at(row);
        if (same.plan->name != plan.name) {
            continue;
        }
        QString fact = distinguishingFact(plan, *same.plan);
        if (fact.isEmpty()) {
            fact = distinguishingFile(file, same.file);
        }
        return session.freeName(fact.isEmpty() ? name : QStringLiteral("%1 · %2").arg(name, fact));
    }
    return name;
}

}  // namespace

SearchRequest questionOf(const SessionPlan& plan)
{
    SearchRequest request = requestOf(*plan.plan);
    if (plan.search) {
        request.space = plan.search->request.space;
        request.method = plan.search->request.method;
        request.microbatches = plan.search->request.microbatches;
    }
    return request;
}

bool isComparable(const SessionPlan& a, const SessionPlan& b)
{
    return a.plan->model.name == b.plan->model.name && a.plan->model.layerCount() == b.plan->model.layerCount();
}

Session::Session(Document* document, QObject* parent)
    : QObject(parent), m_document(document), m_fidelity(new FidelityLibrary(this))
{
    connect(document, &Document::planChanged, this, &Session::followDocument);
}

Session::~Session()
{
    // The histories die with the session; the document must not keep one.
    disconnect(m_document, nullptr, this, nullptr);
    if (m_current >= 0) {
        m_document->showPlan(nullptr);
    }
}

bool Session::hasModified() const
{
    return std::ranges::any_of(m_plans, [](const SessionPlan& plan) { return plan.isModified(); });
}

QString Session::freeName(const QString& name) const
{
    const auto taken = [this](const QString& candidate) {
        return std::ranges::any_of(
            m_plans, [&](const SessionPlan& plan) { return QString::fromStdString(plan.plan->name) == candidate; });
    };
    QString candidate = name;
    for (int number = 2; taken(candidate); ++number) {
        candidate = QStringLiteral("%1 (%2)").arg(name).arg(number);
    }
    return candidate;
}

int Session::add(Plan plan, std::shared_ptr<const Estimate> estimate, std::shared_ptr<const SearchRecord> search,
                 const QString& file)
{
    plan.name = distinctName(*this, plan, file).toStdString();
    SessionPlan entry;
    entry.plan = std::make_shared<const Plan>(std::move(plan));
    entry.estimate = estimate ? std::move(estimate) : std::make_shared<const Estimate>(pgram::estimate(*entry.plan));
    entry.search = std::move(search);
    entry.file = file;
    insert(count(), std::move(entry));
    show(count() - 1);
    return count() - 1;
}

void Session::show(int row)
{
    if (row == m_current || row >= count()) {
        return;
    }
    m_current = row;
    m_switching = true;
    if (row < 0) {
        m_document->showPlan(nullptr);
    } else {
        m_document->showPlan(at(row).plan, at(row).estimate, at(row).history.get());
    }
    m_switching = false;
    Q_EMIT currentChanged(row);
    Q_EMIT stateChanged();
}

int Session::duplicate(int row)
{
    const SessionPlan& original = at(row);
    return add(*original.plan, original.estimate, original.search);
}

SessionPlan Session::take(int row)
{
    if (row == m_current) {
        const int next = row + 1 < count() ? row + 1 : row - 1;
        show(next);
    }
    Q_EMIT aboutToRemove(row);
    SessionPlan taken = std::move(m_plans[static_cast<std::size_t>(row)]);
    m_plans.erase(m_plans.begin() + row);
    if (m_current > row) {
        --m_current;
    }
    const int reference = m_reference;
    if (m_reference > row) {
        --m_reference;
    } else if (m_reference == row) {
        m_reference = count() > 0 ? 0 : -1;
    }
    Q_EMIT removed(row);
    if (reference == row) {
        Q_EMIT referenceChanged(m_reference);
    }
    return taken;
}

void Session::insert(int row, SessionPlan plan)
{
    Q_EMIT aboutToInsert(row);
    watch(plan);
    m_plans.insert(m_plans.begin() + row, std::move(plan));
    if (m_current >= row) {
        ++m_current;
    }
    if (m_reference >= row) {
        ++m_reference;
    }
    Q_EMIT inserted(row);
    if (m_reference < 0) {
        setReference(0);
    }
}

void Session::clear()
{
    show(-1);
    for (int row = count() - 1; row >= 0; --row) {
        static_cast<void>(take(row));
    }
}

void Session::setReference(int row)
{
    if (row != m_reference && row < count()) {
        m_reference = row;
        Q_EMIT referenceChanged(row);
    }
}

void Session::setCompared(int row, bool compared)
{
    SessionPlan& plan = m_plans[static_cast<std::size_t>(row)];
    if (plan.compared != compared) {
        plan.compared = compared;
        Q_EMIT comparedChanged(row);
    }
}

std::vector<int> Session::comparedRows() const
{
    std::vector<int> rows;
    for (int row = 0; row < count(); ++row) {
        if (at(row).compared) {
            rows.push_back(row);
        }
    }
    std::ranges::stable_partition(rows, [this](int row) { return row == m_reference; });
    return rows;
}

void Session::setSaved(int row, const QString& file)
{
    for (int other = 0; other < count(); ++other) {
        SessionPlan& overwritten = m_plans[static_cast<std::size_t>(other)];
        if (other != row && overwritten.file == file) {
            overwritten.file.clear();
            overwritten.history->resetClean();
            Q_EMIT changed(other);
        }
    }
    SessionPlan& plan = m_plans[static_cast<std::size_t>(row)];
    plan.file = file;
    plan.history->setClean();
    Q_EMIT changed(row);
    Q_EMIT stateChanged();
}

void Session::followDocument()
{
    if (m_switching || m_current < 0) {
        return;
    }
    SessionPlan& current = m_plans[static_cast<std::size_t>(m_current)];
    current.plan = m_document->plan();
    current.estimate = m_document->estimate();
    Q_EMIT changed(m_current);
}

void Session::watch(SessionPlan& plan)
{
    connect(plan.history.get(), &QUndoStack::cleanChanged, this, &Session::stateChanged, Qt::UniqueConnection);
}

}  // namespace pgram
