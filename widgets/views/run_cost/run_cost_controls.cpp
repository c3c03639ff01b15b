// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The controls above the picture: the run and what it may take, and what it is chosen from.
#include "core/base/format.h"
#include "core/cluster/cluster_sizes.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/kit/forms.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/views/run_cost/run_cost_view.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace pgram {

namespace {

constexpr double billion = 1e9;
constexpr double mostTokens = 1e18;
constexpr double mebi = 1 << 20;
constexpr int mostNodes = 128;
constexpr std::int64_t shortestSequence = 1024;
constexpr std::int64_t longestSequence = 131072;

enum class NumberOf { Run, Failures, Choice, Sequences };

/// A number that can be typed. Its least value stands for what `none` says.
struct NumberField {
    const char* name;
    NumberOf of;
    double least;
    double most;
    double step;
    QuantityEdit::Kind kind;
    double scale;  ///< of the value that is kept
    double (*value)(const RunAsked&);
    void (*set)(RunAsked&, double);
    QString (*title)();
    QString (*prefix)();
    QString (*suffix)();
    QString (*none)(const RunAsked&, const Cluster&);
};

QString nothing()
{
    return {};
}

QString ownPrice(const RunAsked&, const Cluster& cluster)
{
    const Quote price = cluster.mean(&Device::hourPrice);
    return price.isKnown() ? RunCostView::tr("$ %1 per device-hour").arg(numberText(price.value))
                           : RunCostView::tr("Price of a device-hour not known");
}

QString ownPower(const RunAsked&, const Cluster& cluster)
{
    const Quote power = cluster.mean(&Device::power);
    return power.isKnown() ? RunCostView::tr("%1 W per device").arg(numberText(power.value))
                           : RunCostView::tr("Power of a device not known");
}

const std::array<NumberField, 10>& numberFields()
{
    static const std::array<NumberField, 10> all{{
        {"tokens", NumberOf::Run, 0, mostTokens, billion, QuantityEdit::Kind::Tokens, 1,
         [](const RunAsked& of) { return of.question.tokens; },
         [](RunAsked& of, double value) { of.question.tokens = value; },
         [] { return RunCostView::tr("Tokens to train"); }, nothing, [] { return RunCostView::tr(" tokens"); },
         [](const RunAsked& of, const Cluster&) {
             return RunCostView::tr("%1 tokens per parameter").arg(numberText(of.question.perParameter()));
         }},
        {"price", NumberOf::Run, 0, 10000, 0.1, QuantityEdit::Kind::Number, 1,
         [](const RunAsked& of) { return of.question.hourPrice.value; },
         [](RunAsked& of, double value) {
             of.question.hourPrice = {value, {}, {}};
         },
         [] { return RunCostView::tr("Price of a device for an hour, in place of the cluster's"); },
         [] { return QStringLiteral("$ "); }, [] { return RunCostView::tr(" per device-hour"); }, ownPrice},
        {"power", NumberOf::Run, 0, 100'000, 50, QuantityEdit::Kind::Number, 1,
         [](const RunAsked& of) { return of.question.power.value; },
         [](RunAsked& of, double value) {
             of.question.power = {value, {}, {}};
         },
         [] { return RunCostView::tr("Power of a device, in place of the cluster's"); }, nothing,
         [] { return RunCostView::tr(" W per device"); }, ownPower},
        {"facility", NumberOf::Run, 1, 10, 0.05, QuantityEdit::Kind::Number, 1,
         [](const RunAsked& of) { return of.question.facility; },
         [](RunAsked& of, double value) { of.question.facility = value; },
         [] { return RunCostView::tr("Power of the facility over that of its devices (PUE)"); },
         [] { return QStringLiteral("PUE "); }, nothing, nullptr},
        {"failures", NumberOf::Run, 0, 1e8, 1000, QuantityEdit::Kind::Number, hour,
         [](const RunAsked& of) { return of.question.interruptions.betweenFailures; },
         [](RunAsked& of, double value) { of.question.interruptions.betweenFailures = value; },
         [] { return RunCostView::tr("Mean hours between two failures of one device"); },
         [] { return RunCostView::tr("Failure every "); }, [] { return RunCostView::tr(" h per device"); },
         [](const RunAsked&, const Cluster&) { return RunCostView::tr("No interruptions"); }},
        {"checkpoint", NumberOf::Failures, 0, 1e5, 10, QuantityEdit::Kind::Number, 1,
         [](const RunAsked& of) { return of.question.interruptions.checkpoint; },
         [](RunAsked& of, double value) { of.question.interruptions.checkpoint = value; },
         [] { return RunCostView::tr("Seconds that writing a checkpoint takes"); },
         [] { return RunCostView::tr("Checkpoint "); }, [] { return QStringLiteral(" s"); }, nullptr},
        {"restart", NumberOf::Failures, 0, 1e6, 60, QuantityEdit::Kind::Number, 1,
         [](const RunAsked& of) { return of.question.interruptions.restart; },
         [](RunAsked& of, double value) { of.question.interruptions.restart = value; },
         [] { return RunCostView::tr("Seconds from a failure until training goes on"); },
         [] { return RunCostView::tr("Restart "); }, [] { return QStringLiteral(" s"); }, nullptr},
        {"days", NumberOf::Choice, 0, 1e5, 1, QuantityEdit::Kind::Number, 1,
         [](const RunAsked& of) { return of.limits.days; }, [](RunAsked& of, double value) { of.limits.days = value; },
         [] { return RunCostView::tr("Days that there are"); }, nothing,
         [] { return RunCostView::tr(" days or fewer"); },
         [](const RunAsked&, const Cluster&) { return RunCostView::tr("Any time"); }},
        {"dollars", NumberOf::Choice, 0, 1e12, 1000, QuantityEdit::Kind::Number, 1,
         [](const RunAsked& of) { return of.limits.dollars; },
         [](RunAsked& of, double value) { of.limits.dollars = value; },
         [] { return RunCostView::tr("Money that there is"); }, [] { return RunCostView::tr("Within $ "); }, nothing,
         [](const RunAsked&, const Cluster&) { return RunCostView::tr("Any cost"); }},
        {"batch", NumberOf::Sequences, 0, 1024 * mebi, mebi, QuantityEdit::Kind::Count, 1,
         [](const RunAsked& of) { return static_cast<double>(of.tokensOfBatch); },
         [](RunAsked& of, double value) { of.tokensOfBatch = static_cast<std::int64_t>(value); },
         [] { return RunCostView::tr("Tokens of a batch, whatever the sequence"); }, nothing,
         [] { return RunCostView::tr(" tokens per batch"); },
         [](const RunAsked&, const Cluster&) { return RunCostView::tr("Tokens of the plan's batch"); }},
    }};
    return all;
}

/// The field's default is the rule of pre-training, which says nothing about adapters.
bool isByRule(const NumberField& field)
{
    return std::string_view(field.name) == "tokens";
}

/// Those of its family, by what stands before the first dash of the name.
QStringList familyOf(const Architecture& model, const std::vector<PresetEntry>& entries)
{
    QStringList names;
    const std::string stem = model.name.substr(0, model.name.find('-'));
    for (const PresetEntry& entry : entries) {
        if (entry.name.substr(0, entry.name.find('-')) == stem && entry.name != model.name) {
            names.append(qs(entry.name));
        }
    }
    return names;
}

}  // namespace

