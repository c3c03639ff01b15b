// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/preset_box.h"

#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>

namespace pgram {

QComboBox* presetBox(const QString& name)
{
    auto* box = new QComboBox;
    box->setObjectName(name);
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setMinimumContentsLength(12);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->completer()->setFilterMode(Qt::MatchContains);
    box->completer()->setCompletionMode(QCompleter::PopupCompletion);
    box->completer()->setCaseSensitivity(Qt::CaseInsensitive);
    return box;
}

void showEntry(QComboBox* box, const QString& name, const QString& title)
{
    const QSignalBlocker blocker(box);
    int row = box->findData(name);
    if (row < 0) {
        box->addItem(title, name);
        row = box->count() - 1;
    }
    box->setCurrentIndex(row);
    box->lineEdit()->setCursorPosition(0);
    box->setToolTip(title);  // of a long one, the box shows the beginning
}

}  // namespace pgram
