// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actions/action_finder.h"

#include "widgets/kit/on_change.h"
#include "widgets/theme/appearance.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace pgram {

namespace {

constexpr int mostRows = 12;
constexpr int finderLetters = 72;
constexpr int roomAround = 24;

constexpr int side = 10;
constexpr int above = 4;

QFont smallFont(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 0.85);
    return font;
}

/// Runs of matched and other letters, one after the other.
void drawTitle(QPainter& painter, QPointF at, const QString& title, const QList<int>& places, const QFont& font)
{
    QFont marked = font;
    marked.setBold(true);
    marked.setUnderline(true);
    int from = 0;
    while (from < title.size()) {
        const bool isMarked = places.contains(from);
        int to = from + 1;
        while (to < title.size() && places.contains(to) == isMarked) {
            ++to;
        }
        const QString run = title.mid(from, to - from);
        painter.setFont(isMarked ? marked : font);
        painter.drawText(at, run);
        at.rx() += QFontMetricsF(painter.font()).horizontalAdvance(run);
        from = to;
    }
}

/// How what was found is painted: the title with the typed letters marked, below it where it stands or why it cannot be
/// chosen, the shortcut at the right.
class FinderRow : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const bool chosen = option.state.testFlag(QStyle::State_Selected);
        const bool enabled = index.flags().testFlag(Qt::ItemIsEnabled);
        const QPalette& colors = option.palette;
        const auto group = enabled ? QPalette::Active : QPalette::Disabled;
        const QFont small = smallFont(option.font);
        const QFontMetrics metrics(option.font);
        const QFontMetrics smallMetrics(small);
        const QRect room = option.rect.adjusted(side, above, -side, -above);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (chosen) {
            painter->fillRect(option.rect,
                              colors.color(QPalette::Active, enabled ? QPalette::Highlight : QPalette::Mid));
        }
        const bool onAccent = chosen && enabled;
        const QColor text =
            colors.color(onAccent ? QPalette::Active : group, onAccent ? QPalette::HighlightedText : QPalette::Text);
        const QColor quiet = onAccent ? colors.color(QPalette::HighlightedText) : mutedText(colors);

        const QString shortcut = index.data(FinderModel::ShortcutRole).toString();
        const int keysWidth = metrics.horizontalAdvance(shortcut);
        painter->setFont(option.font);
        painter->setPen(quiet);
        painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, shortcut);
        const int width = room.width() - keysWidth - side;

        QString title = index.data(Qt::DisplayRole).toString();
        if (index.data(Qt::CheckStateRole).isValid()) {
            painter->drawText(QRect(room.right() - keysWidth - 2 * side, room.top(), side, room.height()),
                              Qt::AlignCenter, QStringLiteral("✓"));
        }
        painter->setPen(text);
        const QString shown = metrics.elidedText(title, Qt::ElideMiddle, width);
        const auto places = shown == title ? index.data(FinderModel::PlacesRole).value<QList<int>>() : QList<int>();
        drawTitle(*painter, QPointF(room.left(), room.top() + metrics.ascent()), shown, places, option.font);

        const QString reason = index.data(FinderModel::ReasonRole).toString();
        const QString path = index.data(FinderModel::PathRole).toString();
        painter->setFont(small);
        painter->setPen(quiet);
        const QString below = reason.isEmpty() ? path : QStringLiteral("%1 – %2").arg(path, reason);
        painter->drawText(QPointF(room.left(), room.top() + metrics.height() + smallMetrics.ascent()),
                          smallMetrics.elidedText(below, Qt::ElideRight, width));
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        const int height = QFontMetrics(option.font).height() + QFontMetrics(smallFont(option.font)).height();
        return {100, height + 2 * above};
    }
};

}  // namespace

void FinderModel::setEntries(std::vector<FinderEntry> entries)
{
    beginResetModel();
    m_entries = std::move(entries);
    m_found = findEntries(m_entries, {});
    endResetModel();
}

void FinderModel::find(const QString& typed)
{
    beginResetModel();
    m_found = findEntries(m_entries, typed);
    endResetModel();
}

QVariant FinderModel::data(const QModelIndex& index, int role) const
{
    const FinderEntry* entry = index.isValid() ? entryAt(index.row()) : nullptr;
    if (entry == nullptr) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return entry->title;
    case Qt::CheckStateRole:
        return entry->checked ? QVariant(Qt::Checked) : QVariant();
    case Qt::AccessibleTextRole: {
        QStringList words{entry->title, entry->path, entry->shortcut, entry->reason};
        words.removeAll(QString());
        return words.join(QStringLiteral(", "));
    }
    case PathRole:
        return entry->path;
    case ShortcutRole:
        return entry->shortcut;
    case ReasonRole:
        return entry->reason;
    case PlacesRole: {
        const std::vector<int>& places = m_found[static_cast<std::size_t>(index.row())].places;
        return QVariant::fromValue(QList<int>(places.begin(), places.end()));
    }
    default:
        return {};
    }
}

