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
    m_besidesButton = new QToolButton(this);
    m_besidesButton->setObjectName(QStringLiteral("whatIfBesides"));
    m_besidesButton->setPopupMode(QToolButton::InstantPopup);
    m_besidesButton->setMenu(new QMenu(m_besidesButton));
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

/// What is not offered for this question stays chosen for the next one.
void WhatIfView::fillBesides()
{
    QMenu* menu = m_besidesButton->menu();
    menu->clear();
    std::string kind;
    for (const WhatIfVariant& variant : whatIfVariants(*m_question)) {
        const std::string its = variant.key.substr(0, variant.key.find(':'));
        if (its != kind) {
            menu->addSeparator();
            kind = its;
        }
        QAction* action = menu->addAction(variant.title);
        action->setObjectName(qs(variant.key));
        action->setCheckable(true);
        action->setChecked(m_besides.contains(qs(variant.key)));
        connect(action, &QAction::toggled, this, [this, key = qs(variant.key)](bool on) {
            m_besides.removeAll(key);
            if (on) {
                m_besides.append(key);
            }
            // The menu is made anew: not while it is open.
            QMetaObject::invokeMethod(this, &WhatIfView::choose, Qt::QueuedConnection);
        });
    }
    fillRegions();
}

void WhatIfView::fillRegions()
{
    m_regions->clear();
    for (std::size_t i = 0; shown() != nullptr && i < shown()->curves.size(); ++i) {
        m_regions->addItem(tr("Regions: %1").arg(shown()->curves[i].title));
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
    m_addSlider->lineEdit()->setPlaceholderText(tr("Add a slider"));
    m_numbers->setAccessibleName(tr("What is varied"));
    m_seconds->setAccessibleName(tr("The second number"));
    m_addSlider->setAccessibleName(tr("Add a slider"));
    m_factors->clear();
    for (const int factor : whatIfFactors) {
        m_factors->addItem(tr("÷ %1 … × %1").arg(factor), factor);
    }
    m_factors->setCurrentIndex(m_factors->findData(m_factor));
    m_factors->setAccessibleName(tr("How far"));
    m_figures->clear();
    for (const WhatIfFigure& figure : whatIfFigures()) {
        m_figures->addItem(figure.title());
    }
    m_figures->setCurrentIndex(m_figure);
    m_figures->setAccessibleName(tr("What is drawn"));
    for (int i = 0; i < m_shares->count(); ++i) {
        const int share = m_shares->itemData(i).toInt();
        m_shares->setItemText(i, share > 0 ? tr("± %1 %").arg(share) : tr("each by its own uncertainty"));
    }
    m_shares->setCurrentIndex(m_shares->findData(m_share));
    m_shares->setAccessibleName(tr("By how much"));
    m_regions->setAccessibleName(tr("Whose regions are shown"));
    m_besidesButton->setText(tr("Beside it"));
    m_besidesButton->setToolTip(tr("Other methods, targets and precisions on the same axes"));
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
    const std::vector<std::pair<QWidget*, bool>> all{
        {m_numbers, isDrawn},
        {m_seconds, page() == MapPage},
        {m_addSlider, page() == SliderPage},
        {m_factors, isDrawn},
        {m_figures, isDrawn},
        {m_shares, page() == TornadoPage},
        {m_besidesButton, page() == CurvePage},
        {m_regions, page() == CurvePage && shown() != nullptr && shown()->curves.size() > 1},
        {m_stop, work != nullptr && work->isRunning()},
        {m_sliders, page() == SliderPage}};
    std::vector<QWidget*> controls;
    for (const auto& [control, isUsed] : all) {
        control->setVisible(isUsed && m_question.has_value());
        controls.push_back(control);
    }
    placeControls(std::move(controls));
}

}  // namespace pgram