void RunCostView::makeControls()
{
    for (const NumberField& field : numberFields()) {
        auto* box = new QuantityEdit(field.kind, this);
        box->setObjectName(QStringLiteral("runCost-") + QLatin1StringView(field.name));
        if (field.kind == QuantityEdit::Kind::Number) {
            box->setNumbers(field.least, field.most, field.step);
        } else {
            box->setRange(static_cast<qint64>(field.least), static_cast<qint64>(field.most));
            box->setSingleStep(static_cast<qint64>(field.step));
        }
        setTopic(box, QStringLiteral("run-cost:") + QLatin1StringView(field.name));
        connect(box, &QuantityEdit::valueChanged, this, [this, &field, box](qint64 value) {
            if (!m_filling) {
                const bool isNumber = field.kind == QuantityEdit::Kind::Number;
                field.set(m_asked, isNumber ? box->number() * field.scale : static_cast<double>(value));
                priceAgain();
                if (field.of == NumberOf::Sequences) {
                    refresh();  // these are other questions
                }
            }
        });
        m_numbers.push_back(box);
    }
    m_add = new QComboBox(this);
    m_add->setObjectName(QStringLiteral("runCostAdd"));
    makeSearchable(m_add);
    connect(m_add, &QComboBox::activated, this, [this] { pick(m_add->currentData().toString(), true); });
    m_picked = new QToolButton(this);
    m_picked->setObjectName(QStringLiteral("runCostPicked"));
    m_picked->setPopupMode(QToolButton::InstantPopup);
    m_picked->setMenu(new QMenu(m_picked));
    m_stop = new QPushButton(this);
    m_stop->setObjectName(QStringLiteral("runCostStop"));
    connect(m_stop, &QPushButton::clicked, this, &RunCostView::stopWork);
}

