// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/frame/view_area.h"

#include "core/base/index.h"
#include "widgets/kit/on_change.h"
#include "widgets/theme/appearance.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace pgram {

namespace {

constexpr int gridColumns = 2;
/// Key of the open views of More among the options, where views have their names.
const QString moreKey = QStringLiteral("more");
constexpr QSize leastCell{320, 250};  // least size at which a view can be read

QSplitter* splitter(Qt::Orientation orientation)
{
    auto* made = new QSplitter(orientation);
    made->setChildrenCollapsible(false);
    made->setHandleWidth(6);
    return made;
}

}  // namespace

ViewArea::ViewArea(QWidget* parent)
    : QWidget(parent),
      m_places(new QTabBar),
      m_tabs(new QTabBar),
      m_head(new QWidget),
      m_stack(new QStackedWidget),
      m_grid(splitter(Qt::Vertical)),
      m_gridScroll(new QScrollArea)
{
    m_places->setObjectName(QStringLiteral("places"));
    m_tabs->setObjectName(QStringLiteral("viewsOfPlace"));
    for (QTabBar* tabs : {m_places, m_tabs}) {
        tabs->setDocumentMode(true);
        tabs->setExpanding(false);
        tabs->setDrawBase(false);
    }
    m_places->setTabsClosable(true);
    for (const ViewPlace place : allPlaces) {
        const int tab = m_places->addTab(placeTitle(place));
        m_places->setTabButton(tab, QTabBar::RightSide, nullptr);
    }
    auto* head = new QHBoxLayout(m_head);
    head->setContentsMargins(0, 0, 0, 0);
    head->addWidget(m_places);
    head->addStretch(1);
    head->addWidget(m_tabs);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addWidget(m_stack, 1);
    column->addWidget(m_gridScroll, 1);
    // More views than the window is high: the grid scrolls, and the window stays as it is.
    m_gridScroll->setWidget(m_grid);
    m_gridScroll->setWidgetResizable(true);
    m_gridScroll->setFrameShape(QFrame::NoFrame);
    m_gridScroll->setFocusPolicy(Qt::NoFocus);
    m_gridScroll->hide();
    inEveryLanguage(this, [this] { retranslate(); });
    onChange(this, {QEvent::PaletteChange}, [this] { markCurrent(); });
    connect(m_places, &QTabBar::currentChanged, this, [this](int index) {
        if (index >= static_cast<int>(allPlaces.size())) {
            setCurrent(m_places->tabData(index).toString());
        } else if (index >= 0) {
            setPlace(allPlaces[at(index)]);
        }
    });
    connect(m_places, &QTabBar::tabCloseRequested, this, &ViewArea::close);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        if (index >= 0) {
            setCurrent(m_tabs->tabData(index).toString());
        }
    });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* focused) { follow(focused); });
}

ViewArea::~ViewArea()
{
    qApp->disconnect(this);  // Views that go hand their focus on.
}

void ViewArea::addView(View* view)
{
    auto* frame = new QWidget;
    auto* column = new QVBoxLayout(frame);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new QLabel(view->viewTitle());
    header->setContentsMargins(8, 4, 8, 4);
    header->hide();
    column->addWidget(header);
    column->addWidget(view, 1);
    m_views.push_back(view);
    m_cells.push_back({frame, header});
    m_stack->addWidget(frame);
    arrange();
}

void ViewArea::setArrangement(Arrangement arrangement)
{
    if (arrangement != m_arrangement) {
        m_arrangement = arrangement;
        arrange();
        Q_EMIT arrangementChanged();
    }
}

void ViewArea::setCurrent(View* view)
{
    const auto found = std::ranges::find(m_views, view);
    const int index = static_cast<int>(found - m_views.begin());
    if (found == m_views.end() || index == m_current) {
        return;
    }
    m_current = index;
    showTabs();
    if (m_arrangement == Arrangement::Tabs) {
        m_stack->setCurrentIndex(index);
    }
    markCurrent();
    Q_EMIT currentChanged(view);
}

bool ViewArea::setCurrent(const QString& name)
{
    View* view = viewOf(name);
    setCurrent(view);
    return view != nullptr;
}

View* ViewArea::viewOf(const QString& name) const
{
    const auto found = std::ranges::find_if(m_views, [&](const View* view) { return view->viewName() == name; });
    return found == m_views.end() ? nullptr : *found;
}

std::vector<View*> ViewArea::viewsOf(ViewPlace place) const
{
    std::vector<View*> own;
    std::ranges::copy_if(m_views, std::back_inserter(own),
                         [place](const View* view) { return placeOfView(view->viewName()) == place; });
    return own;
}

ViewPlace ViewArea::place() const
{
    return current() != nullptr ? placeOfView(current()->viewName()) : ViewPlace::Plan;
}

void ViewArea::setPlace(ViewPlace place)
{
    const auto last = m_last.find(place);
    const std::vector<View*> own = viewsOf(place);
    if (last != m_last.end()) {
        setCurrent(last->second);
    } else if (!own.empty()) {
        setCurrent(own.front());
    }
}

void ViewArea::showNextOfPlace()
{
    const std::vector<View*> own = viewsOf(place());
    const auto shown = std::ranges::find(own, current());
    if (shown != own.end()) {
        setCurrent(shown + 1 == own.end() ? own.front() : *(shown + 1));
    }
}

