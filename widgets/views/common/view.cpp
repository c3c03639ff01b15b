// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/view.h"

#include "core/lessons/lesson.h"
#include "studies/swept.h"
#include "widgets/document/core_text.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/picture_export.h"
#include "widgets/views/common/words.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QTabBar>
#include <QTableView>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <ranges>
#include <utility>

namespace pgram {

namespace {

constexpr double dimming = 0.55;
constexpr int manyRows = 4000;  // more take longer to write than a frame

/// Others, as the window that comes to the front or the cursor, leave the picture as it is.
constexpr std::array lookChanges{QEvent::PaletteChange,  QEvent::FontChange,    QEvent::StyleChange,
                                 QEvent::LanguageChange, QEvent::EnabledChange, QEvent::LayoutDirectionChange};

}  // namespace

View::View(Document* document, SelectionModel* selection, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_asTable(new QAction(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_asTable->setCheckable(true);
    m_asTable->setShortcut(Qt::CTRL | Qt::Key_T);
    m_asTable->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(m_asTable);
    connect(m_asTable, &QAction::toggled, this, &View::setTableShown);
    connect(document, &Document::planChanged, this, &View::follow);
    connect(selection, &SelectionModel::changed, this, [this] {
        refreshSelection();
        if (isVisible()) {
            announce(spokenSelection());
        }
    });
    // What was copied since is what people want to paste.
    connect(QApplication::clipboard(), &QClipboard::dataChanged, &m_copying, &Worker::drop);
    connect(&m_copying, &Worker::failed, this, [this](quint64, const Error& error) { showProblem(error); });
}

void View::setDimmed(bool dimmed)
{
    if (m_dimmed != dimmed) {
        m_dimmed = dimmed;
        dimmedChanged();
        update();
    }
}

void View::follow()
{
    setAccessibleName(viewTitle());
    if (!isWindow() && !isVisible()) {
        m_behind = true;
        return;
    }
    m_behind = false;
    refresh();
    pictureChanged();
}

void View::catchUp()
{
    if (std::exchange(m_behind, false)) {
        refresh();
        pictureChanged();
    }
}

void View::pictureChanged()
{
    m_picture = {};
    update();
}

void View::makeTable()
{
    m_tableView = new QTableView(this);
    m_tableView->setModel(table());
    m_tableView->setAccessibleName(viewTitle());
    m_tableView->setAlternatingRowColors(true);
    m_tableView->setFrameShape(QFrame::NoFrame);
    m_tableView->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_tableView->setTabKeyNavigation(false);  // Tab leaves the table: it is one stop of many.
    m_tableView->verticalHeader()->hide();
    m_tableView->setContextMenuPolicy(Qt::NoContextMenu);
    m_tableView->hide();
    setTabOrder(this, m_tableView);  // Where its picture is, and not behind all that was made before it.
    m_tableView->resizeColumnsToContents();
    connect(table(), &QAbstractItemModel::modelReset, m_tableView, [this, columns = table()->columnCount()]() mutable {
        if (std::exchange(columns, table()->columnCount()) != table()->columnCount()) {
            m_tableView->resizeColumnsToContents();
        }
    });
    connect(m_tableView->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (const auto wanted = current.isValid() ? selectionOfRow(current.row()) : std::nullopt) {
                    m_selection->select(*wanted);
                }
            });
}

void View::setTableShown(bool shown)
{
    if (shown == isTableShown()) {
        return;
    }
    catchUp();
    m_isTableShown = shown;
    m_asTable->setChecked(shown);
    placeTable();
    setFocusProxy(shown ? tableView() : nullptr);
    if (isVisible()) {
        setFocus();
    }
}

QTableView* View::tableView()
{
    if (m_tableView == nullptr) {
        makeTable();
    }
    return m_tableView;
}

void View::placeTable()
{
    const QRect area = tableArea();
    if (m_tableView != nullptr || !area.isEmpty()) {
        tableView()->setGeometry(area);
        tableView()->setVisible(!area.isEmpty());
    }
}

QString View::emptyNote() const
{
    return tr("No plan yet: plan a scenario or open a plan file");
}

QVariantMap View::options() const
{
    QVariantMap options{{QStringLiteral("table"), isTableShown()}};
    if (const QString page = pageName(); !page.isEmpty()) {
        options.insert(QStringLiteral("page"), page);
    }
    return options;
}

void View::setOptions(const QVariantMap& options)
{
    setTableShown(options.value(QStringLiteral("table"), isTableShown()).toBool());
    showPageNamed(options.value(QStringLiteral("page")).toString());
}

PictureCaption View::pictureCaption() const
{
    return captionOf(viewTitle(), *m_document->plan(), *m_document->estimate());
}

std::optional<SweptRequests> View::swept() const
{
    return std::nullopt;
}

QString View::exportData(const QString& file)
{
    catchUp();
    return saveText(file, tableToCsv(*table()));
}

void View::makePages(const QString& object, const QStringList& names)
{
    m_pages = names;
    m_tabs = new QTabBar(this);
    m_tabs->setObjectName(object);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    for (int page = 0; page < names.size(); ++page) {
        m_tabs->addTab(QString());
    }
    connect(m_tabs, &QTabBar::currentChanged, this, [this] {
        refresh();
        pictureChanged();
    });
}

void View::titlePages(const QString& tabs, const QStringList& titles)
{
    m_tabs->setAccessibleName(tabs);
    for (int page = 0; page < titles.size(); ++page) {
        m_tabs->setTabText(page, titles[page]);
    }
    m_tabs->setGeometry(0, 0, width(), m_tabs->sizeHint().height());
}

void View::setPagesShown(bool shown)
{
    m_tabs->setVisible(shown);
}

QString View::pageTitle() const
{
    return m_tabs->tabText(page());
}

int View::page() const
{
    return m_tabs == nullptr ? 0 : m_tabs->currentIndex();
}

void View::showPage(int page)
{
    if (m_tabs != nullptr) {
        m_tabs->setCurrentIndex(page);
    }
}

QRect View::pictureArea() const
{
    const bool hasTabs = m_tabs != nullptr && !m_tabs->isHidden();
    const int above = (hasTabs ? m_tabs->sizeHint().height() : 0) + m_controlsHeight;
    return rect().adjusted(0, std::min(above, height()), 0, 0);
}

bool View::placeBesidePages(const std::vector<QWidget*>& tools)
{
    const Theme theme(palette(), font());
    const int gap = static_cast<int>(theme.gap);
    const int height = m_tabs->sizeHint().height();
    int wanted = m_tabs->sizeHint().width() + static_cast<int>(theme.margin);
    for (const QWidget* tool : tools) {
        wanted += tool->isHidden() ? 0 : tool->sizeHint().width() + gap;
    }
    if (m_tabs->isHidden() || wanted > width()) {
        return false;
    }
    int right = width() - static_cast<int>(theme.margin);
    for (QWidget* tool : tools | std::views::reverse) {
        if (!tool->isHidden()) {
            const QSize size(tool->sizeHint().width(), std::min(height, tool->sizeHint().height()));
            tool->setGeometry(QRect(QPoint(right - size.width(), (height - size.height()) / 2), size));
            tool->raise();
            right -= size.width() + gap;
        }
    }
    return true;
}

void View::placeControls(std::vector<QWidget*> controls)
{
    m_controls = std::move(controls);
    m_controlsHeight = 0;
    const Theme theme(palette(), font());
    const int gap = static_cast<int>(theme.gap);
    const int edge = static_cast<int>(theme.margin);
    const int room = std::max(40, width() - 2 * edge);
    const int above = pictureArea().top();
    int left = edge;
    int top = above + edge / 2;
    for (QWidget* control : m_controls) {
        if (control->isHidden()) {
            continue;
        }
        const bool isWide = control->sizePolicy().horizontalPolicy() == QSizePolicy::Expanding;
        const QSize wanted = control->sizeHint();
        const QSize size(isWide ? room : std::min(wanted.width(), room), wanted.height());
        if (left > edge && left + size.width() > edge + room) {
            left = edge;
            top = above + m_controlsHeight + gap / 2;
        }
        control->setGeometry(QRect(QPoint(left, top), size));
        left += size.width() + gap;
        m_controlsHeight = std::max(m_controlsHeight, top + size.height() - above);
    }
    placeTable();
}

void View::paintShown(QPainter& painter)
{
    const Look look{size(), pictureArea(), devicePixelRatioF(), palette().cacheKey(), font()};
    if (m_picture.isNull() || m_look != look) {
        m_look = look;
        m_picture = QPixmap(size() * look.ratio);
        m_picture.setDevicePixelRatio(look.ratio);
        QPainter kept(&m_picture);
        if (look.area != rect()) {
            kept.fillRect(rect(), Theme(palette(), font()).surface);
        }
        paintPicture(kept, look.area);
    }
    painter.drawPixmap(0, 0, m_picture);
}

QString View::spokenSelection() const
{
    return m_document->plan() ? selectionText(*m_document->plan(), *m_document->estimate(), m_selection->current())
                              : QString();
}

void View::showProblem(const Error& error)
{
    QToolTip::showText(mapToGlobal(rect().center()), errorText(error), this);
}

void View::announce(const QString& text)
{
    if (text != accessibleDescription()) {
        setAccessibleDescription(text);
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
}

bool View::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
        ownsEscape()) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::Show) {
        catchUp();
    } else if (event->type() == QEvent::Hide) {
        m_picture = {};  // Eight pictures of a large window are much memory.
    }
    if (event->type() != QEvent::ToolTip || !hasPicture()) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString tip = tipAt(help->pos());
    if (tip.isEmpty()) {
        QToolTip::hideText();
        event->ignore();
    } else {
        QToolTip::showText(help->globalPos(), tip, this);
    }
    return true;
}

