// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The controls above the picture: what is varied, how far, what is drawn, and what it is compared with.
#include "widgets/document/core_text.h"
#include "widgets/kit/forms.h"
#include "widgets/views/what_if/what_if_view.h"

#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr std::array shares{20, 10, 50, 0};  // percent; 0: its own

}  // namespace

void WhatIfView::makeControls()
{
    const auto box = [this](const char* name) {
        auto* made = new QComboBox(this);
        made->setObjectName(QLatin1StringView(name));
        return made;
    };
    // At once: the order of Tab is that in which they and their line edits are made.
    const auto searchable = [&box](const char* name) {
        QComboBox* made = box(name);
        makeSearchable(made);
        return made;
    };
    m_numbers = searchable("whatIfNumber");
    m_seconds = searchable("whatIfSecond");
    m_factors = box("whatIfFactor");
    m_figures = box("whatIfFigure");
    m_shares = box("whatIfShare");
    m_regions = box("whatIfRegions");
    m_addSlider = searchable("whatIfAddSlider");
    for (QComboBox* each : {m_numbers, m_seconds, m_factors, m_figures, m_shares, m_regions}) {
        connect(each, &QComboBox::activated, this, &WhatIfView::choose);
    }
    for (const int share : shares) {
        m_shares->addItem(QString(), share);
    }
    connect(m_addSlider, &QComboBox::activated, this,
            [this] { addSlider(m_addSlider->currentData().toString().toStdString()); });
    m_addBeside = searchable("whatIfAddBeside");
    connect(m_addBeside, &QComboBox::activated, this,
            [this] { setBeside(m_addBeside->currentData().toString(), true); });
    m_besidesButton = new QToolButton(this);
    m_besidesButton->setObjectName(QStringLiteral("whatIfBesides"));
    m_besidesButton->setPopupMode(QToolButton::InstantPopup);
    m_besidesButton->setMenu(new QMenu(m_besidesButton));
    connect(m_besidesButton->menu(), &QMenu::aboutToShow, this, &WhatIfView::fillBesidesMenu);
    m_stop = new QPushButton(this);
    m_stop->setObjectName(QStringLiteral("whatIfStop"));
    m_stop->hide();
    connect(m_stop, &QPushButton::clicked, this, &WhatIfView::stopWork);
    m_sliders = new SliderPanel(this);
    connect(m_sliders, &SliderPanel::valuesChanged, this, &WhatIfView::moveSliders);
    connect(m_sliders, &SliderPanel::released, this, &WhatIfView::commitSliders);
    connect(m_sliders, &SliderPanel::removed, this, [this](const std::string& what) {
        std::erase(m_chosen, what);
        returnSliders();
        refresh();
        pictureChanged();
    });
}

void WhatIfView::choose()
{
    const auto chosen = [](const QComboBox* box) { return box->currentData().toString().toStdString(); };
    m_number = chosen(m_numbers);
    m_second = chosen(m_seconds);
    m_factor = m_factors->currentData().toInt();
    m_figure = m_figures->currentIndex();
    m_share = m_shares->currentData().toInt();
    if (shown() != nullptr && m_regions->currentIndex() >= 0) {
        m_curves.change([row = at(m_regions->currentIndex())](ShownWhatIf& shown) {
            shown.regions = std::min(row, shown.curves.size() - 1);
        });
    }
    refresh();
    pictureChanged();
}

void WhatIfView::addSlider(const std::string& what)
{
    if (!what.empty() && std::ranges::find(m_chosen, what) == m_chosen.end()) {
        m_chosen.push_back(what);
        returnSliders();
        refresh();
        pictureChanged();
    }
}

/// `usual`: taken where the number chosen is not among them.
void WhatIfView::fillNumbers(QComboBox* box, std::string& chosen, std::size_t usual)
{
    box->clear();
    for (const WhatIfNumber& number : m_offered) {
        box->addItem(number.title, qs(number.what));
        if (!number.from.empty()) {
            box->setItemData(box->count() - 1, provenanceText(number.from), Qt::ToolTipRole);
        }
    }
    if (box->findData(qs(chosen)) < 0 && !m_offered.empty()) {
        chosen = m_offered[std::min(usual, m_offered.size() - 1)].what;
    }
    box->setCurrentIndex(box->findData(qs(chosen)));
}

void WhatIfView::setBeside(const QString& key, bool on)
{
    m_besides.removeAll(key);
    if (on && !key.isEmpty()) {
        m_besides.append(key);
    }
    QMetaObject::invokeMethod(this, &WhatIfView::choose, Qt::QueuedConnection);
}

