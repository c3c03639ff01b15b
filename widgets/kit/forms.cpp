// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kit/forms.h"

#include "widgets/kit/labels.h"
#include "widgets/kit/suggest_edit.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolTip>

#include <algorithm>

namespace pgram {

namespace {

enum Column { LabelColumn, FieldColumn, ColumnCount };

class WheelGuard : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const auto* box = qobject_cast<QWidget*>(watched);
        if (event->type() == QEvent::Wheel && box != nullptr && !box->hasFocus()) {
            event->ignore();  // On to the panel.
            return true;
        }
        return QObject::eventFilter(watched, event);
    }
};

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Forms)
};

/// Returns the row whose text equals `typed`, else the first that begins with it, else the first that contains it; -1
/// if none does.
int meantRow(const QComboBox& box, const QString& typed)
{
    for (const Qt::MatchFlags how : {Qt::MatchFixedString, Qt::MatchStartsWith, Qt::MatchContains}) {
        if (const int row = typed.isEmpty() ? -1 : box.findText(typed, how); row >= 0) {
            return row;
        }
    }
    return -1;
}

/// Chooses the row that is typed. An unknown text stays, red; an emptied field shows the row in force again.
void takeTyped(QComboBox* box)
{
    const QAbstractItemView* list = box->completer()->popup();
    QLineEdit* line = box->lineEdit();
    if (!line->isModified() || (list->isVisible() && list->currentIndex().isValid())) {
        return;
    }
    line->setModified(false);
    const QString typed = line->text().trimmed();
    const int row = meantRow(*box, typed);
    if (row >= 0) {
        box->completer()->popup()->hide();
        box->setCurrentIndex(row);
        Q_EMIT box->activated(row);
    } else if (typed.isEmpty()) {
        line->setText(box->itemText(box->currentIndex()));
    } else {
        markWrong(box, Words::tr("“%1” is not in the list. Type a part of a name, or open the list").arg(typed), {});
        QToolTip::showText(box->mapToGlobal(box->rect().bottomLeft()), box->toolTip(), box);
    }
}

}  // namespace

FieldRows::FieldRows(QWidget* parent) : QGridLayout(parent)
{
    setContentsMargins(0, 0, 0, 0);
    setHorizontalSpacing(8);
    setVerticalSpacing(4);
    setColumnStretch(FieldColumn, 1);
}

void FieldRows::addRow(QLabel* label, QWidget* field)
{
    const int row = newRow();
    addWidget(label, row, LabelColumn);
    addWidget(field, row, FieldColumn);
}

void FieldRows::addRow(QWidget* wide)
{
    addWidget(wide, newRow(), LabelColumn, 1, ColumnCount);
}

void FieldRows::setGeometry(const QRect& area)
{
    const int wanted = hasHeightForWidth() ? heightForWidth(area.width()) : sizeHint().height();
    QGridLayout::setGeometry({area.topLeft(), QSize(area.width(), std::min(area.height(), wanted))});
}

/// A grid without anything counts as one row.
int FieldRows::newRow() const
{
    return count() == 0 ? 0 : rowCount();
}

void FieldRows::setRowVisible(QWidget* field, bool visible)
{
    int row = 0;
    int column = 0;
    int rows = 0;
    int columns = 0;
    getItemPosition(indexOf(field), &row, &column, &rows, &columns);
    for (int at = LabelColumn; at < ColumnCount; ++at) {
        if (const QLayoutItem* item = itemAtPosition(row, at)) {
            item->widget()->setVisible(visible);
        }
    }
}

void makeSearchable(QComboBox* box)
{
    box->setLineEdit(new ElidingEdit);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->completer()->setCompletionMode(QCompleter::PopupCompletion);
    box->completer()->setFilterMode(Qt::MatchContains);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    constexpr int letters = 22;
    box->setMinimumContentsLength(letters);
    box->view()->setTextElideMode(Qt::ElideMiddle);
    QObject::connect(box->lineEdit(), &QLineEdit::editingFinished, box, [box] { takeTyped(box); });
    QObject::connect(box->lineEdit(), &QLineEdit::textChanged, box, [box] { markWrong(box, {}, {}); });
}

void finishTyping()
{
    QWidget* field = QApplication::focusWidget();
    if (const auto* box = qobject_cast<QComboBox*>(field); box != nullptr && box->lineEdit() != nullptr) {
        field = box->lineEdit();
    }
    if (auto* line = qobject_cast<QLineEdit*>(field)) {
        Q_EMIT line->editingFinished();
    } else if (auto* number = qobject_cast<QAbstractSpinBox*>(field)) {
        Q_EMIT number->editingFinished();
    }
}

void guardWheel(QWidget* panel)
{
    auto* guard = new WheelGuard(panel);
    const auto watch = [guard](QWidget* box) {
        box->setFocusPolicy(Qt::StrongFocus);
        box->installEventFilter(guard);
    };
    for (QComboBox* box : panel->findChildren<QComboBox*>()) {
        watch(box);
    }
    for (QAbstractSpinBox* box : panel->findChildren<QAbstractSpinBox*>()) {
        watch(box);
    }
}

void stopListening(QWidget* form)
{
    for (const QObject* child : form->findChildren<QObject*>()) {
        child->disconnect(form);
    }
}

}  // namespace pgram
