// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/frame/view_area.h"

#include "core/base/index.h"
#include "widgets/kit/on_change.h"
#include "widgets/theme/appearance.h"

#include <QApplication>
#include <QJsonDocument>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace pgram {

namespace {

constexpr int gridColumns = 2;
constexpr QSize leastCell{320, 250};  // what a view needs to be read

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
      m_tabs(new QTabBar),
      m_stack(new QStackedWidget),
      m_grid(splitter(Qt::Vertical)),
      m_gridScroll(new QScrollArea)
{
    m_tabs->setDocumentMode(true);
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
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
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        if (index >= 0 && index < static_cast<int>(m_views.size())) {
            setCurrent(m_views[at(index)]);
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
    m_tabs->addTab(view->viewTitle());
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
    m_tabs->setCurrentIndex(index);
    if (m_arrangement == Arrangement::Tabs) {
        m_stack->setCurrentIndex(index);
    }
    markCurrent();
    Q_EMIT currentChanged(view);
}

bool ViewArea::setCurrent(const QString& name)
{
    const auto found = std::ranges::find_if(m_views, [&](const View* view) { return view->viewName() == name; });
    if (found == m_views.end()) {
        return false;
    }
    setCurrent(*found);
    return true;
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
    m_tabs->setVisible(!grid);
    m_stack->setVisible(!grid);
    m_gridScroll->setVisible(grid);
    m_stack->setCurrentIndex(m_current);
    markCurrent();
}

void ViewArea::retranslate()
{
    m_tabs->setAccessibleName(tr("Views"));
    for (std::size_t index = 0; index < m_views.size(); ++index) {
        m_tabs->setTabText(static_cast<int>(index), m_views[index]->viewTitle());
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