/// Returns the tab of a view of More; -1 if it is not one.
int ViewArea::open(const QString& name)
{
    const View* view = viewOf(name);
    if (view == nullptr || placeOfView(name) != ViewPlace::More) {
        return -1;
    }
    for (int tab = static_cast<int>(allPlaces.size()); tab < m_places->count(); ++tab) {
        if (m_places->tabData(tab).toString() == name) {
            return tab;
        }
    }
    const QSignalBlocker quiet(m_places);
    const int tab = m_places->addTab(view->viewTitle());
    m_places->setTabData(tab, name);
    return tab;
}

/// Closes the tab of a view of More, and shows the place that was shown first.
void ViewArea::close(int tab)
{
    const bool isShown = m_places->currentIndex() == tab;
    const QSignalBlocker quiet(m_places);
    m_places->removeTab(tab);
    if (isShown) {
        setPlace(ViewPlace::Plan);
    }
}

/// Makes the tabs follow the current view.
void ViewArea::showTabs()
{
    View* shown = current();
    if (shown == nullptr) {
        return;
    }
    const QSignalBlocker quietPlaces(m_places);
    const QSignalBlocker quietTabs(m_tabs);
    const ViewPlace place = placeOfView(shown->viewName());
    m_last[place] = shown;
    m_places->setCurrentIndex(place == ViewPlace::More
                                  ? open(shown->viewName())
                                  : static_cast<int>(std::ranges::find(allPlaces, place) - allPlaces.begin()));
    while (m_tabs->count() > 0) {
        m_tabs->removeTab(0);
    }
    const std::vector<View*> own = place == ViewPlace::More ? std::vector<View*>() : viewsOf(place);
    for (const View* view : own) {
        const int index = m_tabs->addTab(view->viewTitle());
        m_tabs->setTabData(index, view->viewName());
        if (view == shown) {
            m_tabs->setCurrentIndex(index);
        }
    }
    m_tabs->setVisible(own.size() > 1);
}

void ViewArea::setDimmed(bool dimmed)
{
    for (View* view : m_views) {
        view->setDimmed(dimmed);
    }
}

QString ViewArea::options() const
{
    QVariantMap all;
    for (const View* view : m_views) {
        all[view->viewName()] = view->options();
    }
    QStringList more;
    for (int tab = static_cast<int>(allPlaces.size()); tab < m_places->count(); ++tab) {
        more.append(m_places->tabData(tab).toString());
    }
    all[moreKey] = more;
    return QString::fromUtf8(QJsonDocument::fromVariant(all).toJson(QJsonDocument::Compact));
}

void ViewArea::setOptions(const QString& json)
{
    const QVariantMap all = QJsonDocument::fromJson(json.toUtf8()).toVariant().toMap();
    for (View* view : m_views) {
        if (const auto found = all.constFind(view->viewName()); found != all.constEnd()) {
            view->setOptions(found->toMap());
        }
    }
    for (const QString& name : all[moreKey].toStringList()) {
        open(name);
    }
}

void ViewArea::arrange()
{
    const bool grid = m_arrangement == Arrangement::Grid;
    const int count = static_cast<int>(m_cells.size());
    QList<QWidget*> oldRows;
    for (int row = 0; row < m_grid->count(); ++row) {
        oldRows.append(m_grid->widget(row));
    }
    QSplitter* row = nullptr;
    for (int index = 0; index < count; ++index) {
        const Cell& cell = m_cells[at(index)];
        cell.header->setVisible(grid);
        cell.frame->setMinimumSize(grid ? leastCell : QSize(0, 0));
        if (!grid) {
            m_stack->insertWidget(index, cell.frame);
            continue;
        }
        if (index % gridColumns == 0) {
            row = splitter(Qt::Horizontal);
            m_grid->addWidget(row);
        }
        row->addWidget(cell.frame);
        cell.frame->show();
    }
    qDeleteAll(oldRows);
    for (int index = 0; index < m_grid->count(); ++index) {
        auto* cells = qobject_cast<QSplitter*>(m_grid->widget(index));
        cells->setSizes(QList<int>(cells->count(), 1000));
    }
    m_grid->setSizes(QList<int>(m_grid->count(), 1000));
    m_head->setVisible(!grid);
    m_stack->setVisible(!grid);
    m_gridScroll->setVisible(grid);
    m_stack->setCurrentIndex(m_current);
    showTabs();
    markCurrent();
}

void ViewArea::retranslate()
{
    m_places->setAccessibleName(tr("Places"));
    m_tabs->setAccessibleName(tr("Views"));
    for (int tab = 0; tab < m_places->count(); ++tab) {
        const View* view = viewOf(m_places->tabData(tab).toString());
        m_places->setTabText(tab, view != nullptr ? view->viewTitle() : placeTitle(allPlaces[at(tab)]));
    }
    showTabs();
    for (std::size_t index = 0; index < m_views.size(); ++index) {
        m_cells[index].header->setText(m_views[index]->viewTitle());
    }
}

void ViewArea::follow(QWidget* focused)
{
    for (View* view : m_views) {
        if (focused != nullptr && (view == focused || view->isAncestorOf(focused))) {
            setCurrent(view);
            if (m_arrangement == Arrangement::Grid) {
                m_gridScroll->ensureWidgetVisible(view, 0, 0);
            }
            return;
        }
    }
}

void ViewArea::markCurrent()
{
    for (std::size_t index = 0; index < m_cells.size(); ++index) {
        QLabel* header = m_cells[index].header;
        const bool current = static_cast<int>(index) == m_current;
        QFont font = this->font();
        font.setBold(current);
        header->setFont(font);
        QPalette colors = palette();
        colors.setColor(QPalette::WindowText, current ? palette().color(QPalette::WindowText) : mutedText(palette()));
        header->setPalette(colors);
    }
}

}  // namespace pgram
