// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A switch that is on in the accent colour: which of several is chosen must be seen at a glance. GUI thread only.
#pragma once

#include <QStyleOptionToolButton>
#include <QToolButton>

namespace pgram {

class ToggleButton : public QToolButton {
    Q_OBJECT
public:
    explicit ToggleButton(QWidget* parent = nullptr) : QToolButton(parent)
    {
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    /// Beside its neighbours it may be as narrow as its text: rows of them stand in docks.
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        constexpr int edges = 8;
        return {fontMetrics().size(Qt::TextShowMnemonic, text()).width() + edges,
                QToolButton::minimumSizeHint().height()};
    }

protected:
    void initStyleOption(QStyleOptionToolButton* option) const override
    {
        QToolButton::initStyleOption(option);
        if (isChecked() && isEnabled()) {
            // The style lightens buttons: darker, so that the text keeps its contrast.
            option->palette.setColor(QPalette::Button, option->palette.color(QPalette::Highlight).darker(125));
            option->palette.setBrush(QPalette::ButtonText, option->palette.highlightedText());
        }
    }
};

}  // namespace pgram
