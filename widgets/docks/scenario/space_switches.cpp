// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/scenario/space_switches.h"

#include "core/search/task/task_list.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/kit/choice_row.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/on_change.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

/// What a dimension is, as a sentence of its own.
QString tipOf(const DimensionRules& rules)
{
    QString tip = coreText(rules.what);
    tip[0] = tip[0].toUpper();
    return tip;
}

constexpr int columns = 4;
/// Beyond, counting the tree's leaves is no longer a matter of a moment; without Takeaway 3 it has far more.
int mostCounted(const Space& space)
{
    return space.takeaway3 ? 4096 : 1024;
}

}  // namespace

SpaceSwitches::SpaceSwitches(QWidget* parent)
    : QWidget(parent),
      m_takeaway3(new QCheckBox),
      m_anyDivisor(new QCheckBox),
      m_weigh(new QToolButton),
      m_counts(new QLabel)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(3);
    for (const DimensionRules* rules : dimensionRules()) {
        auto* button = new ToggleButton;
        button->setText(QString::fromLatin1(rules->title));
        button->setObjectName(button->text());
        setTopic(button, QStringLiteral("dimension:") + QString::fromLatin1(rules->name));
        connect(button, &QToolButton::toggled, this, [this, rules](bool on) {
            m_space.*rules->on = on;
            follow();
        });
        const auto index = static_cast<int>(m_switches.size());
        // As high as its row, of which some say what they bring in higher letters than others.
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        grid->addWidget(button, 1 + index / columns, index % columns);
        m_switches.push_back(button);
    }
    setTopic(m_takeaway3, QStringLiteral("space:takeaway3"));
    setTopic(m_anyDivisor, QStringLiteral("space:any-divisor"));
    const int below = 1 + (static_cast<int>(m_switches.size()) + columns - 1) / columns;
    grid->addWidget(m_takeaway3, below, 0, 1, columns);
    grid->addWidget(m_anyDivisor, below + 1, 0, 1, columns);
    m_counts->setWordWrap(true);
    m_counts->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_counts->setForegroundRole(QPalette::PlaceholderText);
    grid->addWidget(m_counts, below + 2, 0, 1, columns);
    m_weigh->setObjectName(QStringLiteral("weighSpace"));
    m_weigh->setFocusPolicy(Qt::StrongFocus);
    setTopic(m_weigh, QStringLiteral("space:weigh"));
    // Above the switches, which grow by a line under it.
    grid->addWidget(m_weigh, 0, 0, 1, columns, Qt::AlignLeft);
    connect(m_weigh, &QToolButton::clicked, this, [this] {
        if (m_weighing.isRunning()) {
            m_weighing.stop();
        } else {
            weigh();
        }
    });
    connect(&m_weighing, &Worker::failed, this, [this](quint64, const Error& error) {
        m_problem = coreText(error.what);
        showCounts();
    });
    connect(&m_weighing, &Worker::ended, this, [this] { showEffects(); });
    connect(m_takeaway3, &QCheckBox::toggled, this, [this](bool on) {
        m_space.takeaway3 = on;
        follow();
    });
    connect(m_anyDivisor, &QCheckBox::toggled, this, [this](bool on) {
        m_space.anyDivisor = on;
        follow();
    });
    setSpace({});
    inEveryLanguage(this, [this] { retranslate(); });
    keepRoomForCounts();
    onChange(this, {QEvent::FontChange}, [this] { keepRoomForCounts(); });
}

/// For two lines, also while they are counted: nothing below moves, and none is cut before the form is laid out anew.
void SpaceSwitches::keepRoomForCounts()
{
    m_counts->setMinimumHeight(2 * m_counts->fontMetrics().lineSpacing());
}

void SpaceSwitches::setSpace(const Space& space)
{
    m_filling = true;
    for (std::size_t index = 0; index < m_switches.size(); ++index) {
        m_switches[index]->setChecked(space.*dimensionRules()[index]->on);
    }
    m_takeaway3->setChecked(space.takeaway3);
    m_anyDivisor->setChecked(space.anyDivisor);
    m_filling = false;
    m_space = space;
    follow();
}

void SpaceSwitches::setOffered(const Space* offered)
{
    for (std::size_t index = 0; index < m_switches.size(); ++index) {
        m_switches[index]->setEnabled(offered == nullptr || offered->*dimensionRules()[index]->on);
    }
}

void SpaceSwitches::setQuestion(const SearchRequest& request)
{
    const bool isCounted = m_devices == request.cluster.devices && m_question.model == request.model;
    m_devices = request.cluster.devices;
    if (m_question != request) {
        m_question = request;
        forgetEffects();
    }
    if (!isCounted) {
        count();
    }
    m_canAsk = !request.model.runs.empty() && request.cluster.devices > 0;
    m_weigh->setEnabled(m_canAsk);
}

