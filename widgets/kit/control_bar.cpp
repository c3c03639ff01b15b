// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kit/control_bar.h"

#include "widgets/kit/labels.h"

#include <algorithm>

namespace pgram {

/// The place of a label and, below it, of a field. The field stays a child of the view, in its order of Tab.
class ControlBar::Place : public QWidget {
public:
    Place(QWidget* field, QWidget* view) : QWidget(view), m_label(new SmallLabel(view)), m_field(field)
    {
        m_label->setParent(this);
        m_label->setTextFormat(Qt::PlainText);
        m_label->setBuddy(field);
        setSizePolicy(field->sizePolicy());
        // Above the field: a place below it would come before the fields among the children, and with it the view in
        // the order of Tab.
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }
    void setText(const QString& text) { m_label->setText(text); }
    [[nodiscard]] QSize sizeHint() const override
    {
        const QSize label = m_label->sizeHint();
        const QSize field = m_field->sizeHint();
        return {std::max(label.width(), field.width()), label.height() + field.height()};
    }

protected:
    void moveEvent(QMoveEvent*) override { place(); }
    void resizeEvent(QResizeEvent*) override { place(); }

private:
    void place()
    {
        const int above = m_label->sizeHint().height();
        m_label->setGeometry(0, 0, width(), above);
        m_field->setGeometry(geometry().adjusted(0, above, 0, 0));
    }

    SmallLabel* m_label;
    QWidget* m_field;
};

std::vector<QWidget*> ControlBar::show(const std::vector<Control>& controls)
{
    std::vector<QWidget*> shown;
    for (const Control& control : controls) {
        Place*& place = m_places[control.field];
        if (place == nullptr) {
            place = new Place(control.field, m_view);
        }
        place->setText(control.label);
        if (!control.label.isEmpty()) {
            control.field->setAccessibleName(control.label);
        }
        control.field->setToolTip(control.toolTip);
        control.field->setVisible(control.isUsed);
        place->setVisible(control.isUsed);
        shown.push_back(place);
    }
    return shown;
}

}  // namespace pgram
