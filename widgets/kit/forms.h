// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows of a label and the field beside it, or of one widget over the whole width. Rows come and go: QFormLayout of
// Qt 6.4 writes behind its own memory while a row of wrapped text is hidden, so that no form with hidden rows is one.
// GUI thread only.
// Besides, what keeps the wheel for scrolling: boxes of a scrolled panel take it only when they have the focus, so that
// a panel scrolled under the pointer changes nothing.
#pragma once

#include <QEvent>
#include <QGridLayout>
#include <QScrollArea>
#include <QScrollBar>

class QComboBox;
class QLabel;
class QWidget;

namespace pgram {

class FieldRows : public QGridLayout {
public:
    /// With the spaces of the docks between the rows.
    explicit FieldRows(QWidget* parent = nullptr);

    void addRow(QLabel* label, QWidget* field);
    void addRow(QWidget* wide);
    /// The row of this field and its label; a hidden one takes no space.
    void setRowVisible(QWidget* field, bool visible);

    /// Rows stand together at the top; what is left of the height stays below them.
    void setGeometry(const QRect& area) override;

private:
    [[nodiscard]] int newRow() const;
};

/// A scroll area that scrolls up and down only, and is never narrower than what it holds: nothing is cut off at its
/// right, whatever language and font.
class FittingScroll : public QScrollArea {
public:
    explicit FittingScroll(QWidget* content, QWidget* parent = nullptr) : QScrollArea(parent)
    {
        setWidget(content);
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);  // It follows the focus of what it holds.
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }

    [[nodiscard]] QSize minimumSizeHint() const override
    {
        const int bar = verticalScrollBar()->sizeHint().width();
        return {widget()->minimumSizeHint().width() + bar, QScrollArea::minimumSizeHint().height()};
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == widget() && event->type() == QEvent::LayoutRequest) {
            updateGeometry();
        }
        return QScrollArea::eventFilter(watched, event);
    }
};

/// What is typed finds any part of a name.
void makeSearchable(QComboBox* box);

/// Ends the typing in the field that has the focus, as leaving it does: before a command that reads the fields.
void finishTyping();

/// Guards every spin box and combo box below `panel` that is there now.
void guardWheel(QWidget* panel);

/// For destructors: the field that has the focus ends its edit while a form is taken down, when nobody is left to take
/// it. Nothing below `form` tells it anything from here on.
void stopListening(QWidget* form);

}  // namespace pgram
