// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/scenario/space_switches.h"

#include "widgets/document/core_text.h"
#include "widgets/kit/choice_row.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/on_change.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>

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
    : QWidget(parent), m_takeaway3(new QCheckBox), m_anyDivisor(new QCheckBox), m_counts(new QLabel)
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
        grid->addWidget(button, index / columns, index % columns);
        m_switches.push_back(button);
    }
    setTopic(m_takeaway3, QStringLiteral("space:takeaway3"));
    setTopic(m_anyDivisor, QStringLiteral("space:any-divisor"));
    const int below = (static_cast<int>(m_switches.size()) + columns - 1) / columns;
    grid->addWidget(m_takeaway3, below, 0, 1, columns);
    grid->addWidget(m_anyDivisor, below + 1, 0, 1, columns);
    m_counts->setWordWrap(true);
    m_counts->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_counts->setForegroundRole(QPalette::PlaceholderText);
    grid->addWidget(m_counts, below + 2, 0, 1, columns);
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

void SpaceSwitches::setDevices(int devices)
{
    if (m_devices != devices) {
        m_devices = devices;
        count();
    }
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
    m_counting.start([this, devices = m_devices, space = m_space](const auto&, const auto& post) -> Result<void> {
        post([this, counts = countStrategies(decisionTrees(devices, space))] {
            m_known = counts;
            showCounts();
        });
        return {};
    });
}

void SpaceSwitches::showCounts()
{
    m_counts->setText(m_known
                          ? tr("%n layer strategies, of %1 before pruning", nullptr, static_cast<int>(m_known->after))
                                .arg(m_known->before)
                          : QString());
}

void SpaceSwitches::retranslate()
{
    for (std::size_t index = 0; index < m_switches.size(); ++index) {
        const QString tip = tipOf(*dimensionRules()[index]);
        m_switches[index]->setToolTip(tip);
        m_switches[index]->setAccessibleDescription(tip);
    }
    m_takeaway3->setText(tr("Takeaway 3"));
    m_takeaway3->setToolTip(tr("DP and SDP never in one strategy; off also searches hybrid sharding"));
    m_anyDivisor->setText(tr("Any divisor as a degree"));
    m_anyDivisor->setToolTip(tr("Degrees beyond powers of two"));
    showCounts();
}

}  // namespace pgram