void View::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange) {
        follow();
        if (m_tableView != nullptr) {
            m_tableView->setAccessibleName(viewTitle());
        }
    }
    if (std::ranges::find(lookChanges, event->type()) != lookChanges.end()) {
        pictureChanged();
    }
    QWidget::changeEvent(event);
}

void View::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    QPoint place = event->globalPos();
    if (hasPicture() && !isTableShown()) {
        const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
        if (const QRectF anchor = byKey ? menuAnchor() & QRectF(rect()) : QRectF(); !anchor.isEmpty()) {
            place = mapToGlobal(anchor.bottomLeft().toPoint());
        }
        fillMenu(menu, byKey ? std::nullopt : std::optional(QPointF(event->pos())));
    }
    m_asTable->setText(tr("Show as Table"));
    menu.addAction(m_asTable);
    if (hasPicture()) {
        connect(menu.addAction(tr("Copy Picture")), &QAction::triggered, this, &View::copyPicture);
    }
    connect(menu.addAction(tr("Copy Table")), &QAction::triggered, this, &View::copyTable);
    connect(m_document, &Document::planChanged, &menu, &QMenu::close);
    menu.exec(place);
}

/// A million operations take seconds to write: they come to the clipboard when they are done.
void View::copyTable()
{
    if (m_figures.rowCount() < manyRows) {
        m_copying.drop();
        QApplication::clipboard()->setText(tableToTsv(m_figures));
        return;
    }
    m_copying.start([content = m_figures.content()](const auto& stop, const auto& post) -> Result<void> {
        FigureTable copied;
        copied.reset(content);
        post([text = tableToTsv(copied, stop)] { QApplication::clipboard()->setText(text); });
        return {};
    });
}

