// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/session.h"

#include "core/base/index.h"
#include "widgets/document/core_text.h"
#include "widgets/document/plan_names.h"

#include <algorithm>

namespace pgram {

namespace {

/// Of a plan that is to be added: its own name, with what tells it from the plan that has the name already.
QString distinctName(const Session& session, const Plan& plan, const QString& file)
{
    const QString name = qs(plan.name);
    for (int row = 0; row < session.count(); ++row) {
        const PlanDocument& same = session.at(row);
        if (same.plan()->name != plan.name) {
            continue;
        }
        QString fact = distinguishingFact(plan, *same.plan());
        if (fact.isEmpty()) {
            fact = distinguishingFile(file, same.file());
        }
        return session.freeName(fact.isEmpty() ? name : QStringLiteral("%1 · %2").arg(name, fact));
    }
    return session.freeName(name);
}

}  // namespace

Session::Session(Document* document, QObject* parent) : QObject(parent), m_document(document) {}

Session::~Session()
{
    if (m_current >= 0) {
        m_document->show(nullptr);
    }
}

int Session::rowOf(const PlanDocument* plan) const
{
    const auto found = std::ranges::find(m_plans, plan, &std::unique_ptr<PlanDocument>::get);
    return found == m_plans.end() ? -1 : static_cast<int>(found - m_plans.begin());
}

QString Session::freeName(const QString& name, const PlanDocument* owner) const
{
    const auto taken = [this, owner](const QString& candidate) {
        return std::ranges::any_of(m_plans,
                                   [&](const auto& plan) { return plan.get() != owner && plan->hasName(candidate); });
    };
    QString candidate = name;
    for (int number = 2; taken(candidate); ++number) {
        candidate = QStringLiteral("%1 (%2)").arg(name, QString::number(number));
    }
    return candidate;
}

int Session::add(Plan plan, std::shared_ptr<const Estimate> estimate, std::shared_ptr<const SearchRecord> search,
                 const QString& file)
{
    plan.name = distinctName(*this, plan, file).toStdString();
    auto entry = std::make_unique<PlanDocument>(std::make_shared<const Plan>(std::move(plan)), std::move(estimate));
    entry->setSearch(std::move(search));
    entry->setSaved(file);
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
    m_document->show(row < 0 ? nullptr : m_plans[pgram::at(row)].get());
    Q_EMIT currentChanged(row);
    Q_EMIT stateChanged();
}

void Session::showGuest(PlanDocument* plan)
{
    m_current = -1;
    m_document->show(plan);
    Q_EMIT currentChanged(-1);
    Q_EMIT stateChanged();
}

int Session::duplicate(int row)
{
    const PlanDocument& original = at(row);
    return add(*original.plan(), original.estimate(), original.search());
}

std::unique_ptr<PlanDocument> Session::take(int row)
{
    if (row == m_current) {
        const int next = row + 1 < count() ? row + 1 : row - 1;
        show(next);
    }
    Q_EMIT aboutToRemove(row);
    std::unique_ptr<PlanDocument> taken = std::move(m_plans[pgram::at(row)]);
    m_plans.erase(m_plans.begin() + row);
    disconnect(taken.get(), nullptr, this, nullptr);
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

void Session::insert(int row, std::unique_ptr<PlanDocument> plan)
{
    Q_EMIT aboutToInsert(row);
    watch(plan.get());
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

void Session::close(int row)
{
    std::unique_ptr<PlanDocument> plan = take(row);
    m_closed.push_back({std::move(plan), row});
    while (m_closed.size() > static_cast<std::size_t>(mostClosed)) {
        m_closed.pop_front();
    }
    Q_EMIT closedChanged();
}

void Session::closeAll()
{
    show(-1);
    for (int row = count() - 1; row >= 0; --row) {
        m_closed.push_back({take(row), row});
    }
    Q_EMIT closedChanged();
}

void Session::addClosed(std::unique_ptr<PlanDocument> plan)
{
    m_closed.push_back({std::move(plan), count()});
    Q_EMIT closedChanged();
}

int Session::reopenClosed()
{
    if (m_closed.empty()) {
        return -1;
    }
    Closed last = std::move(m_closed.back());
    m_closed.pop_back();
    last.plan->renameStates([this](const QString& name) { return freeName(name); });
    const int row = std::min(last.row, count());
    insert(row, std::move(last.plan));
    show(row);
    Q_EMIT closedChanged();
    return row;
}

std::vector<const PlanDocument*> Session::closed() const
{
    std::vector<const PlanDocument*> plans;
    for (const Closed& each : m_closed) {
        plans.push_back(each.plan.get());
    }
    return plans;
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
    PlanDocument& plan = *m_plans[pgram::at(row)];
    if (plan.isCompared() != compared) {
        plan.setCompared(compared);
        Q_EMIT comparedChanged(row);
    }
}

std::vector<int> Session::comparedRows() const
{
    std::vector<int> rows;
    for (int row = 0; row < count(); ++row) {
        if (at(row).isCompared()) {
            rows.push_back(row);
        }
    }
    std::stable_partition(rows.begin(), rows.end(), [this](int row) { return row == m_reference; });
    return rows;
}

void Session::setSaved(int row, const QString& file)
{
    for (int other = 0; other < count(); ++other) {
        PlanDocument& overwritten = *m_plans[pgram::at(other)];
        if (other != row && overwritten.file() == file) {
            overwritten.setUnsaved();
            Q_EMIT changed(other);
        }
    }
    m_plans[pgram::at(row)]->setSaved(file);
    Q_EMIT changed(row);
    Q_EMIT stateChanged();
}

void Session::retranslate()
{
    for (const auto& plan : m_plans) {
        plan->retranslate();
    }
    for (const Closed& closed : m_closed) {
        closed.plan->retranslate();
    }
}

void Session::watch(PlanDocument* plan)
{
    connect(plan, &PlanDocument::changed, this, [this, plan] { Q_EMIT changed(rowOf(plan)); });
    connect(plan, &PlanDocument::modifiedChanged, this, &Session::stateChanged);
}

}  // namespace pgram