void SpaceSwitches::weigh()
{
    forgetEffects();
    m_weighing.start([this, question = m_question](const std::stop_token& stop, const auto& post) -> Result<void> {
        const auto found = [&](const SpaceEffect& effect) {
            post([this, effect] {
                m_effects.push_back(effect);
                showEffects();
            });
        };
        return spaceEffects(question, stop, found).map([](const auto&) {});
    });
    showEffects();
}

void SpaceSwitches::forgetEffects()
{
    m_weighing.drop();
    m_effects.clear();
    m_problem.clear();
    showEffects();
}

/// Short, as it stands on a switch.
QString SpaceSwitches::effectText(const SpaceEffect& effect) const
{
    if (const std::optional<double> gain = effect.gain(m_effects.front())) {
        constexpr double nothing = 0.0005;  // is not shown as a gain of 0.0 %
        return signedPercent(std::abs(*gain) < nothing ? 0 : -*gain);
    }
    const bool withFits = (effect.isOn ? m_effects.front() : effect).result.plan.has_value();
    return !withFits ? QStringLiteral("–") : effect.isOn ? tr("needed") : tr("fits");
}

QString SpaceSwitches::effectTip(const SpaceEffect& effect) const
{
    const auto stepOf = [](const SpaceEffect& own) {
        return own.result.plan ? tr("%1 a step").arg(secondsText(own.result.estimate->stepTime)) : tr("nothing fits");
    };
    const SpaceEffect& with = effect.isOn ? m_effects.front() : effect;
    const SpaceEffect& without = effect.isOn ? effect : m_effects.front();
    return tr("With it %1, searched in %2 among %3 layer strategies; without it %4, in %5 among %6")
        .arg(stepOf(with), secondsText(with.result.certificate.seconds), QString::number(with.strategies),
             stepOf(without), secondsText(without.result.certificate.seconds), QString::number(without.strategies));
}

void SpaceSwitches::showEffects()
{
    for (std::size_t index = 0; index < m_switches.size(); ++index) {
        const DimensionRules* rules = dimensionRules()[index];
        const auto known = std::ranges::find(m_effects, rules, &SpaceEffect::dimension);
        const bool isKnown = known != m_effects.end();
        QString title = QString::fromLatin1(rules->title);
        QString tip = tipOf(*rules);
        if (isKnown) {
            title += QLatin1Char('\n') + effectText(*known);
            tip += QLatin1Char('\n') + effectTip(*known);
        } else if (!m_effects.empty() || m_weighing.isRunning()) {
            title += m_weighing.isRunning() ? QStringLiteral("\n…") : QStringLiteral("\n ");
        }
        m_switches[index]->setText(title);
        m_switches[index]->setToolTip(tip);
        m_switches[index]->setAccessibleName(title.replace(QLatin1Char('\n'), QLatin1Char(' ')));
        m_switches[index]->setAccessibleDescription(tip);
    }
    m_weigh->setText(m_weighing.isRunning() ? tr("Stop") : tr("Measure Each Option"));
    m_weigh->setToolTip(tr("Plan with each dimension added or left out, and show by how much the step changes"));
    showCounts();
}

void SpaceSwitches::follow()
{
    if (m_filling) {
        return;
    }
    count();
    Q_EMIT changed();
}

void SpaceSwitches::count()
{
    m_counting.drop();
    if (m_devices < 1 || m_devices > mostCounted(m_space)) {
        m_known.reset();
        showCounts();
        return;
    }
    m_counting.start([this, devices = m_devices,
                      space = searchedSpace(m_question.model, m_space)](const auto&, const auto& post) -> Result<void> {
        post([this, counts = countStrategies(decisionTrees(devices, space))] {
            m_known = counts;
            showCounts();
        });
        return {};
    });
}

void SpaceSwitches::showCounts()
{
    m_counts->setText(!m_problem.isEmpty() ? m_problem
                      : m_known
                          ? tr("%n layer strategies, of %1 before pruning", nullptr, static_cast<int>(m_known->after))
                                .arg(m_known->before)
                          : QString());
}

void SpaceSwitches::retranslate()
{
    m_takeaway3->setText(tr("Never mix DP and SDP in a layer"));
    m_takeaway3->setToolTip(
        tr("Takeaway 3 of the paper, which makes the search faster. Off also searches hybrid sharding."));
    m_anyDivisor->setText(tr("Degrees beyond powers of two"));
    m_anyDivisor->setToolTip(tr("Groups of 3, 6 or 12 devices as well"));
    showEffects();
}

}  // namespace pgram