void View::focusInEvent(QFocusEvent* event)
{
    m_focusByKey = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    update();
    QWidget::focusInEvent(event);
}

void View::focusOutEvent(QFocusEvent* event)
{
    m_focusByKey = false;
    update();
    QWidget::focusOutEvent(event);
}

void View::paintEvent(QPaintEvent*)
{
    catchUp();
    QPainter painter(this);
    const Theme theme(palette(), font());
    if (!hasPicture()) {
        painter.fillRect(rect(), theme.surface);
        painter.setPen(theme.mutedText);
        painter.drawText(rect(), Qt::AlignCenter, emptyNote());
        return;
    }
    paintShown(painter);
    paintOverlay(painter);
    if (m_focusByKey) {
        paintOutline(painter, rect().adjusted(1, 1, -1, -1), theme.accent, 2);
    }
    if (m_dimmed) {
        QColor veil = theme.surface;
        veil.setAlphaF(dimming);
        painter.fillRect(rect(), veil);
    }
}

std::vector<int> View::stagesOf(const LessonPlace& place) const
{
    const auto plan = m_document->plan();
    if (!plan) {
        return {};
    }
    const auto chunks = static_cast<int>(plan->chunks.size());
    if (place.kind == "stage" && place.index < plan->pipeline()) {
        return {place.index};
    }
    if (place.kind == "layer" && place.index < plan->model.layerCount()) {
        return {plan->stageOf(place.index)};
    }
    if (place.kind == "device" && place.index < plan->cluster.devices) {
        return {plan->stageAtDevice(place.index)};
    }
    if (place.kind == "cut" && place.index + 1 < chunks) {
        return {plan->stageOfChunk(place.index), plan->stageOfChunk(place.index + 1)};
    }
    return {};
}

void View::resizeEvent(QResizeEvent* event)
{
    if (m_tabs != nullptr) {
        m_tabs->resize(width(), m_tabs->height());
    }
    placeControls(std::exchange(m_controls, {}));
    QWidget::resizeEvent(event);
}

}  // namespace pgram