/// What is not offered for this question stays chosen for the next one.
void WhatIfView::fillBesides()
{
    if (m_presets.empty()) {
        m_presets = presetVariants(m_scenario->store());
    }
    std::vector<std::pair<QString, QString>> all;
    for (const WhatIfVariant& variant : whatIfVariants(*m_question)) {
        all.emplace_back(qs(variant.key), variant.title);
    }
    all.insert(all.end(), m_presets.begin(), m_presets.end());
    m_added.clear();
    std::ranges::copy_if(all, std::back_inserter(m_added),
                         [this](const auto& variant) { return m_besides.contains(variant.first); });
    m_besidesButton->setText(tr("%n more curve(s)", nullptr, static_cast<int>(m_added.size())));
    std::erase_if(all, [this](const auto& variant) { return m_besides.contains(variant.first); });
    if (all != m_listed) {
        m_listed = std::move(all);
        m_addBeside->clear();
        for (const auto& [key, title] : m_listed) {
            m_addBeside->addItem(title, key);
        }
    }
    m_addBeside->setCurrentIndex(-1);
    fillRegions();
}

/// Fills the menu when it opens, because a menu that changes while it is open may lose an action under the mouse.
void WhatIfView::fillBesidesMenu()
{
    QMenu* menu = m_besidesButton->menu();
    menu->clear();
    for (const auto& [key, title] : m_added) {
        QAction* action = menu->addAction(title);
        action->setObjectName(key);
        connect(action, &QAction::triggered, this, [this, key = key] { setBeside(key, false); });
    }
}

void WhatIfView::fillRegions()
{
    m_regions->clear();
    for (std::size_t i = 0; shown() != nullptr && i < shown()->curves.size(); ++i) {
        m_regions->addItem(shown()->curves[i].title);
    }
    m_regions->setCurrentIndex(shown() != nullptr ? static_cast<int>(shown()->regions) : -1);
}

void WhatIfView::fillControls()
{
    m_offered = m_question ? whatIfNumbers(*m_question) : std::vector<WhatIfNumber>();
    fillNumbers(m_numbers, m_number, 0);
    fillNumbers(m_seconds, m_second, 1);
    std::string none;
    fillNumbers(m_addSlider, none, 0);
    m_addSlider->setCurrentIndex(-1);
    m_factors->clear();
    for (const int factor : whatIfFactors) {
        m_factors->addItem(tr("÷ %1 … × %1").arg(factor), factor);
    }
    m_factors->setCurrentIndex(m_factors->findData(m_factor));
    m_figures->clear();
    for (const WhatIfFigure& figure : whatIfFigures()) {
        m_figures->addItem(figure.title());
    }
    m_figures->setCurrentIndex(m_figure);
    for (int i = 0; i < m_shares->count(); ++i) {
        const int share = m_shares->itemData(i).toInt();
        m_shares->setItemText(i, share > 0 ? tr("± %1 %").arg(share) : tr("each by its own uncertainty"));
    }
    m_shares->setCurrentIndex(m_shares->findData(m_share));
    m_stop->setText(tr("Stop"));
    if (m_question) {
        if (m_chosen.empty()) {
            m_chosen = {m_number};
        }
        fillBesides();
        std::vector<WhatIfNumber> numbers;
        for (const std::string& what : m_chosen) {
            const auto found = std::ranges::find(m_offered, what, &WhatIfNumber::what);
            if (found != m_offered.end()) {
                numbers.push_back(*found);
            }
        }
        m_sliders->setNumbers(numbers);
        if (m_moved.answer() && m_sliders->moved().empty()) {
            dropSliders();
        }
    }
    showControls();
}

/// Those of the page.
void WhatIfView::showControls()
{
    const bool isDrawn = page() == CurvePage || page() == MapPage;
    const QuestionWork* work = pageWork(page());
    const bool isCurve = page() == CurvePage;
    const QString another = tr("A method, framework, precision, cluster or model on the same axes");
    std::vector<Control> all{
        {m_numbers, tr("Number"), isDrawn},
        {m_seconds, tr("Second number"), page() == MapPage},
        {m_addSlider, tr("Add a slider"), page() == SliderPage},
        {m_factors, tr("Range"), isDrawn},
        {m_figures, tr("Figure"), isDrawn},
        {m_shares, tr("Change by"), page() == TornadoPage},
        {m_addBeside, tr("Add a curve"), isCurve, another},
        {m_besidesButton, tr("Added"), isCurve && !m_added.empty(), tr("Click a curve to remove it")},
        {m_regions, tr("Regions of"), isCurve && shown() != nullptr && shown()->curves.size() > 1},
        {m_stop, {}, work != nullptr && work->isRunning()},
        {m_sliders, {}, page() == SliderPage}};
    for (Control& control : all) {
        control.isUsed = control.isUsed && m_question.has_value();
    }
    const bool hasRun = isDrawn && figure().isOfRun && m_question.has_value();
    const std::vector<Control> run =
        m_fields.rows(hasRun ? &*m_question : nullptr, {RunFieldKind::Tokens, RunFieldKind::Limits});
    all.insert(all.end() - 2, run.begin(), run.end());
    placeControls(m_bar.show(all));
}

}  // namespace pgram