Qt::ItemFlags FinderModel::flags(const QModelIndex& index) const
{
    const FinderEntry* entry = index.isValid() ? entryAt(index.row()) : nullptr;
    if (entry == nullptr) {
        return Qt::NoItemFlags;
    }
    const Qt::ItemFlags usual = Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    return entry->enabled ? usual | Qt::ItemIsEnabled : usual;
}

ActionFinder::ActionFinder(QWidget* window)
    : QFrame(window),
      m_line(new QLineEdit),
      m_list(new QListView),
      m_model(new FinderModel(this)),
      m_nothing(new QLabel)
{
    setObjectName(QStringLiteral("actionFinder"));
    setAutoFillBackground(true);
    m_line->setClearButtonEnabled(true);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new FinderRow(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(6);
    column->addWidget(m_line);
    column->addWidget(m_list, 1);
    column->addWidget(m_nothing, 1);
    m_nothing->setObjectName(QStringLiteral("nothingFound"));
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_line->installEventFilter(this);
    window->installEventFilter(this);
    connect(m_line, &QLineEdit::textChanged, this, &ActionFinder::find);
    connect(m_list, &QListView::clicked, this, &ActionFinder::choose);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, const QWidget* now) {
        if (isVisible() && now != nullptr && now != m_line && now->window() == this->window()) {
            hide();
        }
    });
    hide();
    inEveryLanguage(this, [this] {
        retranslate();
        if (isVisible()) {
            leave();  // Its entries are words of the other language.
        }
    });
}

void ActionFinder::open(std::vector<FinderEntry> entries)
{
    if (!isVisible()) {
        m_before = QApplication::focusWidget();
    }
    m_line->clear();
    m_model->setEntries(std::move(entries));
    find();
    show();
    raise();
    m_line->setFocus(Qt::ShortcutFocusReason);
}

void ActionFinder::place()
{
    const QFontMetrics metrics(font());
    const int row = m_list->sizeHintForRow(0);
    const int rows = std::clamp(m_model->rowCount(), 1, mostRows);
    const int room = parentWidget()->width() - 2 * roomAround;
    const int width = std::min(room, finderLetters * metrics.averageCharWidth());
    const int least = std::max(row, metrics.height() * 2);
    const int wanted = least * rows + m_line->sizeHint().height() + 22;
    const int height = std::min(wanted, parentWidget()->height() - 2 * roomAround);
    setGeometry((parentWidget()->width() - width) / 2, roomAround, width, height);
}

void ActionFinder::find()
{
    m_model->find(m_line->text());
    const bool isEmpty = m_model->rowCount() == 0;
    m_nothing->setVisible(isEmpty);
    m_list->setVisible(!isEmpty);
    if (isEmpty) {
        m_line->setAccessibleDescription(m_nothing->text());
    }
    moveBy(0);
    place();
}

void ActionFinder::moveBy(int rows)
{
    if (m_model->rowCount() > 0) {
        const int row = std::clamp(std::max(0, m_list->currentIndex().row()) + rows, 0, m_model->rowCount() - 1);
        m_list->selectionModel()->setCurrentIndex(m_model->index(row), QItemSelectionModel::ClearAndSelect);
        m_list->scrollTo(m_model->index(row));
        m_line->setAccessibleDescription(m_model->index(row).data(Qt::AccessibleTextRole).toString());
    }
}

void ActionFinder::choose()
{
    const FinderEntry* entry = m_model->entryAt(m_list->currentIndex().row());
    if (entry != nullptr && entry->enabled) {
        const auto run = entry->run;  // The entries may not outlive what they do.
        leave();
        run();
    }
}

void ActionFinder::leave()
{
    hide();
    if (m_before) {
        m_before->setFocus();
    }
}

bool ActionFinder::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_line) {
        if (event->type() == QEvent::Resize && isVisible()) {
            place();
        }
        return QFrame::eventFilter(watched, event);
    }
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();  // The window has an Escape of its own.
        return true;
    }
    if (event->type() == QEvent::KeyPress) {
        const int page = mostRows - 1;
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Up:
            moveBy(-1);
            return true;
        case Qt::Key_Down:
            moveBy(1);
            return true;
        case Qt::Key_PageUp:
            moveBy(-page);
            return true;
        case Qt::Key_PageDown:
            moveBy(page);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            choose();
            return true;
        case Qt::Key_Escape:
            leave();
            return true;
        default:
            break;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void ActionFinder::keyPressEvent(QKeyEvent* event)
{
    event->accept();  // What is typed here is not for the window below.
}

/// A frame that stands out from a dark window too.
void ActionFinder::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::Highlight));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void ActionFinder::retranslate()
{
    m_line->setPlaceholderText(tr("Find an action, a view, a plan, a model, a cluster, a method or a field"));
    m_nothing->setText(tr("Nothing found"));
    m_line->setAccessibleName(tr("Find an action"));
    m_list->setAccessibleName(tr("What was found"));
}

}  // namespace pgram