void RunCostView::pick(const QString& name, bool on)
{
    if (name.isEmpty()) {
        return;
    }
    picked().removeAll(name);
    if (on) {
        picked().append(name);
    }
    m_areModelsPicked = m_areModelsPicked || runPage() == RunPage::Models;
    fillPickers();
    refresh();
    pictureChanged();
}

void RunCostView::fillPickers()
{
    m_pickersOf = runPage();
    const bool isOfModels = runPage() == RunPage::Models;
    const auto entries = m_scenario->store().entries(isOfModels ? PresetKind::Model : PresetKind::Cluster);
    const std::string& own = isOfModels ? m_question->model.name : m_question->cluster.name;
    m_add->clear();
    m_picked->menu()->clear();
    for (const PresetEntry& entry : entries) {
        if (picked().contains(qs(entry.name))) {
            QAction* action = m_picked->menu()->addAction(qs(entry.title));
            action->setCheckable(true);
            action->setChecked(true);
            // The menu is made anew: not while it is open.
            connect(action, &QAction::toggled, this, [this, name = qs(entry.name)] {
                QMetaObject::invokeMethod(
                    this, [this, name] { pick(name, false); }, Qt::QueuedConnection);
            });
        } else if (entry.name != own) {
            m_add->addItem(qs(entry.title), qs(entry.name));
        }
    }
    m_add->setCurrentIndex(-1);
    const QString add = isOfModels ? tr("Add a model") : tr("Add a cluster");
    m_add->lineEdit()->setPlaceholderText(add);
    m_add->setAccessibleName(add);
    const auto count = static_cast<int>(m_picked->menu()->actions().size());
    m_picked->setText(isOfModels ? tr("%n other model(s)", nullptr, count) : tr("%n other cluster(s)", nullptr, count));
    m_picked->setToolTip(tr("What is beside the plan's own; a click takes one away"));
    m_picked->setEnabled(count > 0);
}

void RunCostView::fillControls()
{
    m_filling = true;
    const Cluster cluster = m_question ? m_question->cluster : Cluster();
    std::vector<QWidget*> controls;
    for (std::size_t i = 0; i < m_numbers.size(); ++i) {
        const NumberField& field = numberFields()[i];
        QuantityEdit* box = m_numbers[i];
        box->setAffixes(field.prefix(), field.suffix());
        const bool isAsked = isByRule(field) && m_question && m_question->training.tuning.method != TuningMethod::All;
        box->setSpecialText(isAsked                 ? tr("Tokens of this fine-tuning?")
                            : field.none == nullptr ? QString()
                                                    : field.none(m_asked, cluster));
        if (field.kind == QuantityEdit::Kind::Number) {
            box->setNumber(field.value(m_asked) / field.scale);
        } else {
            box->setValue(std::llround(field.value(m_asked)));
        }
        box->setAccessibleName(field.title());
        box->setToolTip(field.title());
        const bool isUsed = field.of == NumberOf::Failures    ? m_asked.question.interruptions.betweenFailures > 0
                            : field.of == NumberOf::Choice    ? runPage() != RunPage::Plan
                            : field.of == NumberOf::Sequences ? runPage() == RunPage::Sequences
                                                              : true;
        box->setVisible(isUsed && m_question);
        controls.push_back(box);
    }
    m_add->setVisible(m_question && picks());
    m_picked->setVisible(m_question && picks());
    m_stop->setText(tr("Stop"));
    m_stop->setVisible(m_worker.isRunning());
    controls.insert(controls.begin(), {m_add, m_picked});
    controls.push_back(m_stop);
    m_filling = false;
    placeControls(std::move(controls));
}

