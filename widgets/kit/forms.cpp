// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kit/forms.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QCompleter>
#include <QEvent>
#include <QLabel>

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
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->completer()->setCompletionMode(QCompleter::PopupCompletion);
    box->completer()->setFilterMode(Qt::MatchContains);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    constexpr int letters = 22;
    box->setMinimumContentsLength(letters);
    box->view()->setTextElideMode(Qt::ElideMiddle);
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