RunRequests RunCostView::requestsNow()
{
    if (runPage() == RunPage::Clusters) {
        return clusterRequests();
    }
    if (runPage() == RunPage::Models) {
        return modelRequests();
    }
    const double tokens =
        m_asked.tokensOfBatch > 0
            ? static_cast<double>(m_asked.tokensOfBatch)
            : static_cast<double>(m_question->training.globalBatch) *
                  static_cast<double>(m_question->training.sequence(m_question->model.sequenceLength));
    std::vector<std::int64_t> sequences;
    for (std::int64_t sequence = shortestSequence; sequence <= longestSequence; sequence *= 2) {
        sequences.push_back(sequence);
    }
    const std::vector<SearchRequest> requests = ofSequences(*m_question, tokens, sequences);
    return requests.empty() ? RunRequests() : RunRequests{{{qs(m_question->model.title), requests}}};
}

RunRequests RunCostView::clusterRequests()
{
    std::vector<Cluster> clusters{m_question->cluster};
    for (const QString& name : m_clusters) {
        if (const Result<Cluster> cluster = m_scenario->store().cluster(name.toStdString())) {
            clusters.push_back(*cluster);
        }
    }
    RunRequests all;
    for (const Cluster& cluster : clusters) {
        SearchRequest request = *m_question;
        if (cluster.device != m_question->cluster.device) {
            request.memoryBudget = cluster.device.memory;
        }
        std::set<int> sizes{nodesOf(cluster)};
        for (int count = 1; count <= mostNodes; count *= 2) {
            sizes.insert(count);
        }
        const std::vector<int> nodes(sizes.begin(), sizes.end());
        std::vector<SearchRequest> requests = onClusters(request, std::span(&cluster, 1), nodes);
        if (requests.empty()) {
            request.cluster = cluster;  // of one node that nothing joins to others
            requests.push_back(std::move(request));
        }
        all.lines.push_back({qs(cluster.device.name), std::move(requests)});
    }
    return all;
}

RunRequests RunCostView::modelRequests()
{
    if (!m_areModelsPicked) {
        m_models = familyOf(m_question->model, m_scenario->store().models());
    }
    RunRequests all{{{qs(m_question->cluster.title), {*m_question}}}};
    for (const QString& name : m_models) {
        if (const Result<Architecture> model = m_scenario->store().model(name.toStdString())) {
            SearchRequest request = *m_question;
            request.model = *model;
            all.lines.front().requests.push_back(std::move(request));
        }
    }
    std::ranges::sort(all.lines.front().requests, {},
                      [](const SearchRequest& request) { return parameterCount(request.model); });
    return all;
}

QVariantMap RunCostView::options() const
{
    QVariantMap options = PlotView::options();
    for (const NumberField& field : numberFields()) {
        options[QLatin1StringView(field.name)] = field.value(m_asked);
    }
    options[QStringLiteral("clusters")] = m_clusters;
    if (m_areModelsPicked) {
        options[QStringLiteral("models")] = m_models;
    }
    return options;
}

void RunCostView::setOptions(const QVariantMap& options)
{
    for (const NumberField& field : numberFields()) {
        const double value = options.value(QLatin1StringView(field.name), field.value(m_asked)).toDouble();
        if (value >= field.least * field.scale && value <= field.most * field.scale) {
            field.set(m_asked, value);
        }
    }
    m_clusters = options.value(QStringLiteral("clusters"), m_clusters).toStringList();
    m_areModelsPicked = options.contains(QStringLiteral("models"));
    m_models = options.value(QStringLiteral("models")).toStringList();
    PlotView::setOptions(options);
    priceAgain();
    follow();
}

}  // namespace pgram
